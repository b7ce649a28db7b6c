/**
 * Records by an agent's ids. An id is any string, `__proto__` and `constructor` too: a record is made whole by
 * `Object.fromEntries` or by a spread with a computed key, or changed through a `RecordDraft`, never by assigning, and is read
 * through `own`. Both survive structured clone and JSON, which drop other prototypes.
 */

/** What a record itself has under an id; undefined for what every object has. */
export function own<T>(record: { readonly [id: string]: T }, id: string | null | undefined): T | undefined {
  return id != null && Object.hasOwn(record, id) ? record[id] : undefined;
}

/** A record while it is changed: taken apart at the first change, so that thousands of changes copy it once. */
export class RecordDraft<T> {
  readonly #before: { readonly [id: string]: T };
  #after: Map<string, T> | undefined;

  constructor(record: { readonly [id: string]: T }) {
    this.#before = record;
  }

  get(id: string): T | undefined {
    return this.#after ? this.#after.get(id) : own(this.#before, id);
  }

  set(id: string, value: T): void {
    this.#after ??= new Map(Object.entries(this.#before));
    this.#after.set(id, value);
  }

  delete(id: string): void {
    this.#after ??= new Map(Object.entries(this.#before));
    this.#after.delete(id);
  }

  clear(): void {
    this.#after = new Map();
  }

  /** The record as it is now; the one that it was made of when nothing was changed. */
  get record(): { readonly [id: string]: T } {
    return this.#after ? Object.fromEntries(this.#after) : this.#before;
  }
}
