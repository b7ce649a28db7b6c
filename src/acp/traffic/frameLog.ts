import { t as words } from "../../base/words.ts";
import type { LogEntry, Message } from "../../dialects/logEntry.ts";
import { isObject, type JsonObject } from "../../session/content.ts";

type JsonRpcId = string | number;
type Direction = "agent" | "client";
type AskedRequest = { readonly id: JsonRpcId; readonly method: string; readonly params: JsonObject };

/** Longest text that a noise entry keeps, in characters. */
const noiseTextLimit = 4096;

/** A noise entry; its text is cut at 4,096 characters. */
export function noiseEntry(t: number, text: string, reason: string, isLoss = false): LogEntry {
  const kept = text.length > noiseTextLimit ? `${text.slice(0, noiseTextLimit)}…` : text;
  return { type: "noise", t, text: kept, reason, ...(isLoss && { isLoss }) };
}

/**
 * Turns the frames of both directions of one connection into log entries: classifies them and pairs each response with
 * the request that it answers. Tolerant, because agents are: `jsonrpc` may be missing, and a response may carry the
 * string form of a number. Never throws. Live traffic and recordings go through the same code.
 */
export class FrameLog {
  /** Requests that wait for their response, by who sent them. */
  readonly #asked = { agent: new Map<JsonRpcId, AskedRequest>(), client: new Map<JsonRpcId, AskedRequest>() };

  /** Takes the next frame. `t` is ms since the connection began; what is no JSON-RPC message becomes a noise entry. */
  add(t: number, dir: Direction, frame: unknown): LogEntry {
    const message = isObject(frame) ? this.#classify(dir, frame) : undefined;
    if (message && isObject(frame)) return { type: "frame", t, dir, frame, message };
    return noiseEntry(t, textOf(frame), words("not a JSON-RPC message"));
  }

  #classify(dir: Direction, frame: JsonObject): Message | undefined {
    if (typeof frame.method === "string") return this.#call(dir, frame, frame.method);
    if (frame.method === undefined && isId(frame.id)) return this.#response(dir, frame, frame.id);
    return undefined;
  }

  #call(dir: Direction, frame: JsonObject, method: string): Message {
    const params = isObject(frame.params) ? frame.params : {};
    // A call with `id: null` cannot be answered to anybody, so it is one without an answer.
    if (!isId(frame.id)) return { type: "notification", method, params };
    this.#asked[dir].set(frame.id, { id: frame.id, method, params });
    return { type: "request", id: frame.id, method, params };
  }

  #response(dir: Direction, frame: JsonObject, id: JsonRpcId): Message | undefined {
    const hasError = frame.error !== undefined && frame.error !== null;
    const asked = this.#takeAsked(dir === "agent" ? "client" : "agent", id);
    // An object with an `id` alone is an answer only when somebody waits for it.
    if (!asked && !hasError && !("result" in frame)) return undefined;
    const head = { type: "response", id: asked?.id ?? id, method: asked?.method, params: asked?.params ?? {} } as const;
    return hasError ? { ...head, error: errorOf(frame.error) } : { ...head, result: frame.result ?? null };
  }

  #takeAsked(asker: Direction, id: JsonRpcId): AskedRequest | undefined {
    const waiting = this.#asked[asker];
    const key = waiting.has(id) ? id : otherForm(id);
    if (key === undefined) return undefined;
    const asked = waiting.get(key);
    waiting.delete(key);
    return asked;
  }
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}

/** The number behind its string form, and the reverse. */
function otherForm(id: JsonRpcId): JsonRpcId | undefined {
  if (typeof id === "number") return String(id);
  return String(Number(id)) === id ? Number(id) : undefined;
}

function errorOf(error: unknown): { code?: number; message: string; data?: unknown } {
  if (!isObject(error)) return { message: typeof error === "string" ? error : textOf(error) };
  const message = typeof error.message === "string" ? error.message : textOf(error);
  return {
    ...(typeof error.code === "number" && { code: error.code }),
    message,
    ...("data" in error && { data: error.data }),
  };
}

function textOf(value: unknown): string {
  // `stringify` gives undefined for undefined and throws on cycles and big integers, none of which JSON can hold.
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
