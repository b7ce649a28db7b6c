import assert from "node:assert/strict";
import { toRowId, toSessionId } from "../../../src/session/ids.ts";
import type { Row } from "../../../src/session/rows.ts";
import { rowView } from "../../../src/views/transcript/rowView.ts";

const base = { id: toRowId("1"), sessionId: toSessionId("r"), at: 0, changedAt: 0, turn: 1, isHistory: false };
const context = { startedAtEpoch: 0, isOver: false, isToolOpen: () => false };

describe("a row that is drawn as plain text", () => {
  const text = "one \u202eowt\u202c \u2066three\u2069";
  const rows: readonly (readonly [kind: string, row: Row])[] = [
    ["an error", { ...base, kind: "error", text }],
    ["a notice", { ...base, kind: "notice", severity: "info", text }],
    ["a plan", { ...base, kind: "plan", entries: [{ content: text, status: "pending" }] }],
    ["a compaction that failed", { ...base, kind: "compaction", compactionId: "c", text: "", error: text }],
  ];
  for (const [kind, row] of rows)
    it(`turns no words around: ${kind}`, () => {
      const drawn = JSON.stringify(rowView(row, context));
      assert.match(drawn, /one owt three/);
    });
});
