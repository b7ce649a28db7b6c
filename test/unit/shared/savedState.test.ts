import assert from "node:assert/strict";
import { noSavedState, parseSavedState } from "../../../src/shared/savedState.ts";

describe("shared/savedState", () => {
  it("reads back what was saved", () => {
    const saved = {
      sessionId: "s",
      folds: { a: true, b: false },
      knownRoots: ["s"],
      openRows: ["a/1"],
      places: { s: "end" as const, a: { rowId: "1", index: 4, offset: -12 } },
      drafts: { s: "half a sen" },
      edits: { s: { queuedId: "p1", before: "then", text: "then th" } },
      forms: { q: { name: "Ada", sure: true, some: ["a"] } },
    };
    assert.deepEqual(parseSavedState(JSON.parse(JSON.stringify(saved))), saved);
  });

  it("keeps ids that are names of what every object has", () => {
    const saved = `{"sessionId":"__proto__","folds":{"__proto__":true,"constructor":false,"":true},"places":{"__proto__":"end"},"drafts":{"__proto__":"half"}}`;
    const read = parseSavedState(JSON.parse(saved));
    const again = parseSavedState(JSON.parse(JSON.stringify(read)));
    assert.deepEqual(
      [again.sessionId, Object.entries(again.folds), Object.entries(again.places), Object.entries(again.drafts)],
      [
        "__proto__",
        [
          ["__proto__", true],
          ["constructor", false],
          ["", true],
        ],
        [["__proto__", "end"]],
        [["__proto__", "half"]],
      ],
    );
  });

  it("begins anew with nothing", () => {
    assert.deepEqual(parseSavedState(undefined), noSavedState);
    assert.deepEqual(parseSavedState("x"), noSavedState);
  });

  it("leaves out what another version wrote", () => {
    const odd = {
      sessionId: 3,
      folds: { a: "open", b: true },
      openRows: ["x", 4],
      places: { s: { rowId: "1" }, t: "end" },
      drafts: null,
      edits: { s: "then", t: { queuedId: "p1", before: "then" } },
      forms: { q: { n: 3 }, r: { n: "3" } },
    };
    assert.deepEqual(parseSavedState(odd), {
      sessionId: null,
      folds: { b: true },
      knownRoots: [],
      openRows: ["x"],
      places: { t: "end" },
      drafts: {},
      edits: {},
      forms: { r: { n: "3" } },
    });
  });
});
