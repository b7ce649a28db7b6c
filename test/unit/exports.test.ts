// What a file of src or webview gives to others says what it is for, and somebody takes it.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const declaration = /^export (?:abstract |async )*(function\*?|class|const|interface|type) (\w+)/;
/** What the editor calls. */
const entries = ["activate", "deactivate"];

describe("exports", () => {
  it("have a docstring each, and all but types a user in another file", () => {
    const files = globSync("{src,webview,test,scripts}/**/*.{ts,mjs}", { cwd: root });
    const sources = files.map((file) => readFileSync(join(root, file), "utf8"));
    const filesWith = new Map<string, number>();
    for (const source of sources)
      for (const word of new Set(withoutComments(source).match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    const wrong = files.flatMap((file, index) =>
      /^(src|webview)\b/.test(file)
        ? problemsOf(sources[index] ?? "", (name) => (filesWith.get(name) ?? 0) > 1).map((problem) => `${file}: ${problem}`)
        : [],
    );
    assert.ok(files.length > 500, "the sources were found");
    assert.deepEqual(wrong, []);
  }).timeout(20_000);

  it("are told by name what is wrong with them", () => {
    const source =
      "/** One. */\nexport const one = 1;\nexport function two() {}\n/** Three. */\nexport class Three {}\n/** Four. */\nexport type Four = 4;";
    assert.deepEqual(
      problemsOf(source, (name) => name === "one"),
      ["two has no docstring", "two is used nowhere else", "Three is used nowhere else"],
    );
  });
});

function problemsOf(source: string, isUsed: (name: string) => boolean): readonly string[] {
  const lines = source.split("\n");
  return lines.flatMap((line, index) => {
    const [, kind = "", name = ""] = declaration.exec(line) ?? [];
    if (name === "") return [];
    const isType = kind === "interface" || kind === "type";
    return [
      ...(lines[index - 1]?.endsWith("*/") ? [] : [`${name} has no docstring`]),
      ...(isType || entries.includes(name) || isUsed(name) ? [] : [`${name} is used nowhere else`]),
    ];
  });
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs, "");
}
