import * as vscode from "vscode";
import type { Place } from "../../acp/requests/filePlaces.ts";
import type { SessionId } from "../../session/ids.ts";
import { folderOf, rootOf } from "../../session/session.ts";
import type { ChangedFile } from "../../views/files/changedFiles.ts";
import { type FileContent, isSameContent } from "../../views/files/fileContent.ts";
import { type ReviewedFile, type ReviewScope, type ReviewSources, reviewList, reviewOf } from "../../views/files/reviewList.ts";
import { canCompare } from "../../views/files/reviewWords.ts";
import type { SettledChanges } from "../../views/files/settledChanges.ts";
import type { LiveConnection } from "../../views/hub.ts";
import { Labels } from "../../views/labels.ts";
import { type Reviews, reviewScheme } from "./reviews.ts";

/** One file of an open review, and the two sides that its changes are shown between. */
export interface OpenFile {
  readonly file: ReviewedFile;
  readonly place: Place;
  readonly original: vscode.Uri;
  /** The file itself; a text of ours where there is none, or only what the agent told. */
  readonly modified: vscode.Uri;
}

/** What the person said of a file, and what was in it then. */
export interface Settled {
  readonly how: "accepted" | "reverted";
  readonly content: FileContent;
}

/** One review that is open: the files as they were when it was opened, and what the person said of them since. */
export class Review {
  readonly id: number;
  readonly title: string;
  readonly connection: LiveConnection;
  readonly scope: ReviewScope;
  readonly #reviews: Reviews;
  readonly #changes: SettledChanges;
  readonly #settled = new Map<string, Settled>();
  #files: readonly OpenFile[] = [];

  constructor(reviews: Reviews, id: number, about: Pick<Review, "title" | "connection" | "scope">, changes: SettledChanges) {
    this.id = id;
    this.title = about.title;
    this.connection = about.connection;
    this.scope = about.scope;
    this.#reviews = reviews;
    this.#changes = changes;
  }

  /** All files, in the order of their first change. */
  get files(): readonly OpenFile[] {
    return this.#files;
  }

  /** Those that nothing was said of yet. */
  get left(): readonly OpenFile[] {
    return this.#files.filter(({ file }) => !this.#settled.has(file.key));
  }

  /** Those that are shown beside what stood there before; not what went away when it was reverted. */
  get shown(): readonly OpenFile[] {
    return this.#files.filter((opened) => canCompare(opened.file) && !this.isGone(opened));
  }

  get labelOf(): (id: SessionId) => string {
    const { model } = this.connection;
    const labels = new Labels(this.connection);
    return (id) => {
      const session = model.get(id);
      return session ? labels.of(session) : id;
    };
  }

  /** Looks which of these files there are to be reviewed. */
  async fill(files: readonly ChangedFile[]): Promise<void> {
    const disk = await this.#reviews.disk();
    const found: OpenFile[] = [];
    for (const file of await reviewList(this.#sources, this.scope, files)) {
      const place = await disk.placeOf(file, this.#roots);
      if (place) found.push(this.#opened(file, place, found.length));
    }
    this.#files = found;
  }

  /** Takes up again what was settled and changed since; returns it. */
  async refresh(): Promise<readonly OpenFile[]> {
    const found: OpenFile[] = [];
    for (const opened of this.#files) {
      const settled = this.settled(opened);
      const file = settled && (await this.look(opened));
      if (!file || isSameContent(file.now, settled.content)) continue;
      this.#settled.delete(file.key);
      found.push({ ...opened, file });
    }
    this.#files = this.#files.map((opened) => found.find(({ original }) => original === opened.original) ?? opened);
    return found;
  }

  /** True for a file that was reverted to none. */
  isGone(opened: OpenFile): boolean {
    const settled = this.settled(opened);
    return settled?.how === "reverted" && settled.content.type === "absent";
  }

  settle({ file }: OpenFile, settled: Settled): void {
    this.#settled.set(file.key, settled);
  }

  settled({ file }: OpenFile): Settled | undefined {
    return this.#settled.get(file.key);
  }

  /** The file of this text or of the editor's document; undefined for others. */
  fileOf(uri: vscode.Uri): OpenFile | undefined {
    const name = uri.toString();
    return this.#files.find(({ original, modified }) => original.toString() === name || modified.toString() === name);
  }

  /** The file as it is now; undefined when there is nothing to be reviewed in it any more. */
  async look({ file }: OpenFile): Promise<ReviewedFile | undefined> {
    await this.#reviews.baselines.settled();
    return reviewOf(this.#sources, this.scope, file);
  }

  get #sources(): ReviewSources {
    return { connection: this.connection, baselines: this.#reviews.baselines, reader: this.#reviews, settled: this.#changes };
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
