import assert from "node:assert/strict";
import { fileDiff } from "../../../src/render/fileDiff.ts";
import { wordMarks } from "../../../src/render/wordMarks.ts";

/** The lines of a change, with what is marked in brackets. */
function drawn(before: string, after: string): string {
  const lines = fileDiff(before, after).hunks.flatMap((hunk) => hunk.lines);
  const marks = wordMarks(lines);
  const words = (index: number) => marks.get(index)?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text));
  return lines.map(({ sign, text }, index) => sign + (words(index)?.join("") ?? text)).join("\n");
}

describe("render/wordMarks", () => {
  it("marks the words that changed, line by line", () =>
    assert.equal(
      drawn("const a = one(1);\nconst b = 2;\n", "const a = two(1);\nconst b = 3;\n"),
      "-const a = [one](1);\n-const b = [2];\n+const a = [two](1);\n+const b = [3];",
    ));
  it("marks no word of lines that have nothing in common", () =>
    assert.equal(drawn("alpha beta\n", "gamma();\n"), "-alpha beta\n+gamma();"));
  it("marks an added word, and leaves lines without a counterpart", () =>
    assert.equal(drawn("call(a)\n", "call(a, b)\nnext()\n"), "-call(a)\n+call(a[, b])\n+next()"));
  it("compares no huge lines", () => {
    const long = "x ".repeat(1_000);
    assert.equal(drawn(`${long}a\n`, `${long}b\n`).includes("["), false);
  });
});
