import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { messageOf, PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { ChangedFile } from "../../views/files/changedFiles.ts";
import type { FileContent } from "../../views/files/fileContent.ts";
import { filesAround } from "../../views/files/reviewList.ts";
import { nameOf, whyForGood } from "../../views/files/reviewWords.ts";
import { SettledChanges } from "../../views/files/settledChanges.ts";
import { setContext } from "../names.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";
import { type OpenFile, Review } from "./review.ts";
import { fingerprintOf } from "./reviewDisk.ts";
import type { Reviews } from "./reviews.ts";
import { closeTabsOf, isTabOf } from "./reviewTabs.ts";

/** Reviews of which the texts are kept; the tab of an older one says that it is over. */
const mostReviews = 5;

/** The reviews that are open in the editor's view of many changes, and what is done with their files. */
export class ReviewEditors implements Disposable {
  readonly #reviews: Reviews;
  readonly #tellChange: (uri: vscode.Uri) => void;
  readonly #lifetime = new DisposableStore();
  readonly #open = new Map<number, Review>();
  readonly #memory: WorkspaceMemory;
  readonly #changes: SettledChanges;
  #count = 0;

  constructor(reviews: Reviews, memory: WorkspaceMemory, tellChange: (uri: vscode.Uri) => void) {
    this.#reviews = reviews;
    this.#memory = memory;
    this.#changes = new SettledChanges(fingerprintOf, memory.settledChanges);
    this.#tellChange = tellChange;
    const { tabGroups } = vscode.window;
    this.#lifetime.add(tabGroups.onDidChangeTabs(() => this.#markActive()));
    this.#lifetime.add(tabGroups.onDidChangeTabGroups(() => this.#markActive()));
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

  /** Looks which files were changed, of all `files` around the session; nothing is shown yet. */
  async begin(about: Pick<Review, "title" | "connection" | "scope">, files?: readonly ChangedFile[]): Promise<Review> {
    const review = new Review(this.#reviews, ++this.#count, about, this.#changes);
    await review.fill(files ?? (await filesAround(about.scope.session, about.connection.model)));
    return review;
  }

  /** Shows a review in place of one of the same title. */
  async show(review: Review): Promise<void> {
    await this.close(review);
    if (review.shown.length === 0) return;
    this.#open.set(review.id, review);
    for (const id of [...this.#open.keys()].slice(0, -mostReviews)) this.#open.delete(id);
    this.#rememberTitles();
    const triples = review.shown.map(({ original, modified, place }) => [vscode.Uri.file(place.editorPath), original, modified]);
    await vscode.commands.executeCommand("vscode.changes", review.title, triples);
  }

  /** Closes the tab of the reviews of this title. */
  async close({ title }: Pick<Review, "title">): Promise<void> {
    for (const { id } of [...this.#open.values()].filter((each) => each.title === title)) this.#open.delete(id);
    this.#rememberTitles();
    await closeTabsOf(title);
  }

  textOf(uri: vscode.Uri): string {
    const [id, index, side] = uri.query.split(".");
    const review = this.#open.get(Number(id));
    const opened = review?.files[Number(index)];
    if (!review || !opened) return t("This review is over. Open it again with “ACP: Review Changes…”.");
    const { asTold, before, now } = opened.file;
    const settled = review.settled(opened);
    if (settled) return asTold?.after ?? textIn(settled.content);
    if (asTold) return asTold[side === "before" ? "before" : "after"];
    return textIn(side === "before" ? before : now);
  }

  /** Has what was settled and changed since be left to be said again. */
  async refresh(review: Review): Promise<void> {
    this.#tell(await review.refresh());
  }

  /** Takes the changes of files for good: they are not shown again, and what is there now is what later ones are compared with. */
  async accept(review: Review, files: readonly OpenFile[]): Promise<void> {
    for (const opened of files) await this.#accept(review, opened);
    await this.#update(review, files);
  }

  /** Puts back what stood in files before. Throws with those that the editor cannot put back, when the others are. */
  async revert(review: Review, files: readonly OpenFile[]): Promise<void> {
    const failed: string[] = [];
    for (const opened of files) {
      try {
        await this.#revert(review, opened);
      } catch (error) {
        failed.push(`${nameOf(opened.file)}: ${messageOf(error)}`);
      }
    }
    await this.#update(review, files);
    if (failed.length > 0) throw new PersonError(failed.join("\n"));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #accept(review: Review, opened: OpenFile): Promise<void> {
    const file = (await review.look(opened)) ?? opened.file;
    this.#changes.add(file.reviewed, file.key);
    this.#memory.setSettledChanges(this.#changes.stored);
    const { session: _, from = 0, to = Number.POSITIVE_INFINITY } = review.scope;
    const stretch = { sessions: new Set(file.sessions), from, to };
    for (const { key } of [file, ...(file.movedFrom ? [file.movedFrom] : [])]) {
      this.#reviews.baselines.forget(review.connection.key, key, stretch);
    }
    review.settle(opened, { how: "accepted", content: file.now });
  }

  async #revert(review: Review, opened: OpenFile): Promise<void> {
    const file = await review.look(opened);
    if (file && (!file.before || whyForGood(file) !== undefined))
      throw new PersonError(t("What stood in {0} before is not known.", nameOf(file)));
    const disk = await this.#reviews.disk();
    if (file?.before) {
      const from = file.movedFrom && (await disk.placeOf(file.movedFrom));
      await disk.write(from ?? opened.place, file.before);
      if (from) await disk.write(opened.place, { type: "absent" });
    }
    const content = await disk.read(opened.file);
    this.#changes.add((file ?? opened.file).reviewed, opened.file.key, content);
    this.#memory.setSettledChanges(this.#changes.stored);
    review.settle(opened, { how: "reverted", content });
  }

  /** Draws what was said of files; the tab is opened anew when some went away: the editor would go on to show them. */
  async #update(review: Review, files: readonly OpenFile[]): Promise<void> {
    if (review.left.length === 0) return this.close(review);
    if (this.#open.has(review.id) && files.some((opened) => review.isGone(opened))) return this.show(review);
    this.#tell(files);
  }

  #tell(files: readonly OpenFile[]): void {
    for (const { original, modified } of files) {
      this.#tellChange(original);
      this.#tellChange(modified);
    }
  }

  #rememberTitles(): void {
    this.#memory.setReviewTitles(Array.from(this.#open.values(), ({ title }) => title));
  }

  #markActive(): void {
    setContext("isReviewing", this.active !== undefined);
  }
}

function textIn(content: FileContent | undefined): string {
  return content?.type === "text" ? content.text : "";
}
