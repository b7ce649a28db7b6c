import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { LineSplitter } from "../acp/traffic/lineSplitter.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import { type JournalHead, readHead } from "./journalHead.ts";
import { type JournalHeader, parseJournalLine } from "./journalLine.ts";
import type { JournalStorage } from "./storage.ts";

const extension = ".jsonl";
const headExtension = ".head";
/** Longest first line that is looked for, in bytes. */
const firstLineLimit = 64 * 1024;

/** One journal: a root on one connection. */
export interface StoredJournal {
  readonly path: string;
  readonly head: JournalHead;
}

/** An earlier session: the journals of one root, oldest first. */
export interface StoredSession {
  readonly agentId: string;
  readonly agentLabel: string;
  readonly sessionId: string;
  readonly title: string;
  readonly cwd: string | undefined;
  /** Epoch ms when something last happened in it; where nobody knows, when it was opened. */
  readonly lastAt: number;
  readonly journals: readonly StoredJournal[];
}

/** How much is kept on disk, and for how long. */
export interface Bounds {
  /** All journals of all workspaces together, in bytes. */
  readonly maxBytes: number;
  /** How long a journal is kept after its last line, in ms. */
  readonly maxAge: number;
}

/** A name for a folder that says nothing and holds nothing that a file system minds. */
export function folderName(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}

/** The path of the head beside a journal. */
export function headPath(path: string): string {
  return `${path.slice(0, -extension.length)}${headExtension}`;
}

/**
 * The journals on disk: `<root>/<workspace>/<session>/<number>-<epoch>-<writer>.jsonl`, and a head beside each. The number
 * orders the journals of a session also when the clock went back. Shared by all windows; each file has one writer.
 */
export class JournalLibrary {
  readonly #storage: JournalStorage;
  readonly #root: string;
  readonly #log: Logger;

  constructor(storage: JournalStorage, root: string, log: Logger) {
    this.#storage = storage;
    this.#root = root;
    this.#log = log;
  }

  /** The path of a new journal of this session. */
  async newPath(workspace: string, header: JournalHeader): Promise<string> {
    const folder = join(this.#root, workspace, folderName(header.agentId, header.sessionId));
    const before = (await this.#storage.list(folder)).map((name) => Number.parseInt(name, 10) || 0);
    const number = String(Math.max(0, ...before) + 1).padStart(6, "0");
    return join(folder, `${number}-${header.startedAt}-${process.pid}-${randomUUID().slice(0, 8)}${extension}`);
  }

  /** The sessions of a workspace, newest first. A folder that cannot be read is told of and takes no other with it. */
  async sessions(workspace: string): Promise<readonly StoredSession[]> {
    const folder = join(this.#root, workspace);
    const found = await Promise.all((await this.#storage.list(folder)).map((name) => this.#sessionIn(join(folder, name))));
    return found.filter((session) => session !== undefined).sort((one, other) => other.lastAt - one.lastAt);
  }

  /** A session, whichever workspace it was opened in. */
  async find(agentId: string, sessionId: string): Promise<StoredSession | undefined> {
    const name = folderName(agentId, sessionId);
    const workspaces = await this.#storage.list(this.#root);
    const found = await Promise.all(workspaces.map((workspace) => this.#sessionIn(join(this.#root, workspace, name))));
    return found.filter((session) => session !== undefined).sort((one, other) => other.lastAt - one.lastAt)[0];
  }

  /** Removes the journals of a session. */
  async remove({ journals }: StoredSession): Promise<void> {
    for (const { path } of journals) await this.#removeJournal(path);
  }

  /** Removes what is too old, then the oldest until the rest fits; what `isInUse` stays. Returns how many went. */
  async prune(bounds: Bounds, now: number, isInUse: (path: string) => boolean): Promise<number> {
    const files = (await this.#allFiles()).sort((one, other) => one.changedAt - other.changedAt);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    let removed = 0;
    for (const { path, size, changedAt } of files) {
      const isOld = now - changedAt > bounds.maxAge;
      if ((!isOld && total <= bounds.maxBytes) || isInUse(path)) continue;
      if (!(await this.#tried(path, () => this.#removeJournal(path)))) continue;
      total -= size;
      removed += 1;
    }
    if (removed > 0) this.#log.info(`${removed} journals of earlier sessions were removed: too old, or over the size that is kept.`);
    return removed;
  }

  async #allFiles(): Promise<{ readonly path: string; readonly size: number; readonly changedAt: number }[]> {
    const all = [];
    for (const workspace of await this.#storage.list(this.#root)) {
      for (const session of await this.#storage.list(join(this.#root, workspace))) {
        const folder = join(this.#root, workspace, session);
        for (const name of await this.#storage.list(folder)) {
          const path = join(folder, name);
          const found = name.endsWith(extension) ? await this.#storage.stat(path) : undefined;
          if (found) all.push({ path, ...found });
        }
      }
    }
    return all;
  }

  async #removeJournal(path: string): Promise<void> {
    await this.#storage.remove(path);
    await this.#storage.remove(headPath(path));
  }

  async #sessionIn(folder: string): Promise<StoredSession | undefined> {
    const names = (await this.#storage.list(folder)).filter((name) => name.endsWith(extension)).sort();
    const journals: StoredJournal[] = [];
    for (const name of names) {
      const path = join(folder, name);
      await this.#tried(path, async () => {
        journals.push({ path, head: await this.#headOf(path) });
      });
    }
    const last = journals.at(-1);
    if (!last) return undefined;
    const { agentId, agentLabel, sessionId, startedAt } = last.head;
    const lastAt = Math.max(...journals.map(({ head }) => head.lastAt)) || startedAt;
    const titled = journals.findLast(({ head }) => head.title !== "") ?? last;
    const { cwd } = journals.findLast(({ head }) => head.cwd !== undefined)?.head ?? last.head;
    return { agentId, agentLabel, sessionId, title: titled.head.title, cwd, lastAt, journals };
  }

  /** What the head says, else what the journal itself does: a crash may have come before the first head. */
  async #headOf(path: string): Promise<JournalHead> {
    const bytes = await this.#storage.get(headPath(path));
    const head = bytes && readHead(bytes);
    if (head) return head;
    const header = await this.#readHeader(path);
    return { ...header, title: "", cwd: undefined, lastAt: 0, children: 0, isWhole: false };
  }

  async #readHeader(path: string): Promise<JournalHeader> {
    const lines: string[] = [];
    const splitter = new LineSplitter({ line: (text) => lines.push(text), tooLong: () => undefined }, firstLineLimit);
    for await (const chunk of this.#storage.read(path)) {
      splitter.push(chunk);
      if (lines.length > 0) break;
    }
    const record = parseJournalLine(lines[0] ?? "");
    if (record.type !== "header") throw new Error("does not begin with a header");
    return record.header;
  }

  /** False, and a line in the log, when it fails. */
  async #tried(path: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.#log.warn(`The journal ${path} is left out: ${messageOf(error)}.`);
      return false;
    }
  }
}
