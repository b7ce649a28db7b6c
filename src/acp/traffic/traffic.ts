import { setImmediate as nextTurn } from "node:timers/promises";
import { usualLimits } from "../../base/limits.ts";
import { messageOf } from "../../base/personError.ts";
import { sliceLength } from "../../base/sliceLength.ts";
import { t as words } from "../../base/words.ts";
import type { LogEntry } from "../../dialects/logEntry.ts";
import { isObject, type JsonObject } from "../../session/content.ts";
import { FrameLog } from "./frameLog.ts";
import type { JsonText } from "./frameReader.ts";
import { Masker } from "./secrets.ts";

type Direction = "agent" | "client";
type Block = { readonly bytes: Buffer; used: number; frames: number };

/** How much is kept. What is forgotten goes in whole blocks, so up to one block less than this may be there. */
export interface TrafficLimits {
  readonly frames: number;
  readonly bytes: number;
  readonly blockBytes: number;
}

const defaultLimits: TrafficLimits = { frames: 50_000, bytes: usualLimits.logBytes, blockBytes: 256 * 1024 };
const closingBrace = 125;
const newline = 10;

/**
 * A bounded ring of the last frames of one connection, as the text that crossed the pipe. It is kept as bytes in a few
 * large blocks: tens of thousands of strings would keep the garbage collector busy while frames stream.
 */
export class Traffic {
  readonly #limits: TrafficLimits;
  readonly #blocks: Block[] = [];
  /** The memory of the block that was forgotten last, for the next one. */
  #spare: Buffer | undefined;
  #bytes = 0;
  #frames = 0;
  #forgotten = 0;
  #head: { readonly t: number; readonly dir: Direction; readonly bytes: Uint8Array } = { t: -1, dir: "agent", bytes: Buffer.alloc(0) };

  constructor(limits: Partial<TrafficLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Keeps a frame's JSON, which holds no line break. `t` is ms since the connection began. Returns the bytes of its
   * line, without the line break: they are the ring's own, and hold until the next call.
   */
  add(t: number, dir: Direction, json: JsonText): Uint8Array {
    const head = this.#headOf(t, dir);
    // A character of a text takes three bytes of UTF-8 at most.
    const block = this.#blockFor(head.length + json.length * (typeof json === "string" ? 3 : 1) + 2);
    const { bytes, used: from } = block;
    bytes.set(head, from);
    let at = from + head.length;
    if (typeof json === "string") at += bytes.write(json, at);
    else {
      bytes.set(json, at);
      at += json.length;
    }
    bytes[at] = closingBrace;
    bytes[at + 1] = newline;
    block.used = at + 2;
    block.frames += 1;
    this.#frames += 1;
    while (this.#frames > this.#limits.frames || this.#bytes > this.#limits.bytes) this.#forgetOldest();
    return bytes.subarray(from, block.used - 1);
  }

  /** How many frames there were that are not kept any more. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** How many frames are kept. */
  get size(): number {
    return this.#frames;
  }

  /**
   * The ring as the text of a file: one JSON object a line, `{"t":ms,"dir":"agent"|"client","frame":{…}}`, secrets masked.
   * `masker` knows further secrets than those that show themselves. Masking takes a while, so the host may do something else between lines; what comes meanwhile is not in the text.
   */
  async save(masker = new Masker()): Promise<string> {
    // A copy, since the memory of a block that is forgotten meanwhile is written again.
    const kept = Buffer.concat(this.#blocks.map(({ bytes, used }) => bytes.subarray(0, used)));
    const lines: string[] = [];
    let sliceStart = performance.now();
    for (let from = 0; from < kept.length; ) {
      const to = kept.indexOf("\n", from);
      lines.push(maskLine(kept.toString("utf8", from, to), masker));
      from = to + 1;
      if (performance.now() - sliceStart < sliceLength) continue;
      await nextTurn();
      sliceStart = performance.now();
    }
    return lines.join("");
  }

  /** The beginning of a line, as bytes: frames of the same millisecond share it. */
  #headOf(t: number, dir: Direction): Uint8Array {
    if (this.#head.t !== t || this.#head.dir !== dir) this.#head = { t, dir, bytes: Buffer.from(`{"t":${t},"dir":"${dir}","frame":`) };
    return this.#head.bytes;
  }

  /** A block with room for `most` bytes. */
  #blockFor(most: number): Block {
    const last = this.#blocks.at(-1);
    const isFull = last && last.frames >= this.#limits.frames / 10;
    if (last && !isFull && last.bytes.length - last.used >= most) return last;
    const isUsual = most <= this.#limits.blockBytes;
    const bytes = (isUsual && this.#spare) || Buffer.allocUnsafe(isUsual ? this.#limits.blockBytes : most);
    if (bytes === this.#spare) this.#spare = undefined;
    const block: Block = { bytes, used: 0, frames: 0 };
    this.#blocks.push(block);
    this.#bytes += block.bytes.length;
    return block;
  }

  #forgetOldest(): void {
    const oldest = this.#blocks.shift();
    if (!oldest) return;
    this.#bytes -= oldest.bytes.length;
    this.#frames -= oldest.frames;
    this.#forgotten += oldest.frames;
    if (oldest.bytes.length === this.#limits.blockBytes) this.#spare = oldest.bytes;
  }
}

/** A line of the ring or of a journal with its secrets masked, with its line break. `t` and `dir` are ours and stay. */
export function maskLine(text: string, masker: Masker): string {
  const { t, dir, ...told }: { readonly t: number; readonly dir?: Direction; readonly [key: string]: unknown } = JSON.parse(text);
  return `${JSON.stringify({ t, dir, ...(masker.value(told) as object) })}\n`;
}

/** A line of a traffic file that could not be read. */
export interface TrafficError {
  /** Counts from 1. */
  readonly line: number;
  /** What is said of the line: “is not JSON”. */
  readonly message: string;
}

/** Reads a traffic file. What can be read is returned even when other lines are broken. */
export function parseTraffic(text: string): { readonly entries: readonly LogEntry[]; readonly errors: readonly TrafficError[] } {
  const frames = new FrameLog();
  const entries: LogEntry[] = [];
  const errors: TrafficError[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    try {
      const { t, dir, frame } = parseTrafficLine(line);
      entries.push(frames.add(t, dir, frame));
    } catch (error) {
      errors.push({ line: index + 1, message: messageOf(error) });
    }
  }
  return { entries, errors };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(words("is not JSON"), { cause: error });
  }
}

/** Reads one line of a traffic file. Throws an error in words when it is not of the form that `Traffic.save` writes. */
export function parseTrafficLine(line: string): { t: number; dir: Direction; frame: JsonObject } {
  const value = parseJson(line);
  if (!isObject(value)) throw new Error(words("is not a JSON object"));
  const { t, dir, frame } = value;
  if (typeof t !== "number" || !Number.isFinite(t)) throw new Error(words("has a “t” that is not a number of milliseconds"));
  if (dir !== "agent" && dir !== "client") throw new Error(words("has a “dir” that is neither “agent” nor “client”"));
  if (!isObject(frame)) throw new Error(words("has a “frame” that is not a JSON object"));
  return { t, dir, frame };
}
