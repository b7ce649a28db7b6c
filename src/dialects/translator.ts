import { agentErrorWords } from "../base/agentError.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { AgentInfo, SessionEvent, TimedEvent } from "../session/events.ts";
import { type RequestId, type SessionId, toSessionId, toToolCallId } from "../session/ids.ts";
import { announcesChildren } from "./announcingAgents.ts";
import { at } from "./calls.ts";
import { brief, diagnostic, toldNoise } from "./diagnostics.ts";
import { blocks, object, text } from "./fields.ts";
import { noMeta } from "./flatChild.ts";
import { FlatChildren } from "./flatChildren.ts";
import type { LogEntry, Message, Question } from "./logEntry.ts";
import { elicitationAsked, outcomeOf, permissionAsked } from "./personRequests.ts";
import { Protocol2 } from "./protocol2.ts";
import { requestIdOf } from "./requestIds.ts";
import { changed, folders, opened, refused, settings } from "./sessionAnswers.ts";
import { configOptions, settingChange, toolCallPatch } from "./sessionUpdates.ts";
import { isSignInRefusal, readSignIn } from "./signIn.ts";
import { StandardSessions } from "./standardSessions.ts";
import { ownTerminal, withTerminals } from "./terminals.ts";
import { VendorNotifications } from "./vendorNotifications.ts";

type Request = Extract<Message, { type: "request" }>;
type Response = Extract<Message, { type: "response" }>;

/** JSON-RPC's code for a method that nobody handles. */
const methodNotFound = -32601;
/** The answer to a request that was taken back (schema `ErrorCode`). */
const requestCancelled = -32800;

/**
 * Turns what crossed one connection, both ways and in order, into session events. Pure but for its memory of this
 * connection: no clock, nothing held back.
 */
export class Translator {
  readonly #protocol2 = new Protocol2();
  readonly #standard = new StandardSessions();
  readonly #flat = new FlatChildren();
  readonly #vendors = new VendorNotifications();
  readonly #loading = new Set<SessionId>();
  readonly #parents = new Map<SessionId, SessionId>();
  readonly #toldOnce = new Set<string>();
  /** Sessions that we have sent something to. */
  readonly #roots = new Set<SessionId>();
  /** The sessions that requests of ours are about, by the ids of those that are not answered. */
  readonly #requested = new Map<string | number, SessionId>();
  #agent: AgentInfo = {};
  /** The session that got the last prompt: whose a notification is that names no session (kiro). */
  #prompted: SessionId | undefined;
  /** What we offered to understand in `initialize`. */
  #offered: JsonObject = {};
  /** This agent, offered that, announces its children. */
  #isAnnouncing = false;

  /** The events of one entry, in order. Never throws; what cannot be read becomes an `unknown` row or a diagnostic. */
  translate(entry: LogEntry): readonly TimedEvent[] {
    const { t } = entry;
    const timed: TimedEvent[] = [];
    for (const each of this.#protocol2.read(entry)) for (const event of this.#events(each)) timed.push({ t, event });
    return timed;
  }

  #events(entry: LogEntry): readonly SessionEvent[] {
    const signIn = readSignIn(entry);
    const events = withTerminals(this.#read(entry));
    return signIn.length === 0 ? events : [...signIn, ...events];
  }

  #read(entry: LogEntry): readonly SessionEvent[] {
    if (entry.type === "closed") return [{ type: "connectionLost", reason: entry.reason }];
    if (entry.type === "noise") return this.#noise(entry);
    if (entry.type === "question") return this.#questioned(entry.id, entry.question);
    if (entry.type === "questionSettled") return [{ type: "requestSettled", requestId: entry.id, outcome: entry.outcome }];
    if (entry.type === "allowed") return [allowed(entry)];
    if (entry.type === "terminal" || entry.type === "notice") return [this.#noted(entry)];
    const { message } = entry;
    if (message.type === "response") return entry.dir === "agent" ? this.#answered(message) : this.#settled(message);
    if (message.type === "request") return entry.dir === "agent" ? this.#asked(message) : this.#sent(message);
    return entry.dir === "agent" ? this.#notified(message.method, message.params) : this.#notifiedByUs(message.method, message.params);
  }

  /** Noise is for the log; what may have been a frame is missed in its session's transcript too, and told there. */
  #noise({ text: words, reason, isLoss }: Extract<LogEntry, { type: "noise" }>): readonly SessionEvent[] {
    const told = diagnostic("warning", `${reason}: ${words.slice(0, toldNoise)}`);
    if (!isLoss) return [told];
    const named = this.#standard.idOf(toSessionId(/"sessionId"\s*:\s*"([^"\\]+)"/.exec(words)?.[1] ?? ""));
    const sessionId = this.#roots.has(named) || this.#parents.has(named) ? named : this.#prompted;
    return sessionId === undefined ? [told] : [told, { type: "noticeReported", sessionId, severity: "warning", text: reason }];
  }

  /** What was noted of a session beside the wire. */
  #noted(entry: Extract<LogEntry, { type: "terminal" | "notice" }>): SessionEvent {
    const sessionId = this.#standard.idOf(entry.sessionId);
    if (entry.type === "notice")
      return { type: "noticeReported", sessionId, severity: "warning", text: entry.text, ...(entry.isCutOff ? { isCutOff: true } : {}) };
    return { type: "terminalReported", sessionId, terminalId: entry.terminalId, patch: entry.patch };
  }

  /** A notification of the agent. */
  #notified(method: string, params: JsonObject): readonly SessionEvent[] {
    if (method === "session/update") return this.#updated(params);
    if (method === "$/cancel_request") {
      const id = params.requestId;
      if (typeof id !== "string" && typeof id !== "number")
        return [diagnostic("warning", `A $/cancel_request names no request: ${brief(params)}`)];
      return [{ type: "requestSettled", requestId: requestIdOf(id), outcome: { type: "withdrawn" } }];
    }
    if (method === "auth/status_update" || method === "_auth/status_update") return [];
    if (method === "elicitation/complete") {
      const elicitationId = text(params, "elicitationId");
      return elicitationId === undefined ? [] : [{ type: "elicitationCompleted", elicitationId }];
    }
    const told = this.#vendors.read(method, params, this.#flat, this.#prompted);
    if (told) {
      for (const event of told) if (event.type === "childUpdated") this.#parents.set(event.sessionId, event.parentId);
      return told;
    }
    return this.#told(`The agent sends ${method}, which is not shown.`);
  }

  /** Something to know about this connection, told once. */
  #told(sentence: string): readonly SessionEvent[] {
    if (this.#toldOnce.has(sentence)) return [];
    this.#toldOnce.add(sentence);
    return [diagnostic("info", sentence)];
  }

  #updated(params: JsonObject): readonly SessionEvent[] {
    const id = text(params, "sessionId");
    const update = object(params, "update");
    if (id === undefined || !update) return [diagnostic("warning", `A session/update without session or content: ${brief(params)}`)];
    const sessionId = this.#standard.idOf(toSessionId(id));
    const events = this.#standard.read(this.#agent, sessionId, update, this.#isReplaying(sessionId));
    if (!events) return this.#ordinary(sessionId, update, params);
    if (update.sessionUpdate === "tool_call_update") return [...this.#ordinary(sessionId, update, params), ...events];
    const link = events.find((event) => event.type === "childLinked");
    return events.flatMap((event) => this.#claimed(event, update, link?.toolCallId));
  }

  /** An update that says something of a session: its own, or that of a child which is on its stream. */
  #ordinary(sessionId: SessionId, update: JsonObject, params: JsonObject): readonly SessionEvent[] {
    // Where children have sessions of their own, the session id alone says whose frame it is.
    const isNative = this.#standard.hasAnnounced || this.#isAnnouncing;
    // AgentPool names beside the update the call that launched the session itself; that is no tag.
    const launchedBy = text(object(params, "_meta") ?? noMeta, "parentToolCallId");
    const isOwn = launchedBy !== undefined && !this.#flat.hasCall(sessionId, launchedBy);
    const found = isOwn && !this.#parents.has(sessionId) ? this.#flat.launchedBy(launchedBy, sessionId) : [];
    const meta = isOwn ? at(update, "_meta") : metaOf(update, params);
    const read = this.#flat.read({ streamId: sessionId, update, meta }, isNative);
    const events = found.length === 0 ? read : [...found, ...read];
    for (const event of events) {
      if (event.type === "childUpdated") this.#parents.set(event.sessionId, event.parentId);
      const parentId = event.type === "childRenamed" ? this.#parents.get(event.from) : undefined;
      if (event.type === "childRenamed" && parentId !== undefined) this.#parents.set(event.to, parentId);
    }
    return isNative ? [...events, ...this.#standard.collaborating(sessionId, update, this.#isReplaying(sessionId))] : events;
  }

  /** An announcement of a child that a launching call has shown before: that card is the announced child's. */
  #claimed(event: SessionEvent, update: JsonObject, callId: string | undefined): readonly SessionEvent[] {
    if (event.type !== "childUpdated" || this.#parents.has(event.sessionId)) return [event];
    this.#parents.set(event.sessionId, event.parentId);
    const words = [update.title, update.description, update.name, update.task, update.prompt].filter((word) => typeof word === "string");
    const renamed = this.#flat.claim(event.parentId, event.sessionId, callId, words);
    if (!renamed) return [event];
    // Cursor's task is the head of the prompt; the call, which is the card by now, has the words for people.
    return [renamed, event.dialect === "cursor" ? { ...event, patch: { ...event.patch, title: undefined } } : event];
  }

  /** True while the session's frames, or those of a session above it, are a replay. */
  #isReplaying(sessionId: SessionId): boolean {
    if (this.#loading.size === 0) return false;
    const line = this.#lineOf(sessionId);
    if (line.some((id) => this.#loading.has(id))) return true;
    // Of a session that nobody has announced or opened, what comes during a load is most likely that load's.
    return !this.#roots.has(line.at(-1) ?? sessionId);
  }

  /** A session and those above it, as far as they are known, the nearest first. */
  #lineOf(sessionId: SessionId): readonly SessionId[] {
    const line = new Set<SessionId>();
    for (let at: SessionId | undefined = sessionId; at !== undefined && !line.has(at); at = this.#parents.get(at)) line.add(at);
    return [...line];
  }

  /** A request of the agent that waits for the person. Everything else is answered by the connection (`#settled`). */
  #asked(message: Request): readonly SessionEvent[] {
    const id = requestIdOf(message.id);
    if (message.method === "elicitation/create") return [this.#elicited(id, message.params)];
    if (message.method !== "session/request_permission") return [];
    const { params } = message;
    const wireSessionId = sessionOf(params) ?? toSessionId("");
    const toolCall = object(params, "toolCall") ?? {};
    const callId = text(toolCall, "toolCallId");
    // OpenCode 2 asks on the root, about a call whose id begins with the child's.
    const named = toSessionId(callId?.split(":", 1)[0] ?? "");
    const isNamed = this.#parents.has(named);
    const sessionId = isNamed ? named : this.#flat.ownerOf(this.#standard.idOf(wireSessionId), toolCall);
    const requested: SessionEvent = { type: "requestOpened", request: permissionAsked({ id, sessionId, wireSessionId }, params) };
    if (callId === undefined) return [requested];
    // The request may be the first that is heard of its call (codex-acp without child sessions, cline).
    const { title, ...patch } = toolCallPatch(toolCall);
    const ownPatch = callId.startsWith(`${sessionId}:`) ? patch : { title, ...patch };
    return [{ type: "toolCallReported", sessionId, toolCallId: toToolCallId(callId), isAnnouncement: true, patch: ownPatch }, requested];
  }

  /** Of a session, or on behalf of a request of ours (schema `ElicitationRequestScope`), which may name a session too. */
  #elicited(id: RequestId, params: JsonObject): SessionEvent {
    const { requestId } = params;
    const isOfRequest = typeof requestId === "string" || typeof requestId === "number";
    const wireSessionId = sessionOf(params) ?? (isOfRequest ? this.#requested.get(requestId) : undefined);
    if (wireSessionId === undefined) return { type: "requestOpened", request: elicitationAsked({ id }, params) };
    const toolCallId = text(params, "toolCallId");
    const stream = this.#standard.idOf(wireSessionId);
    const sessionId = toolCallId === undefined ? stream : this.#flat.ownerOf(stream, { toolCallId });
    return { type: "requestOpened", request: elicitationAsked({ id, sessionId, wireSessionId }, params) };
  }

  /** A question of our own, which is shown with the session that it is about. */
  #questioned(id: RequestId, { sessionId: wireSessionId, toolCallId, title, detail, options }: Question): readonly SessionEvent[] {
    const stream = wireSessionId === undefined ? undefined : this.#standard.idOf(wireSessionId);
    const isTagged = stream !== undefined && toolCallId !== undefined;
    const sessionId = isTagged ? this.#flat.ownerOf(stream, { toolCallId }) : stream;
    return [{ type: "requestOpened", request: { kind: "approval", id, sessionId, wireSessionId, toolCallId, title, detail, options } }];
  }

  /** Our answer to a request of the agent. */
  #settled(message: Response): readonly SessionEvent[] {
    const { error, method, params } = message;
    if (error?.code === methodNotFound) return this.#told(`The agent asks for ${method}, which is not offered.`);
    const outcome = outcomeOf(method, message.result);
    if (outcome) return [{ type: "requestSettled", requestId: requestIdOf(message.id), outcome }];
    if (error !== undefined)
      return error.code === requestCancelled
        ? []
        : [diagnostic("warning", `${method}: ${error.message} (${error.code})`, sessionOf(params))];
    const sessionId = sessionOf(params);
    if (!method?.startsWith("terminal/") || sessionId === undefined) return [];
    return ownTerminal(method, this.#standard.idOf(sessionId), params, isObject(message.result) ? message.result : {});
  }

  /** A request of ours, as it goes out. */
  #sent(message: Request): readonly SessionEvent[] {
    if (message.method === "initialize") this.#offered = object(message.params, "clientCapabilities") ?? {};
    const id = text(message.params, "sessionId");
    if (id === undefined) return [];
    const sessionId = toSessionId(id);
    this.#requested.set(message.id, sessionId);
    this.#roots.add(sessionId);
    switch (message.method) {
      case "session/prompt":
        this.#prompted = sessionId;
        return [{ type: "promptSent", sessionId, content: blocks(message.params, "prompt") ?? [] }];
      case "session/load":
        if (!this.#parents.has(sessionId)) {
          this.#loading.add(sessionId);
          this.#standard.beginLoad(sessionId);
          this.#flat.forget(sessionId);
        }
        return [{ type: "restoreBegan", sessionId, how: "load", ...folders(message.params) }];
      case "session/resume":
        return [{ type: "restoreBegan", sessionId, how: "resume", ...folders(message.params) }];
      case "session/close":
      case "session/archive":
      case "session/delete":
        return [{ type: "letGoSent", sessionId }];
      case "session/set_mode":
      case "session/set_config_option": {
        const change = settingChange(message.method, message.params);
        return change ? [{ type: "settingSent", sessionId, ...change }] : [];
      }
      default:
        return [];
    }
  }

  #notifiedByUs(method: string, params: JsonObject): readonly SessionEvent[] {
    const id = text(params, "sessionId");
    if (method !== "session/cancel" || id === undefined) return [];
    // Children on the session's own stream are cancelled with it: nothing else could be sent for them.
    const cancelled = [toSessionId(id), ...this.#flat.cancelled(toSessionId(id))];
    return cancelled.map((sessionId) => ({ type: "cancelSent", sessionId }));
  }

  /** The agent's answer to a request of ours, at its place among the updates. */
  #answered(message: Response): readonly SessionEvent[] {
    this.#requested.delete(message.id);
    const result = isObject(message.result) ? message.result : {};
    const error = message.error && `${agentErrorWords(message.error)}${message.error.code === undefined ? "" : ` (${message.error.code})`}`;
    const sessionId = toSessionId(text(message.params, "sessionId") ?? "");
    switch (message.method) {
      case "initialize":
        return this.#identified(result);
      case "session/new":
      case "session/fork":
        return error === undefined ? opened(message.params, result) : [diagnostic("error", `${message.method}: ${error}`)];
      case "session/load":
      case "session/resume":
        return this.#restored(sessionId, error, result);
      case "session/prompt":
        return [
          ...this.#flat.turnEnded(sessionId),
          { type: "turnEnded", sessionId, stopReason: text(result, "stopReason"), error, isSignInNeeded: isSignInRefusal(message) },
        ];
      case "session/close":
      case "session/archive":
      case "session/delete":
      case "session/set_title":
        if (error !== undefined) return refused(message.method, sessionId, error);
        if (message.method !== "session/set_title") this.#forget(sessionId);
        return changed(message.method, sessionId, result);
      case "session/set_mode":
      case "session/set_config_option":
        return this.#set(sessionId, message, error);
      case undefined:
        return [diagnostic("warning", `An answer to no request that was seen: ${brief({ id: message.id })}`)];
      default:
        return error === undefined ? [] : [diagnostic("warning", `${message.method}: ${error}`)];
    }
  }

  /** A root was let go: what its calls and those of its children were is not asked for any more. */
  #forget(rootId: SessionId): void {
    const below = [...this.#parents.keys()].filter((id) => this.#lineOf(id).includes(rootId));
    for (const id of [rootId, ...below]) this.#flat.forget(id);
  }

  /** A change of mode or option was answered; with an option come all of them, as they are now. */
  #set(sessionId: SessionId, { method, params, result }: Response, error: string | undefined): readonly SessionEvent[] {
    const change = settingChange(method, params);
    if (!change) return [];
    const answered: SessionEvent = { type: "settingAnswered", sessionId, ...change, error };
    if (error !== undefined) return [answered, diagnostic("warning", `${method}: ${error}`)];
    const options = isObject(result) ? configOptions(result) : undefined;
    return options ? [answered, { type: "configReported", sessionId, options }] : [answered];
  }

  /** A load or resume was answered: what it replayed of children without an end of their own is over, as far as anybody knows. */
  #restored(sessionId: SessionId, error: string | undefined, result: JsonObject): readonly SessionEvent[] {
    const left = this.#loading.has(sessionId) ? this.#flat.turnEnded(sessionId) : [];
    this.#loading.delete(sessionId);
    return [...left, { type: "restoreEnded", sessionId, error }, ...(error === undefined ? settings(sessionId, result) : [])];
  }

  #identified(result: JsonObject): readonly SessionEvent[] {
    const info = object(result, "agentInfo") ?? {};
    this.#agent = { name: text(info, "name"), title: text(info, "title"), version: text(info, "version") };
    this.#isAnnouncing = announcesChildren(this.#agent, this.#offered);
    return [{ type: "agentIdentified", agent: this.#agent }];
  }
}

function allowed({ type: _type, t: _t, ...told }: Extract<LogEntry, { type: "allowed" }>): SessionEvent {
  return { type: "permissionAllowed", ...told };
}

/** The `_meta` of an update, wherever an agent puts it: on the update or on the notification's params (AgentPool). */
function metaOf(update: JsonObject, params: JsonObject): JsonObject {
  const own = object(update, "_meta");
  const outer = object(params, "_meta");
  return own && outer ? { ...outer, ...own } : (own ?? outer ?? noMeta);
}

function sessionOf(params: JsonObject): SessionId | undefined {
  const id = text(params, "sessionId");
  return id === undefined ? undefined : toSessionId(id);
}
