import { blocksText, isObject, type JsonObject } from "../session/content.ts";
import type { AgentInfo, ChildPatch, Patch, SessionEvent } from "../session/events.ts";
import { type MessageId, type SessionId, toMessageId, toSessionId, toToolCallId } from "../session/ids.ts";
import type { WorkState } from "../session/workState.ts";
import { block, blocks, number, object, text, textPatch } from "./fields.ts";
import { launchNote, withoutMarkup } from "./runtimeMarkup.ts";

/** What is remembered of a child, to tell its prompt and its answer from other messages. */
interface KnownChild {
  readonly parentId: SessionId;
  isWorking: boolean;
  /** True once the first message to it was seen; only that one can name the call that launched it (claude 0.93.0). */
  hasPrompt: boolean;
}

/** A work state as it came; the discriminator and stop reason are kept whatever they say (checklist 18, 20). */
function workState(value: JsonObject): WorkState | undefined {
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

const sessionIdPatch = (update: JsonObject, key: string): Patch<SessionId> => {
  const value = textPatch(update, key);
  return typeof value === "string" ? toSessionId(value) : value;
};

const messageIdPatch = (update: JsonObject, key: string): Patch<MessageId> => {
  const value = textPatch(update, key);
  return typeof value === "string" ? toMessageId(value) : value;
};

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
  const isType = typeof title === "string" && typeof description === "string" && agentType.test(description);
  return isType ? { title, description, role: description } : { title, description };
}

/** A description that reads like the name of an agent type: one short word, such as `explorer` or `general-purpose`. */
const agentType = /^[\w.:-]{1,40}$/;

/** The finished sub-agent sessions of ACP v1 (codex-acp ≥ 2.4, claude-agent-acp ≥ 0.90): children are announced on their parent and speak under their own id. */
export class StandardSessions {
  readonly #children = new Map<SessionId, KnownChild>();
  /** The child that a call of a session may have launched, by session and call. */
  readonly #launches = new Map<string, SessionId>();
  /** Calls that message a child which is there already, by session and call: they launch nothing (claude 0.93.0). */
  readonly #messagings = new Set<string>();

  /** True once a child was announced on this connection. */
  get hasAnnounced(): boolean {
    return this.#children.size > 0;
  }

  /** True for a session that was announced as a child. */
  isChild(sessionId: SessionId): boolean {
    return this.#children.has(sessionId);
  }

  /** A load of this root began: the first message of each of its children will be its prompt once more. */
  beginLoad(rootId: SessionId): void {
    for (const child of this.#children.values()) if (this.#isUnder(child, rootId)) child.hasPrompt = false;
  }

  #isUnder(child: KnownChild, rootId: SessionId): boolean {
    const seen = new Set<KnownChild>();
    for (let at: KnownChild | undefined = child; at !== undefined && !seen.has(at); at = this.#children.get(at.parentId)) {
      if (at.parentId === rootId) return true;
      seen.add(at);
    }
    return false;
  }

  /** Reads the update kinds of sub-agent sessions; undefined for any other kind. */
  read(agent: AgentInfo, sessionId: SessionId, update: JsonObject, isReplay: boolean): readonly SessionEvent[] | undefined {
    switch (update.sessionUpdate) {
      case "subagent_update":
        return this.#announcement(agent, sessionId, update);
      case "session_message":
        return this.#message(sessionId, update, isReplay);
      case "session_message_chunk":
        return this.#messageChunk(sessionId, update);
      case "tool_call":
        if (update.name === "SendMessage") this.#messagings.add(`${sessionId}\n${text(update, "toolCallId")}`);
        return undefined;
      case "tool_call_update":
        return this.#launchEnd(sessionId, update);
      default:
        return undefined;
    }
  }

  #announcement(agent: AgentInfo, parentId: SessionId, update: JsonObject): readonly SessionEvent[] | undefined {
    const id = text(update, "sessionId");
    if (id === undefined) return undefined;
    const childId = toSessionId(id);
    const state = statePatch(update);
    const known = this.#children.get(childId) ?? { parentId, isWorking: false, hasPrompt: false };
    if (state !== undefined) known.isWorking = state?.state === "running" || state?.state === "requires_action";
    this.#children.set(childId, known);
    const patch: ChildPatch = {
      ...labels(agent, update),
      cwd: textPatch(update, "cwd"),
      additionalDirectories: directoriesPatch(update),
      capabilities: capabilitiesPatch(update),
      state,
    };
    return [{ type: "childUpdated", sessionId: childId, parentId, dialect: "standard", patch }];
  }

  #message(sessionId: SessionId, update: JsonObject, isReplay: boolean): readonly SessionEvent[] | undefined {
    const messageId = text(update, "messageId");
    if (messageId === undefined) return undefined;
    const sender = sessionIdPatch(update, "senderSessionId");
    const content = update.content === null ? null : blocks(update, "content");
    const shown = content && withoutMarkup(content);
    const message: SessionEvent = {
      type: "sessionMessageReported",
      sessionId,
      messageId: toMessageId(messageId),
      sender,
      recipient: sessionIdPatch(update, "recipientSessionId"),
      senderMessageId: messageIdPatch(update, "senderMessageId"),
      recipientMessageId: messageIdPatch(update, "recipientMessageId"),
      content: shown,
    };
    const child = this.#children.get(sessionId);
    if (child && !child.hasPrompt && sender === child.parentId) {
      child.hasPrompt = true;
      const call = `${child.parentId}\n${messageId}`;
      // After a resume the first message of a child may be one that wakes it; its launch is not in sight.
      if (this.#messagings.has(call)) return [message];
      this.#launches.set(call, sessionId);
      return [message, { type: "childLinked", sessionId, toolCallId: toToolCallId(messageId) }];
    }
    const from = typeof sender === "string" ? this.#children.get(sender) : undefined;
    if (typeof sender !== "string" || !from || from.parentId !== sessionId || !messageId.endsWith(":reply")) return [message];
    const words = shown ? blocksText(shown) : "";
    if ((from.isWorking && !isReplay) || words.startsWith(launchNote)) {
      const told = `A reply of ${sender} came while it works and is not its answer: ${words.slice(0, 200)}`;
      return [{ type: "diagnosticReported", level: "info", message: told, sessionId }];
    }
    return [message, { type: "answerReceived", childId: sender, text: words }];
  }

  #messageChunk(sessionId: SessionId, update: JsonObject): readonly SessionEvent[] | undefined {
    const messageId = text(update, "messageId");
    const content = block(update.content);
    if (messageId === undefined || !content) return undefined;
    return [{ type: "sessionMessageChunkReceived", sessionId, messageId: toMessageId(messageId), content }];
  }

  /** The end of a call that launched a child carries what the parent got (claude 0.90–0.94), unless it only says that the child was launched. */
  #launchEnd(sessionId: SessionId, update: JsonObject): readonly SessionEvent[] | undefined {
    const id = text(update, "toolCallId");
    if (id === undefined || update.status !== "completed") return undefined;
    const childId = this.#launches.get(`${sessionId}\n${id}`);
    const words = childId === undefined ? "" : launchOutput(update);
    return childId === undefined || words === "" || words.startsWith(launchNote)
      ? undefined
      : [{ type: "answerReceived", childId, text: words }];
  }
}

/** The text content of a completed launching call, without the runtime's markup. */
function launchOutput(update: JsonObject): string {
  const items = Array.isArray(update.content) ? update.content.filter(isObject) : [];
  const inner = items.flatMap((item) => {
    const content = item.type === "content" ? block(item.content) : undefined;
    return content ? [content] : [];
  });
  return blocksText(withoutMarkup(inner));
}
