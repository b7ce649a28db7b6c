import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { FileContent } from "../views/fileContent.ts";
import { canRevert, nameOf } from "../views/reviewWords.ts";
import { setContext } from "./names.ts";
import { acceptedKey, type OpenFile, Review } from "./review.ts";
import type { Reviews } from "./reviews.ts";
import type { WorkspaceMemory } from "./workspaceMemory.ts";

/** Reviews of which the texts are kept; the tab of an older one says that it is over. */
const mostReviews = 5;

/** The reviews that are open in the editor's view of many changes, and what is done with their files. */
export class ReviewEditors implements Disposable {
  readonly #reviews: Reviews;
  readonly #tellChange: (uri: vscode.Uri) => void;
  readonly #lifetime = new DisposableStore();
  readonly #open = new Map<number, Review>();
  readonly #memory: WorkspaceMemory;
  /** Changes that the person accepted, by `acceptedKey`. */
  readonly #accepted: Set<string>;
  #count = 0;

  constructor(reviews: Reviews, memory: WorkspaceMemory, tellChange: (uri: vscode.Uri) => void) {
    this.#reviews = reviews;
    this.#memory = memory;
    this.#accepted = new Set(memory.acceptedChanges);
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

  /** Looks which files were changed; nothing is shown yet. */
  async begin(about: Pick<Review, "title" | "connection" | "scope">): Promise<Review> {
    const review = new Review(this.#reviews, ++this.#count, about, this.#accepted);
    await review.fill();
    return review;
  }

  /** Shows a review in place of one of the same title. */
  async show(review: Review): Promise<void> {
    await this.close(review);
    this.#open.set(review.id, review);
    for (const id of [...this.#open.keys()].slice(0, -mostReviews)) this.#open.delete(id);
    const triples = review.shown.map(({ original, modified, place }) => [vscode.Uri.file(place.editorPath), original, modified]);
    await vscode.commands.executeCommand("vscode.changes", review.title, triples);
  }

  /** Closes the tab of the reviews of this title. */
  async close({ title }: Pick<Review, "title">): Promise<void> {
    for (const { id } of [...this.#open.values()].filter((each) => each.title === title)) this.#open.delete(id);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter((tab) => isTabOf(tab, title)));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
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

  /** Takes the changes of a file for good: they are not shown again, and what is there now is what later ones are compared with. */
  async accept(review: Review, opened: OpenFile): Promise<void> {
    const file = (await review.look(opened)) ?? opened.file;
    for (const change of file.reviewed) if (!change.isOpen) this.#accepted.add(acceptedKey(change, file.key));
    this.#memory.setAcceptedChanges([...this.#accepted]);
    const { session: _, from = 0, to = Number.POSITIVE_INFINITY } = review.scope;
    const stretch = { sessions: new Set(file.sessions), from, to };
    for (const { key } of [file, ...(file.movedFrom ? [file.movedFrom] : [])]) {
      this.#reviews.baselines.forget(review.connection.key, key, stretch);
    }
    review.settle(opened, { how: "accepted", content: file.now });
    await this.#settled(review, opened);
  }

  /** Puts back what stood in a file before. Throws when the editor cannot do it. */
  async revert(review: Review, opened: OpenFile): Promise<void> {
    const file = await review.look(opened);
    if (file && (!file.before || !canRevert(file))) throw new PersonError(t("What stood in {0} before is not known.", nameOf(file)));
    if (file?.before) {
      const disk = await this.#reviews.disk();
      const from = file.movedFrom && (await disk.placeOf(file.movedFrom));
      await disk.write(from ?? opened.place, file.before);
      if (from) await disk.write(opened.place, { type: "absent" });
    }
    review.settle(opened, { how: "reverted", content: file?.before ?? opened.file.now });
    await this.#settled(review, opened);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #settled(review: Review, { original, modified }: OpenFile): Promise<void> {
    if (review.left.length === 0) return this.close(review);
    this.#tellChange(original);
    this.#tellChange(modified);
  }

  #markActive(): void {
    setContext("isReviewing", this.active !== undefined);
  }
}

function textIn(content: FileContent | undefined): string {
  return content?.type === "text" ? content.text : "";
}

/** The tab of a review: its label is all that the editor tells of such a tab; it may write behind our title how many files there are. */
function isTabOf({ input, label }: vscode.Tab, title: string): boolean {
  return !(input instanceof vscode.TabInputText) && (label === title || label.startsWith(`${title} (`));
}
