import { own } from "./records.ts";

/** Characters of code above which it stays plain: each coloured word is an element. */
export const longestColoured = 40_000;

/** A language of code: what the highlighter calls it, and what the editor does. */
export interface CodeLanguage {
  readonly highlighter: string;
  readonly editor: string;
}

/** By the highlighter's name: the editor's name, and other words that stand for it behind a fence. */
const languages: { readonly [highlighter: string]: readonly [editor: string, ...words: string[]] } = {
  typescript: ["typescript", "ts", "tsx", "mts", "cts"],
  javascript: ["javascript", "js", "jsx", "mjs", "cjs", "node"],
  json: ["json", "jsonc", "json5", "jsonl"],
  python: ["python", "py", "python3"],
  bash: ["shellscript", "sh", "shell", "zsh", "console", "shellsession", "shellscript"],
  diff: ["diff", "patch"],
  css: ["css", "scss", "less"],
  xml: ["html", "html", "svg", "vue", "xhtml"],
  markdown: ["markdown", "md", "mdx"],
  yaml: ["yaml", "yml"],
  rust: ["rust", "rs"],
  go: ["go", "golang"],
  java: ["java"],
  cpp: ["cpp", "c++", "cc", "cxx", "hpp", "h", "c"],
  sql: ["sql", "sqlite", "postgres", "postgresql", "mysql"],
};

/** Names that the editor tells apart where the highlighter does not. */
const editors: { readonly [word: string]: string } = {
  tsx: "typescriptreact",
  jsx: "javascriptreact",
  jsonc: "jsonc",
  c: "c",
  xml: "xml",
  svg: "xml",
  scss: "scss",
  less: "less",
};

const byWord = new Map(
  Object.entries(languages).flatMap(([highlighter, [editor, ...words]]) =>
    [highlighter, ...words].map((word): [string, CodeLanguage] => [word, { highlighter, editor: own(editors, word) ?? editor }]),
  ),
);

/** The language that the first word behind a fence names; undefined for one that is not known here. */
export function codeLanguage(word: string): CodeLanguage | undefined {
  return byWord.get(word.toLowerCase());
}
