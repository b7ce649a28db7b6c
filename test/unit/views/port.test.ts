import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import type { HostMessage, WebviewMessage } from "../../../src/shared/protocol.ts";
import type { TranscriptState } from "../../../src/shared/transcriptState.ts";
import { TranscriptPort } from "../../../src/views/transcript/port.ts";
import { emptyTranscript, TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { Scene, TestTimer } from "./scene.ts";

/** A port on session `r` of a scene, and what it posted since the last look. */
class Desk {
  readonly scene = new Scene()
    .root("r")
    .prompt("r", "Go")
    .child("a", "r", { title: "A", state: { state: "running" } });
  readonly timer = new TestTimer();
  readonly chosen: string[] = [];
  folds: Record<string, boolean> = {};
  #posted: HostMessage[] = [];
  readonly port = new TranscriptPort(
    {
      timer: this.timer,
      post: (message) => void this.#posted.push(message),
      folds: () => this.folds,
      fault: (what, error) => assert.fail(`${what}: ${error}`),
      didFold: (_view, sessionId, isOpen) => void this.chosen.push(`${sessionId} ${isOpen}`),
    },
    new TranscriptView(this.scene.connection, toSessionId("r"), { foldDefault: "collapsed", enterSends: true }),
  );

  constructor() {
    this.scene.store.onDidChange((change) => this.port.apply(change));
  }

  receive(...messages: WebviewMessage[]): this {
    for (const message of messages) this.port.receive(message);
    return this;
  }

  take(): HostMessage[] {
    return this.#posted.splice(0);
  }

  posted(): string[] {
    return this.take().map(messageText);
  }
}

function messageText(message: HostMessage): string {
  if (message.type === "patch") return `${message.seq} patch ${message.ops.map((op) => op.op).join(" ")}`;
  if (message.type === "do") return `${message.seq} do ${message.action.do}`;
  return `${message.seq} snapshot ${message.state.sessionId} windows ${Object.keys(message.state.windows)}`;
}

const ready: WebviewMessage = { type: "ready", open: [] };
const ack = (seq: number): WebviewMessage => ({ type: "ack", seq });

describe("TranscriptPort", () => {
  it("posts nothing before the webview is ready, then a snapshot, then patches frame by frame", () => {
    const desk = new Desk();
    desk.scene.says("r", "early");
    desk.timer.pass(1000);
    assert.deepEqual(desk.posted(), []);
    desk.receive(ready);
    assert.deepEqual(desk.posted(), ["1 snapshot r windows r"]);
    desk.receive(ack(1)).scene.says("r", " a").says("r", " b");
    assert.deepEqual(desk.posted(), []);
    desk.timer.pass(16);
    assert.deepEqual(desk.posted(), ["2 patch rowText"]);
    desk.timer.pass(1000);
    assert.deepEqual(desk.posted(), []);
  });

  it("gathers while two messages are not acknowledged", () => {
    const desk = new Desk().receive(ready);
    for (const word of ["one", "two", "three", "four"]) {
      desk.scene.says("r", word);
      desk.timer.pass(16);
    }
    assert.deepEqual(desk.posted(), ["1 snapshot r windows r", "2 patch rowAdd"]);
    desk.receive(ack(1));
    const [message] = desk.take();
    assert.deepEqual(message, { type: "patch", seq: 3, ops: [{ op: "rowText", sessionId: "r", rowId: "r3", append: "twothreefour" }] });
    desk.receive(ack(99), ack(2)).timer.pass(100);
    assert.deepEqual(desk.posted(), []);
  });

  it("gives a hidden webview nothing, and a snapshot when it is shown again", () => {
    const desk = new Desk().receive(ready, ack(1));
    desk.posted();
    desk.port.setVisible(false);
    desk.scene.says("r", "unseen");
    desk.timer.pass(1000);
    assert.deepEqual(desk.posted(), []);
    desk.port.setVisible(true);
    desk.timer.pass(16);
    const [message] = desk.take();
    assert.equal(message?.type === "snapshot" && JSON.stringify(message.state).includes("unseen"), true);
  });

  it("answers a webview that lost count with a snapshot", () => {
    const desk = new Desk().receive(ready);
    desk.posted();
    desk.receive({ type: "resync", reason: "gap" });
    assert.deepEqual(desk.posted(), ["2 snapshot r windows r"]);
  });

  it("opens the cards that were open before, and those of the reader's latest folds", () => {
    const desk = new Desk();
    desk.scene.child("b", "r").child("c", "r");
    desk.folds = { b: true, c: false };
    desk.receive({ type: "ready", open: ["a"] });
    const [message] = desk.take();
    assert.equal(message?.type, "snapshot");
    assert.deepEqual(Object.keys(message.state.windows), ["r", "a", "b"]);
    assert.deepEqual(message.folds, { b: true, c: false });
  });

  it("opens and closes cards, tells choices only, and leaves the rest to the host", () => {
    const desk = new Desk().receive(ready, ack(1));
    desk.posted();
    desk.receive({ type: "fold", sessionId: "a", isOpen: true, isChoice: false }).timer.pass(16);
    desk.receive({ type: "fold", sessionId: "a", isOpen: false, isChoice: true }).timer.pass(16);
    assert.deepEqual(desk.posted(), ["2 patch card window", "3 patch windowGone cardGone"]);
    assert.deepEqual(desk.chosen, ["a false"]);
    const stop: WebviewMessage = { type: "stop", sessionId: "a" };
    assert.equal(desk.port.receive(stop), stop);
    assert.equal(desk.port.receive({ type: "window", sessionId: "r", from: 0 }), undefined);
  });

  it("has the webview act after it has what has changed, and not before it is there", () => {
    const desk = new Desk();
    desk.port.do({ do: "reveal", sessionId: "a" });
    desk.timer.pass(100);
    assert.deepEqual(desk.posted(), []);
    desk.receive(ready);
    assert.deepEqual(desk.posted(), ["1 snapshot r windows r", "2 do reveal"]);
    desk.receive(ack(2)).scene.says("r", "x");
    desk.port.do({ do: "focusComposer" });
    desk.timer.pass(16);
    assert.deepEqual(desk.posted(), ["3 patch rowAdd", "4 do focusComposer"]);
  });

  it("shows nothing, then something else", () => {
    const desk = new Desk().receive(ready, ack(1));
    desk.posted();
    desk.port.show(emptyTranscript("Choose a session.", "", "collapsed", []));
    desk.port.setBusy("Connecting…");
    desk.timer.pass(16);
    const [message] = desk.take();
    assert.equal(message?.type === "snapshot" && `${message.state.emptyText} ${message.state.busyText}`, "Choose a session. Connecting…");
    desk.scene.says("r", "x");
    desk.port.show(new TranscriptView(desk.scene.connection, toSessionId("a"), { foldDefault: "all", enterSends: true }));
    desk.timer.pass(16);
    assert.deepEqual(desk.posted(), ["3 snapshot a windows a"]);
  });

  it("gives a snapshot when the session it shows goes or comes", () => {
    const desk = new Desk();
    desk.port.show(new TranscriptView(desk.scene.connection, toSessionId("s"), { foldDefault: "all", enterSends: true }));
    desk.receive(ready, ack(1));
    desk.scene.load("s");
    desk.timer.pass(16);
    desk.receive(ack(2)).scene.apply({ type: "restoreEnded", sessionId: toSessionId("s"), error: "not found" });
    desk.timer.pass(16);
    assert.deepEqual(desk.posted(), ["1 snapshot null windows ", "2 snapshot s windows s", "3 snapshot null windows "]);
  });

  it("keeps a webview that acknowledges late in step", () => {
    const desk = new Desk().receive(ready);
    let state: TranscriptState | undefined;
    let last = 0;
    const draw = (message: HostMessage) => {
      assert.equal(message.seq, last + 1);
      last = message.seq;
      if (message.type === "snapshot") state = message.state;
      else if (message.type === "patch" && state) state = applyPatch(state, message.ops);
    };
    for (let at = 0; at < 200; at++) {
      desk.scene.says("r", `w${at} `).tool("r", `t${at % 7}`, { title: `T${at}`, status: at % 3 ? "completed" : "pending" });
      desk.timer.pass(16);
      desk.take().forEach(draw);
      if (at % 5 === 0) desk.receive(ack(last));
    }
    desk.receive(ack(last)).timer.pass(16);
    desk.take().forEach(draw);
    desk.receive({ type: "resync", reason: "compare" });
    const [fresh] = desk.take();
    assert.equal(fresh?.type, "snapshot");
    assert.deepEqual(JSON.parse(JSON.stringify(state)), JSON.parse(JSON.stringify(fresh.state)));
  });

  it("posts nothing after it was disposed", () => {
    const desk = new Desk().receive(ready, ack(1));
    desk.posted();
    desk.scene.says("r", "x");
    desk.port.dispose();
    desk.timer.pass(100);
    desk.receive(ready);
    assert.deepEqual(desk.posted(), []);
  });
});
