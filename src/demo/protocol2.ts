import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { AgentApp } from "../acp/sdk.ts";
import { isObject, type JsonObject } from "../session/content.ts";

type Json = { [key: string]: unknown };

/** What can be connected to a client's stream, once. */
export type Connectable = Pick<AgentApp, "connect">;

/**
 * The agent as one that speaks the second version of the protocol (schema v2, draft), or with `auto` whichever it is
 * asked for: the app is told and tells in words of the first.
 */
export function inSecondVersion(app: Connectable, versions: 2 | "auto"): Connectable {
  return { connect: (stream, ...options) => app.connect(new SecondVersion(stream as Stream, versions).stream, ...options) };
}

/** The error for a version that is not spoken (schema v2 `ErrorCode`). */
const unsupportedVersion = -32022;

/** A client's stream, which speaks the second version, as the app reads and writes it. */
class SecondVersion {
  readonly stream: Stream;

  readonly #toClient: WritableStreamDefaultWriter<AnyMessage>;
  /** Requests of the client that wait for the app's answer, by their id. */
  readonly #asked = new Map<unknown, { readonly method: string; readonly params: Json }>();
  #messages = 0;

  /** False while, or after, the client was answered in the first version: then all passes as it is. */
  #isSpoken = false;

  constructor({ readable, writable }: Stream, versions: 2 | "auto") {
    this.#toClient = writable.getWriter();
    const fromClient = new TransformStream<AnyMessage, AnyMessage>({
      transform: async (message, controller) => {
        const told = await this.#toApp(message as unknown as Json, versions);
        if (told) controller.enqueue(told as unknown as AnyMessage);
      },
    });
    this.stream = {
      readable: readable.pipeThrough(fromClient),
      writable: new WritableStream<AnyMessage>({
        write: async (message) => {
          const told = message as unknown as Json;
          for (const each of this.#isSpoken ? this.#fromApp(told) : [told]) await this.#send(each);
        },
        close: () => this.#toClient.close(),
        abort: (reason) => this.#toClient.abort(reason),
      }),
    };
  }

  async #send(message: Json): Promise<void> {
    await this.#toClient.write({ jsonrpc: "2.0", ...message } as unknown as AnyMessage);
  }

  async #toApp(message: Json, versions: 2 | "auto"): Promise<Json | undefined> {
    const { id, method } = message;
    const params = isObject(message.params) ? { ...message.params } : {};
    if (method === "initialize") {
      this.#isSpoken = params.protocolVersion === 2;
      const error = { code: unsupportedVersion, message: "Unsupported protocol version" };
      if (!this.#isSpoken && versions === 2) {
        await this.#send({ id, error: { ...error, data: { requested: params.protocolVersion, supported: [2] } } });
        return undefined;
      }
    }
    if (!this.#isSpoken) return message;
    if (typeof method !== "string" || id === undefined) return message;
    this.#asked.set(id, { method, params });
    if (method === "initialize") return { ...message, params: { protocolVersion: 1, clientCapabilities: { subagents: {} } } };
    if (method === "session/prompt") await this.#begin(id, params);
    const isReplay = method === "session/resume" && isObject(params.replayFrom);
    return isReplay ? { ...message, method: "session/load" } : message;
  }

  /** A prompt is taken at once; what becomes of it is told by the session's state. */
  async #begin(id: unknown, { sessionId, prompt }: Json): Promise<void> {
    const messageId = `prompt-${++this.#messages}`;
    await this.#send({ id, result: { messageId } });
    await this.#send(updated(sessionId, { sessionUpdate: "user_message", messageId, content: prompt }));
    await this.#send(updated(sessionId, { sessionUpdate: "state_update", state: "running" }));
  }

  #fromApp(message: Json): readonly Json[] {
    const { method, id } = message;
    const params = isObject(message.params) ? message.params : {};
    if (method === "session/update") return this.#update(params);
    if (method === "session/request_permission") return [{ id, method, params: permission(params) }];
    if (method !== undefined) return [message];
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked ? answer(message, asked) : [message];
  }

  #update({ sessionId, update }: JsonObject): readonly Json[] {
    if (!isObject(update)) return [];
    const told = updated(sessionId, updateOf(update, sessionId));
    if (update.sessionUpdate !== "subagent_update" || !isObject(update.state)) return [told];
    // A child tells its own state too; its parent's word of it is the same.
    return [told, updated(update.sessionId, { sessionUpdate: "state_update", ...update.state })];
  }
}

function answer(message: Json, { method, params }: { readonly method: string; readonly params: Json }): readonly Json[] {
  const { id, error } = message;
  const result = isObject(message.result) ? message.result : {};
  if (method === "session/prompt") {
    const end = isObject(error) ? { stopReason: "error", error } : { stopReason: result.stopReason };
    return [updated(params.sessionId, { sessionUpdate: "state_update", state: "idle", ...end })];
  }
  if (isObject(error) || method !== "initialize") return [message];
  const session = { prompt: { image: {}, embeddedContext: {} } };
  return [{ id, result: { protocolVersion: 2, info: result.agentInfo, capabilities: { session }, authMethods: [] } }];
}

function updateOf(update: JsonObject, sessionId: unknown): JsonObject {
  switch (update.sessionUpdate) {
    case "tool_call":
    case "tool_call_update":
      return { ...update, sessionUpdate: "tool_call_update", ...content(update) };
    case "plan":
      return { sessionUpdate: "plan_update", plan: { type: "items", planId: `plan of ${sessionId}`, entries: update.entries } };
    case "available_commands_update":
      return { ...update, availableCommands: list(update.availableCommands).map((command) => ({ type: "command", ...command })) };
    case "user_message_chunk":
      return update.messageId === undefined ? { ...update, messageId: `said in ${sessionId}` } : update;
    default:
      return update;
  }
}

function content(from: JsonObject): JsonObject {
  return Array.isArray(from.content) ? { content: list(from.content).map((item) => (item.type === "diff" ? diff(item) : item)) } : {};
}

/** The texts before and after as a patch that replaces the one by the other. */
function diff({ path, oldText, newText }: JsonObject): JsonObject {
  const before = linesOf("-", oldText);
  const after = linesOf("+", newText);
  const head = `diff --git a${path} b${path}\n--- a${path}\n+++ b${path}\n@@ -1,${before.count} +1,${after.count} @@\n`;
  const operation = typeof oldText === "string" ? "modify" : "add";
  return { type: "diff", changes: [{ operation, path }], patch: { format: "git_patch", text: head + before.text + after.text } };
}

function linesOf(mark: "-" | "+", text: unknown): { readonly count: number; readonly text: string } {
  if (typeof text !== "string" || text === "") return { count: 0, text: "" };
  const isWhole = text.endsWith("\n");
  const lines = (isWhole ? text.slice(0, -1) : text).split("\n");
  return {
    count: lines.length,
    text: `${lines.map((line) => mark + line).join("\n")}\n${isWhole ? "" : "\\ No newline at end of file\n"}`,
  };
}

function permission({ toolCall, ...params }: JsonObject): JsonObject {
  const call = isObject(toolCall) ? { ...toolCall, ...content(toolCall) } : {};
  return { ...params, title: isObject(toolCall) ? toolCall.title : "", subject: { type: "tool_call", toolCall: call } };
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function updated(sessionId: unknown, update: JsonObject): Json {
  return { method: "session/update", params: { sessionId, update } };
}
