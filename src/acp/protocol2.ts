import type { Event } from "../base/emitter.ts";
import type { LogEntry } from "../dialects/logEntry.ts";
import { firstVersionOf, withConfigOptions } from "../dialects/protocol2Shapes.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { SdkConnection } from "./sdkConnection.ts";

interface Turn {
  /** The session has said that it runs since the prompt was sent, or the prompt was taken: an idle is this turn's end. */
  hasBegun: boolean;
  end(result: JsonObject): void;
  fail(error: Error): void;
}

/**
 * The client side for an agent that speaks the second version of the protocol: takes requests in the words of the first
 * version and gives answers in them (see `Protocol2` in the dialects, which does the same for what is read). A prompt is
 * answered when its turn has ended.
 */
export class Protocol2Connection implements SdkConnection {
  readonly #sdk: SdkConnection;
  readonly #turns = new Map<string, Turn>();

  /** `onDidLog`: every entry of the connection's log, in order. */
  constructor(sdk: SdkConnection, onDidLog: Event<LogEntry>) {
    this.#sdk = sdk;
    onDidLog((entry) => this.#look(entry));
  }

  async request(method: string, params: JsonObject, cancellation?: AbortSignal): Promise<unknown> {
    if (method === "session/prompt") return this.#prompt(params, cancellation);
    const [name, given] = secondVersionOf(method, params);
    const answer = await this.#sdk.request(name, given, cancellation);
    return isObject(answer) ? withConfigOptions(answer) : answer;
  }

  notify(method: string, params: JsonObject): Promise<void> {
    return this.#sdk.notify(method, params);
  }

  close(): void {
    this.#sdk.close();
    for (const turn of this.#turns.values()) turn.fail(new Error("closed"));
    this.#turns.clear();
  }

  async #prompt(params: JsonObject, cancellation: AbortSignal | undefined): Promise<unknown> {
    const sessionId = String(params.sessionId);
    const ended = new Promise<JsonObject>((resolve, reject) => {
      this.#turns.set(sessionId, { hasBegun: false, end: resolve, fail: reject });
    });
    // It may fail before anybody waits for it.
    ended.catch(() => undefined);
    try {
      await this.#sdk.request("session/prompt", params, cancellation);
      return await ended;
    } finally {
      this.#turns.delete(sessionId);
    }
  }

  #look(entry: LogEntry): void {
    if (entry.type !== "frame" || entry.dir !== "agent") return;
    const { message } = entry;
    const turn = this.#turns.get(String(message.params.sessionId));
    if (!turn) return;
    if (message.type === "response" && message.method === "session/prompt") turn.hasBegun = true;
    const update = message.type === "notification" && message.method === "session/update" ? message.params.update : undefined;
    if (!isObject(update) || update.sessionUpdate !== "state_update") return;
    if (update.state !== "idle") turn.hasBegun = true;
    else if (turn.hasBegun && update.stopReason === "error") turn.fail(failureOf(update));
    else if (turn.hasBegun) turn.end({ stopReason: update.stopReason });
  }
}

/** The answer to `initialize` in the words of the first version, whichever it is in. */
export function initializeAnswerOf(answer: unknown): unknown {
  return isObject(answer) && answer.protocolVersion === 2 ? firstVersionOf(answer) : answer;
}

function secondVersionOf(method: string, params: JsonObject): readonly [method: string, params: JsonObject] {
  const servers = Array.isArray(params.mcpServers) ? { mcpServers: params.mcpServers.map(serverOf) } : {};
  switch (method) {
    case "session/load":
      return ["session/resume", { ...params, ...servers, replayFrom: { type: "start" } }];
    case "authenticate":
      return ["auth/login", params];
    case "logout":
      return ["auth/logout", params];
    case "session/set_config_option":
      return [method, { ...params, type: params.type ?? (typeof params.value === "boolean" ? "boolean" : "id") }];
    default:
      return [method, { ...params, ...servers }];
  }
}

/** A server on standard input has no type in the first version. */
function serverOf(server: unknown): unknown {
  return isObject(server) && server.type === undefined ? { type: "stdio", ...server } : server;
}

/** As the SDK rejects with an agent's error. */
function failureOf(update: JsonObject): Error & { readonly code: number } {
  const error = isObject(update.error) ? update.error : {};
  const message = typeof error.message === "string" ? error.message : String(update.stopReason);
  return Object.assign(new Error(message), { code: typeof error.code === "number" ? error.code : -32603, data: error.data });
}
