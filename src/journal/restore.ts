import { setImmediate as nextTurn } from "node:timers/promises";
import { FrameLog } from "../acp/traffic/frameLog.ts";
import { LineSplitter } from "../acp/traffic/lineSplitter.ts";
import { type Limits, limitTable, toldLimit, usualLimits } from "../base/limits.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import { sliceLength } from "../base/sliceLength.ts";
import { Translator } from "../dialects/translator.ts";
import type { AgentInfo, TimedEvent } from "../session/events.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import { type JournalRecord, parseJournalLine } from "./journalLine.ts";
import type { StoredJournal, StoredSession } from "./library.ts";
import { OwnEvents } from "./ownEvents.ts";
import type { JournalStorage } from "./storage.ts";

/** Longest line that is read, in bytes: the most that the wire may have read, with the journal's mark and the line's head. */
const maxLineBytes = limitTable.lineBytes.most + 1024;

/** How much is read for what a load does not tell, in bytes. */
const mostBytes = 32 * 1024 * 1024;

/** What reading an earlier session needs. */
export interface RestoreOptions {
  readonly storage: JournalStorage;
  readonly log: Logger;
  readonly limits?: Limits;
  /** Epoch ms at which the clock of the model stands at 0: what is older gets a time before that. */
  readonly epoch: number;
  /** Nobody has the session open, so that its last connection is over also where its end was not written: a window was killed, say. */
  readonly isOver?: boolean;
  /** Aborting stops the reading; what was read stays. */
  readonly signal?: AbortSignal | undefined;
}

/** What reading an earlier session told beside its events. */
export interface Restored {
  /** Lines that could not be read, gaps, and files that were left out. */
  readonly problems: number;
  /** The agent as it named itself. */
  readonly agent: AgentInfo;
}

/**
 * Reads a stored session as history: its journals, oldest first, through the same translation as live frames; each was a
 * connection of its own. A load tells what was, the journals before it when that was: they are read too, within bounds. A line or
 * file that cannot be read is told in the log and takes no other with it. `apply` gets `storedBegan` and the events of each, and
 * always `storedEnded`.
 */
export async function restoreSession(
  session: StoredSession,
  apply: (timed: TimedEvent) => void,
  { storage, log, limits = usualLimits, epoch, isOver = false, signal }: RestoreOptions,
): Promise<Restored> {
  const sessionId = toSessionId(session.sessionId);
  const reader = new Reader(sessionId, apply, log, limits);
  const first = await firstToRead(session.journals, storage);
  try {
    for (const journal of session.journals.slice(first)) {
      if (signal?.aborted) break;
      reader.begin(session, journal.head.startedAt - epoch);
      await reader.read(journal, storage, epoch, signal);
    }
  } finally {
    reader.end(isOver);
  }
  return { problems: reader.problems, agent: reader.agent };
}

/** Where reading begins: with the oldest journal that is within bounds, at the latest with the newest that holds the whole history. */
async function firstToRead(journals: readonly StoredJournal[], storage: JournalStorage): Promise<number> {
  const latest = journals.findLastIndex(({ head }) => head.isWhole);
  let bytes = 0;
  for (const [index, { path }] of [...journals.entries()].reverse()) {
    bytes += (await storage.stat(path))?.size ?? 0;
    if (index < latest && bytes > mostBytes) return index + 1;
  }
  return 0;
}

class Reader {
  readonly #sessionId: SessionId;
  readonly #apply: (timed: TimedEvent) => void;
  readonly #log: Logger;
  readonly #own: OwnEvents;
  readonly #limits: Limits;
  /** Times never go back, also when the clock did between two connections. */
  #lastT = Number.NEGATIVE_INFINITY;
  problems = 0;
  agent: AgentInfo = {};

  constructor(sessionId: SessionId, apply: (timed: TimedEvent) => void, log: Logger, limits: Limits) {
    this.#sessionId = sessionId;
    this.#apply = apply;
    this.#log = log;
    this.#limits = limits;
    this.#own = new OwnEvents(sessionId, limits.pendingFrames);
  }

  begin({ cwd }: StoredSession, t: number): void {
    this.#over();
    const before = this.#lastT;
    this.#lastT = Math.max(before, t);
    const overAt = Number.isFinite(before) ? before : undefined;
    this.#apply({ t: this.#lastT, event: { type: "storedBegan", sessionId: this.#sessionId, cwd, overAt } });
  }

  end(isOver: boolean): void {
    if (isOver) this.#over();
    if (this.#own.leftOut > 0) {
      const text = toldLimit("pendingFrames", this.#limits);
      this.#log.warn(`The history of ${this.#sessionId}: ${this.#own.leftOut} updates are left out. ${text}`);
      this.#apply({ t: this.#lastT, event: { type: "noticeReported", sessionId: this.#sessionId, severity: "warning", text } });
    }
    this.#apply({ t: this.#lastT, event: { type: "storedEnded", sessionId: this.#sessionId } });
  }

  async read({ path, head }: StoredJournal, storage: JournalStorage, epoch: number, signal: AbortSignal | undefined): Promise<void> {
    const frames = new FrameLog();
    const translator = new Translator();
    const offset = head.startedAt - epoch;
    const take = (record: JournalRecord) => {
      if (record.type === "header") return;
      if (record.type === "closed") {
        this.#lastT = Math.max(this.#lastT, record.t + offset);
        this.#over();
      }
      if (record.type === "gap") this.#tell(path, `${record.frames} frames are missing in it`);
      if (record.type !== "frame" && record.type !== "own") return;
      const entry = record.type === "own" ? record.entry : frames.add(record.t, record.dir, record.frame);
      for (const { t, event } of translator.translate(entry)) this.#take(t + offset, event);
    };
    try {
      await readLines(storage.read(path), take, (line, error) => this.#tell(path, `line ${line} ${messageOf(error)}`), signal);
    } catch (error) {
      this.#tell(path, messageOf(error));
    }
  }

  #take(t: number, event: TimedEvent["event"]): void {
    if (event.type === "agentIdentified") this.agent = event.agent;
    this.#lastT = Math.max(this.#lastT, t);
    for (const own of this.#own.take({ t: this.#lastT, event })) this.#apply(own);
  }

  #over(): void {
    for (const own of this.#own.over(this.#lastT)) this.#apply(own);
  }

  #tell(path: string, what: string): void {
    this.problems += 1;
    // One by one only while they are few.
    if (this.problems <= 20) this.#log.warn(`The journal ${path}: ${what}. It is left out.`);
  }
}

/** Reads lines and yields to the host now and then. The first line of a file must be one of this version, else the file is left out. */
async function readLines(
  bytes: AsyncIterable<Uint8Array>,
  take: (record: JournalRecord) => void,
  tell: (line: number, error: unknown) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  let number = 0;
  let lines: string[] = [];
  const splitter = new LineSplitter({ line: (text) => lines.push(text), tooLong: () => lines.push("") }, maxLineBytes);
  let sliceStart = performance.now();
  const drain = async () => {
    const batch = lines;
    lines = [];
    for (const line of batch) {
      number += 1;
      try {
        take(parseJournalLine(line));
      } catch (error) {
        // The version stands in the first line: a file of another one has nothing for us.
        if (number === 1) throw error;
        tell(number, error);
      }
      if (performance.now() - sliceStart < sliceLength) continue;
      await nextTurn();
      sliceStart = performance.now();
    }
  };
  for await (const chunk of bytes) {
    if (signal?.aborted) return;
    splitter.push(chunk);
    await drain();
  }
  splitter.end();
  await drain();
}
