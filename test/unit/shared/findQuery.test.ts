import assert from "node:assert/strict";
import { findPattern, isBlank, isFiltered, parseFindQuery } from "../../../src/shared/findQuery.ts";

const read = (text: string) => {
  const { words, filters } = parseFindQuery(text);
  const said = Object.entries(filters).flatMap(([name, values]) => values.map((value) => `${name}=${value}`));
  return [words, ...said].join(" | ");
};

const finds = (words: string, text: string, options = { matchCase: false, wholeWord: false }) =>
  Array.from(text.matchAll(findPattern(words, options) ?? /(?!)/g), (match) => match[0]);

describe("shared/findQuery", () => {
  it("tells filters from words", () => {
    assert.deepEqual(
      [
        "  two words ",
        "kind:tool rm -rf",
        'agent:"Store Review" kind:Read kind:edit here',
        "a file:src\\x.ts b",
        "note: state: none",
        "here kind:",
        "mankind:x",
        'agent:"half',
      ].map(read),
      [
        "two words",
        "rm -rf | kind=tool",
        "here | kind=read | kind=edit | agent=store review",
        "a  b | file=src\\x.ts",
        "note: state: none",
        "here",
        "mankind:x",
        " | agent=half",
      ],
    );
  });

  it("knows when there is nothing to look for, and when only filters are", () => {
    const told = ["", " kind: ", "x", "state:failed"].map((text) => [isBlank(parseFindQuery(text)), isFiltered(parseFindQuery(text))]);
    assert.deepEqual(told, [
      [true, false],
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it("finds words as they stand, over broken lines, in any alphabet", () => {
    assert.deepEqual(finds("a.b (c)", "A.B  \n(c) axb (c)"), ["A.B  \n(c)"]);
    assert.deepEqual(finds("größe", "GRÖSSE GRÖßE Größe"), ["GRÖßE", "Größe"]);
    assert.deepEqual(finds("日本", "今日本日"), ["日本"]);
    assert.deepEqual(finds("cat", "cat concat cat_ Cat, ÉCAT", { matchCase: false, wholeWord: true }), ["cat", "Cat"]);
    assert.deepEqual(finds("cat", "Cat cat", { matchCase: true, wholeWord: false }), ["cat"]);
    assert.equal(findPattern("", { matchCase: false, wholeWord: false }), undefined);
  });
});
