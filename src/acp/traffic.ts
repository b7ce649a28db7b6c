import { messageOf } from "../base/personError.ts";
import { t as words } from "../base/words.ts";
import type { LogEntry } from "../dialects/logEntry.ts";
import { isObject } from "../session/content.ts";
import { FrameLog } from "./frameLog.ts";
import { maskSecrets } from "./secrets.ts";

type Direction = "agent" | "client";
type KeptFrame = { readonly t: number; readonly dir: Direction; readonly text: string };

const forgotten: KeptFrame = { t: 0, dir: "agent", text: "" };
const defaultLimits = { frames: 50_000, characters: 20_000_000 };

/** A bounded ring of the last frames of one connection, kept as the text that crossed the pipe. */
export class Traffic {
  readonly #limits: { readonly frames: number; readonly characters: number };
  #kept: KeptFrame[] = [];
  /** Frames before this index have left the ring; they are cut off now and then, not one by one. */
  #first = 0;
  #characters = 0;

  constructor(limits: { readonly frames: number; readonly characters: number } = defaultLimits) {
    this.#limits = limits;
  }

  /** Keeps a frame's JSON text. `t` is ms since the connection began. */
  add(t: number, dir: Direction, text: string): void {
    this.#kept.push({ t, dir, text });
    this.#characters += text.length;
    while (this.size > this.#limits.frames || (this.#characters > this.#limits.characters && this.size > 0)) this.#forgetFirst();
  }

  /** How many frames are kept. */
  get size(): number {
    return this.#kept.length - this.#first;
  }

  /** The ring as the text of a file: one JSON object a line, `{"t":ms,"dir":"agent"|"client","frame":{…}}`, secrets masked. */
  save(): string {
    return this.#kept
      .slice(this.#first)
      .map(({ t, dir, text }) => `${JSON.stringify({ t, dir, frame: maskSecrets(JSON.parse(text)) })}\n`)
      .join("");
  }

  #forgetFirst(): void {
    this.#characters -= this.#kept[this.#first]?.text.length ?? 0;
    this.#kept[this.#first] = forgotten;
    this.#first += 1;
    if (this.#first * 2 < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }
}

/** A line of a traffic file that could not be read; `line` counts from 1. */
export interface TrafficError {
  readonly line: number;
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
      const { t, dir, frame } = parseLine(line);
      entries.push(frames.add(t, dir, frame));
    } catch (error) {
      errors.push({ line: index + 1, message: messageOf(error) });
    }
  }
  return { entries, errors };
}

/** Throws an error in words when the line is not of the form that `Traffic.save` writes. */
function parseLine(line: string): { t: number; dir: Direction; frame: unknown } {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new Error(words("the line is not a JSON object"));
  const { t, dir, frame } = value;
  if (typeof t !== "number" || !Number.isFinite(t)) throw new Error(words("“t” is not a number of milliseconds"));
  if (dir !== "agent" && dir !== "client") throw new Error(words("“dir” is neither “agent” nor “client”"));
  if (!isObject(frame)) throw new Error(words("“frame” is not a JSON object"));
  return { t, dir, frame };
}
