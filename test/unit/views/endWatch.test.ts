import assert from "node:assert/strict";
import type { SessionEvent } from "../../../src/session/events.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { EndWatch } from "../../../src/views/endWatch.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";

const root = toSessionId("root");
const child = toSessionId("child");

function start(isReplay = false) {
  const model = new SessionStore();
  const connection: LiveConnection = {
    key: "a",
    agentLabel: "Agent",
    model,
    startedAtEpoch: 0,
    isReplay,
    queued: () => [],
  };
  const watch = new EndWatch();
  const told: string[] = [];
  model.onDidChange((change) => {
    for (const { session } of watch.apply({ type: "modelChanged", connection, change })) told.push(session.id);
  });
  const happen = (...events: SessionEvent[]) => {
    for (const event of events) model.apply({ t: 0, event });
  };
  happen({ type: "rootOpened", sessionId: root });
  return { happen, told };
}

const prompt: SessionEvent = { type: "promptSent", sessionId: root, content: [{ type: "text", text: "go" }] };
const turnEnded: SessionEvent = { type: "turnEnded", sessionId: root, stopReason: "end_turn" };
const childIs = (state: string, stopReason?: string): SessionEvent => ({
  type: "childUpdated",
  sessionId: child,
  parentId: root,
  dialect: "standard",
  patch: { state: { state, stopReason }, capabilities: { canCancel: true } },
});

describe("the end of work", () => {
  it("is told once for a turn and for each child, in order", () => {
    const { happen, told } = start();
    happen(prompt, childIs("running"), childIs("running"), childIs("idle", "end_turn"), childIs("idle", "end_turn"), turnEnded);
    assert.deepEqual(told, ["child", "root"]);
  });

  it("is not told when the connection is lost, nor of what was never at work", () => {
    const { happen, told } = start();
    happen(childIs("idle", "end_turn"), prompt, { type: "connectionLost", reason: "it crashed" });
    assert.deepEqual(told, []);
  });

  it("is not told of recorded traffic", () => {
    const { happen, told } = start(true);
    happen(prompt, turnEnded);
    assert.deepEqual(told, []);
  });
});
