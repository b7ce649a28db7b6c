import { isObject, type JsonObject } from "../session/content.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import { object, objects, text } from "./fields.ts";
import type { LogEntry, Message } from "./logEntry.ts";
import { contentOf, firstVersionOf, permissionParams, withConfigOptions, withContent } from "./protocol2Shapes.ts";

type Frame = Extract<LogEntry, { type: "frame" }>;

/** A prompt of ours whose turn has not ended; it has begun when it was taken, or when the session works for it alone. */
interface OpenPrompt {
  readonly prompt: Extract<Message, { type: "request" }>;
  hasBegun: boolean;
}

/** The methods that are called otherwise in the second version. */
const methods: { readonly [name: string]: string } = { "auth/login": "authenticate", "auth/logout": "logout" };

/**
 * Reads the frames of an agent that speaks the second version of the protocol (schema v2, draft) in the words of the
 * first, so that every reader after it knows one vocabulary. What differs:
 *
 * - a prompt's answer only says that it was taken; its turn ends with the session's own `state_update: idle`
 * - `tool_call_update` is also how a call begins, and null takes a field back to where it began
 * - a history is told by `session/resume` with `replayFrom`
 * - a request for permission has a title of its own, and a subject
 *
 * Frames of the first version pass unchanged. Pure but for its memory of this connection.
 */
export class Protocol2 {
  #isSpoken = false;
  /** Prompts whose turn has not ended, by session, oldest first: what its end answers. */
  readonly #open = new Map<string, readonly OpenPrompt[]>();
  /** The content of each call that is known, by session and call. */
  readonly #calls = new Map<string, Map<string, readonly JsonObject[]>>();
  /** The children that each session has announced: their history is told with its own. */
  readonly #children = new Map<string, Set<string>>();

  /** What one entry of the log means, in order; mostly one entry. */
  read(entry: LogEntry): readonly LogEntry[] {
    if (entry.type !== "frame") return [entry];
    const { message } = entry;
    if (entry.dir === "agent" && message.type === "response" && message.method === "initialize") {
      this.#isSpoken = isObject(message.result) && message.result.protocolVersion === 2;
    }
    if (!this.#isSpoken) return [entry];
    return this.#messages(entry, message).map((each) => ({ ...entry, message: each }));
  }

  #messages({ dir }: Frame, message: Message): readonly Message[] {
    switch (message.type) {
      case "notification":
        return dir === "agent" && message.method === "session/update" ? this.#updated(message.params) : [message];
      case "request":
        return [dir === "agent" ? asked(message) : this.#sent(message)];
      case "response":
        return dir === "agent" ? this.#answered(message) : [message];
    }
  }

  #sent(message: Extract<Message, { type: "request" }>): Message {
    const sessionId = text(message.params, "sessionId") ?? "";
    if (message.method === "session/prompt") this.#open.set(sessionId, [...this.#openOf(sessionId), { prompt: message, hasBegun: false }]);
    if (isReplay(message)) this.#forget(sessionId);
    return { ...message, method: methodOf(message) };
  }

  #answered(message: Extract<Message, { type: "response" }>): readonly Message[] {
    const { method, params, error } = message;
    const result = isObject(message.result) ? message.result : {};
    if (method === "initialize") return [{ ...message, result: firstVersionOf(result) }];
    if (method === "session/prompt") return this.#promptAnswered(message, text(params, "sessionId") ?? "");
    const read = { ...message, method: method && methodOf({ method, params }), ...(error ? {} : { result: withConfigOptions(result) }) };
    const sessionId = text(result, "sessionId") ?? text(params, "sessionId");
    const commands = objects(result, "availableCommands");
    if (error || !commands || sessionId === undefined) return [read];
    return [read, updateOf(sessionId, { sessionUpdate: "available_commands_update", availableCommands: commands })];
  }

  /** That a prompt was taken says nothing to the first version; that it was refused ends it. */
  #promptAnswered(message: Extract<Message, { type: "response" }>, sessionId: string): readonly Message[] {
    const open = this.#openOf(sessionId);
    if (message.error) {
      this.#open.set(
        sessionId,
        open.filter(({ prompt }) => prompt.id !== message.id),
      );
      return [message];
    }
    for (const each of open) if (each.prompt.id === message.id) each.hasBegun = true;
    return [];
  }

  #openOf(sessionId: string): readonly OpenPrompt[] {
    return this.#open.get(sessionId) ?? [];
  }

  /** A session's history is told afresh, with that of its children; other sessions of the connection go on. */
  #forget(sessionId: string): void {
    this.#calls.delete(sessionId);
    const children = this.#children.get(sessionId) ?? [];
    this.#children.delete(sessionId);
    for (const child of children) this.#forget(child);
  }

  #updated(params: JsonObject): readonly Message[] {
    const sessionId = text(params, "sessionId");
    const update = object(params, "update");
    if (sessionId === undefined || !update) return [{ type: "notification", method: "session/update", params }];
    if (update.sessionUpdate === "state_update") return this.#stated(sessionId, update);
    return [
      { type: "notification", method: "session/update", params: { ...params, update: this.#update(toSessionId(sessionId), update) } },
    ];
  }

  /**
   * A session's own word of what it does; of a root the end of its turn. An idle ends every prompt that was taken: between
   * two of them no idle is needed (schema v2 `StateUpdate`), so of several only the last tells what went wrong.
   */
  #stated(sessionId: string, update: JsonObject): readonly Message[] {
    const { sessionUpdate: _kind, ...state } = update;
    const open = this.#openOf(sessionId);
    if (state.state !== "idle") {
      if (open[0] && !open.some(({ hasBegun }) => hasBegun)) open[0].hasBegun = true;
      return [updateOf(sessionId, update)];
    }
    const ended = open.filter(({ hasBegun }) => hasBegun);
    // Until the turn has begun, an idle is that of the time before.
    if (ended.length === 0) return open.length > 0 ? [] : [updateOf(sessionId, update)];
    this.#open.set(
      sessionId,
      open.filter(({ hasBegun }) => !hasBegun),
    );
    return ended.map(({ prompt }, index) => answerOf(prompt, state, index === ended.length - 1));
  }

  #update(sessionId: SessionId, update: JsonObject): JsonObject {
    switch (update.sessionUpdate) {
      case "tool_call_update":
        return this.#call(sessionId, update);
      case "tool_call_content_chunk": {
        const known = this.#calls.get(sessionId)?.get(text(update, "toolCallId") ?? "") ?? [];
        const content = [...known, ...contentOf(object(update, "content") ?? {})];
        return this.#call(sessionId, { sessionUpdate: "tool_call_update", toolCallId: update.toolCallId, content });
      }
      case "config_option_update":
        return withConfigOptions(update);
      case "subagent_update": {
        const child = text(update, "sessionId");
        if (child !== undefined) this.#children.set(sessionId, (this.#children.get(sessionId) ?? new Set()).add(child));
        return update;
      }
      default:
        return update;
    }
  }

  #call(sessionId: SessionId, update: JsonObject): JsonObject {
    const callId = text(update, "toolCallId") ?? "";
    const calls = this.#calls.get(sessionId) ?? new Map<string, readonly JsonObject[]>();
    this.#calls.set(sessionId, calls);
    const isKnown = calls.has(callId);
    const { content } = update.content === null ? { content: [] } : withContent(update);
    if (content !== undefined || !isKnown) calls.set(callId, (content as readonly JsonObject[] | undefined) ?? []);
    return {
      ...update,
      sessionUpdate: isKnown ? "tool_call_update" : "tool_call",
      ...begun(update, "status", "pending", isKnown),
      ...begun(update, "kind", "other", isKnown),
      ...(content === undefined ? {} : { content }),
      ...(update.locations === null ? { locations: [] } : {}),
    };
  }
}

/** A field that begins as `first`, and goes back there by null. */
function begun(update: JsonObject, field: string, first: string, isKnown: boolean): JsonObject {
  return update[field] === null || (update[field] === undefined && !isKnown) ? { [field]: first } : {};
}

/** The answer that a prompt has in the first version, from the state that its session ended in. */
function answerOf({ id, method, params }: OpenPrompt["prompt"], state: JsonObject, isLast: boolean): Message {
  if (state.stopReason !== "error" || !isLast) return { type: "response", id, method, params, result: { stopReason: state.stopReason } };
  const error = object(state, "error") ?? {};
  const code = typeof error.code === "number" ? { code: error.code } : {};
  return { type: "response", id, method, params, error: { message: text(error, "message") ?? "", ...code } };
}

function asked(message: Extract<Message, { type: "request" }>): Message {
  return message.method === "session/request_permission" ? { ...message, params: permissionParams(message.params) } : message;
}

function isReplay({ method, params }: { readonly method: string; readonly params: JsonObject }): boolean {
  return method === "session/resume" && isObject(params.replayFrom);
}

function methodOf(call: { readonly method: string; readonly params: JsonObject }): string {
  return isReplay(call) ? "session/load" : (methods[call.method] ?? call.method);
}

function updateOf(sessionId: string, update: JsonObject): Message {
  return { type: "notification", method: "session/update", params: { sessionId, update } };
}
