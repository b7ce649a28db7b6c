import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import type { RowContext } from "../../../src/views/transcript/rowView.ts";
import { RowWindowDraft } from "../../../src/views/transcript/rowWindow.ts";
import { Scene } from "./scene.ts";

const context: RowContext = { startedAtEpoch: 0, isOver: false, isToolOpen: () => false };

/** A session of `count` messages and the window on its newest 200. */
function windowOn(count: number) {
  const scene = new Scene().root("r");
  for (let at = 0; at < count; at++) scene.says("r", `m${at}`, `id${at}`);
  const session = scene.session("r");
  const window = new RowWindowDraft(session);
  window.snapshot(session, context);
  scene.store.onDidChange((change) => {
    for (const delta of change) {
      if (delta.type === "rowAdded") window.rowAdded(delta.row, delta.index);
      if (delta.type === "rowRemoved") window.rowRemoved(delta.rowId, delta.index);
      if (delta.type === "rowReplaced") window.rowReplaced(delta.row);
    }
  });
  return { scene, session, window };
}

describe("RowWindowDraft", () => {
  it("moves with rows that come or go before it", () => {
    const { scene, session, window } = windowOn(300);
    const [row] = session.rows.values(0, 1);
    assert.ok(row);
    window.rowAdded({ ...row, id: "new" as never }, 3);
    window.rowRemoved(row.id, 0);
    window.rowRemoved("new" as never, 2);
    const ops = window.takeOps(session, context).map((op) => ("index" in op ? `${op.op} ${op.index}` : op.op));
    assert.deepEqual(ops, ["rowAdd 3", "rowRemove 0", "rowRemove 2"]);
    // The first row of the window stood at 100, so one row fewer before it leaves it at 99.
    assert.equal(window.extend(99), false);
    assert.equal(window.extend(98), true);
    assert.equal(scene.session("r"), session);
  });

  it("takes a card that moves to its call's place", () => {
    const { scene, session, window } = windowOn(250);
    scene.tool("r", "call", { title: "Task" }).says("r", "x", "last").child("a", "r");
    assert.deepEqual(
      window.takeOps(session, context).map((op) => op.op),
      ["rowAdd", "rowAdd", "rowAdd"],
    );
    scene.apply({ type: "childLinked", sessionId: toSessionId("a"), toolCallId: "call" as never });
    const ops = window.takeOps(session, context);
    assert.deepEqual(
      ops.map((op) => (op.op === "rowSet" ? `set ${op.row.kind}` : "index" in op ? `${op.op} ${op.index}` : op.op)),
      ["rowRemove 252", "set subagent"],
    );
  });

  it("gives a whole window when too much came at once", () => {
    const { scene, session, window } = windowOn(10);
    for (let at = 0; at < 1500; at++) scene.says("r", "x", `more${at}`);
    const ops = window.takeOps(session, context);
    assert.deepEqual(
      ops.map((op) => (op.op === "window" ? `window ${op.window.from}/${op.window.count}` : op.op)),
      ["window 0/1510"],
    );
    assert.deepEqual(window.takeOps(session, context), []);
  });
});
