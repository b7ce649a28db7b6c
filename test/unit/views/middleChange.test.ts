import assert from "node:assert/strict";
import { middleChange } from "../../../src/views/files/middleChange.ts";

const cases: readonly (readonly [name: string, before: string, after: string, change: readonly [number, number, string] | undefined])[] = [
  ["nothing differs", "abc", "abc", undefined],
  ["in the middle", "one two three", "one 2 three", [4, 7, "2"]],
  ["at the end", "ab", "abc", [2, 2, "c"]],
  ["at the beginning", "bc", "abc", [0, 0, "a"]],
  ["everything goes", "abc", "", [0, 3, ""]],
  ["the same again inside", "aXa", "aa", [1, 2, ""]],
  ["never between the halves of a line break", "a\r\nb", "a\rb", [1, 3, "\r"]],
  ["never between the halves of a character", "😀", "😁", [0, 2, "😁"]],
];

describe("views/files/middleChange", () => {
  for (const [name, before, after, change] of cases) {
    it(name, () => {
      const found = middleChange(before, after);
      assert.deepEqual(found && [found.from, found.to, found.text], change);
      if (found) assert.equal(before.slice(0, found.from) + found.text + before.slice(found.to), after);
    });
  }
});
