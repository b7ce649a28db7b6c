import { isObject, type JsonObject } from "../session/content.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import { object, objects, text } from "./fields.ts";
import type { LogEntry, Message } from "./logEntry.ts";
import { contentOf, firstVersionOf, permissionParams, withConfigOptions, withContent } from "./protocol2Shapes.ts";

type Frame = Extract<LogEntry, { type: "frame" }>;

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
  /** Prompts whose turn has not ended, by session: what its end answers. */
  readonly #open = new Map<string, { readonly prompt: Extract<Message, { type: "request" }>; hasBegun: boolean }>();
  /** The content of each call that is known, by session and call. */
  readonly #calls = new Map<string, readonly JsonObject[]>();

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
    if (message.method === "session/prompt") this.#open.set(sessionId, { prompt: message, hasBegun: false });
    if (isReplay(message)) this.#calls.clear();
    return { ...message, method: methodOf(message) };
  }

  #answered(message: Extract<Message, { type: "response" }>): readonly Message[] {
    const { method, params, error } = message;
    const result = isObject(message.result) ? message.result : {};
    if (method === "initialize") return [{ ...message, result: firstVersionOf(result) }];
    if (method === "session/prompt") {
      const open = this.#open.get(text(params, "sessionId") ?? "");
      if (open) open.hasBegun = true;
      if (!error) return [];
      this.#open.delete(text(params, "sessionId") ?? "");
      return [message];
    }
    const read = { ...message, method: method && methodOf({ method, params }), ...(error ? {} : { result: withConfigOptions(result) }) };
    const sessionId = text(result, "sessionId") ?? text(params, "sessionId");
    const commands = objects(result, "availableCommands");
    if (error || !commands || sessionId === undefined) return [read];
    return [read, updateOf(sessionId, { sessionUpdate: "available_commands_update", availableCommands: commands })];
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

  /** A session's own word of what it does; of a root the end of its turn. */
  #stated(sessionId: string, update: JsonObject): readonly Message[] {
    const { sessionUpdate: _kind, ...state } = update;
    const open = this.#open.get(sessionId);
    if (open && state.state !== "idle") open.hasBegun = true;
    // Until the turn has begun, an idle is that of the time before.
    if (open && !open.hasBegun) return [];
    if (!open || state.state !== "idle") return [updateOf(sessionId, update)];
    this.#open.delete(sessionId);
    const { id, method, params } = open.prompt;
    const error = state.stopReason === "error" ? (object(state, "error") ?? {}) : undefined;
    const end = error
      ? { error: { message: text(error, "message") ?? "", ...(typeof error.code === "number" ? { code: error.code } : {}) } }
      : { result: { stopReason: state.stopReason } };
    return [{ type: "response", id, method, params, ...end }];
  }

  #update(sessionId: SessionId, update: JsonObject): JsonObject {
    switch (update.sessionUpdate) {
      case "tool_call_update":
        return this.#call(sessionId, update);
      case "tool_call_content_chunk": {
        const key = callKey(sessionId, update);
        const content = [...(this.#calls.get(key) ?? []), ...contentOf(object(update, "content") ?? {})];
        return this.#call(sessionId, { sessionUpdate: "tool_call_update", toolCallId: update.toolCallId, content });
      }
      case "config_option_update":
        return withConfigOptions(update);
      default:
        return update;
    }
  }

  #call(sessionId: SessionId, update: JsonObject): JsonObject {
    const key = callKey(sessionId, update);
    const isKnown = this.#calls.has(key);
    const { content } = update.content === null ? { content: [] } : withContent(update);
    if (content !== undefined || !isKnown) this.#calls.set(key, (content as readonly JsonObject[] | undefined) ?? []);
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

function callKey(sessionId: SessionId, update: JsonObject): string {
  return `${sessionId}\n${text(update, "toolCallId")}`;
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
