import { isObject, type JsonObject } from "../session/content.ts";
import type { AgentInfo, ChildPatch, DialectName, Patch } from "../session/events.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import type { WorkState } from "../session/workState.ts";
import { at } from "./calls.ts";
import { number, object, text, textPatch } from "./fields.ts";

/** An announcement or patch of a child, in whatever spelling it came. */
export interface Announcement {
  /** The child as it is known here: several ids of one conversation are one child. */
  readonly childId: SessionId;
  /** The id on the wire, where a later run of the child has one of its own. */
  readonly wireId: SessionId;
  readonly dialect: DialectName;
  readonly patch: ChildPatch;
  /** The call that launched it, where the announcement names it. */
  readonly callId?: string;
}

/** A work state as it came; the discriminator and stop reason are kept whatever they say (checklist 18, 20). */
export function workState(value: JsonObject): WorkState | undefined {
  const state = text(value, "state");
  if (state === undefined) return undefined;
  const error = object(value, "error");
  return {
    state,
    stopReason: text(value, "stopReason"),
    error: error && { code: number(error, "code"), message: text(error, "message") ?? "" },
  };
}

function statePatch(update: JsonObject): Patch<WorkState> {
  if (update.state === null) return null;
  // A bare word is no state of the finished protocol; it is kept all the same (checklist 20).
  if (typeof update.state === "string") return { state: update.state };
  return isObject(update.state) ? workState(update.state) : undefined;
}

/** Only a `cancel` that is an object grants anything; a concrete value replaces the whole set (checklist 10, 11). */
function capabilitiesPatch(update: JsonObject): ChildPatch["capabilities"] {
  if (update.capabilities === null) return null;
  const capabilities = object(update, "capabilities");
  return capabilities && { canCancel: isObject(capabilities.cancel) };
}

function directoriesPatch(update: JsonObject): Patch<readonly string[]> {
  const value = update.additionalDirectories;
  if (value === null) return null;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** True when claude-agent-acp is older than 0.95: it puts the agent's type in `title` and the task in `description`. */
function swapsLabels(agent: AgentInfo): boolean {
  const match = agent.name === "@agentclientprotocol/claude-agent-acp" ? /^0\.(\d+)\./.exec(agent.version ?? "") : null;
  return match !== null && Number(match[1]) < 95;
}

/** What an agent means by a child's labels: the name of its task, its type, its prompt. */
function labels(agent: AgentInfo, update: JsonObject): ChildPatch {
  const title = textPatch(update, "title");
  const description = textPatch(update, "description");
  if (swapsLabels(agent)) return { title: description, description, role: title };
  if (agent.name === "@agentclientprotocol/claude-agent-acp") return { title, description, role: description };
  // codex-acp 2.6.0, v1 models: no title, and the description is the whole prompt.
  if (agent.name === "@agentclientprotocol/codex-acp") return { title, description, prompt: description };
  if (description === null) return { title, description, role: null };
  const isType = typeof title === "string" && typeof description === "string" && agentType.test(description);
  return isType ? { title, description, role: description } : { title, description };
}

/** A description that reads like the name of an agent type: one short word, such as `explorer` or `general-purpose`. */
const agentType = /^[\w.:-]{1,40}$/;

/** The finished form (A1): `subagent_update` with `sessionId`. */
function standard(agent: AgentInfo, update: JsonObject, id: string): Announcement {
  const patch: ChildPatch = {
    ...labels(agent, update),
    cwd: textPatch(update, "cwd"),
    additionalDirectories: directoriesPatch(update),
    capabilities: capabilitiesPatch(update),
    state: statePatch(update),
  };
  const callId = text(at(update, "_meta", "openhands"), "parentToolCallId");
  return { childId: toSessionId(id), wireId: toSessionId(id), dialect: "standard", patch, callId };
}

/** The words of the September form and of the earlier draft for an end, as the finished protocol would say it. */
const ends: ReadonlyMap<string, WorkState> = new Map<string, WorkState>([
  ["completed", { state: "idle", stopReason: "end_turn" }],
  ["failed", { state: "idle", stopReason: "error" }],
  ["cancelled", { state: "idle", stopReason: "cancelled" }],
  // The child's process or thread is gone; how its work ended is not known.
  ["disconnected", { state: "unknown" }],
]);

function endState(word: string | undefined): WorkState | undefined {
  return word === undefined ? undefined : (ends.get(word) ?? { state: word });
}

/** The draft of 15 September (A3): `subagent_update` with `subagentSessionId`; a missing state means running. */
function september(update: JsonObject, id: string): Announcement {
  const state = endState(text(update, "state"));
  const capabilities = object(update, "capabilities");
  const patch: ChildPatch = {
    title: text(update, "name"),
    description: text(update, "task"),
    prompt: text(update, "task"),
    // Every state of this form but a missing one is an end.
    capabilities: state ? null : capabilities && { canCancel: capabilities.cancel === true },
    state: state ?? (text(update, "name") === undefined && text(update, "task") === undefined ? undefined : { state: "running" }),
  };
  return { childId: toSessionId(id), wireId: toSessionId(id), dialect: "september", patch };
}

/** A later run of a child gets an id of its own: `<id>:generation:<n>` (claude, codex), `<agent id>.<n>` (Cursor). */
function foldedId(id: string, cursor: JsonObject | undefined): SessionId {
  return cursor ? toSessionId(/^(.+)\.\d+$/.exec(id)?.[1] ?? id) : childOfRun(toSessionId(id));
}

/** The child whose later run an id of the earlier draft names; the id itself when it names none. */
export function childOfRun(id: SessionId): SessionId {
  const at = id.lastIndexOf(":generation:");
  return at > 0 ? toSessionId(id.slice(0, at)) : id;
}

/** The earlier draft (B1) and Cursor's form of it (B2): the child is spawned, and later comes to one end. */
function draft(update: JsonObject, id: string): Announcement {
  const cursor = isObject(update._meta) ? object(update._meta, "cursor") : undefined;
  const common = { childId: foldedId(id, cursor), wireId: toSessionId(id), dialect: cursor ? "cursor" : "draft" } as const;
  const callId = cursor && text(cursor, "toolCallId");
  if (update.sessionUpdate === "subagent_state_update") return { ...common, patch: { state: endState(text(update, "state")) }, callId };
  const name = text(update, "name");
  const task = text(update, "task");
  const prompt = text(update, "prompt");
  // Cursor gives the agent's type as the name and the head of the prompt as the task. So does who has a task beside the
  // prompt; claude-agent-acp and codex-acp put the task in the name and the prompt in the task.
  const isLaterRun = cursor !== undefined && common.childId !== common.wireId;
  const isType = prompt !== undefined && prompt !== task && name !== undefined && agentType.test(name);
  const words: ChildPatch =
    cursor || isType
      ? { ...(isLaterRun ? { prompt: prompt ?? task } : { title: task, prompt }), role: name, model: cursor && text(cursor, "model") }
      : { title: name, description: task, prompt: prompt ?? task };
  return { ...common, patch: { ...words, capabilities: { canCancel: false }, state: { state: "running" } }, callId };
}

/** Reads an announcement in any of its four spellings; undefined for any other update. A leading underscore is ACP v2's spelling. */
export function readAnnouncement(agent: AgentInfo, update: JsonObject): Announcement | undefined {
  const named = text(update, "sessionUpdate") ?? "";
  const kind = named.startsWith("_") ? named.slice(1) : named;
  if (!kind.startsWith("subagent_")) return undefined;
  const draftId = text(update, "subagentSessionId");
  if (kind === "subagent_spawned" || kind === "subagent_state_update")
    return draftId === undefined ? undefined : draft({ ...update, sessionUpdate: kind }, draftId);
  if (kind !== "subagent_update") return undefined;
  if (draftId !== undefined) return september(update, draftId);
  const id = text(update, "sessionId");
  return id === undefined ? undefined : standard(agent, update, id);
}

/** What the client says to get children as sessions: the finished protocol's key, and Cursor's, whose own SDK drops that one. */
export const announcementOptIns: readonly JsonObject[] = [{ subagents: {} }, { _meta: { subagents: true } }];
