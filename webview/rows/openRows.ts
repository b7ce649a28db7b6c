import type { Host } from "../host.ts";

/** Which rows (thoughts, tool calls) the reader unfolded. */
export class OpenRows {
  readonly #host: Host;
  readonly #ids: Set<string>;
  /** Rows that a search holds unfolded, until it ends. */
  readonly #lent = new Set<string>();
  /** Rises with every change, for views that compare. */
  version = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#ids = new Set(host.saved.openRows);
  }

  has(rowId: string): boolean {
    return this.#ids.has(rowId) || this.#lent.has(rowId);
  }

  /** Holds a row unfolded for a search; true when it was folded. */
  lend(rowId: string): boolean {
    if (this.has(rowId)) return false;
    this.#lent.add(rowId);
    this.version++;
    return true;
  }

  /** Folds what a search held unfolded, and returns it. */
  giveBack(): readonly string[] {
    const lent = [...this.#lent];
    this.#lent.clear();
    if (lent.length > 0) this.version++;
    return lent;
  }

  set(rowId: string, isOpen: boolean): void {
    this.#ids.delete(rowId);
    this.#lent.delete(rowId);
    if (isOpen) this.#ids.add(rowId);
    this.version++;
    this.#host.save({ openRows: [...this.#ids] });
  }
}
