import type { Disposable } from "../base/disposables.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import type { Timer } from "../base/timer.ts";
import { closedBody, gapBody, headerBody, type JournalHeader, journalLine, writeJournalLine } from "./journalLine.ts";
import type { JournalStorage } from "./storage.ts";

const blockLength = 128 * 1024;
const noBlock = Buffer.alloc(0);
/** So many full blocks are written at once: to open the file takes longer than to write one of them. */
const blocksOfWrite = 8;
/** How long a line waits to be written, in ms; how long until a failed write is tried again. */
const idleTime = 100;
const retryTime = 5000;
/** `JournalWriterOptions.mostWaiting`, where nothing is said. */
const defaultMostWaiting = 64 * 1024 * 1024;

/** What writing one journal needs. */
export interface JournalWriterOptions {
  readonly storage: JournalStorage;
  /** Full path of the file, which does not exist. */
  readonly path: Promise<string>;
  readonly header: JournalHeader;
  /** Lines that every journal of this connection begins with, so that each can be read alone. */
  readonly preamble: readonly Uint8Array[];
  /** Longest file, in bytes: what comes beyond it is left out, told once. */
  readonly maxBytes: number;
  /** How much waits for a disk that is slow or refuses, in bytes; what comes beyond it is counted and left out. */
  readonly mostWaiting?: number;
  readonly timer: Timer;
  readonly log: Logger;
  /** Something was written. */
  readonly onDidWrite: () => void;
}

/**
 * Writes the journal of one root on one connection: append-only, in batches off the hot path. A file has this one writer.
 * A disk that refuses is told of once and tried again; the agent never waits for it.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #full: Buffer[] = [];
  #waiting = 0;
  /** What is being filled; there while something waits, as there are many journals and few that are written to. */
  #block: Buffer = noBlock;
  #used = 0;
  #timer: Disposable | undefined;
  #writing: Promise<void> | undefined;
  #exists = false;
  #isTorn = false;
  #hasFailed = false;
  #isDiscarded = false;
  #left = 0;
  #lastT = 0;
  /** Bytes that were given to the disk. */
  #written = 0;

  constructor(options: JournalWriterOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#written;
  }

  /** Takes one line in: its text in UTF-8, without a line break. `t` is ms since the connection began. */
  add(t: number, body: Uint8Array): void {
    if (this.#isDiscarded) return;
    this.#lastT = t;
    if (
      this.#left > 0 ||
      this.#waiting + body.length > (this.#options.mostWaiting ?? defaultMostWaiting) ||
      this.#written + this.#waiting > this.#options.maxBytes
    ) {
      this.#leaveOut();
      return;
    }
    this.#push(body);
    if (this.#full.length >= blocksOfWrite) this.#begin();
    else this.#timer ??= this.#options.timer.after(idleTime, () => this.#begin());
  }

  /** Writes nothing any more: the file is going to be removed. Resolves when the disk has let go of it. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#full = [];
    this.#used = 0;
    await this.#writing;
  }

  /** The connection ended; resolves when all is on disk that the disk takes. */
  async end(t: number): Promise<void> {
    this.add(t, closedBody(t));
    await this.flush();
  }

  /** Resolves when everything so far was tried to be written. */
  async flush(): Promise<void> {
    this.#begin();
    await this.#writing;
  }

  #push(body: Uint8Array): void {
    const length = body.length + 10;
    if (this.#block.length - this.#used < length) {
      this.#seal();
      this.#block = Buffer.allocUnsafe(Math.max(blockLength, length));
    }
    this.#used = writeJournalLine(this.#block, this.#used, body);
    this.#waiting += length;
  }

  #seal(): void {
    if (this.#used === 0) return;
    this.#full.push(this.#block.subarray(0, this.#used));
    this.#block = noBlock;
    this.#used = 0;
  }

  #leaveOut(): void {
    this.#left += 1;
    if (this.#left > 1) return;
    const { log } = this.#options;
    log.warn(
      `The journal of ${this.#name} takes no more lines: it reached its size, or the disk is too slow. What follows is left out of it.`,
    );
  }

  #begin(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async #write(): Promise<void> {
    for (this.#seal(); this.#full.length > 0; this.#seal()) {
      const chunks = this.#full;
      this.#full = [];
      try {
        await this.#hand(chunks);
      } catch (error) {
        if (this.#isDiscarded) return;
        this.#full = [...chunks, ...this.#full];
        this.#failed(error);
        return;
      }
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      this.#waiting -= length;
      this.#written += length;
      this.#closeGap();
      this.#options.onDidWrite();
    }
  }

  async #hand(chunks: readonly Buffer[]): Promise<void> {
    const { storage } = this.#options;
    const path = await this.#options.path;
    if (!this.#exists) {
      await storage.put(path, Buffer.concat([...this.#head(), ...chunks]));
      this.#exists = true;
    } else {
      // After a write that failed half-way, the torn line ends here and takes no other with it.
      await storage.append(path, this.#isTorn ? [Buffer.from("\n"), ...chunks] : chunks);
    }
    this.#isTorn = false;
    this.#hasFailed = false;
  }

  #head(): readonly Buffer[] {
    const { header, preamble } = this.#options;
    return [headerBody(header), ...preamble].map(journalLine);
  }

  /** Room again: says how many frames are missing here, and goes on. */
  #closeGap(): void {
    if (this.#left === 0 || this.#written + this.#waiting > this.#options.maxBytes) return;
    const left = this.#left;
    this.#left = 0;
    this.#push(gapBody(this.#lastT, left));
  }

  get #name(): string {
    const { agentLabel, sessionId } = this.#options.header;
    return `${sessionId} (${agentLabel})`;
  }

  #failed(error: unknown): void {
    const { log, timer } = this.#options;
    this.#isTorn = this.#exists;
    // The folder was removed under us: the file begins anew, with what is still to come.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") this.#exists = false;
    if (!this.#hasFailed) log.warn(`The journal of ${this.#name} cannot be written: ${messageOf(error)}. It is tried again.`);
    this.#hasFailed = true;
    this.#timer ??= timer.after(retryTime, () => this.#begin());
  }
}
