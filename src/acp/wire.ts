import type { Readable, Writable } from "node:stream";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { Disposable } from "../base/disposables.ts";
import type { Logger } from "../base/logger.ts";
import { t } from "../base/words.ts";
import type { LogEntry, Message } from "../dialects/logEntry.ts";
import type { JsonObject } from "../session/content.ts";
import { FrameLog, noiseEntry } from "./frameLog.ts";
import { FrameReader } from "./frameReader.ts";
import { LineSplitter } from "./lineSplitter.ts";

/** Longest line that is read, in bytes. */
const defaultMaxLineBytes = 64 * 1024 * 1024;
/** How long frames are handled in one go before the host may do something else, in ms. */
const sliceLength = 8;

/** Errors of the two streams are for their owner to handle; the wire looks at their ends only. */
export interface WireOptions {
  readonly stdout: Readable;
  readonly stdin: Writable;
  /** ms since the connection began. */
  readonly now: () => number;
  /** Gets every entry in order, synchronously. `text` is the JSON text of a frame, and absent for noise. */
  readonly onEntry: (entry: LogEntry, text: string | undefined) => void;
  readonly log: Logger;
  readonly maxLineBytes?: number;
}

/**
 * The pipe to an agent, read by us: one ordered log of everything that crosses it, and a stream for the SDK that holds
 * only requests and responses. Notifications never reach the SDK, which would validate, reorder and drop them; noise is
 * logged and never answered. Handling is synchronous, so the pipe itself is the back-pressure.
 */
export class Wire implements Disposable {
  /** What the SDK's connection is built on. */
  readonly stream: Stream;
  /** Resolves when nothing more will be read: the pipe's last line is in the log, or the wire was disposed. */
  readonly ended: Promise<void>;

  readonly #options: WireOptions;
  readonly #frames = new FrameLog();
  readonly #reader: FrameReader;
  readonly #splitter: LineSplitter;
  readonly #stop = new AbortController();
  #toSdk: ReadableStreamDefaultController<AnyMessage> | undefined;
  #sliceStart: number | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#reader = new FrameReader({
      value: (value, text) => this.#takeValue(value, text),
      noise: (text, reason) => this.#emit(noiseEntry(options.now(), text, reason), undefined),
    });
    this.#splitter = new LineSplitter(
      {
        line: (text) => this.#reader.line(text),
        tooLong: (head) => this.#emit(noiseEntry(options.now(), head, this.#tooLongReason()), undefined),
      },
      options.maxLineBytes ?? defaultMaxLineBytes,
    );
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
    this.ended = this.#listen();
  }

  /** Stops reading and writing; what is still in the pipe is lost. */
  dispose(): void {
    this.#stop.abort();
  }

  #listen(): Promise<void> {
    const { stdout } = this.#options;
    return new Promise((resolve) => {
      const onData = (chunk: Uint8Array) => this.#read(chunk);
      const end = () => {
        stdout.off("data", onData);
        if (!this.#stop.signal.aborted) this.#readTail();
        // Only now may the SDK learn of the end: everything before it is in the log.
        this.#toSdk?.close();
        this.#toSdk = undefined;
        resolve();
      };
      stdout.on("data", onData);
      stdout.once("end", end);
      stdout.once("close", end);
      this.#stop.signal.addEventListener("abort", end);
    });
  }

  #readTail(): void {
    this.#splitter.end();
    this.#reader.end();
  }

  #read(chunk: Uint8Array): void {
    const { stdout } = this.#options;
    const isFirst = this.#sliceStart === undefined;
    const start = this.#sliceStart ?? performance.now();
    this.#sliceStart = start;
    this.#splitter.push(chunk);
    // One poll of the event loop delivers many chunks; after `sliceLength` the rest waits for the next turn.
    if (performance.now() - start > sliceLength) stdout.pause();
    if (!isFirst) return;
    setImmediate(() => {
      this.#sliceStart = undefined;
      if (stdout.isPaused() && !this.#stop.signal.aborted) stdout.resume();
    });
  }

  #takeValue(value: unknown, text: string): void {
    // JSON-RPC batches are not part of ACP; their items are taken one by one.
    if (Array.isArray(value) && value.length > 0) for (const item of value) this.#takeFrame(item, JSON.stringify(item));
    // A pretty-printed frame becomes one line like all others.
    else this.#takeFrame(value, text.includes("\n") ? JSON.stringify(value) : text);
  }

  #takeFrame(frame: unknown, text: string): void {
    const entry = this.#frames.add(this.#options.now(), "agent", frame);
    this.#emit(entry, text);
    if (entry.type !== "frame") return;
    const message = messageForSdk(entry.message, entry.frame);
    if (message) this.#toSdk?.enqueue(message);
  }

  async #write(message: AnyMessage): Promise<void> {
    const { stdin, now, log } = this.#options;
    if (this.#stop.signal.aborted || !stdin.writable) {
      log.warn(`Not written, since the agent's input is closed: ${"method" in message ? message.method : "a response"}`);
      return;
    }
    const text = JSON.stringify(message);
    this.#emit(this.#frames.add(now(), "client", message), text);
    if (!stdin.write(`${text}\n`)) await drained(stdin, this.#stop.signal);
  }

  #emit(entry: LogEntry, text: string | undefined): void {
    try {
      this.#options.onEntry(entry, text);
    } catch (error) {
      // The pipe must go on whatever a listener does with one entry.
      this.#options.log.error(`A listener of the wire failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  #tooLongReason(): string {
    return t("a line over the limit of {0} bytes was skipped", this.#options.maxLineBytes ?? defaultMaxLineBytes);
  }
}

/**
 * What the SDK gets of an agent's frame: requests as they are, responses to requests of ours in the exact shape that
 * the SDK accepts (our own id, either a result or a whole error). Everything else is for the log alone.
 */
function messageForSdk(message: Message, frame: JsonObject): AnyMessage | undefined {
  if (message.type === "request") return { jsonrpc: "2.0", id: message.id, method: message.method, params: frame.params };
  if (message.type === "notification" || message.method === undefined) return undefined;
  if (!message.error) return { jsonrpc: "2.0", id: message.id, result: message.result };
  const { code, message: words, data } = message.error;
  // -32603 is JSON-RPC's "internal error", for an agent that gave no code.
  return { jsonrpc: "2.0", id: message.id, error: { code: Number.isInteger(code) ? Number(code) : -32603, message: words, data } };
}

function drained(stdin: Writable, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off("drain", done);
      stdin.off("close", done);
      stop.removeEventListener("abort", done);
      resolve();
    };
    stdin.on("drain", done);
    stdin.on("close", done);
    stop.addEventListener("abort", done);
  });
}
