// The sentences that a person reads, as they stand in the source, and their translations.
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../setup.mjs";

/** The languages beside English, as VS Code calls them. */
export const languages = ["de", "zh-cn"] as const;

export type Language = (typeof languages)[number];

/** English → translation, as a `bundle.l10n.<language>.json` holds them; by key for a `package.nls.<language>.json`. */
export type Texts = Readonly<Record<string, string>>;

export const bundleFile = (language?: Language): string => join("l10n", `bundle.l10n${language ? `.${language}` : ""}.json`);

export const manifestTexts = (language?: Language): string => `package.nls${language ? `.${language}` : ""}.json`;

export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

/** What is found in one file of the source. */
export interface Found {
  readonly sentences: readonly string[];
  /** Calls of `t` whose sentence is no plain text, so that nobody can translate it; each with its place. */
  readonly unreadable: readonly string[];
}

/** Finds the calls of `t`, under whatever name the file has imported it. `file` names the place. */
export function findSentences(file: string, source: string): Found {
  const name = /import \{[^}]*\bt(?: as (\w+))?\b[^}]*\} from "[^"]*\/words\.ts"/.exec(source);
  if (!name) return { sentences: [], unreadable: [] };
  const sentences: string[] = [];
  const unreadable: string[] = [];
  for (const call of source.matchAll(new RegExp(`(?<![\\w.])${name[1] ?? "t"}\\(\\s*`, "g"))) {
    const from = call.index + call[0].length;
    const literal = /^(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')\s*[,)]/.exec(source.slice(from, from + 2000));
    const [, double, single] = literal ?? [];
    if (double !== undefined) sentences.push(JSON.parse(`"${double}"`));
    else if (single !== undefined) sentences.push(JSON.parse(`"${single.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`));
    else if (!isInComment(source, call.index)) unreadable.push(`${file}:${source.slice(0, from).split("\n").length}`);
  }
  return { sentences, unreadable };
}

function isInComment(source: string, at: number): boolean {
  return /^\s*(\/?\*|\/\/)/.test(source.slice(source.lastIndexOf("\n", at) + 1, at));
}

/** The files that sentences are looked for in, as paths from the root. */
export function sourceFiles(): readonly string[] {
  return globSync("{src,webview}/**/*.ts", { cwd: root }).map((file) => file.split(sep).join("/"));
}

/** All sentences of the source, each once, in the order of the alphabet. */
export function allSentences(): Found {
  const found = sourceFiles().map((file) => findSentences(file, readFileSync(join(root, file), "utf8")));
  const sentences = new Set(found.flatMap((each) => each.sentences));
  return { sentences: [...sentences].sort(), unreadable: found.flatMap((each) => each.unreadable) };
}

/** What was built of which files, as esbuild tells it. */
export interface Built {
  readonly outputs: { readonly [file: string]: { readonly inputs: { readonly [file: string]: { readonly bytesInOutput: number } } } };
}

/** The sentences of the files that something was built of, each once, in the order of the alphabet. */
export function sentencesOf({ outputs }: Built): readonly string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const ours = [...new Set(files)].filter((file) => /^(src|webview)\/.*\.ts$/.test(file));
  const found = ours.flatMap((file) => findSentences(file, readFileSync(join(root, file), "utf8")).sentences);
  return [...new Set(found)].sort();
}

/** What is wrong with the translations of `texts`, a line for each. `language`: only in words. */
export function problemsOf(language: string, english: Texts, texts: Texts): readonly string[] {
  const keys = Object.keys(english);
  return [
    ...keys.filter((key) => !texts[key]).map((key) => `${language} lacks: ${key}`),
    ...Object.keys(texts)
      .filter((key) => english[key] === undefined)
      .map((key) => `${language} has what is not used: ${key}`),
    ...keys
      .filter((key) => texts[key] && !haveSameMarks(english[key] ?? "", texts[key]))
      .map((key) => `${language} has other marks: ${key}`),
  ];
}

/** What a translation has to keep as it is: places of arguments, addresses, commands, code, icons. */
function marksOf(text: string): readonly string[] {
  return (text.match(/\{\d+\}|\]\([^)]*\)|`[^`]*`|\$\([\w~-]+\)|\bacpSubagents[.\w]+/g) ?? []).sort();
}

function haveSameMarks(a: string, b: string): boolean {
  return marksOf(a).join() === marksOf(b).join();
}

/** The titles of commands that a sentence tells to run: `“ACP: Show Log”`, `**ACP: Show Log**`, in the quotes of any language. */
export function commandsNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/[“„*]ACP: ([^“”„*]+)[“”*]/g)].map(([, title = ""]) => title);
}
