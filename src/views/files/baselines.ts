import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { SessionId } from "../../session/ids.ts";
import { isEndStatus, type ToolCallRow } from "../../session/rows.ts";
import { folderOf, rootOf, type Session } from "../../session/session.ts";
import type { Hub, HubChange, LiveConnection } from "../hub.ts";
import type { FilePlace } from "./changedFiles.ts";
import { type FileContent, type FileReader, isKnown, isSameContent, sizeOf } from "./fileContent.ts";
import { fullPath, touchesOf } from "./touches.ts";

/** Memory for all that is kept, in bytes; beyond it the oldest goes. */
const mostBytes = 64_000_000;
/** Most contents that are kept. */
const mostFiles = 5_000;

/** What stood in a file when a session announced its first edit of it in a turn. */
export interface Baseline {
  readonly sessionId: SessionId;
  readonly content: FileContent;
  /** The call had ended when the file was read: what it did may be in it. */
  readonly isLate: boolean;
  /** Another call was changing the file then: what that does came after. */
  readonly isShared: boolean;
  /** It is known to differ from what the last change before had left there. */
  readonly isApart: boolean;
}

interface Kept extends Baseline {
  readonly key: string;
  /** Its entry in `Watched.asked`. */
  readonly asked: string;
  /** The turn of its root in which the edit was announced, counted from 1. */
  readonly turn: number;
  /** Its place among all that were announced. */
  readonly order: number;
}

/** What is known of one connection. */
class Watched {
  kept: Kept[] = [];
  /** What has been begun to read, so that it is read once: file, session and turn. */
  readonly asked = new Set<string>();
  /** Calls that have not come to their end, and the files that they change. */
  readonly open = new Map<string, readonly FilePlace[]>();
}

/** Some calls: of these sessions, in the turns of their root from `from` on and before `to`, counted from 1. */
export interface Stretch {
  readonly sessions: ReadonlySet<SessionId>;
  readonly from: number;
  readonly to: number;
}

/**
 * Follows what agents announce, and keeps what stands in the files that they are about to change, so that it can be
 * compared and put back without any version control; once for each session and turn. Also what was there when a change had
 * come to its end, to notice what others change afterwards. In memory only, for the life of the window.
 */
export class Baselines implements Disposable {
  readonly #reader: FileReader;
  readonly #lifetime = new DisposableStore();
  readonly #limits: { readonly bytes: number; readonly files: number };
  readonly #watched = new Map<string, Watched>();
  /** What the last call that ended left in a file, the newest last. */
  readonly #left = new Map<string, FileContent>();
  readonly #reading = new Set<Promise<void>>();
  #announced = 0;

  constructor(hub: Hub, reader: FileReader, limits = { bytes: mostBytes, files: mostFiles }) {
    this.#reader = reader;
    this.#limits = limits;
    this.#lifetime.add(hub.onDidChange((change) => this.#apply(change)));
  }

  /** Resolves when all files are read that had to be when it was called. */
  async caughtUp(): Promise<void> {
    await Promise.all(this.#reading);
  }

  /** Resolves when no file is left to be read, also of those that had to be meanwhile. */
  async allRead(): Promise<void> {
    while (this.#reading.size > 0) await this.caughtUp();
  }

  /** What is kept of a file for a session in a turn of its root, counted from 1. */
  find(connectionKey: string, key: string, sessionId: SessionId, turn: number): Baseline | undefined {
    const kept = this.#watched.get(connectionKey)?.kept ?? [];
    return kept.find((each) => each.key === key && each.sessionId === sessionId && each.turn === turn);
  }

  /** What the agent's last change left in a file; undefined when nobody looked. */
  leftIn(key: string): FileContent | undefined {
    return this.#left.get(key);
  }

  /** Forgets what stood in a file before these calls: what is there now is what the next one is compared with. */
  forget(connectionKey: string, key: string, { sessions, from, to }: Stretch): void {
    const watched = this.#watched.get(connectionKey);
    if (!watched) return;
    const gone = watched.kept.filter((each) => each.key === key && sessions.has(each.sessionId) && each.turn >= from && each.turn < to);
    watched.kept = watched.kept.filter((each) => !gone.includes(each));
    for (const { asked } of gone) watched.asked.delete(asked);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #apply(change: HubChange): void {
    if (change.type === "connectionRemoved") this.#watched.delete(change.key);
    if (change.type !== "modelChanged" || change.connection.isReplay) return;
    for (const delta of change.change) {
      if (delta.type !== "rowAdded" && delta.type !== "rowReplaced") continue;
      const { session, row } = delta;
      if (row.kind === "tool_call" && !row.isHistory) this.#noteCall(change.connection, session, row, delta.type === "rowAdded");
    }
  }

  #noteCall({ key: connectionKey, model }: LiveConnection, session: Session, row: ToolCallRow, isNew: boolean): void {
    const watched = this.#watched.get(connectionKey) ?? new Watched();
    this.#watched.set(connectionKey, watched);
    const hasEnded = isEndStatus(row.status);
    // What comes after its end changes no file any more.
    if (hasEnded && !watched.open.delete(row.id) && !isNew) return;
    const folder = folderOf(session, (id) => model.get(id));
    const turn = rootOf(session, (id) => model.get(id)).turns.length;
    const places = Array.from(touchesOf(row).keys(), (path): FilePlace => ({ key: fullPath(path, folder), path, folder }));
    if (!hasEnded) watched.open.set(row.id, places);
    for (const place of places) {
      if (hasEnded) this.#look(place);
      else this.#take(watched, row, place, turn);
    }
  }

  #take(watched: Watched, { id, sessionId }: ToolCallRow, place: FilePlace, turn: number): void {
    const asked = JSON.stringify([place.key, sessionId, turn]);
    if (watched.asked.has(asked)) return;
    watched.asked.add(asked);
    const order = ++this.#announced;
    const isShared = this.#isInWork(place, watched, id);
    const left = isShared ? undefined : this.#left.get(place.key);
    this.#read(place, (content) => {
      const isApart = left !== undefined && this.#left.get(place.key) === left && isKnown(left) && !isSameContent(left, content);
      watched.kept.push({ key: place.key, asked, sessionId, turn, order, content, isLate: !watched.open.has(id), isShared, isApart });
      this.#shrink();
    });
  }

  /** True while another call changes a file: nobody can tell what is whose in it. */
  #isInWork({ key }: FilePlace, { open }: Watched, id: string): boolean {
    return [...open].some(([other, places]) => other !== id && places.some((place) => place.key === key));
  }

  /** Notes what is in a file at the end of a call; what was noted before holds no more. */
  #look(place: FilePlace): void {
    this.#left.delete(place.key);
    this.#read(place, (content) => this.#noteLeft(place.key, content));
  }

  #read(place: FilePlace, then: (content: FileContent) => void): void {
    const reading = this.#reader.read(place).then(then);
    this.#reading.add(reading);
    void reading.finally(() => this.#reading.delete(reading));
  }

  #noteLeft(key: string, content: FileContent): void {
    this.#left.delete(key);
    this.#left.set(key, content);
    this.#shrink();
  }

  /** Keeps all within bounds: first what was left in files goes, then what stood in them, each the oldest first. */
  #shrink(): void {
    const all = [...this.#watched.values()].flatMap(({ kept }) => kept).sort((one, other) => one.order - other.order);
    const contents = [...this.#left.values(), ...all.map(({ content }) => content)];
    let bytes = contents.reduce((sum, content) => sum + sizeOf(content), 0);
    let files = contents.length;
    const mustGo = (content: FileContent) => {
      if (bytes <= this.#limits.bytes && files <= this.#limits.files) return false;
      bytes -= sizeOf(content);
      files -= 1;
      return true;
    };
    for (const [key, content] of this.#left) if (mustGo(content)) this.#left.delete(key);
    const gone = new Set(all.filter(({ content }) => mustGo(content)));
    if (gone.size > 0) for (const watched of this.#watched.values()) watched.kept = watched.kept.filter((each) => !gone.has(each));
  }
}
