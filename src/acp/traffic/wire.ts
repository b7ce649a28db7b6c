import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { Disposable } from "../../base/disposables.ts";
import type { Logger } from "../../base/logger.ts";
import type { LogEntry, Message } from "../../dialects/logEntry.ts";
import type { JsonObject } from "../../session/content.ts";
import type { FrameChannel } from "../agentLink.ts";
import { FrameLog, noiseEntry } from "./frameLog.ts";
import type { JsonText } from "./frameReader.ts";

const cancelRequest = "$/cancel_request";

/** What a wire is built from. */
export interface WireOptions {
  readonly channel: FrameChannel;
  /** ms since the connection began. */
  readonly now: () => number;
  /** Gets every entry in order, synchronously. `json` is the text of a frame in one line, and absent for noise. */
  readonly onEntry: (entry: LogEntry, json: JsonText | undefined) => void;
  readonly log: Logger;
}

/**
 * What crosses the channel to an agent, read by us: one ordered log of everything, and a stream for the SDK that holds
 * requests, responses, and the one notification that takes a request back. No other reaches the SDK, which would validate,
 * reorder and drop them; noise is logged and never answered. Handling is synchronous, so the channel itself is the
 * back-pressure.
 */
export class Wire implements Disposable {
  /** What the SDK's connection is built on. */
  readonly stream: Stream;

  readonly #options: WireOptions;
  readonly #frames = new FrameLog();
  #toSdk: ReadableStreamDefaultController<AnyMessage> | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => {
          this.#toSdk = controller;
        },
        cancel: () => {
          this.#toSdk = undefined;
        },
      }),
      writable: new WritableStream<AnyMessage>({ write: (message) => this.#write(message) }),
    };
    const { channel } = options;
    channel.read({
      value: (value, json) => this.#takeValue(value, json),
      noise: (text, reason, isLoss) => this.#emit(noiseEntry(options.now(), text, reason, isLoss), undefined),
    });
    // Only then may the SDK learn of the end: everything before it is in the log.
    void channel.ended.then(() => {
      this.#toSdk?.close();
      this.#toSdk = undefined;
    });
  }

  /** Stops reading and writing; what is still on its way is lost. */
  dispose(): void {
    this.#options.channel.stop();
  }

  #takeValue(value: unknown, json: JsonText): void {
    // JSON-RPC batches are not part of ACP; their items are taken one by one.
    if (Array.isArray(value) && value.length > 0) for (const item of value) this.#takeFrame(item, JSON.stringify(item));
    // A pretty-printed frame becomes one line like all others.
    else this.#takeFrame(value, typeof json === "string" && json.includes("\n") ? JSON.stringify(value) : json);
  }

  #takeFrame(frame: unknown, json: JsonText): void {
    const entry = this.#frames.add(this.#options.now(), "agent", frame);
    this.#emit(entry, json);
    if (entry.type !== "frame") return;
    const message = messageForSdk(entry.message, entry.frame);
    if (message) this.#toSdk?.enqueue(message);
  }

  async #write(message: AnyMessage): Promise<void> {
    const { channel, now, log } = this.#options;
    if (!channel.isWritable) {
      log.warn(`Not written, since the agent's input is closed: ${"method" in message ? message.method : "a response"}`);
      return;
    }
    const text = JSON.stringify(message);
    this.#emit(this.#frames.add(now(), "client", message), text);
    await channel.write(text);
  }

  #emit(entry: LogEntry, json: JsonText | undefined): void {
    try {
      this.#options.onEntry(entry, json);
    } catch (error) {
      // The others must go on whatever a listener does with one entry.
      this.#options.log.error(`A listener of the wire failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}

/**
 * What the SDK gets of an agent's frame: requests as they are, responses to requests of ours in the exact shape that
 * the SDK accepts (our own id, either a result or a whole error). Everything else is for the log alone.
 */
function messageForSdk(message: Message, frame: JsonObject): AnyMessage | undefined {
  if (message.type === "request") return { jsonrpc: "2.0", id: message.id, method: message.method, params: frame.params };
  if (message.type === "notification") return message.method === cancelRequest ? withdrawal(message.params) : undefined;
  if (message.method === undefined) return undefined;
  if (!message.error) return { jsonrpc: "2.0", id: message.id, result: message.result };
  const { code, message: words, data } = message.error;
  // -32603 is JSON-RPC's "internal error", for an agent that gave no code.
  return { jsonrpc: "2.0", id: message.id, error: { code: Number.isInteger(code) ? Number(code) : -32603, message: words, data } };
}

/** The one notification that the SDK has a use for: it aborts the handler of the request that is named. */
function withdrawal({ requestId }: JsonObject): AnyMessage | undefined {
  if (typeof requestId !== "string" && typeof requestId !== "number") return undefined;
  return { jsonrpc: "2.0", method: cancelRequest, params: { requestId } };
}
