import assert from "node:assert/strict";
import { isMadeUpId, madeUpId } from "../../../src/dialects/madeUpId.ts";
import { toSessionId } from "../../../src/session/ids.ts";

describe("an id that we made ourselves", () => {
  const known = ["R", "a#b"].map(toSessionId);
  for (const [id, isMadeUp] of [
    [madeUpId(toSessionId("R"), "call#1"), true],
    [madeUpId(toSessionId("a#b"), "1"), true],
    ["a#b", false],
    ["R", false],
    ["#R", false],
  ] as const) {
    it(`${id}: ${isMadeUp}`, () =>
      assert.equal(
        isMadeUpId(toSessionId(id), (each) => known.includes(each)),
        isMadeUp,
      ));
  }
});
