import assert from "node:assert/strict";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import type { RowView } from "../../../src/shared/rowView.ts";
import type { PatchOp } from "../../../src/shared/transcriptState.ts";
import { card, rowWindow, says, sessionView, state } from "../../webview/support/states.ts";

const rows = ["a", "b", "c"].map((id) => says(id, id));
const before = state({ sessions: [sessionView("one"), sessionView("two")], windows: [rowWindow("root", rows, 10), rowWindow("one", [])] });

function drawn(ops: readonly PatchOp[]): string {
  const window = applyPatch(before, ops).windows.root;
  if (!window) return "no window";
  const words = window.rows.map((row: RowView) => `${row.id}${"text" in row && row.text !== row.id ? `=${row.text}` : ""}`);
  return `${window.from}/${window.count}: ${words.join(" ")}`;
}

describe("shared/applyPatch", () => {
  const cases: readonly (readonly [name: string, ops: readonly PatchOp[], expected: string])[] = [
    ["a row at the end", [{ op: "rowAdd", sessionId: "root", index: 13, row: card("d", "one") }], "10/14: a b c d"],
    ["a row in the middle", [{ op: "rowAdd", sessionId: "root", index: 11, row: says("x", "x") }], "10/14: a x b c"],
    ["a row before the window", [{ op: "rowAdd", sessionId: "root", index: 3, row: says("x", "x") }], "11/14: a b c"],
    ["a row that goes", [{ op: "rowRemove", sessionId: "root", rowId: "b", index: 11 }], "10/12: a c"],
    ["a row that goes before the window", [{ op: "rowRemove", sessionId: "root", rowId: "old", index: 2 }], "9/12: a b c"],
    ["a row that becomes another", [{ op: "rowSet", sessionId: "root", row: says("b", "new") }], "10/13: a b=new c"],
    ["text that grows", [{ op: "rowText", sessionId: "root", rowId: "c", append: " and more" }], "10/13: a b c=c and more"],
    ["a row that is not here", [{ op: "rowText", sessionId: "root", rowId: "old", append: "x" }], "10/13: a b c"],
    ["rows of a session that is not here", [{ op: "rowAdd", sessionId: "two", index: 0, row: says("x", "x") }], "10/13: a b c"],
    ["a whole window", [{ op: "window", window: rowWindow("root", [says("z", "z")], 0) }], "0/1: z"],
    ["a window that goes", [{ op: "windowGone", sessionId: "root" }], "no window"],
  ];
  for (const [name, ops, expected] of cases) it(name, () => assert.equal(drawn(ops), expected));

  it("changes single fields of a header, takes away what it has no more, and leaves unknown sessions alone", () => {
    const known = state({ sessions: [sessionView("one", { words: "Read a.ts", model: "large" })] });
    const after = applyPatch(known, [
      { op: "sessionSet", sessionId: "one", set: { words: "finished its turn" }, gone: ["model"] },
      { op: "sessionSet", sessionId: "__proto__", set: { words: "x" } },
    ]);
    assert.deepEqual(after.sessions, state({ sessions: [sessionView("one", { words: "finished its turn" })] }).sessions);
  });

  it("keeps the identity of everything that did not change", () => {
    const after = applyPatch(before, [
      { op: "session", session: sessionView("one", { words: "new" }) },
      { op: "rowText", sessionId: "root", rowId: "c", append: "!" },
    ]);
    assert.equal(after.sessions.two, before.sessions.two);
    assert.equal(after.windows.one, before.windows.one);
    assert.equal(after.windows.root?.rows[0], before.windows.root?.rows[0]);
    assert.equal(after.cards, before.cards);
    assert.notEqual(after.sessions.one, before.sessions.one);
    assert.notEqual(after.windows.root?.rows[2], before.windows.root?.rows[2]);
    assert.equal(before.windows.root?.rows.length, 3);
  });

  it("copies what is there once for a whole patch: ten thousand new sessions beside ten thousand take no seconds", () => {
    const many = (from: number) => Array.from({ length: 10_000 }, (_, n) => sessionView(`s${from + n}`));
    const crowded = state({ sessions: many(0) });
    const ops = many(10_000).map((session): PatchOp => ({ op: "session", session }));
    const before = process.cpuUsage();
    assert.equal(Object.keys(applyPatch(crowded, ops).sessions).length, 20_001);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
