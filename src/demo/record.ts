import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../base/personError.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { DemoEvent } from "./spawnEvents.ts";

/** The first line of a session's file. */
export interface SessionCreated {
  readonly type: "SessionCreated";
  readonly sessionId: string;
  readonly cwd: string;
}

/** A prompt as it came. */
export interface PromptReceived {
  readonly type: "PromptReceived";
  readonly messageId: string;
  readonly content: readonly JsonObject[];
}

/** One line of a session's file; the whole file is what a load tells again. */
export type RecordEntry = SessionCreated | PromptReceived | DemoEvent;

/** What `session/list` says of a session. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAt: string;
}

const fileName = /^demo-\d+\.jsonl$/;
const headBytes = 64 * 1024;
const maxListed = 50;

/** One session as a file of JSON lines, written as things happen so that it is whole even when the process is killed. */
export class SessionRecord {
  readonly created: SessionCreated;
  readonly #file: string;
  readonly #entries: RecordEntry[];
  readonly #warn: (message: string) => void;
  #isWritable = true;

  constructor(file: string, created: SessionCreated, entries: readonly RecordEntry[], warn: (message: string) => void) {
    this.created = created;
    this.#file = file;
    this.#entries = [...entries];
    this.#warn = warn;
  }

  get entries(): readonly RecordEntry[] {
    return this.#entries;
  }

  /** Keeps one entry. When the file cannot be written the session goes on without; a warning says so once. */
  append(entry: RecordEntry): void {
    this.#entries.push(entry);
    if (!this.#isWritable) return;
    try {
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    } catch (error) {
      this.#isWritable = false;
      this.#warn(`${this.#file} cannot be written, so this session cannot be loaded later: ${messageOf(error)}`);
    }
  }
}

/** The folder that holds the sessions' files. */
export class RecordFolder {
  readonly #dir: string;
  readonly #warn: (message: string) => void;

  constructor(dir: string, warn: (message: string) => void) {
    this.#dir = dir;
    this.#warn = warn;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  }

  /** Makes a session with the first free id: `demo-1`, `demo-2` … also when several processes share the folder. */
  create(cwd: string): SessionRecord {
    for (let number = 1 + Math.max(0, ...this.#numbers()); ; number += 1) {
      const created: SessionCreated = { type: "SessionCreated", sessionId: `demo-${number}`, cwd };
      const file = join(this.#dir, `${created.sessionId}.jsonl`);
      try {
        writeFileSync(file, `${JSON.stringify(created)}\n`, { flag: "wx" });
      } catch (error) {
        if (isObject(error) && error.code === "EEXIST") continue;
        throw error;
      }
      return new SessionRecord(file, created, [created], this.#warn);
    }
  }

  /** Reads a session; undefined when there is none of that id. */
  open(sessionId: string): SessionRecord | undefined {
    const file = this.#fileOf(sessionId);
    if (file === undefined) return undefined;
    const entries = parseLines(readFileSync(file, "utf8"), this.#warn);
    const created = entries.find((entry) => entry.type === "SessionCreated");
    return created && new SessionRecord(file, created, entries, this.#warn);
  }

  /** The sessions of a folder, or all, the newest first. */
  list(cwd: string | undefined): readonly SessionSummary[] {
    const numbers = this.#numbers().sort((a, b) => b - a);
    return numbers
      .flatMap((number) => this.#summaryOf(`demo-${number}`) ?? [])
      .filter((summary) => cwd === undefined || summary.cwd === cwd)
      .slice(0, maxListed);
  }

  #summaryOf(sessionId: string): SessionSummary | undefined {
    const file = this.#fileOf(sessionId);
    if (file === undefined) return undefined;
    const entries = parseLines(readHead(file), () => undefined);
    const created = entries.find((entry) => entry.type === "SessionCreated");
    const prompt = entries.find((entry) => entry.type === "PromptReceived");
    const updatedAt = statSync(file).mtime.toISOString();
    return created && { sessionId, cwd: created.cwd, ...(prompt && { title: titleOf(prompt.content) }), updatedAt };
  }

  /** Only ids of our own making name a file. */
  #fileOf(sessionId: string): string | undefined {
    const name = `${sessionId}.jsonl`;
    return fileName.test(name) && readdirSync(this.#dir).includes(name) ? join(this.#dir, name) : undefined;
  }

  #numbers(): number[] {
    return readdirSync(this.#dir)
      .filter((name) => fileName.test(name))
      .map((name) => Number.parseInt(name.slice("demo-".length), 10));
  }
}

/** A session's title: the first line of its first prompt, 60 characters. */
export function titleOf(prompt: readonly JsonObject[]): string {
  const text = prompt.map((block) => (typeof block.text === "string" ? block.text : "")).join(" ");
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "Untitled";
}

/** A killed process may leave half a line at the end; it is left out. */
function parseLines(text: string, warn: (message: string) => void): readonly RecordEntry[] {
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as RecordEntry];
    } catch (error) {
      warn(`line ${index + 1} of a session's file cannot be read: ${messageOf(error)}`);
      return [];
    }
  });
}

function readHead(file: string): string {
  const buffer = Buffer.alloc(headBytes);
  const descriptor = openSync(file, "r");
  try {
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
