import { placeOf } from "../../session/attachment.ts";
import type { Delta } from "../../session/changes.ts";
import type { RowId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { isEndStatus, type Row } from "../../session/rows.ts";
import { folderOf, type Session } from "../../session/session.ts";
import type { TouchedFileView } from "../../shared/sessionView.ts";
import { sessionsBelow } from "./changedFiles.ts";
import { fullPath, type Touch, touchesOf } from "./touches.ts";

/** One file that one session touched; `calls` are the rows that did, in order. */
interface TouchedFile {
  readonly path: string;
  readonly calls: Map<RowId, ReadonlySet<Touch>>;
}

/** Most calls of one file that are told, the newest; a reader walks through them one by one. */
const mostCalls = 50;

/**
 * The files that sessions touched: from the diffs of their calls, and the places of calls that edit, delete or move. What
 * failed touched nothing. A session's rows are read once, when it or a sibling of it is first asked for; from then on its
 * changes are followed, so that a delta costs the same however long the transcript is.
 */
export class TouchedFiles {
  readonly #model: SessionModel;
  /** What each followed session touched, by the file's full path. */
  readonly #files = new Map<Session, Map<string, TouchedFile>>();
  /** Who touched a file. */
  readonly #sessions = new Map<string, Set<Session>>();
  /** The files that a row was taken note of with, the turn in which it was first seen, and whether its call goes on. */
  readonly #rows = new Map<RowId, { readonly turn: number; readonly isOpen: boolean; readonly keys: readonly string[] }>();

  /** What `touchedBelow` was asked last, as long as its answer holds: it is asked for every patch. */
  #asked: { readonly session: Session; readonly turn: number; readonly answer: boolean } | undefined;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Begins anew: paths may mean other files now, or sessions are below others. */
  reset(): void {
    this.#asked = undefined;
    this.#files.clear();
    this.#sessions.clear();
    this.#rows.clear();
  }

  /** Takes note of a change; the session whose files may be others now, if any. */
  apply(delta: Delta): Session | undefined {
    const toucher = this.#take(delta);
    if (toucher || delta.type === "sessionAdded" || delta.type === "sessionRemoved") this.#asked = undefined;
    return toucher;
  }

  #take(delta: Delta): Session | undefined {
    if (delta.type === "sessionRemoved") {
      for (const session of this.#files.keys()) if (session.id === delta.sessionId) this.#forget(session);
      return undefined;
    }
    if (!("session" in delta) || !this.#files.has(delta.session)) return undefined;
    const { session } = delta;
    switch (delta.type) {
      case "rowAdded":
      case "rowReplaced":
        return this.#note(session, delta.row) ? session : undefined;
      case "rowRemoved":
        return this.#drop(session, delta.rowId) ? session : undefined;
      case "rowsCleared":
        this.#forget(session);
        this.#files.set(session, new Map());
        return session;
      default:
        return undefined;
    }
  }

  /** The files that a session touched, in the order of first touch; `labelOf` names the siblings that touched one too. */
  of(session: Session, labelOf: (sibling: Session) => string): readonly TouchedFileView[] {
    this.#follow(session);
    const files = [...(this.#files.get(session) ?? [])];
    if (files.length === 0) return [];
    const parent = session.parentId === null ? undefined : this.#model.get(session.parentId);
    for (const id of parent?.children ?? []) {
      const sibling = this.#model.get(id);
      if (sibling) this.#follow(sibling);
    }
    const folder = folderOf(session, (id) => this.#model.get(id));
    return files.map(([key, { path, calls }]) => ({
      path,
      name: placeOf(path, folder),
      how: [...new Set([...calls.values()].flatMap((each) => [...each]))],
      rowIds: [...calls.keys()].slice(-mostCalls),
      siblings: this.#siblings(session, key).map(labelOf),
    }));
  }

  /** Whether calls of a session or of anything below it touched files, which have ended and were seen in the turns of its root from `turn` on, counted from 1. */
  touchedBelow(session: Session, turn: number): boolean {
    if (this.#asked?.session !== session || this.#asked.turn !== turn)
      this.#asked = { session, turn, answer: sessionsBelow(session, this.#model).some((each) => this.#hasTouched(each, turn)) };
    return this.#asked.answer;
  }

  #hasTouched(session: Session, turn: number): boolean {
    this.#follow(session);
    const files = [...(this.#files.get(session)?.values() ?? [])];
    return files.some(({ calls }) =>
      [...calls.keys()].some((rowId) => {
        const row = this.#rows.get(rowId);
        return row !== undefined && !row.isOpen && row.turn >= turn;
      }),
    );
  }

  #siblings(session: Session, key: string): readonly Session[] {
    return [...(this.#sessions.get(key) ?? [])].filter((each) => each !== session && each.parentId === session.parentId);
  }

  #follow(session: Session): void {
    if (this.#files.has(session)) return;
    this.#files.set(session, new Map());
    for (const row of session.rows.values()) this.#note(session, row);
  }

  /** True when the session's files are others now. */
  #note(session: Session, row: Row): boolean {
    const found = row.kind === "tool_call" ? touchesOf(row) : new Map<string, Set<Touch>>();
    if (found.size === 0) return this.#drop(session, row.id);
    const files = this.#files.get(session);
    if (!files) return false;
    const folder = folderOf(session, (id) => this.#model.get(id));
    const keys = new Set<string>();
    const isOpen = row.kind === "tool_call" && !isEndStatus(row.status);
    let isNews = this.#rows.get(row.id)?.isOpen === true && !isOpen;
    for (const [path, how] of found) {
      const key = fullPath(path, folder);
      keys.add(key);
      const file = files.get(key) ?? { path, calls: new Map() };
      const before = file.calls.get(row.id);
      isNews ||= before === undefined || before.size !== how.size || [...how].some((each) => !before.has(each));
      file.calls.set(row.id, how);
      files.set(key, file);
      this.#sessions.set(key, (this.#sessions.get(key) ?? new Set()).add(session));
    }
    const gone = (this.#rows.get(row.id)?.keys ?? []).filter((key) => !keys.has(key));
    for (const key of gone) this.#leave(session, key, row.id);
    this.#rows.set(row.id, { turn: row.turn, isOpen, keys: [...keys] });
    return isNews || gone.length > 0;
  }

  #drop(session: Session, rowId: RowId): boolean {
    const noted = this.#rows.get(rowId);
    if (!noted) return false;
    this.#rows.delete(rowId);
    for (const key of noted.keys) this.#leave(session, key, rowId);
    return true;
  }

  #leave(session: Session, key: string, rowId: RowId): void {
    const files = this.#files.get(session);
    const file = files?.get(key);
    file?.calls.delete(rowId);
    if (!files || !file || file.calls.size > 0) return;
    files.delete(key);
    const sessions = this.#sessions.get(key);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(key);
  }

  #forget(session: Session): void {
    for (const [key, { calls }] of this.#files.get(session) ?? []) {
      for (const rowId of [...calls.keys()]) {
        this.#rows.delete(rowId);
        this.#leave(session, key, rowId);
      }
    }
    this.#files.delete(session);
  }
}
