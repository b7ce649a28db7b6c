import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import type { RowView } from "../../../src/shared/rowView.ts";
import type { PatchOp, TranscriptState } from "../../../src/shared/transcriptState.ts";
import { textCap } from "../../../src/views/transcript/capped.ts";
import { type TranscriptOptions, TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { Scene, textContent } from "./scene.ts";

const options: TranscriptOptions = { foldDefault: "collapsed", enterSends: true };

function viewOf(scene: Scene, id = "r"): TranscriptView {
  const view = new TranscriptView(scene.connection, toSessionId(id), options);
  scene.store.onDidChange((change) => view.apply(change));
  return view;
}

function rowText(row: RowView): string {
  const words = "text" in row ? row.text : "tool" in row && row.tool ? `${row.tool.title} [${row.tool.status ?? "-"}]` : "";
  const body = "body" in row && row.body ? ` ${JSON.stringify(row.body)}` : "";
  return `${row.id} ${row.kind}${"childId" in row ? ` ${row.childId}` : ""} ${words}${body}`.trim();
}

function opText(op: PatchOp): string {
  switch (op.op) {
    case "session":
      return `session ${op.session.id}: ${op.session.label} | ${op.session.words}`;
    case "sessionSet": {
      const fields = Object.entries(op.set).map(([field, value]) => `${field}=${value}`);
      return `session ${op.sessionId}: ${[...fields, ...(op.gone ?? []).map((field) => `no ${field}`)].join(" | ")}`;
    }
    case "window":
      return `window ${op.window.sessionId} ${op.window.from}/${op.window.count}: ${op.window.rows.map(rowText).join(" ; ")}`;
    case "card":
      return `card ${op.card.sessionId}: ${op.card.runs.map((run) => `${run.prompt ?? "-"} → ${run.answer ?? "-"}`).join(" ; ")}`;
    case "rowAdd":
      return `add ${op.sessionId} ${op.index}: ${rowText(op.row)}`;
    case "rowSet":
      return `set ${op.sessionId}: ${rowText(op.row)}`;
    case "rowText":
      return `text ${op.sessionId} ${op.rowId}: ${op.append}`;
    case "composer":
      return `composer turnOpen=${op.composer?.isTurnOpen}`;
    case "requests":
      return `requests ${op.requests.length}`;
    case "breadcrumb":
      return `breadcrumb ${op.breadcrumb.map(({ label }) => label).join(" › ")}`;
    default:
      return JSON.stringify(op);
  }
}

const take = (view: TranscriptView): string[] => view.takeOps().map(opText);

describe("TranscriptView", () => {
  it("[S03] gives a snapshot with every header, and rows of the shown session only", () => {
    const scene = new Scene().root("r", { cwd: "/w" }).prompt("r", "Review").at(500);
    scene.child("a", "r", { title: "Explore", role: "explorer", prompt: "Look", cwd: "/w/a", state: { state: "running" } });
    scene.says("a", "secret inside of a");
    const state = viewOf(scene).snapshot();
    assert.equal(JSON.stringify(state).includes("secret"), false);
    assert.deepEqual(JSON.parse(JSON.stringify(state.sessions.a)), {
      id: "a",
      parentId: "r",
      standing: "child",
      label: "Explore",
      role: "explorer",
      mark: "running",
      isDim: false,
      words: "working",
      startedAt: 1_000_500,
      requestCount: 0,
      canStop: false,
      isStopping: false,
      isWorking: true,
      toolCallCount: 0,
      childCount: 0,
      cwd: "/w/a",
    });
    assert.deepEqual(Object.keys(state.sessions), ["r", "a"]);
    assert.deepEqual(state.windows.r?.rows.map(rowText), ["r1 user_message Review", "r2 subagent a"]);
    assert.deepEqual(state.breadcrumb, []);
  });

  it("joins text, merges rows and says each header once", () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    const view = viewOf(scene);
    view.snapshot();
    scene.says("r", "Hel").says("r", "lo");
    assert.deepEqual(take(view), ["add r 1: r2 agent_message Hello"]);
    scene.says("r", " wor").says("r", "ld");
    assert.deepEqual(take(view), ["text r r2:  world"]);
    scene.tool("r", "t", { title: "Read", status: "pending" }).tool("r", "t", { title: "Read a.ts", status: "in_progress" }, false);
    assert.deepEqual(take(view), ["session r: words=Read a.ts | toolCallCount=1", "add r 2: r3 tool_call Read a.ts [in_progress]"]);
    scene.tool("r", "t", { status: "in_progress" }, false).tool("r", "t", { status: "completed" }, false);
    assert.deepEqual(take(view), ["session r: words=working", "set r: r3 tool_call Read a.ts [completed]"]);
    assert.deepEqual(take(view), []);
  });

  it("posts no more than headers for a closed card", () => {
    const scene = new Scene()
      .root("r")
      .prompt("r", "Go")
      .child("a", "r", { title: "A", state: { state: "running" } });
    const view = viewOf(scene);
    view.snapshot();
    for (let at = 0; at < 500; at++) scene.says("a", `token ${at} `).says("a", "thinking", undefined, "agent_thought");
    assert.deepEqual(take(view), []);
    scene.tool("a", "t", { title: "Read", status: "in_progress", rawOutput: "x".repeat(100_000) });
    assert.deepEqual(take(view), ["session a: words=Read | toolCallCount=1"]);
  });

  it("[S20] opens a card with its rows, follows them, and closes it again", () => {
    const scene = new Scene()
      .root("r")
      .prompt("r", "Go")
      .child("a", "r", { title: "A", prompt: "Look", state: { state: "running" } });
    scene.says("a", "one");
    const view = viewOf(scene);
    view.snapshot();
    view.setOpen("a", true);
    assert.deepEqual(take(view), ["card a: Look → -", "window a 0/1: r3 agent_message one"]);
    scene.says("a", " two").at(1000).state("a", "idle", "end_turn");
    assert.deepEqual(take(view), [
      "session a: mark=finished | words=finished its turn | isWorking=false | endedAt=1001000",
      "card a: Look → one two",
      "text a r3:  two",
    ]);
    view.setOpen("a", false);
    assert.deepEqual(take(view), ['{"op":"windowGone","sessionId":"a"}', '{"op":"cardGone","sessionId":"a"}']);
  });

  it("shows an open card under a closed one only when that is opened too", () => {
    const scene = new Scene().root("r").child("a", "r").child("b", "a").says("b", "deep");
    const view = viewOf(scene);
    view.setOpen("b", true);
    assert.deepEqual(Object.keys(view.snapshot().windows), ["r"]);
    view.setOpen("a", true);
    assert.deepEqual(Object.keys(view.snapshot().windows), ["r", "b", "a"]);
    view.setOpen("a", false);
    assert.deepEqual(Object.keys(view.snapshot().windows), ["r"]);
  });

  it("sends a tool call's body when it is unfolded, and not before", () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    scene.tool("r", "t", { title: "Run", rawInput: { command: "ls" }, content: [textContent("out")], rawOutput: "out\n" });
    const view = viewOf(scene);
    assert.deepEqual(view.snapshot().windows.r?.rows.map(rowText), ["r1 user_message Go", "r2 tool_call Run [-]"]);
    view.setToolOpen("r", "r2", true);
    const body = '{"input":"command: ls","parts":[{"type":"text","text":"out"}]}';
    assert.deepEqual(take(view), [`set r: r2 tool_call Run [-] ${body}`]);
    view.setToolOpen("r", "r2", false);
    assert.deepEqual(take(view), ["set r: r2 tool_call Run [-]"]);
  });

  it("redraws a call that was never closed once nothing more can come", () => {
    const scene = new Scene().root("r").prompt("r", "Go").tool("r", "t", { title: "Run", status: "in_progress" });
    const view = viewOf(scene);
    view.snapshot();
    scene.at(2000).turnEnded("r", "end_turn");
    assert.deepEqual(take(view), [
      "session r: mark=finished | words=finished its turn | canStop=false | isWorking=false | endedAt=1002000",
      "set r: r2 tool_call Run [noResult]",
      "composer turnOpen=false",
    ]);
  });

  it("[S32] starts with the last 200 rows and gives older ones when they are wanted", () => {
    const scene = new Scene().root("r");
    for (let at = 0; at < 500; at++) scene.says("r", `m${at}`, `id${at}`);
    const view = viewOf(scene);
    const first = view.snapshot().windows.r;
    assert.deepEqual([first?.from, first?.count, first?.rows.length], [300, 500, 200]);
    scene.says("r", " old", "id7").says("r", " new", "id499");
    assert.deepEqual(take(view), ["text r r500:  new"]);
    view.extendWindow("r", 100);
    const [op] = view.takeOps();
    assert.equal(op?.op === "window" && op.window.rows.length, 400);
    view.extendWindow("r", 150);
    assert.deepEqual(take(view), []);
    // A reader at the end gives back what was loaded, down to the newest 200.
    view.shortenWindow("r", 90);
    assert.deepEqual(take(view), []);
    view.shortenWindow("r", 450);
    const [shorter] = view.takeOps();
    assert.deepEqual(shorter?.op === "window" && [shorter.window.from, shorter.window.rows.length], [300, 200]);
  });

  it("cuts a text beyond the cap in the same way whole and in pieces", () => {
    const scene = new Scene().root("r").says("r", "x".repeat(textCap - 3));
    const view = viewOf(scene);
    let state: TranscriptState = view.snapshot();
    for (const piece of ["yy", "zzz", "more"]) {
      scene.says("r", piece);
      state = applyPatch(state, view.takeOps());
    }
    const [row] = state.windows.r?.rows ?? [];
    assert.deepEqual(row, view.snapshot().windows.r?.rows[0]);
    assert.match(row && "text" in row ? row.text.slice(-60) : "", /xyyz\n\n\[Only the first 200,000 characters are shown here\.\]$/);
  });

  it("counts a request on every header above it", () => {
    const scene = new Scene().root("r").child("a", "r").child("b", "a");
    const view = viewOf(scene);
    view.snapshot();
    scene.asks("b", "q", { title: "Write" });
    const counts = view.takeOps().flatMap((op) => (op.op === "sessionSet" ? [`${op.sessionId} ${op.set.requestCount}`] : []));
    assert.deepEqual(counts.sort(), ["a 1", "b 1", "r 1"]);
  });

  it("[S03] [S21] of a child shows what is below it, and the way down to it", () => {
    const scene = new Scene()
      .root("r", { title: "Root" })
      .child("a", "r", { title: "A" })
      .child("b", "a", { title: "B" })
      .child("c", "b", { title: "C" });
    const view = viewOf(scene, "b");
    const state = view.snapshot();
    assert.deepEqual(Object.keys(state.sessions), ["b", "c"]);
    assert.deepEqual(
      state.breadcrumb.map(({ label }) => label),
      ["Root", "A", "B"],
    );
    assert.equal(state.composer, null);
    scene.child("a", "r", { title: "Alpha" }).child("x", "r");
    assert.deepEqual(take(view), ["breadcrumb Root › Alpha › B"]);
  });

  it("of a child tells its place among its siblings, as they come and are named", () => {
    const scene = new Scene().root("r").child("a", "r", { title: "A" }).child("b", "r", { title: "B" });
    const view = viewOf(scene, "b");
    assert.deepEqual(view.snapshot().siblings, { position: 2, count: 2, previous: { id: "a", label: "A" }, next: undefined });
    const siblings = () => view.takeOps().flatMap((op) => (op.op === "breadcrumb" ? [op.siblings] : []));
    scene.child("c", "r", { title: "C" });
    assert.deepEqual(siblings(), [{ position: 2, count: 3, previous: { id: "a", label: "A" }, next: { id: "c", label: "C" } }]);
    scene.child("c", "r", { title: "Sea" });
    assert.equal(siblings()[0]?.next?.label, "Sea");
    scene.says("c", "Hello.");
    assert.deepEqual(siblings(), []);
    assert.equal(viewOf(scene, "r").snapshot().siblings, null);
  });

  it("takes in a session that was seen before it was announced, with all that is below it", () => {
    const scene = new Scene().root("r").says("x", "early").child("y", "x", { title: "Y" }).says("y", "deep");
    const view = viewOf(scene);
    assert.deepEqual(Object.keys(view.snapshot().sessions), ["r"]);
    scene.child("x", "r", { title: "X" });
    assert.deepEqual(take(view), [
      "session r: childCount=1",
      "session x: X | not reported",
      "session y: Y | not reported",
      "add r 0: r4 subagent x",
    ]);
  });

  it("says so when the session it shows is gone", () => {
    const scene = new Scene().load("r");
    const view = viewOf(scene);
    view.snapshot();
    scene.apply({ type: "restoreEnded", sessionId: toSessionId("r"), error: "not found" });
    assert.equal(view.snapshot().emptyText, "This session is no longer there. Choose another in the tree.");
  });
});
