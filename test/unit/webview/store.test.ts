import assert from "node:assert/strict";
import type { HostMessage } from "../../../src/shared/protocol.ts";
import type { PatchOp } from "../../../src/shared/transcriptState.ts";
import { TranscriptStore } from "../../../webview/store.ts";
import { sessionView, state } from "../../webview/support/states.ts";
import { TestTimer } from "../views/scene.ts";

/** A store with everything around it played by hand; `log` tells what it posted and when it drew. */
function play() {
  const log: string[] = [];
  const timer = new TestTimer();
  const frames: (() => void)[] = [];
  const store = new TranscriptStore({
    post: (message) => log.push(Object.values(message).join(" ")),
    openCards: () => ["a"],
    timer,
    onFrame: (run) => frames.push(run),
  });
  store.onDidChange((frame) =>
    log.push(`drawn: ${store.phase} ${store.state.sessions.root?.words ?? "-"} ${frame.actions.map((action) => action.do)}`.trim()),
  );
  const words = (text: string): PatchOp => ({ op: "session", session: sessionView("root", { words: text }) });
  return {
    log,
    timer,
    store,
    receive: (...messages: readonly HostMessage[]) => {
      for (const message of messages) store.receive(message);
    },
    frame: () => {
      for (const run of frames.splice(0)) run();
    },
    snapshot: (seq: number, text: string): HostMessage => ({
      type: "snapshot",
      seq,
      state: state({ sessions: [sessionView("root", { words: text })] }),
      folds: {},
    }),
    patch: (seq: number, text: string): HostMessage => ({ type: "patch", seq, ops: [words(text)] }),
  };
}

describe("webview/store", () => {
  it("draws what came within one frame together, and acknowledges each message when it is drawn", () => {
    const { log, store, receive, frame, snapshot, patch } = play();
    store.start();
    receive(snapshot(1, "one"), patch(2, "two"), { type: "do", seq: 3, action: { do: "focusRequest" } }, patch(4, "three"));
    assert.deepEqual(log, ["ready a", "drawn: waiting -"]);
    frame();
    assert.deepEqual(log.slice(2), ["drawn: live three focusRequest", "ack 1", "ack 2", "ack 3", "ack 4"]);
  });

  it("[U04] asks once for a snapshot when a message is missing, and goes on from there", () => {
    const { log, store, receive, frame, snapshot, patch } = play();
    store.start();
    receive(snapshot(1, "one"));
    frame();
    log.length = 0;
    receive(patch(3, "three"), patch(4, "four"));
    frame();
    assert.deepEqual(log, ["resync gap from 1 to 3", "ack 3", "ack 4"]);
    log.length = 0;
    receive(snapshot(5, "five"), patch(6, "six"));
    frame();
    assert.deepEqual(log, ["drawn: live six", "ack 5", "ack 6"]);
  });

  it("does not apply a message twice", () => {
    const { log, store, receive, frame, snapshot, patch } = play();
    store.start();
    receive(snapshot(1, "one"), patch(2, "two"));
    frame();
    log.length = 0;
    receive(patch(2, "again"));
    frame();
    assert.deepEqual(log, ["ack 2"]);
    assert.equal(store.state.sessions.root?.words, "two");
  });

  it("[U05] says that the host is silent after ten seconds, and tries again when asked", () => {
    const { log, timer, store, receive, frame, snapshot } = play();
    store.start();
    timer.pass(9_999);
    assert.equal(store.phase, "waiting");
    timer.pass(1);
    store.start();
    receive(snapshot(7, "late"));
    frame();
    timer.pass(60_000);
    assert.deepEqual(log, ["ready a", "drawn: waiting -", "drawn: silent -", "ready a", "drawn: waiting -", "drawn: live late", "ack 7"]);
  });

  it("leaves other messages of the window alone", () => {
    const { log, store, frame } = play();
    for (const data of [undefined, null, "x", { type: "patch" }, { type: "other", seq: 1 }]) store.receive(data);
    frame();
    assert.deepEqual(log, []);
  });
});
