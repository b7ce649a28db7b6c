// Events that no dialect would tell in this order: also those which the finished form has no frames for.
import type { SessionEvent } from "../../src/session/events.ts";
import { toRequestId, toSessionId, toToolCallId } from "../../src/session/ids.ts";
import type { Seeded } from "./seeded.ts";

const names = ["R", "A", "B", "C", "D"];

/** One arbitrary event about a few sessions, calls and requests. */
export function randomEvent(seed: Seeded): SessionEvent {
  const someone = () => toSessionId(seed.pick(names));
  const someCall = () => toToolCallId(seed.pick(["t1", "t2"]));
  const someRequest = () => toRequestId(seed.pick(["q1", "q2", "q3"]));
  const sessionId = someone();
  const kinds: readonly (() => SessionEvent)[] = [
    () => ({
      type: "childUpdated",
      sessionId,
      parentId: someone(),
      dialect: "standard",
      patch: { state: { state: seed.pick(["running", "idle"]) }, capabilities: { canCancel: seed.chance(0.5) } },
    }),
    () => ({ type: "childUpdated", sessionId, parentId: someone(), dialect: "launch", patch: {} }),
    () => ({ type: "childRenamed", from: sessionId, to: someone() }),
    () => ({ type: "childLinked", sessionId, toolCallId: someCall() }),
    () => toolCall(seed.chance(0.5)),
    () => toolCall(true),
    () => words(seed.chance(0.5)),
    () => words(true),
    () => ({ type: "textReattributed", sessionId, speakerId: someone(), kind: "agent_message", text: seed.pick(["a", "ab", "b"]) }),
    () => ({ type: "answerReceived", childId: sessionId, text: "a" }),
    () => ({ type: "runDivided", sessionId, answer: seed.pick(["a", "b"]), state: { state: "idle" }, prompt: "p" }),
    () => ({
      type: "requestOpened",
      request: { kind: "permission", id: someRequest(), sessionId, wireSessionId: sessionId, title: "", toolCall: {}, options: [] },
    }),
    () => ({
      type: "requestOpened",
      request: {
        kind: "approval",
        id: someRequest(),
        sessionId: undefined,
        wireSessionId: undefined,
        title: "Sign in",
        detail: "",
        options: [],
      },
    }),
    () => ({ type: "requestSettled", requestId: someRequest(), outcome: { type: "cancelled" } }),
    () => ({ type: "promptSent", sessionId, content: [{ type: "text", text: "a" }] }),
    () => ({ type: "turnEnded", sessionId }),
    () => ({ type: "restoreBegan", sessionId, how: seed.pick(["load", "resume"]) }),
    () => ({ type: "restoreEnded", sessionId, error: seed.chance(0.5) ? "No." : undefined }),
    () => ({ type: "cancelSent", sessionId }),
    () => ({ type: seed.pick(["letGoSent", "letGoRefused"]), sessionId }),
    () => ({ type: "sessionClosed", sessionId }),
  ];
  const toolCall = (isAnnouncement: boolean): SessionEvent => ({
    type: "toolCallReported",
    sessionId,
    toolCallId: someCall(),
    isAnnouncement,
    patch: { status: seed.pick(["pending", "completed"]) },
  });
  const words = (isUnattributed: boolean): SessionEvent => ({
    type: "chunkReceived",
    sessionId,
    kind: seed.pick(["agent_message", "agent_thought"]),
    isUnattributed: isUnattributed || undefined,
    content: { type: "text", text: seed.pick(["a", "b"]) },
  });
  return seed.pick(kinds)();
}
