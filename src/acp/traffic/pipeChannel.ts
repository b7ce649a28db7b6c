import type { Readable, Writable } from "node:stream";
import { type Limits, toldLimit, usualLimits } from "../../base/limits.ts";
import { sliceLength } from "../../base/sliceLength.ts";
import type { FrameChannel } from "../agentLink.ts";
import { type FrameListener, FrameReader } from "./frameReader.ts";
import { LineSplitter } from "./lineSplitter.ts";

/** How much is handled between two looks at the clock, in bytes: a chunk of the pipe may hold hundreds of frames. */
const pieceBytes = 8 * 1024;
/** How much may wait for an agent that does not read, in bytes: more than any prompt of ours, so that a Stop after it is never held back. */
const usualWriteAhead = 64 * 1024 * 1024;

/** Errors of the two streams are for their owner to handle; the channel looks at their ends only. */
export interface PipeChannelOptions {
  readonly stdout: Readable;
  readonly stdin: Writable;
  readonly limits?: Limits;
  /** How much may wait for an agent that does not read before `write` does, in bytes. */
  readonly writeAhead?: number;
}

/** Lines of JSON over a pipe. It is read no faster than its frames are handled, so the pipe itself is the back-pressure. */
export class PipeChannel implements FrameChannel {
  readonly ended: Promise<void>;

  readonly #options: PipeChannelOptions;
  readonly #stop = new AbortController();
  #tellEnded: () => void = () => undefined;
  #sliceStart: number | undefined;
  /** What was read and waits for the next slice; the pipe is paused meanwhile. */
  #held: readonly Uint8Array[] = [];
  /** What is done once nothing is held any more; there from the end of the pipe on. */
  #atEnd: (() => void) | undefined;

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
        line: (text, bytes) => reader.line(text, bytes),
        tooLong: (head) => listener.noise(head, toldLimit("lineBytes", limits), true),
      },
      limits.lineBytes,
    );
    const onData = (chunk: Uint8Array) => {
      this.#held = [...this.#held, chunk];
      this.#handle(splitter);
    };
    const end = () => {
      stdout.off("data", onData);
      this.#atEnd = () => {
        if (!this.#stop.signal.aborted) {
          splitter.end();
          reader.end();
        }
        this.#tellEnded();
      };
      // What waits comes first, in its slices.
      if (this.#held.length === 0) this.#atEnd();
    };
    stdout.on("data", onData);
    stdout.once("end", end);
    stdout.once("close", end);
    this.#stop.signal.addEventListener("abort", () => {
      this.#held = [];
      end();
    });
  }

  get isWritable(): boolean {
    return !this.#stop.signal.aborted && this.#options.stdin.writable;
  }

  async write(text: string): Promise<void> {
    const { stdin, writeAhead = usualWriteAhead } = this.#options;
    if (!stdin.write(`${text}\n`) && stdin.writableLength > writeAhead) await drained(stdin, this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** One poll of the event loop delivers many chunks; after `sliceLength` the rest waits for the next turn. */
  #handle(splitter: LineSplitter): void {
    const start = this.#sliceStart ?? this.#beginSlice(splitter);
    for (let [chunk, ...others] = this.#held; chunk && performance.now() - start < sliceLength; [chunk, ...others] = this.#held) {
      this.#held = chunk.length > pieceBytes ? [chunk.subarray(pieceBytes), ...others] : others;
      splitter.push(chunk.subarray(0, pieceBytes));
    }
    if (this.#held.length > 0) this.#options.stdout.pause();
    else this.#atEnd?.();
  }

  #beginSlice(splitter: LineSplitter): number {
    setImmediate(() => {
      this.#sliceStart = undefined;
      if (this.#stop.signal.aborted || this.#held.length === 0) return;
      this.#handle(splitter);
      if (this.#held.length === 0) this.#options.stdout.resume();
    });
    this.#sliceStart = performance.now();
    return this.#sliceStart;
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
