import type { LineRecorder } from "../acp/connectionOptions.ts";
import type { Masker } from "../acp/traffic/secrets.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import type { Timer } from "../base/timer.ts";
import type { SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import type { Row } from "../session/rows.ts";
import { type Session, withBelow } from "../session/session.ts";
import { headBytes, type JournalHead } from "./journalHead.ts";
import { JournalWriter } from "./journalWriter.ts";
import { headPath, type JournalLibrary } from "./library.ts";
import { Recorder, type RootSink } from "./recorder.ts";
import type { JournalStorage } from "./storage.ts";

/** How often the head beside a journal is written at most, in ms. */
const headInterval = 2000;

/** What keeping journals needs. */
export interface JournalKeeperOptions {
  readonly library: JournalLibrary;
  readonly storage: JournalStorage;
  readonly masker: Masker;
  readonly log: Logger;
  readonly timer: Timer;
  /** The name of the workspace's folder among the journals. */
  readonly workspace: string;
  /** Longest journal, in bytes; 0 = nothing is kept. */
  readonly maxBytes: () => number;
}

/** A connection whose frames are kept. */
export interface KeptConnection {
  readonly model: SessionModel;
  readonly agentId: string;
  readonly agentLabel: string;
  /** Epoch ms of the connection's start. */
  readonly startedAt: () => number;
  /** What a root is called. */
  readonly titleOf: (rootId: SessionId) => string;
}

/** Keeps journals of the connections of this window. */
export class JournalKeeper {
  readonly #options: JournalKeeperOptions;
  readonly #open = new Set<KeptRoot>();

  constructor(options: JournalKeeperOptions) {
    this.#options = options;
  }

  /** What a connection's frames are given to. */
  recorder(connection: KeptConnection): LineRecorder {
    const roots = new Map<SessionId, KeptRoot>();
    const lastTimes = new LastTimes(connection.model);
    return new Recorder({
      model: connection.model,
      masker: this.#options.masker,
      open: (rootId, preamble, isWhole) => {
        if (this.#options.maxBytes() === 0) return undefined;
        const root = new KeptRoot(this.#options, connection, { rootId, preamble, isWhole, lastTimes }, () => this.#open.delete(root));
        roots.set(rootId, root);
        this.#open.add(root);
        return root;
      },
      loaded: (rootId) => roots.get(rootId)?.setWhole(),
    });
  }

  /** True for a journal that is being written. */
  isInUse(path: string): boolean {
    return [...this.#open].some((root) => root.path === path);
  }

  /** Writes no more to these journals, which are going to be removed. */
  async discard(paths: ReadonlySet<string>): Promise<void> {
    const all = [...this.#open].filter(({ path }) => path !== undefined && paths.has(path));
    await Promise.all(all.map((root) => root.discard()));
    for (const root of all) this.#open.delete(root);
  }

  /** Resolves when everything so far was tried to be written. */
  async flush(): Promise<void> {
    await Promise.all(Array.from(this.#open, (root) => root.flush()));
  }
}

interface Opened {
  readonly rootId: SessionId;
  readonly preamble: readonly Uint8Array[];
  readonly isWhole: boolean;
  readonly lastTimes: LastTimes;
}

/** The journal of one root on one connection, and the head beside it. */
class KeptRoot implements RootSink {
  readonly #options: JournalKeeperOptions;
  readonly #connection: KeptConnection;
  readonly #rootId: SessionId;
  readonly #writer: JournalWriter;
  readonly #path: Promise<string>;
  readonly #onDidEnd: () => void;
  readonly #lastTimes: LastTimes;
  #isWhole: boolean;
  #isDiscarded = false;
  #lastHeadAt = Number.NEGATIVE_INFINITY;
  #head = "";
  readonly #isNew: boolean;
  #firstT: number | undefined;
  path: string | undefined;

  constructor(options: JournalKeeperOptions, connection: KeptConnection, opened: Opened, onDidEnd: () => void) {
    const { agentId, agentLabel } = connection;
    const header = { agentId, agentLabel, sessionId: opened.rootId, startedAt: connection.startedAt() };
    this.#options = options;
    this.#connection = connection;
    this.#rootId = opened.rootId;
    this.#isWhole = opened.isWhole;
    this.#isNew = opened.isWhole;
    this.#lastTimes = opened.lastTimes;
    this.#onDidEnd = onDidEnd;
    this.#path = options.library.newPath(options.workspace, header).then((path) => {
      this.path = path;
      return path;
    });
    // Whoever awaits it learns of a failure; until then it must not count as unhandled.
    this.#path.catch(() => undefined);
    const { preamble } = opened;
    const { storage, timer, log } = options;
    this.#writer = new JournalWriter({
      storage,
      path: this.#path,
      header,
      preamble,
      maxBytes: options.maxBytes(),
      timer,
      log,
      onDidWrite: () => void this.#writeHead(false),
    });
  }

  add(t: number, line: Uint8Array): void {
    this.#firstT ??= t;
    this.#writer.add(t, line);
  }

  end(t: number): void {
    void this.#writer
      .end(t)
      .then(() => this.#writeHead(true))
      .finally(this.#onDidEnd);
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    await this.#writer.discard();
  }

  setWhole(): void {
    this.#isWhole = true;
  }

  async flush(): Promise<void> {
    await this.#writer.flush();
    await this.#writeHead(true);
  }

  async #writeHead(isDue: boolean): Promise<void> {
    const { storage, timer, log } = this.#options;
    if (this.#isDiscarded || this.path === undefined || this.#writer.bytes === 0) return;
    if (!isDue && timer.now() - this.#lastHeadAt < headInterval) return;
    // Of a session that was taken off the tree what was said last stays true.
    if (this.#head !== "" && !this.#connection.model.get(this.#rootId)) return;
    this.#lastHeadAt = timer.now();
    const head = this.#describe();
    const text = JSON.stringify(head);
    if (text === this.#head) return;
    try {
      await storage.put(headPath(this.path), headBytes(head));
      this.#head = text;
    } catch (error) {
      log.debug(`The head of ${this.path} was not written: ${messageOf(error)}`);
    }
  }

  #describe(): JournalHead {
    const { model, agentId, agentLabel, startedAt, titleOf } = this.#connection;
    const session = model.get(this.#rootId);
    // A new session in which nothing was said yet is as old as it is.
    const lastT = (session && this.#lastTimes.of(session)) ?? (this.#isNew ? this.#firstT : undefined);
    return {
      agentId,
      agentLabel,
      sessionId: this.#rootId,
      startedAt: startedAt(),
      title: session ? titleOf(this.#rootId) : "",
      cwd: session?.cwd,
      lastAt: lastT === undefined ? 0 : startedAt() + lastT,
      children: session ? below(session, model) : 0,
      isWhole: this.#isWhole,
    };
  }
}

/** How many sessions are below a root. */
function below(root: Session, model: SessionModel): number {
  return [...treeOf(root, model)].length - 1;
}

function treeOf(root: Session, model: SessionModel): Iterable<Session> {
  return withBelow(root, ({ children }) => children.flatMap((id) => model.get(id) ?? []));
}

/**
 * When something last happened in each session of a connection, as its rows tell: what is read back of it is as old as it was, and
 * what a load tells without a time counts for nothing. Notices are about a session, as that it was opened again.
 */
class LastTimes {
  readonly #model: SessionModel;
  readonly #last = new WeakMap<Session, number>();

  constructor(model: SessionModel) {
    this.#model = model;
    model.onDidChange((change) => {
      for (const delta of change)
        if (delta.type === "rowAdded" || delta.type === "rowReplaced" || delta.type === "textAppended") this.#note(delta);
    });
  }

  /** In a root or anything below it, in ms of the connection; undefined where nobody knows. */
  of(root: Session): number | undefined {
    const times = Array.from(treeOf(root, this.#model), (session) => this.#last.get(session) ?? Number.NEGATIVE_INFINITY);
    const last = times.reduce((one, other) => Math.max(one, other));
    return Number.isFinite(last) ? last : undefined;
  }

  #note({ session, row }: { readonly session: Session; readonly row: Row }): void {
    if (row.isUntimed || row.kind === "notice") return;
    this.#last.set(session, Math.max(row.changedAt, this.#last.get(session) ?? row.changedAt));
  }
}
