import assert from "node:assert/strict";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import { own } from "../../../src/shared/records.ts";
import type { TranscriptState } from "../../../src/shared/transcriptState.ts";

const hard = ["__proto__", "constructor", "toString", ""];

describe("shared/records", () => {
  it("answers only what the record itself has", () => {
    assert.deepEqual(
      hard.map((id) => own({}, id)),
      [undefined, undefined, undefined, undefined],
    );
    const record = structuredClone(Object.fromEntries(hard.map((id) => [id, `of ${id}`])));
    assert.deepEqual(
      hard.map((id) => own(record, id)),
      hard.map((id) => `of ${id}`),
    );
    assert.equal(own(record, null), undefined);
  });

  it("is kept by patches", () => {
    const empty = { windows: {}, cards: {}, sessions: {} } as TranscriptState;
    const opened = applyPatch(
      empty,
      hard.map((sessionId) => ({ op: "window", window: { sessionId, from: 0, count: 0, rows: [] } })),
    );
    const row = { id: "1", at: 0, isHistory: false, kind: "error", text: "x" } as const;
    const filled = applyPatch(
      opened,
      hard.map((sessionId) => ({ op: "rowAdd", sessionId, index: 0, row })),
    );
    assert.deepEqual(
      hard.map((id) => own(filled.windows, id)?.count),
      [1, 1, 1, 1],
    );
    const closed = applyPatch(filled, [{ op: "windowGone", sessionId: "__proto__" }]);
    assert.deepEqual(Object.keys(closed.windows), ["constructor", "toString", ""]);
    // A row of a session that has no window changes nothing.
    assert.equal(applyPatch(empty, [{ op: "rowAdd", sessionId: "__proto__", index: 0, row }]).windows, empty.windows);
  });
});
