import { blocksText, blockText, type JsonObject } from "../session/content.ts";
import type { AgentInfo, Patch, SessionEvent } from "../session/events.ts";
import { type MessageId, type SessionId, toMessageId, toSessionId, toToolCallId } from "../session/ids.ts";
import { type Announcement, childOfRun, readAnnouncement } from "./announcements.ts";
import { contentBlocks } from "./calls.ts";
import { codexMessage, codexRest, codexThreads } from "./codexThreads.ts";
import { block, blocks, object, text, textPatch } from "./fields.ts";
import { launchNote, withoutMarkup } from "./runtimeMarkup.ts";

/** What is remembered of a child, to tell its prompt and its answer from other messages. */
interface KnownChild {
  readonly parentId: SessionId;
  isWorking: boolean;
  /** True once the first message to it was seen; only that one can name the call that launched it (claude 0.93.0). */
  hasPrompt: boolean;
}

const sessionIdPatch = (update: JsonObject, key: string): Patch<SessionId> => {
  const value = textPatch(update, key);
  return typeof value === "string" ? toSessionId(value) : value;
};

const messageIdPatch = (update: JsonObject, key: string): Patch<MessageId> => {
  const value = textPatch(update, key);
  return typeof value === "string" ? toMessageId(value) : value;
};

/** Children that are announced on their parent and speak under their own id: the finished protocol (codex-acp ≥ 2.4, claude-agent-acp ≥ 0.90), and its drafts. */
export class StandardSessions {
  readonly #children = new Map<SessionId, KnownChild>();
  /** The child that a call of a session may have launched, by session and call. */
  readonly #launches = new Map<string, SessionId>();
  /** Calls that message a child which is there already, by session and call: they launch nothing (claude 0.93.0). */
  readonly #messagings = new Set<string>();
  /** The child that each message of its parent came to, by the same. */
  readonly #written = new Map<string, SessionId>();

  /** The first message of a session that nobody has announced yet: by then it may be a prompt. */
  readonly #early = new Map<SessionId, { readonly sender: SessionId; readonly messageId: string }>();

  /** Ids of later runs of a child, which are that child's. */
  readonly #folded = new Map<SessionId, SessionId>();

  /** The session that an id on the wire means: a later run's id means its child. */
  idOf(wireId: SessionId): SessionId {
    // A frame of a later run may be the first that is heard of the child (after a resume).
    return this.#folded.get(wireId) ?? childOfRun(wireId);
  }

  /** True once a child was announced on this connection. */
  get hasAnnounced(): boolean {
    return this.#children.size > 0;
  }

  /**
   * The children that a collaboration call of Codex names, and what it gives those to do that are at rest, which only the call
   * tells (2.6.0). In a replay all that a child did comes before the calls, as if it were one run: there the call also says
   * with which answer the child was at rest.
   */
  collaborating(sessionId: SessionId, update: JsonObject, isReplay: boolean): readonly SessionEvent[] {
    const [id, input] = [text(update, "toolCallId"), object(update, "rawInput")];
    if (id === undefined) return [];
    const leading = this.#leading(sessionId, id);
    if (!input || leading.length > 0) return leading;
    const about = codexThreads({ input }).flatMap((thread) => [...this.#children.keys()].filter((child) => child.endsWith(`:${thread}`)));
    if (about.length === 0) return [];
    const events: SessionEvent[] = [
      { type: "toolCallReported", sessionId, toolCallId: toToolCallId(id), isAnnouncement: false, patch: { about } },
    ];
    const prompt = codexMessage({ title: text(update, "title") ?? "", input });
    if (prompt === undefined) return events;
    for (const child of about) {
      const { isWorking = true, parentId = sessionId } = this.#children.get(child) ?? {};
      const rest = isReplay && update.sessionUpdate === "tool_call" ? codexRest(input, child) : undefined;
      if (rest) events.push({ type: "runDivided", sessionId: child, ...rest, prompt });
      else if (!isReplay && !isWorking)
        events.push({ type: "childUpdated", sessionId: child, parentId, dialect: "standard", patch: { nextPrompt: prompt } });
    }
    return events;
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

  /** Reads the update kinds of subagent sessions; undefined for any other kind. */
  read(agent: AgentInfo, sessionId: SessionId, update: JsonObject, isReplay: boolean): readonly SessionEvent[] | undefined {
    const announcement = readAnnouncement(agent, update);
    if (announcement) return this.#announcement(sessionId, announcement);
    switch (update.sessionUpdate) {
      case "session_message":
        return this.#message(sessionId, update, isReplay);
      case "session_message_chunk":
        return this.#messageChunk(sessionId, update);
      case "tool_call":
        if (update.name === "SendMessage") this.#messagings.add(`${sessionId}\n${text(update, "toolCallId")}`);
        return undefined;
      case "tool_call_update":
        return this.#launchEnd(sessionId, update, isReplay);
      default:
        return undefined;
    }
  }

  #announcement(parentId: SessionId, announcement: Announcement): readonly SessionEvent[] {
    const { childId, wireId, dialect, patch, callId } = announcement;
    if (wireId !== childId) this.#folded.set(wireId, childId);
    const known = this.#children.get(childId) ?? { parentId, isWorking: false, hasPrompt: false };
    if (patch.state !== undefined) known.isWorking = patch.state?.state === "running" || patch.state?.state === "requires_action";
    this.#children.set(childId, known);
    const told: SessionEvent = { type: "childUpdated", sessionId: childId, parentId, dialect, patch };
    const events = [told, ...this.#prompted(childId, known)];
    if (callId !== undefined) events.push({ type: "childLinked", sessionId: childId, toolCallId: toToolCallId(callId) });
    return events;
  }

  /** A child whose prompt came before its announcement. */
  #prompted(childId: SessionId, child: KnownChild): readonly SessionEvent[] {
    const early = this.#early.get(childId);
    this.#early.delete(childId);
    return early && early.sender === child.parentId && !child.hasPrompt ? this.#promptedBy(childId, child, early.messageId) : [];
  }

  /** The first message of its parent to a child names the call that launched it. */
  #promptedBy(childId: SessionId, child: KnownChild, messageId: string): readonly SessionEvent[] {
    child.hasPrompt = true;
    const call = `${child.parentId}\n${messageId}`;
    // After a resume the first message of a child may be one that wakes it; its launch is not in sight.
    if (this.#messagings.has(call)) return this.#writtenBy(childId, child, messageId);
    this.#launches.set(call, childId);
    return [{ type: "childLinked", sessionId: childId, toolCallId: toToolCallId(messageId) }];
  }

  /** A message to a child has the id of the call that wrote it, which is all that its parent's transcript tells (claude 0.93). */
  #writtenBy(childId: SessionId, { parentId }: KnownChild, messageId: string): readonly SessionEvent[] {
    this.#written.set(`${parentId}\n${messageId}`, childId);
    return this.#leading(parentId, messageId);
  }

  /** A call that wrote to a child leads to it, whichever of call and message came first. */
  #leading(sessionId: SessionId, callId: string): readonly SessionEvent[] {
    const call = `${sessionId}\n${callId}`;
    const child = this.#written.get(call);
    if (child === undefined || !this.#messagings.has(call)) return [];
    const toolCallId = toToolCallId(callId);
    return [{ type: "toolCallReported", sessionId, toolCallId, isAnnouncement: false, patch: { about: [child] } }];
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
    if (!child && typeof sender === "string" && sender !== sessionId && !this.#early.has(sessionId))
      this.#early.set(sessionId, { sender, messageId });
    if (child && sender === child.parentId)
      return [message, ...(child.hasPrompt ? this.#writtenBy(sessionId, child, messageId) : this.#promptedBy(sessionId, child, messageId))];
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

  /**
   * The end of a call that launched a child carries what the parent got (claude 0.90–0.94), unless it only says that the child was
   * launched. Of one that failed the child's own state says it live, and nothing else in a history.
   */
  #launchEnd(sessionId: SessionId, update: JsonObject, isReplay: boolean): readonly SessionEvent[] | undefined {
    const id = text(update, "toolCallId");
    if (id === undefined || !(update.status === "completed" || (isReplay && update.status === "failed"))) return undefined;
    const childId = this.#launches.get(`${sessionId}\n${id}`);
    const words = childId === undefined ? "" : launchOutput(update);
    return childId === undefined || words === "" || words.startsWith(launchNote)
      ? undefined
      : [{ type: "answerReceived", childId, text: words }];
  }
}

/** The text of a launching call that ended, without the runtime's markup, and without the fence around that of one that failed. */
function launchOutput(update: JsonObject): string {
  if (update.status === "failed" && typeof update.rawOutput === "string") return update.rawOutput;
  // Each is a text of its own, as in `contentText`.
  const texts = withoutMarkup(contentBlocks(update)).map(blockText);
  return texts.filter((words) => words !== "").join("\n");
}
