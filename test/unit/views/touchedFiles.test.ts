import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import type { CardView } from "../../../src/shared/sessionView.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { Scene } from "./scene.ts";

const diff = (path: string, oldText?: string) => ({ type: "diff", path, newText: "new", ...(oldText !== undefined && { oldText }) });

/** The files of a card, a line each. */
function lines(card: CardView | undefined): readonly string[] {
  return (card?.files ?? []).map(
    ({ name, how, rowIds, siblings }) =>
      `${name}: ${how.join("+")}, ${rowIds.length} calls${siblings.length > 0 ? `, also ${siblings.join(" and ")}` : ""}`,
  );
}

describe("the files that a child touched", () => {
  function opened() {
    const scene = new Scene()
      .root("R", { cwd: "/repo" })
      .prompt("R", "Go.")
      .child("A", "R", { title: "Fix it", state: { state: "running" } })
      .child("B", "R", { title: "Test it", state: { state: "running" } });
    const view = new TranscriptView(scene.connection, toSessionId("R"), { foldDefault: "collapsed", enterSends: true });
    scene.store.onDidChange((change) => view.apply(change));
    view.setOpen("A", true);
    const card = () => lines(view.snapshot().cards.A);
    /** The files as the next patch tells them; undefined = it tells nothing of the card. */
    const patched = () => {
      const op = view.takeOps().findLast((each) => each.op === "card" && each.card.sessionId === "A");
      return op?.op === "card" ? lines(op.card) : undefined;
    };
    return { scene, view, card, patched };
  }

  it("are those of diffs, and the places of calls that delete or move; reading touches nothing, nor does what failed", () => {
    const { scene, card } = opened();
    scene
      .tool("A", "t1", { title: "Read", kind: "read", status: "completed", locations: [{ path: "/repo/src/a.ts" }] })
      .tool("A", "t2", { title: "Edit", kind: "edit", status: "completed", content: [diff("/repo/src/a.ts", "old")] })
      .tool("A", "t3", { title: "Write", kind: "edit", status: "completed", content: [diff("/repo/src/new.ts")] })
      .tool("A", "t4", { title: "Edit", kind: "edit", status: "completed", locations: [{ path: "src/./a.ts", line: 7 }] })
      .tool("A", "t5", { title: "rm", kind: "delete", status: "completed", locations: [{ path: "/repo/old.ts" }] })
      .tool("A", "t6", { title: "mv", kind: "move", status: "completed", locations: [{ path: "/repo/x.ts" }, { path: "/repo/y.ts" }] })
      .tool("A", "t7", { title: "Edit", kind: "edit", status: "failed", content: [diff("/repo/locked.ts", "old")] });
    assert.deepEqual(card(), [
      "src/a.ts: edited, 2 calls",
      "src/new.ts: created, 1 calls",
      "old.ts: deleted, 1 calls",
      "x.ts: moved, 1 calls",
      "y.ts: moved, 1 calls",
    ]);
  });

  it("are flagged when a sibling touches the same file, also while the card is open, and not any more when that failed", () => {
    const { scene, card, patched } = opened();
    scene.tool("A", "t1", { title: "Edit", kind: "edit", content: [diff("/repo/src/a.ts", "old")] });
    assert.deepEqual(card(), ["src/a.ts: edited, 1 calls"]);
    scene.tool("B", "u1", { title: "Edit", kind: "edit", status: "in_progress", content: [diff("src/a.ts", "old")] });
    assert.deepEqual(patched(), ["src/a.ts: edited, 1 calls, also Test it"]);
    scene.tool("B", "u1", { status: "failed" }, false);
    assert.deepEqual(patched(), ["src/a.ts: edited, 1 calls"]);
    scene.tool("B", "u2", { title: "Read", kind: "read", locations: [{ path: "src/a.ts" }] });
    assert.equal(patched(), undefined);
  });

  it("of a child in a folder of its own are other files than those of the same name elsewhere", () => {
    const { scene, view, card } = opened();
    scene.child("A", "R", { cwd: "/trees/a" });
    scene.tool("A", "t1", { title: "Edit", kind: "edit", content: [diff("src/a.ts", "old")] });
    scene.tool("B", "u1", { title: "Edit", kind: "edit", content: [diff("/repo/src/a.ts", "old")] });
    assert.deepEqual(card(), ["src/a.ts: edited, 1 calls"]);
    assert.deepEqual(view.snapshot().cards.A?.facts[0], { name: "Folder", value: "/trees/a", isFolder: true });
  });

  it("go when the transcript begins anew, and are not asked of a root", () => {
    const { scene, view, card } = opened();
    scene.tool("A", "t1", { title: "Edit", kind: "edit", content: [diff("/repo/src/a.ts", "old")] });
    scene.tool("R", "r1", { title: "Edit", kind: "edit", content: [diff("/repo/src/a.ts", "old")] });
    assert.equal(card().length, 1);
    assert.deepEqual(view.snapshot().cards.R?.files, []);
    scene.load("R").says("R", "From the beginning.");
    scene.child("A", "R", { title: "Fix it" });
    assert.deepEqual(card(), []);
  });

  it("of a root lead to the review of its last turn when that is over and touched any, everywhere below", () => {
    const { scene, view } = opened();
    const told = () =>
      view.takeOps().flatMap((each) => (each.op === "card" && each.card.sessionId === "R" ? [each.card.isTurnToReview] : []));
    const edit = { title: "Edit", kind: "edit", content: [diff("a.ts", "old")] } as const;
    view.snapshot();
    scene
      .at(10)
      .tool("B", "u0", { ...edit, status: "pending" })
      .turnEnded("R", "end_turn");
    assert.deepEqual(told(), []);
    scene.tool("B", "u0", { status: "completed" }, false);
    assert.deepEqual(told(), [true]);
    scene.at(20).prompt("R", "Talk.").turnEnded("R", "end_turn");
    assert.deepEqual(told(), [undefined]);
    scene.at(30).prompt("R", "Again.").turnEnded("R", "end_turn").child("C", "A", { title: "Late" });
    scene.tool("C", "c1", { ...edit, status: "completed" });
    assert.deepEqual(told(), [true]);
    scene.tool("C", "c1", { status: "failed" }, false);
    assert.deepEqual(told(), [undefined]);
    assert.equal(view.snapshot().cards.R?.isTurnToReview, undefined);
  });

  it("of many calls are told by the newest fifty", () => {
    const { scene, card } = opened();
    for (let n = 0; n < 60; n++) scene.tool("A", `t${n}`, { title: "Edit", kind: "edit", content: [diff("/repo/a.ts", "old")] });
    assert.deepEqual(card(), ["a.ts: edited, 50 calls"]);
  });
});
