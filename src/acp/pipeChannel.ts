import type { Readable, Writable } from "node:stream";
import { type Limits, toldLimit, usualLimits } from "../base/limits.ts";
import type { FrameChannel } from "./agentLink.ts";
import { type FrameListener, FrameReader } from "./frameReader.ts";
import { LineSplitter } from "./lineSplitter.ts";

/** How long frames are handled in one go before the host may do something else, in ms. */
const sliceLength = 8;

/** Errors of the two streams are for their owner to handle; the channel looks at their ends only. */
export interface PipeChannelOptions {
  readonly stdout: Readable;
  readonly stdin: Writable;
  readonly limits?: Limits;
}

/** Lines of JSON over a pipe. Handling is synchronous, so the pipe itself is the back-pressure. */
export class PipeChannel implements FrameChannel {
  readonly ended: Promise<void>;

  readonly #options: PipeChannelOptions;
  readonly #stop = new AbortController();
  #tellEnded: () => void = () => undefined;
  #sliceStart: number | undefined;

  constructor(options: PipeChannelOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#tellEnded = resolve;
    });
  }

  read(listener: FrameListener): void {
    const { stdout, limits = usualLimits } = this.#options;
    const reader = new FrameReader(listener);
    const splitter = new LineSplitter(
      {
        line: (text) => reader.line(text),
        tooLong: (head) => listener.noise(head, toldLimit("lineBytes", limits), true),
      },
      limits.lineBytes,
    );
    const onData = (chunk: Uint8Array) => this.#slice(() => splitter.push(chunk));
    const end = () => {
      stdout.off("data", onData);
      if (!this.#stop.signal.aborted) {
        splitter.end();
        reader.end();
      }
      this.#tellEnded();
    };
    stdout.on("data", onData);
    stdout.once("end", end);
    stdout.once("close", end);
    this.#stop.signal.addEventListener("abort", end);
  }

  get isWritable(): boolean {
    return !this.#stop.signal.aborted && this.#options.stdin.writable;
  }

  async write(text: string): Promise<void> {
    const { stdin } = this.#options;
    if (!stdin.write(`${text}\n`)) await drained(stdin, this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  #slice(work: () => void): void {
    const { stdout } = this.#options;
    const isFirst = this.#sliceStart === undefined;
    const start = this.#sliceStart ?? performance.now();
    this.#sliceStart = start;
    work();
    // One poll of the event loop delivers many chunks; after `sliceLength` the rest waits for the next turn.
    if (performance.now() - start > sliceLength) stdout.pause();
    if (!isFirst) return;
    setImmediate(() => {
      this.#sliceStart = undefined;
      if (stdout.isPaused() && !this.#stop.signal.aborted) stdout.resume();
    });
  }
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
