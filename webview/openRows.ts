import type { Host } from "./host.ts";

/** Which rows (thoughts, tool calls) the reader unfolded. */
export class OpenRows {
  readonly #host: Host;
  readonly #ids: Set<string>;
  /** Rises with every change, for views that compare. */
  version = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#ids = new Set(host.saved.openRows);
  }

  has(rowId: string): boolean {
    return this.#ids.has(rowId);
  }

  set(rowId: string, isOpen: boolean): void {
    this.#ids.delete(rowId);
    if (isOpen) this.#ids.add(rowId);
    this.version++;
    this.#host.save({ openRows: [...this.#ids] });
  }
}
