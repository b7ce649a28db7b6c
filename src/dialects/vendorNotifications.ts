import { isObject, type JsonObject } from "../session/content.ts";
import type { ChildPatch, DialectName, SessionEvent } from "../session/events.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import type { WorkState } from "../session/workState.ts";
import { number, object, objects, text } from "./fields.ts";
import type { LaunchEnd } from "./flatRow.ts";
import { readSessionUpdate, withoutTitle } from "./sessionUpdates.ts";

/** What a vendor's notification needs of the children on a session's stream. */
export interface Streams {
  /** The child on this stream that goes by this name (an agent id), or was launched by this call. */
  find(streamId: SessionId, name: string): { readonly id: SessionId; readonly parentId: SessionId } | undefined;
  /** From now on the child that this call launched goes by this name too. */
  name(streamId: SessionId, callId: string, name: string): void;
  /** The child that goes by this name has ended so, whatever its launching call says. */
  settle(streamId: SessionId, name: string, end: LaunchEnd): readonly SessionEvent[];
  /** The call that launched a child, by the child's description; for vendors that link by words alone. */
  claim(
    parentId: SessionId,
    childId: SessionId,
    callId: string | undefined,
    words: readonly string[],
    isOnlyEnough?: boolean,
  ): SessionEvent | undefined;
}

/** `prompted`: the session that got the last prompt. */
type Reader = (params: JsonObject, memory: VendorMemory, streams: Streams, prompted: SessionId | undefined) => readonly SessionEvent[];

/** What is remembered between the notifications of one connection. */
class VendorMemory {
  /** Children of a vendor, with their parents, by the id that its frames use. */
  readonly children = new Map<string, { readonly id: SessionId; readonly parentId: SessionId; isEnded: boolean }>();
}

const ended = (stopReason: string, message?: string): WorkState => ({
  state: "idle",
  stopReason,
  ...(message === undefined ? {} : { error: { message } }),
});

function told(id: SessionId, parentId: SessionId, dialect: DialectName, patch: ChildPatch): SessionEvent {
  return { type: "childUpdated", sessionId: id, parentId, dialect, patch };
}

/** OpenCode 2 (E1): a child's updates and life, with its parent and depth; call ids and titles carry the child's as a prefix. */
const opencode: Reader = (params, memory, streams) => {
  const child = text(params, "childSessionId");
  const parent = text(params, "parentSessionId") ?? text(params, "rootSessionId");
  if (child === undefined || parent === undefined) return [];
  const id = toSessionId(child);
  const title = text(params, "title");
  const isNew = !memory.children.has(child);
  memory.children.set(child, { id, parentId: toSessionId(parent), isEnded: false });
  const events: SessionEvent[] = [];
  const renamed = isNew ? streams.claim(toSessionId(parent), id, undefined, title === undefined ? [] : [title], true) : undefined;
  if (renamed) events.push(renamed);
  const state = params.type === "status" ? opencodeState(params) : undefined;
  if (isNew || state) events.push(told(id, toSessionId(parent), "vendor:opencode", { title, state }));
  const update = object(params, "update");
  if (params.type === "update" && update) events.push(readSessionUpdate(id, withoutTitle(update, title)));
  return events;
};

function opencodeState(params: JsonObject): WorkState | undefined {
  switch (params.status) {
    case "created":
    case "running":
      return { state: "running" };
    case "completed":
      return ended("end_turn");
    case "failed":
      return ended("error", text(object(params, "error") ?? {}, "message") ?? "");
    case "interrupted":
      return ended("cancelled");
    default:
      return undefined;
  }
}

/** Grok (C1): the life of a child, whose own updates come under its session id; a replay repeats it under another method. */
const grok: Reader = (params, memory, streams) => {
  const update = object(params, "update") ?? {};
  const child = text(update, "child_session_id");
  if (child === undefined) return [];
  const id = toSessionId(child);
  if (update.sessionUpdate === "subagent_spawned") {
    const parentId = toSessionId(text(update, "parent_session_id") ?? text(params, "sessionId") ?? "");
    const description = text(update, "description");
    const renamed = description === undefined ? undefined : streams.claim(parentId, id, undefined, [description]);
    memory.children.set(child, { id, parentId, isEnded: false });
    const patch = { title: description, role: text(update, "subagent_type"), model: text(update, "model"), state: { state: "running" } };
    return [...(renamed ? [renamed] : []), told(id, parentId, "vendor:grok", patch)];
  }
  const known = memory.children.get(child);
  if (update.sessionUpdate !== "subagent_finished" || !known) return [];
  const output = text(update, "output");
  const events: SessionEvent[] = output ? [{ type: "answerReceived", childId: id, text: output }] : [];
  return [
    ...events,
    told(id, known.parentId, "vendor:grok", { state: grokState(text(update, "status")), tokens: number(update, "tokens_used") }),
  ];
};

function grokState(status: string | undefined): WorkState {
  if (status === "failed" || status === "error") return ended("error");
  if (status === "cancelled") return ended("cancelled");
  return ended("end_turn");
}

/** Kiro's v2 engine (E2): a whole list each time; who is missing from a later one has ended. A stage has no id before it begins. */
const kiro: Reader = (params, memory, _streams, prompted) => {
  const parent = text(params, "sessionId") ?? prompted;
  if (parent === undefined) return [];
  const parentId = toSessionId(parent);
  const events: SessionEvent[] = [];
  const listed = new Set<string>();
  for (const child of objects(params, "subagents") ?? []) {
    const key = text(child, "sessionId");
    if (key === undefined) continue;
    listed.add(key);
    const id = toSessionId(key);
    const stage = stageKey(parentId, text(child, "sessionName"));
    if (memory.children.delete(stage)) events.push({ type: "childRenamed", from: toSessionId(stage), to: id });
    const state = kiroState(object(child, "status") ?? {});
    memory.children.set(key, { id, parentId, isEnded: state?.state === "idle" });
    const patch = {
      title: text(child, "sessionName"),
      role: text(child, "role") ?? text(child, "agentName"),
      prompt: text(child, "initialQuery"),
      state,
    };
    events.push(told(id, parentId, "vendor:kiro", patch));
  }
  for (const stage of objects(params, "pendingStages") ?? []) {
    const key = stageKey(parentId, text(stage, "name"));
    listed.add(key);
    if (memory.children.has(key)) continue;
    memory.children.set(key, { id: toSessionId(key), parentId, isEnded: false });
    const patch = { title: text(stage, "name"), role: text(stage, "role") ?? text(stage, "agentName"), state: { state: "pending" } };
    events.push(told(toSessionId(key), parentId, "vendor:kiro", patch));
  }
  for (const [key, child] of memory.children) {
    if (listed.has(key) || child.isEnded || child.parentId !== parentId) continue;
    child.isEnded = true;
    events.push(told(child.id, parentId, "vendor:kiro", { state: { state: "idle" }, outcome: "notReported" }));
  }
  return events;
};

const stageKey = (parentId: SessionId, name: string | undefined): string => `${parentId}#${name}`;

function kiroState(status: JsonObject): WorkState | undefined {
  switch (status.type) {
    case "working":
      return { state: "running" };
    case "terminated":
      return { state: "idle" };
    case "error":
      return ended("error", text(status, "message") ?? "");
    case "pending":
      return { state: "pending" };
    default:
      return undefined;
  }
}

/** Kiro's child activity beside the list: an ordinary update, when it has the shape of one. */
const kiroActivity: Reader = (params) => {
  const id = text(params, "sessionId");
  const event = object(params, "event");
  return id !== undefined && event && text(event, "sessionUpdate") !== undefined ? [readSessionUpdate(toSessionId(id), event)] : [];
};

const copilotSpeech: ReadonlyMap<unknown, "agent_message" | "agent_thought"> = new Map([
  ["assistant.message", "agent_message"],
  ["assistant.reasoning", "agent_thought"],
]);

/** Copilot's session events (E3): which call an agent id belongs to, how it ended, and whose an untagged message was. */
const copilot: Reader = (params, _memory, streams) => {
  const streamId = toSessionId(text(params, "sessionId") ?? "");
  const data = object(params, "data") ?? {};
  const agentId = text(params, "agentId") ?? text(data, "agentId");
  const callId = text(data, "toolCallId");
  if (agentId !== undefined && callId !== undefined && params.type === "subagent.started") streams.name(streamId, callId, agentId);
  const child = agentId === undefined ? undefined : streams.find(streamId, agentId);
  const said = copilotSpeech.get(params.type);
  if (said) {
    // The session itself has no agent id.
    const speakerId = agentId === undefined ? streamId : child?.id;
    const content = text(data, "content");
    return content && speakerId ? [{ type: "textReattributed", sessionId: streamId, speakerId, kind: said, text: content }] : [];
  }
  if (!child || agentId === undefined) return [];
  const patched = (patch: ChildPatch) => [told(child.id, child.parentId, "flat:copilot", patch)];
  const tokens = number(data, "totalTokens");
  switch (params.type) {
    case "subagent.started":
      return patched({ model: text(data, "model"), role: text(data, "agentName") });
    case "subagent.completed":
      return streams.settle(streamId, agentId, { state: ended(data.cancelled === true ? "cancelled" : "end_turn"), tokens });
    case "subagent.failed":
      return streams.settle(streamId, agentId, { state: ended("error", text(data, "error") ?? ""), tokens });
    default:
      return [];
  }
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["opencode/session/child_update", opencode],
  ["_x.ai/session_notification", grok],
  ["_x.ai/session/update", grok],
  ["_kiro.dev/subagent/list_update", kiro],
  ["_kiro.dev/session/activity", kiroActivity],
  ["github.com/copilot/sessionEvent", copilot],
]);

/** What the client says to get these notifications. */
export const vendorOptIns: readonly JsonObject[] = [{ _meta: { "opencode/child-session-updates": true } }];

/** Children of which vendors tell in notifications of their own (E1–E3, C1). */
export class VendorNotifications {
  readonly #memory = new VendorMemory();

  /** The events of a vendor's notification; undefined for a method that no row reads. */
  read(method: string, params: JsonObject, streams: Streams, prompted: SessionId | undefined): readonly SessionEvent[] | undefined {
    return readers.get(method)?.(isObject(params) ? params : {}, this.#memory, streams, prompted);
  }
}
