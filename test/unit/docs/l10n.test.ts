import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  allSentences,
  bundleFile,
  commandsNamedIn,
  findSentences,
  languages,
  manifestTexts,
  problemsOf,
  readTexts,
  sentencesOf,
  sourceFiles,
  type Texts,
} from "../../../scripts/lib/sentences.ts";
import { root } from "../../../scripts/setup.mjs";

const { sentences, unreadable } = allSentences();
const english: Texts = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
const manifest = readTexts(manifestTexts());

/** The sentences of a language that name a command by another title than the one that its palette shows. */
function wronglyNamed(texts: Texts, titles: Texts): readonly string[] {
  const known = new Set(Object.values(titles));
  return Object.entries(texts).flatMap(([key, text]) => {
    const [wanted, named] = [commandsNamedIn(english[key] ?? manifest[key] ?? ""), commandsNamedIn(text)];
    const inTheirOrder = named.every((title) => known.has(title)) && named.length === wanted.length;
    return inTheirOrder ? [] : [`${named.join(", ")} for ${wanted.join(", ")}`];
  });
}

describe("sentences and their translations", () => {
  it("are found in the source, under whatever name `t` has there", () => {
    const source = [
      'import { t as words } from "../base/words.ts";',
      'a(words("{0} runs", name), words(\'The "x" of {0}\', name));',
      "words(`{0} is ${name}`);",
      "words(",
      '  "On a line of its own",',
      ");",
    ].join("\n");
    assert.deepEqual(findSentences("src/x.ts", source), {
      sentences: ["{0} runs", 'The "x" of {0}', "On a line of its own"],
      unreadable: ["src/x.ts:3"],
    });
    assert.deepEqual(findSentences("src/y.ts", 'const t = f; t("no sentence")').sentences, []);
  });

  it("are all texts that a translator can read, and all in l10n/; `npm run l10n` writes them there", () => {
    assert.deepEqual(unreadable, []);
    assert.deepEqual(Object.keys(readTexts(bundleFile())), sentences);
  });

  for (const language of languages) {
    it(`are all there in ${language}, with the same places for arguments, and none that nobody uses`, () => {
      assert.deepEqual(problemsOf(language, english, readTexts(bundleFile(language))), []);
      assert.deepEqual(problemsOf(language, manifest, readTexts(manifestTexts(language))), []);
    });

    it(`name commands in ${language} as its palette does`, () => {
      const titles = readTexts(manifestTexts(language));
      assert.deepEqual(wronglyNamed(readTexts(bundleFile(language)), titles), []);
      assert.deepEqual(wronglyNamed(titles, titles), []);
    });
  }

  it("name commands in English as the palette does", () => {
    assert.deepEqual(wronglyNamed(english, manifest), []);
  });

  it("of the pages are those of the files that their scripts are made of", () => {
    const inputs = (files: readonly string[]) => ({ inputs: Object.fromEntries(files.map((file) => [file, { bytesInOutput: 1 }])) });
    const left = { inputs: { "src/vscode/commandTable.ts": { bytesInOutput: 0 } } };
    const said = sentencesOf({
      outputs: { a: inputs(["webview/icons.ts", "node_modules/lit/x.js"]), b: inputs(["webview/icons.ts"]), c: left },
    });
    assert.equal(said.includes("no status reported"), true);
    assert.deepEqual(
      said.filter((sentence) => !findSentences("", readFileSync(join(root, "webview/icons.ts"), "utf8")).sentences.includes(sentence)),
      [],
    );
  });

  it("tell what is missing, left over, or has lost a place", () => {
    assert.deepEqual(problemsOf("xx", { a: "a {0}", b: "b `c`", d: "d" }, { a: "A", b: "B `c`", e: "E" }), [
      "xx lacks: d",
      "xx has what is not used: e",
      "xx has other marks: a",
    ]);
  });

  it("address nobody formally in German", () => {
    const texts = [...Object.values(readTexts(bundleFile("de"))), ...Object.values(readTexts(manifestTexts("de")))];
    assert.deepEqual(
      texts.filter((text) => /\bIhr(e[mnrs]?)?\b|\bIhnen\b|\b\p{Ll}+en Sie\b/u.test(text)),
      [],
    );
  });

  it("are asked for when they are shown: a constant of a module would be made before the language is known", () => {
    const files = sourceFiles().filter((file) =>
      /^(?:export )?const \w+(?:: [^=]+)? = (?:\w+\()?\bt\(/m.test(readFileSync(join(root, file), "utf8")),
    );
    assert.deepEqual(files, []);
  });
});
