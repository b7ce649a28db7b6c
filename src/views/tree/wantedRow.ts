import type { Disposable } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";

/** How long the editor's tree is given to fetch a row that it did not select, in ms. */
const patience = 300;
/** So often it is asked for the same row; then the row is taken to be out of reach. */
const mostTries = 5;

/** A tree with one selected row. */
export interface SelectableTree {
  /** True while the row is there and in sight, so that selecting it makes sense. */
  canSelect(key: string): boolean;
  isSelected(key: string): boolean;
  /** Asks for the row to be selected; resolves also when that came to nothing, as VS Code's `reveal` does. */
  select(key: string): Promise<void>;
}

/**
 * Keeps after a row until it is selected. VS Code's tree lets a wish go without a word when it is just fetching rows, so one
 * wish is not enough: the tree would go on showing another session than the transcript.
 */
export class WantedRow implements Disposable {
  readonly #tree: SelectableTree;
  readonly #timer: Timer;
  #key: string | undefined;
  #tries = 0;
  #isAsking = false;
  #again: Disposable | undefined;

  constructor(tree: SelectableTree, timer: Timer) {
    this.#tree = tree;
    this.#timer = timer;
  }

  /** Wants another row from now on; it is asked for by the next `look`. */
  want(key: string | undefined): void {
    this.#key = key;
    this.#tries = 0;
  }

  /** A row is selected, by us or by the person: a row that was not (`before`) ends the wish, whichever it is. */
  selected(key: string, before: string | undefined): void {
    if (key === this.#key || key !== before) this.want(undefined);
  }

  /** To be called whenever the rows changed or came into sight. */
  look(): void {
    const key = this.#key;
    // Bringing the row into sight may change the rows, which looks again meanwhile.
    if (key === undefined || !this.#tree.canSelect(key) || this.#isAsking) return;
    void this.#ask(key);
  }

  dispose(): void {
    this.want(undefined);
    this.#again?.dispose();
  }

  async #ask(key: string): Promise<void> {
    this.#isAsking = true;
    this.#tries += 1;
    await this.#tree.select(key);
    this.#isAsking = false;
    if (this.#key !== key) return this.look();
    if (this.#tree.isSelected(key) || this.#tries >= mostTries) return this.want(undefined);
    this.#again?.dispose();
    this.#again = this.#timer.after(patience, () => this.look());
  }
}
