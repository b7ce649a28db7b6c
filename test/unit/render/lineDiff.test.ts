import assert from "node:assert/strict";
import { lineDiff } from "../../../src/render/lineDiff.ts";

const drawn = (before: string | undefined, after: string) =>
  lineDiff(before, after)
    .map((line) => line.sign + line.text)
    .join("\n");

describe("render/lineDiff", () => {
  it("shows what changed with two lines around it", () => {
    assert.equal(drawn("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\nY\ne\nf\n"), " b\n c\n-d\n+X\n+Y\n e\n f");
  });
  it("shows a new file as added lines", () => assert.equal(drawn(undefined, "a\n\nb\n"), "+a\n+\n+b"));
  it("shows an emptied file as removed lines", () => assert.equal(drawn("a\nb", ""), "-a\n-b"));
  it("counts no line twice when one is repeated", () => assert.equal(drawn("a\na", "a\na\na"), " a\n a\n+a"));
  it("is empty for equal texts", () => assert.equal(drawn("", ""), ""));
});
