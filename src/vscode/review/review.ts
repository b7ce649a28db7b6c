import * as vscode from "vscode";
import type { Place } from "../../acp/requests/filePlaces.ts";
import type { SessionId } from "../../session/ids.ts";
import { isEndStatus, type ToolCallRow } from "../../session/rows.ts";
import { folderOf, rootOf } from "../../session/session.ts";
import type { ChangedFile } from "../../views/files/changedFiles.ts";
import {
  filesAround,
  type ReviewedFile,
  type ReviewScope,
  type ReviewSources,
  reviewList,
  reviewOf,
  withinScope,
} from "../../views/files/reviewList.ts";
import { canCompare } from "../../views/files/reviewWords.ts";
import type { SettledChanges } from "../../views/files/settledChanges.ts";
import { touchesOf } from "../../views/files/touches.ts";
import type { LiveConnection } from "../../views/hub.ts";
import { Labels } from "../../views/labels.ts";
import { type Reviews, reviewScheme } from "./reviews.ts";

/** What is reviewed, and how its tab is called. */
export interface ReviewSubject {
  readonly title: string;
  readonly connection: LiveConnection;
  readonly scope: ReviewScope;
}

/** One file of a review, and the two sides that its changes are shown between. */
export interface OpenFile {
  readonly file: ReviewedFile;
  readonly place: Place;
  readonly original: vscode.Uri;
  /** The file itself; a text of ours where there is none, or only what the agent told. */
  readonly modified: vscode.Uri;
}

/** One look at what was changed: the files as they were then. What happens or is settled afterwards is for the next look. */
export class Review implements ReviewSubject {
  readonly id: number;
  readonly title: string;
  readonly connection: LiveConnection;
  readonly scope: ReviewScope;
  readonly #reviews: Reviews;
  readonly #settled: SettledChanges;
  /** The calls that had ended by then. */
  readonly #ended = new Set<string>();
  #files: readonly OpenFile[] = [];

  constructor(reviews: Reviews, id: number, { title, connection, scope }: ReviewSubject, settled: SettledChanges) {
    this.id = id;
    this.title = title;
    this.connection = connection;
    this.scope = scope;
    this.#reviews = reviews;
    this.#settled = settled;
  }

  /** All files, in the order of their first change. */
  get files(): readonly OpenFile[] {
    return this.#files;
  }

  /** Those that can be shown beside what stood there before. */
  get shown(): readonly OpenFile[] {
    return this.#files.filter(({ file }) => canCompare(file));
  }

  /**
   * The same, with `done` files of an earlier look behind the reader: first those that stood behind the last of them, then those
   * before it.
   */
  shownAfter(earlier: Review, done: readonly OpenFile[]): readonly OpenFile[] {
    const last = Math.max(-1, ...done.map((opened) => earlier.files.indexOf(opened)));
    const passed = new Set(earlier.files.slice(0, last + 1).map(({ file }) => file.key));
    const isPassed = ({ file }: OpenFile) => passed.has(file.key);
    return [...this.shown.filter((opened) => !isPassed(opened)), ...this.shown.filter(isPassed)];
  }

  /** Names a session; no two of a review alike. */
  get labelOf(): (id: SessionId) => string {
    const { model } = this.connection;
    const labels = new Labels(this.connection);
    return (id) => {
      const session = model.get(id);
      return session ? labels.apart(session) : id;
    };
  }

  /** Looks which of these files, all around the session, there are to be reviewed. */
  async fill(files: readonly ChangedFile[]): Promise<void> {
    for (const { changes } of files) for (const change of changes) if (!change.isOpen) this.#ended.add(nameOf(change));
    const disk = await this.#reviews.disk();
    const found: OpenFile[] = [];
    for (const file of await reviewList(this.#sources, this.scope, files)) {
      const place = await disk.placeOf(file, this.#roots);
      if (place) found.push(this.#opened(file, place, found.length));
    }
    this.#files = found;
  }

  /** True for a call within the scope that ended and changed files after this look. */
  isNews(call: ToolCallRow): boolean {
    if (!isEndStatus(call.status) || touchesOf(call).size === 0 || this.#ended.has(nameOf(call))) return false;
    return withinScope(this.connection.model, this.scope)(call);
  }

  /** The file of this text or of the editor's document; undefined for others. */
  fileOf(uri: vscode.Uri): OpenFile | undefined {
    const name = uri.toString();
    return this.#files.find(({ original, modified }) => original.toString() === name || modified.toString() === name);
  }

  /**
   * These files as they are now, with what changed them since: the editor shows that as it comes. Without those in which nothing
   * is to be reviewed any more.
   */
  async lookAt(files: readonly OpenFile[]): Promise<ReadonlyMap<OpenFile, ReviewedFile>> {
    await this.#reviews.baselines.allRead();
    const all = await filesAround(this.scope.session, this.connection.model);
    const changed = new Map(all.map((file) => [file.key, file]));
    const found = new Map<OpenFile, ReviewedFile>();
    for (const opened of files) {
      const file = await reviewOf(this.#sources, this.scope, changed.get(opened.file.key) ?? opened.file);
      if (file) found.set(opened, file);
    }
    return found;
  }

  get #sources(): ReviewSources {
    return { connection: this.connection, baselines: this.#reviews.baselines, reader: this.#reviews, settled: this.#settled };
  }

  /** The folders that the session's root was opened in: what a child is said to work in is only the agent's word. */
  get #roots(): readonly string[] {
    const { model } = this.connection;
    const root = rootOf(this.scope.session, (id) => model.get(id));
    return [folderOf(root, (id) => model.get(id)), ...(root.additionalDirectories ?? [])].filter((folder) => folder !== undefined);
  }

  #opened(file: ReviewedFile, place: Place, index: number): OpenFile {
    const uri = vscode.Uri.file(place.editorPath);
    const text = (side: "before" | "after") => uri.with({ scheme: reviewScheme, query: `${this.id}.${index}.${side}` });
    const isThere = file.now.type === "text" && !file.asTold;
    return { file, place, original: text("before"), modified: isThere ? uri : text("after") };
  }
}

function nameOf({ sessionId, toolCallId }: Pick<ToolCallRow, "sessionId" | "toolCallId">): string {
  return JSON.stringify([sessionId, toolCallId]);
}
