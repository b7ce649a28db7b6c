import { isObject, type JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import { type SessionId, toMessageId, toToolCallId } from "../session/ids.ts";
import { text } from "./fields.ts";

/** A request of a Goose child: it has a name and arguments, and no end. */
export function requestRow(childId: SessionId, request: JsonObject): readonly SessionEvent[] {
  const value = isObject(request.value) ? request.value : request;
  const name = text(value, "name") ?? "tool";
  const id = text(request, "id") ?? `${name} ${JSON.stringify(value.arguments ?? {})}`;
  return [
    {
      type: "toolCallReported",
      sessionId: childId,
      toolCallId: toToolCallId(id),
      isAnnouncement: true,
      patch: { title: name, name, kind: "other", rawInput: value.arguments },
    },
  ];
}

/** A message of a pi snapshot, as the rows it would have been. */
export function snapshotRow(childId: SessionId, message: JsonObject, index: number): readonly SessionEvent[] {
  const parts = Array.isArray(message.content) ? message.content.filter(isObject) : [];
  const events: SessionEvent[] = [];
  for (const [at, part] of parts.entries()) {
    const messageId = toMessageId(`${index}:${at}`);
    const words = text(part, "text") ?? text(part, "thinking");
    const callId = text(part, "id");
    if (part.type === "toolCall" && callId !== undefined) {
      const patch = { title: text(part, "name") ?? "tool", name: text(part, "name"), rawInput: part.arguments };
      events.push({ type: "toolCallReported", sessionId: childId, toolCallId: toToolCallId(callId), isAnnouncement: true, patch });
    } else if (message.role === "assistant" && words !== undefined) {
      const kind = part.type === "thinking" ? "agent_thought" : "agent_message";
      events.push({ type: "chunkReceived", sessionId: childId, kind, messageId, content: { type: "text", text: words } });
    }
  }
  const answered = text(message, "toolCallId");
  if (message.role === "toolResult" && answered !== undefined) {
    const words = parts.map((part) => text(part, "text") ?? "").join("");
    const patch = {
      status: message.isError === true ? "failed" : "completed",
      content: [{ type: "content", content: { type: "text", text: words } }],
    };
    events.push({ type: "toolCallReported", sessionId: childId, toolCallId: toToolCallId(answered), isAnnouncement: false, patch });
  }
  return events;
}

/** How a Qwen child's call ended, by what its launching call says. */
const listedEnds: { readonly [status: string]: string } = {
  success: "completed",
  error: "failed",
  failed: "failed",
  cancelled: "cancelled",
};

/** A call that the launching call of a Qwen child lists: of a child's own child no frame tells it (recording nested-full). */
export function listedCall(childId: SessionId, listed: JsonObject): SessionEvent | undefined {
  const id = text(listed, "callId");
  if (id === undefined) return undefined;
  const [name, shown, error] = [text(listed, "name"), text(listed, "resultDisplay"), text(listed, "error")];
  const patch = {
    title: [name, text(listed, "description")].filter((part) => part).join(": "),
    name,
    status: listedEnds[text(listed, "status") ?? ""],
    rawInput: listed.args,
    rawOutput: shown || error || undefined,
  };
  return { type: "toolCallReported", sessionId: childId, toolCallId: toToolCallId(id), isAnnouncement: true, patch };
}

/** A step of a Dirac child: a thought, or words. */
export function trajectoryRow(childId: SessionId, step: JsonObject, index: number): readonly SessionEvent[] {
  const words = text(step, "text");
  if (words === undefined) return [];
  const kind = step.type === "thinking" || step.type === "reasoning" ? "agent_thought" : "agent_message";
  return [
    { type: "chunkReceived", sessionId: childId, kind, messageId: toMessageId(`step ${index}`), content: { type: "text", text: words } },
  ];
}
