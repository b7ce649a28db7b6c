import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter } from "../../base/emitter.ts";
import { OneAtATime } from "../../base/oneAtATime.ts";
import { messageOf, PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { ChangedFile } from "../../views/files/changedFiles.ts";
import type { FileContent } from "../../views/files/fileContent.ts";
import { filesAround, type ReviewedFile, stretchOf } from "../../views/files/reviewList.ts";
import { nameOf, whyNoRevert } from "../../views/files/reviewWords.ts";
import { SettledChanges } from "../../views/files/settledChanges.ts";
import type { Hub, HubChange, LiveConnection } from "../../views/hub.ts";
import { setContext } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";
import { type OpenFile, Review, type ReviewSubject } from "./review.ts";
import { fingerprintOf, type Replaced } from "./reviewDisk.ts";
import type { Reviews } from "./reviews.ts";
import { closeTabsOf, isTabOf, tabsOf } from "./reviewTabs.ts";

/** Reviews of which the texts are kept; the tab of an older one says that it is over. */
const mostReviews = 5;

/** What came of a revert. */
export interface Reverted {
  /** The files that hold again what stood there before. */
  readonly files: readonly OpenFile[];
  /** What the editor could not do, a sentence each. */
  readonly failed: readonly string[];
  /** Puts into these files what the revert took out, and shows their review again. Throws with those that hold something else by now. */
  undo(): Promise<void>;
}

/** The reviews that are open in the editor's view of many changes, and what is done with their files. */
export class ReviewEditors implements Disposable {
  readonly #reviews: Reviews;
  readonly #lifetime = new DisposableStore();
  /** The newest look of each review, by id. */
  readonly #open = new Map<number, Review>();
  /** Those since whose look more was changed, or settled elsewhere. */
  readonly #outdated = new Set<Review>();
  readonly #memory: WorkspaceMemory;
  readonly #settled: SettledChanges;
  /** What is done with the files of a review, by its title: a second click counts for what the first one left. */
  readonly #acts = new OneAtATime<string>();
  readonly #didChange = this.#lifetime.add(new Emitter<void>());
  #count = 0;

  /** There is another look at a review, or one became out of date. */
  readonly onDidChange = this.#didChange.event;

  constructor(reviews: Reviews, hub: Hub, memory: WorkspaceMemory) {
    this.#reviews = reviews;
    this.#memory = memory;
    this.#settled = new SettledChanges(fingerprintOf, memory.settledChanges);
    const { tabGroups } = vscode.window;
    this.#lifetime.add(tabGroups.onDidChangeTabs(() => this.#markActive()));
    this.#lifetime.add(tabGroups.onDidChangeTabGroups(() => this.#markActive()));
    this.#lifetime.add(hub.onDidChange((change) => this.#noteNews(change)));
  }

  /** The review whose tab has the focus. */
  get active(): Review | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const found = tab ? [...this.#open.values()].filter(({ title }) => isTabOf(tab, title)) : [];
    // Another title may begin like it.
    return found.sort((one, other) => other.title.length - one.title.length)[0];
  }

  /** The file of the active review that the cursor is in. */
  get activeFile(): OpenFile | undefined {
    const { activeTextEditor } = vscode.window;
    return activeTextEditor && this.active?.fileOf(activeTextEditor.document.uri);
  }

  /** True when another look at a review would show more, or less. */
  isOutdated(review: Review): boolean {
    return this.#outdated.has(review);
  }

  /** How many files there are to be reviewed, of all `files` around the session, and how many of them a tab can show. */
  async count(subject: ReviewSubject, files: readonly ChangedFile[]): Promise<{ readonly files: number; readonly shown: number }> {
    const review = new Review(this.#reviews, 0, subject, this.#settled);
    await review.fill(files);
    return { files: review.files.length, shown: review.shown.length };
  }

  /** Looks which files were changed, and shows those that can be in a tab, in place of that of an earlier look. */
  async open(subject: ReviewSubject): Promise<Review> {
    const review = await this.#look(subject);
    await this.#show(review, review.shown);
    return review;
  }

  /** Looks again, in the tab too, if it is still there: what came is in it, what was settled, such as these files, is gone from it. */
  async again(review: Review, done: readonly OpenFile[] = []): Promise<void> {
    const hasTab = tabsOf(review.title).length > 0;
    const next = await this.#look(review);
    if (hasTab) await this.#show(next, next.shownAfter(review, done));
  }

  /** The newest look of a review; undefined when nothing is left in it. */
  newest({ title }: ReviewSubject): Review | undefined {
    return [...this.#open.values()].find((each) => each.title === title);
  }

  textOf(uri: vscode.Uri): string {
    const [id, index, side] = uri.query.split(".");
    const opened = this.#open.get(Number(id))?.files[Number(index)];
    if (!opened) return t("This review is over. Open it again with “ACP: Review Changes…”.");
    const { asTold, before, now } = opened.file;
    if (asTold) return side === "before" ? asTold.before : `${toldNote(opened.file)}\n\n${asTold.after}`;
    return textIn(side === "before" ? before : now);
  }

  /**
   * Takes the changes of files for good: they are not shown again, and what is there now is what later ones are compared with.
   * Throws with those in which nothing has come to its end, when the others are taken.
   */
  accept(review: Review, files: readonly OpenFile[]): Promise<void> {
    return this.#acts.run(review.title, async () => {
      const failed: string[] = [];
      for (const file of (await review.lookAt(files)).values()) {
        if (file.reviewed.every(({ isOpen }) => isOpen)) {
          failed.push(t("{0}: {1}", nameOf(file), t("A call that changes it has not ended. Accept it when it has.")));
          continue;
        }
        this.#settle(file);
        const stretch = stretchOf(review.scope, file.sessions);
        for (const { key } of [file, ...(file.movedFrom ? [file.movedFrom] : [])]) {
          this.#reviews.baselines.forget(review.connection.key, key, stretch);
        }
      }
      await this.#didSettle(review, files);
      if (failed.length > 0) throw new NotNow(failed.join("\n"));
    });
  }

  /** Puts back what stood in files before. */
  revert(review: Review, files: readonly OpenFile[]): Promise<Reverted> {
    return this.#acts.run(review.title, async () => {
      const replaced = new Map<OpenFile, readonly Replaced[]>();
      const now = await review.lookAt(files);
      const failed = await oneByOne([...now.keys()], async (opened) => {
        const file = now.get(opened);
        if (file) replaced.set(opened, await this.#revert(opened, file));
      });
      await this.#didSettle(review, files);
      return { files: [...replaced.keys()], failed, undo: () => this.#acts.run(review.title, () => this.#undo(review, replaced)) };
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** A look at what there is to be reviewed, in place of an earlier one. */
  async #look(subject: ReviewSubject): Promise<Review> {
    const review = new Review(this.#reviews, ++this.#count, subject, this.#settled);
    const earlier = [...this.#open.values()].filter(({ title }) => title === review.title);
    // From here on it is out of date with what comes.
    this.#open.set(review.id, review);
    await review.fill(await filesAround(subject.scope.session, subject.connection.model));
    for (const each of earlier) this.#forget(each);
    if (review.files.length === 0) this.#forget(review);
    for (const each of [...this.#open.values()].slice(0, -mostReviews)) this.#forget(each);
    this.#memory.setReviewTitles(Array.from(this.#open.values(), ({ title }) => title));
    this.#noteChange();
    return review;
  }

  /** Has the tab of a review show these files. What it shows can only be said when it is opened, so it is opened anew. */
  async #show({ title }: Review, files: readonly OpenFile[]): Promise<void> {
    await closeTabsOf(title);
    if (files.length === 0) return;
    const triples = files.map(({ original, modified, place }) => [vscode.Uri.file(place.editorPath), original, modified]);
    await vscode.commands.executeCommand("vscode.changes", title, triples);
  }

  #forget(review: Review): void {
    this.#open.delete(review.id);
    this.#outdated.delete(review);
  }

  async #revert({ place }: OpenFile, file: ReviewedFile): Promise<readonly Replaced[]> {
    const reason = whyNoRevert(file);
    if (!file.before || reason !== undefined) throw new PersonError(reason ?? "");
    const disk = await this.#reviews.disk();
    const from = file.movedFrom && (await disk.placeOf(file.movedFrom));
    const replaced =
      file.movedFrom && from
        ? [await disk.replace(file.movedFrom, from, file.before), await disk.replace(file, place, { type: "absent" })]
        : [await disk.replace(file, place, file.before)];
    this.#settle(file, await disk.read(file));
    return replaced;
  }

  async #undo(review: Review, replaced: ReadonlyMap<OpenFile, readonly Replaced[]>): Promise<void> {
    const disk = await this.#reviews.disk();
    const kept = await oneByOne([...replaced.keys()], async (opened) => {
      for (const one of (replaced.get(opened) ?? []).toReversed()) await disk.putBack(one);
    });
    await this.open(review);
    if (kept.length > 0) throw new PersonError(kept.join("\n"));
  }

  #settle({ reviewed, key }: ReviewedFile, putBack?: FileContent): void {
    this.#settled.add(reviewed, key, putBack);
    this.#memory.setSettledChanges(this.#settled.stored);
  }

  /** Draws what was settled. Other reviews may show the same files. */
  async #didSettle(review: Review, files: readonly OpenFile[]): Promise<void> {
    this.#markOutdated(review.connection, () => true);
    await this.again(review, files);
  }

  #noteNews(change: HubChange): void {
    if (change.type !== "modelChanged" || this.#open.size === 0) return;
    for (const delta of change.change) {
      if (delta.type !== "rowAdded" && delta.type !== "rowReplaced") continue;
      const { row } = delta;
      if (row.kind === "tool_call") this.#markOutdated(change.connection, (review) => review.isNews(row));
    }
  }

  #markOutdated(connection: LiveConnection, isOutdated: (review: Review) => boolean): void {
    const found = [...this.#open.values()].filter((review) => review.connection === connection && isOutdated(review));
    if (found.length === 0) return;
    for (const review of found) this.#outdated.add(review);
    this.#noteChange();
  }

  #noteChange(): void {
    this.#markActive();
    this.#didChange.fire();
  }

  #markActive(): void {
    const { active } = this;
    setContext("isReviewing", active !== undefined);
    setContext("isReviewOutdated", active !== undefined && this.isOutdated(active));
  }
}

/** Does something with files one by one; what it throws is told with the file's name, when the others are done. */
async function oneByOne(files: readonly OpenFile[], work: (opened: OpenFile) => Promise<void>): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const opened of files) {
    try {
      await work(opened);
    } catch (error) {
      failed.push(t("{0}: {1}", nameOf(opened.file), messageOf(error)));
    }
  }
  return failed;
}

/**
 * Stands above what was only told: nothing else in the tab can say that it is no file. In short lines, since each
 * side has half the room; on one side only, since the editor folds away what both have far above a change.
 */
function toldNote(file: ReviewedFile): string {
  const clauses = whyNoRevert(file)?.match(/[^:.：。]+[:.：。]?/gu) ?? [];
  return clauses.map((clause) => `⋯ ${clause.trim()}`).join("\n");
}

function textIn(content: FileContent | undefined): string {
  return content?.type === "text" ? content.text : "";
}
