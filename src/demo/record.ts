import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
  readonly archived: boolean;
  readonly additionalDirectories?: string[];
}

/** What can be changed of a session without opening it; a small file beside the session's own. */
interface SessionNote {
  readonly title?: string;
  readonly isArchived?: boolean;
  readonly additionalDirectories?: string[];
  /** The session's own file is gone, and its id is not given again. */
  readonly isDeleted?: boolean;
}

/** Which sessions are listed, as `session/list` asks for it. */
export interface ListRequest {
  readonly cwd?: string;
  readonly cursor?: string;
  readonly archived?: string;
}

const fileName = /^demo-\d+\.(?:jsonl|note)$/;
const headBytes = 64 * 1024;
/** Few, so that a client gets to ask for a second page. */
const pageLength = 10;

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

  /** A page of the sessions of a folder, or of all, the newest first. The cursor is the number of the last one. */
  list({ cwd, cursor, archived = "exclude" }: ListRequest): { readonly sessions: readonly SessionSummary[]; readonly nextCursor?: string } {
    const from = cursor === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(cursor, 10);
    const numbers = this.#numbers().filter((number) => number < from);
    const found: { readonly number: number; readonly summary: SessionSummary }[] = [];
    for (const number of numbers.sort((a, b) => b - a)) {
      const summary = this.#summaryOf(`demo-${number}`);
      const isWanted = archived === "include" || summary?.archived === (archived === "only");
      if (!summary || !isWanted || (cwd !== undefined && summary.cwd !== cwd)) continue;
      if (found.length === pageLength) return { sessions: found.map((each) => each.summary), nextCursor: String(found.at(-1)?.number) };
      found.push({ number, summary });
    }
    return { sessions: found.map((each) => each.summary) };
  }

  /** Makes a session that begins with what this one holds; its ids are its own. */
  fork(sessionId: string, cwd: string): SessionRecord | undefined {
    const source = this.open(sessionId);
    if (!source) return undefined;
    const fork = this.create(cwd);
    const to = fork.created.sessionId;
    const [, ...entries] = source.entries;
    const text = JSON.stringify(entries).replaceAll(`"${sessionId}:`, `"${to}:`).replaceAll(`"${sessionId}"`, `"${to}"`);
    for (const entry of JSON.parse(text) as readonly RecordEntry[]) fork.append(entry);
    const title = this.#summaryOf(sessionId)?.title;
    if (title !== undefined) this.note(to, { title: `${title} (fork)` });
    return fork;
  }

  /** Forgets a session for ever; false when there is none of that id. */
  delete(sessionId: string): boolean {
    const file = this.#fileOf(sessionId);
    if (file === undefined) return false;
    rmSync(file);
    this.note(sessionId, { isDeleted: true });
    return true;
  }

  /** Changes what is noted of a session; what is left out stays. */
  note(sessionId: string, note: SessionNote): void {
    writeFileSync(join(this.#dir, `${sessionId}.note`), JSON.stringify({ ...this.#noteOf(sessionId), ...note }));
  }

  /** The title that somebody gave a session, other than the words of its first prompt. */
  givenTitle(sessionId: string): string | undefined {
    return this.#noteOf(sessionId).title;
  }

  has(sessionId: string): boolean {
    return this.#fileOf(sessionId) !== undefined;
  }

  #noteOf(sessionId: string): SessionNote {
    const name = `${sessionId}.note`;
    return readdirSync(this.#dir).includes(name) ? (JSON.parse(readFileSync(join(this.#dir, name), "utf8")) as SessionNote) : {};
  }

  #summaryOf(sessionId: string): SessionSummary | undefined {
    const file = this.#fileOf(sessionId);
    if (file === undefined) return undefined;
    const entries = parseLines(readHead(file), () => undefined);
    const created = entries.find((entry) => entry.type === "SessionCreated");
    const prompt = entries.find((entry) => entry.type === "PromptReceived");
    const updatedAt = statSync(file).mtime.toISOString();
    const { isArchived = false, additionalDirectories, title = prompt && titleOf(prompt.content) } = this.#noteOf(sessionId);
    return created && { sessionId, cwd: created.cwd, title, updatedAt, archived: isArchived, additionalDirectories };
  }

  /** Only ids of our own making name a file. */
  #fileOf(sessionId: string): string | undefined {
    const name = `${sessionId}.jsonl`;
    return /^demo-\d+$/.test(sessionId) && readdirSync(this.#dir).includes(name) ? join(this.#dir, name) : undefined;
  }

  /** Of all sessions that there are or were, each once. */
  #numbers(): number[] {
    const names = readdirSync(this.#dir).filter((name) => fileName.test(name));
    return [...new Set(names.map((name) => Number.parseInt(name.slice("demo-".length), 10)))];
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
