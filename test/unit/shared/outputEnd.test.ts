import assert from "node:assert/strict";
import { keepEnd, outputEnd } from "../../../src/shared/outputEnd.ts";

describe("shared/outputEnd", () => {
  const cases: readonly (readonly [name: string, text: string, limit: number, end: string])[] = [
    ["short enough", "abc", 3, "abc"],
    ["cut where it must be when no line begins near", "abcdefghij", 4, "ghij"],
    ["cut at the beginning of a line that is near", `${"a".repeat(50)}\nbbbbbbbbbbbbbbbbbb`, 20, "bbbbbbbbbbbbbbbbbb"],
    ["a line that begins exactly there stays whole", "aaaa\nbbbb", 4, "bbbb"],
    ["a character of two units is not cut in half", "aa😀b", 2, "b"],
    ["nothing may be kept", "abc", 0, ""],
  ];
  for (const [name, text, limit, end] of cases) it(name, () => assert.equal(outputEnd(text, limit), end));

  it("keeps a quarter more before it cuts, and knows how much is gone", () => {
    const output = { text: "0123456789", start: 5, isCut: false };
    assert.equal(keepEnd(output, 8), output);
    assert.deepEqual(keepEnd(output, 4), { text: "6789", start: 11, isCut: true });
  });
});
