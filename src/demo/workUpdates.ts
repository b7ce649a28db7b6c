import { assertNever } from "../base/assertNever.ts";
import type { JsonObject } from "../session/content.ts";
import type { WorkEvent } from "./spawnEvents.ts";

/** The events that look alike in every display: what a session says, thinks, calls and plans. */
export type PlainWorkEvent = Exclude<WorkEvent, { type: "messageReceived" | "permissionNeeded" | "permissionSettled" | "stateReported" }>;

/** False for what only the standard form has updates for. */
export function isPlainWork(event: WorkEvent): event is PlainWorkEvent {
  switch (event.type) {
    case "messageReceived":
    case "permissionNeeded":
    case "permissionSettled":
    case "stateReported":
      return false;
    default:
      return true;
  }
}

/** The update that tells one such event on its own session (schema `SessionUpdate`). */
export function updateOf(event: PlainWorkEvent): JsonObject {
  switch (event.type) {
    case "textStreamed":
      return { sessionUpdate: "agent_message_chunk", content: { type: "text", text: event.text }, messageId: event.messageId };
    case "thoughtStreamed":
      return { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: event.text }, messageId: event.messageId };
    case "toolCallStarted": {
      const { type: _, isLaunch: __, ...call } = event;
      return { sessionUpdate: "tool_call", ...call };
    }
    case "toolCallProgressed": {
      const { type: _, ...progress } = event;
      return { sessionUpdate: "tool_call_update", ...progress };
    }
    case "toolCallEnded": {
      const { type: _, ...end } = event;
      return { sessionUpdate: "tool_call_update", ...end };
    }
    case "planReported":
      return { sessionUpdate: "plan", entries: event.entries };
    case "updateSent":
      return event.update;
    default:
      return assertNever(event);
  }
}
