import type { RowId } from "./ids.ts";
import type { Row, RowList } from "./rows.ts";

/** The rows of one session, writable: only the store holds it by this type. */
export class RowBook implements RowList {
  readonly #rows: Row[] = [];
  readonly #places = new Map<RowId, number>();

  get count(): number {
    return this.#rows.length;
  }

  read(from: number, to: number): Promise<readonly Row[]> {
    return Promise.resolve(this.#rows.slice(Math.max(0, from), Math.max(0, to)));
  }

  get(id: RowId): Row | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#rows[place];
  }

  indexOf(id: RowId): number {
    return this.#places.get(id) ?? -1;
  }

  idAt(index: number): RowId | undefined {
    return this.#rows[index]?.id;
  }

  *values(from = 0, to = Number.POSITIVE_INFINITY): Iterable<Row> {
    for (let at = Math.max(0, from); at < Math.min(to, this.#rows.length); at++) {
      const row = this.#rows[at];
      if (row) yield row;
    }
  }

  /** The newest row. */
  get last(): Row | undefined {
    return this.#rows[this.#rows.length - 1];
  }

  /** Adds at the end and returns the place. */
  push(row: Row): number {
    const place = this.#rows.push(row) - 1;
    this.#places.set(row.id, place);
    return place;
  }

  /** Gives the row with `row.id` this new body; its place stays. */
  replace(row: Row): void {
    const place = this.#places.get(row.id);
    if (place !== undefined) this.#rows[place] = row;
  }

  /** Takes a row out and returns the place it had, or -1. Costs as much as there are rows after it: used near the end only. */
  remove(id: RowId): number {
    const place = this.#places.get(id);
    if (place === undefined) return -1;
    this.#rows.splice(place, 1);
    this.#places.delete(id);
    for (let at = place; at < this.#rows.length; at++) {
      const row = this.#rows[at];
      if (row) this.#places.set(row.id, at);
    }
    return place;
  }

  clear(): void {
    this.#rows.length = 0;
    this.#places.clear();
  }
}
