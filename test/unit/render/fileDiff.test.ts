import assert from "node:assert/strict";
import { fileDiff } from "../../../src/render/fileDiff.ts";

const drawn = (before: string | undefined, after: string, options = {}) => {
  const { added, removed, hunks } = fileDiff(before, after, options);
  const lines = hunks.map((hunk) => hunk.lines.map((each) => `${each.before ?? "."} ${each.after ?? "."} ${each.sign}${each.text}`));
  return [`+${added} -${removed}`, ...lines.map((each) => each.join("\n"))].join("\n@@\n");
};
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

describe("render/fileDiff", () => {
  it("shows what changed with the lines around it, numbered on both sides", () =>
    assert.equal(
      drawn("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\nY\ne\nf\n", { context: 2 }),
      "+2 -1\n@@\n2 2  b\n3 3  c\n4 . -d\n. 4 +X\n. 5 +Y\n5 6  e\n6 7  f",
    ));
  it("makes a hunk of each place, and one of two places that are near", () => {
    const before = count(1, 40);
    const after = before.replace("3\n", "three\n").replace("\n9\n", "\nnine\n").replace("30\n", "thirty\n");
    assert.equal(
      drawn(before, after, { context: 1 }),
      [
        "+3 -3",
        "2 2  2\n3 . -3\n. 3 +three\n4 4  4",
        "8 8  8\n9 . -9\n. 9 +nine\n10 10  10",
        "29 29  29\n30 . -30\n. 30 +thirty\n31 31  31",
      ].join("\n@@\n"),
    );
    assert.equal(fileDiff(before, after).hunks.length, 2);
  });
  it("numbers from the line that a piece of a file begins with", () =>
    assert.equal(drawn("a\nb", "a\nc", { line: 41 }), "+1 -1\n@@\n41 41  a\n42 . -b\n. 42 +c"));
  it("shows a new file as added lines", () => assert.equal(drawn(undefined, "a\n\nb\n"), "+3 -0\n@@\n. 1 +a\n. 2 +\n. 3 +b"));
  it("shows an emptied file as removed lines", () => assert.equal(drawn("a\nb", ""), "+0 -2\n@@\n1 . -a\n2 . -b"));
  it("counts no line twice when one is repeated", () => assert.equal(drawn("a\na", "a\na\na"), "+1 -0\n@@\n1 1  a\n2 2  a\n. 3 +a"));
  it("has no hunk for equal texts", () => assert.equal(drawn("a\n", "a\n"), "+0 -0"));
  it("gives up the search in what differs everywhere, and is right all the same", () => {
    const started = performance.now();
    const { added, removed } = fileDiff(count(1, 20_000), `same\n${count(100_000, 120_000)}`);
    assert.deepEqual({ added, removed }, { added: 20_002, removed: 20_000 });
    assert.ok(performance.now() - started < 3_000, "it takes no time with the square of the lines");
  });
});
