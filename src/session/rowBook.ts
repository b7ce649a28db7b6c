import { isObject } from "./content.ts";
import type { RowId } from "./ids.ts";
import { RowPages } from "./rowPages.ts";
import type { Row, RowList } from "./rows.ts";
import type { Shelf } from "./shelf.ts";

/** Rows of a page on the shelf, at most. Small limits have smaller pages, so that what is read back stays less than what is kept. */
const mostRowsOfPage = 64;

/** What the newest rows may weigh together, in characters: fewer of them stay in memory when they are huge. */
const heaviest = 32 * 1024 * 1024;

/**
 * The rows of one session, writable: only the store holds it by this type. With a shelf, the newest rows are in memory and
 * the older ones in pages on it; for who asks it is the same. A row that is changed has to be given to `replace` each time:
 * only so does the change reach a page. Nobody may expect a row to be the same object from one event to the next.
 */
export class RowBook implements RowList {
  readonly #places = new Map<RowId, number>();
  /** The row that was asked for last, and its place: a change asks for the same row several times, and so does the next chunk. */
  #found: { readonly id: RowId; readonly place: number } | undefined;
  readonly #pages: RowPages | undefined;
  /** The newest rows: those behind the pages. */
  #rows: Row[] = [];
  /** What each of them weighs, and all together. */
  readonly #weights: number[] = [];
  #weight = 0;
  readonly #most: number;
  readonly #onShelve: () => void;

  /** `most`: how many of the newest rows stay in memory, when there is a shelf. `onShelve` is called when the first ones leave it. */
  constructor(shelf: Shelf | undefined, most: number, onShelve: () => void) {
    this.#pages = shelf && new RowPages(shelf);
    this.#most = most;
    this.#onShelve = onShelve;
  }

  get count(): number {
    return this.#older + this.#rows.length;
  }

  read(from: number, to: number): Promise<readonly Row[]> {
    return Promise.resolve([...this.values(from, to)]);
  }

  get(id: RowId): Row | undefined {
    const place = this.#placeOf(id);
    return place === undefined ? undefined : this.#at(place);
  }

  indexOf(id: RowId): number {
    return this.#placeOf(id) ?? -1;
  }

  idAt(index: number): RowId | undefined {
    return index < this.#older ? this.#pages?.idAt(index) : this.#rows[index - this.#older]?.id;
  }

  *values(from = 0, to = Number.POSITIVE_INFINITY): Iterable<Row> {
    for (let at = Math.max(0, from); at < Math.min(to, this.count); at++) {
      const row = this.#at(at);
      if (row) yield row;
    }
  }

  /** The newest row. */
  get last(): Row | undefined {
    return this.#at(this.count - 1);
  }

  /** Adds at the end and returns the place. */
  push(row: Row): number {
    const place = this.#older + this.#rows.push(row) - 1;
    this.#places.set(row.id, place);
    this.#weigh(this.#rows.length - 1, row);
    return place;
  }

  /** Gives the row with `row.id` this body, also when that is the same object; its place stays. */
  replace(row: Row): void {
    const place = this.#placeOf(row.id);
    if (place === undefined) return;
    if (place < this.#older) {
      this.#pages?.set(place, row);
    } else {
      this.#rows[place - this.#older] = row;
      this.#weigh(place - this.#older, row);
    }
  }

  /** Takes a row out and returns the place it had, or -1. Costs as much as there are rows after it: used near the end only. */
  remove(id: RowId): number {
    const place = this.#places.get(id);
    if (place === undefined) return -1;
    this.#found = undefined;
    if (place < this.#older) {
      this.#pages?.remove(place);
    } else {
      this.#weight -= this.#weights.splice(place - this.#older, 1)[0] ?? 0;
      this.#rows.splice(place - this.#older, 1);
    }
    this.#places.delete(id);
    for (let at = place; at < this.count; at++) {
      const moved = this.idAt(at);
      if (moved !== undefined) this.#places.set(moved, at);
    }
    return place;
  }

  #placeOf(id: RowId): number | undefined {
    if (this.#found?.id === id) return this.#found.place;
    const place = this.#places.get(id);
    if (place !== undefined) this.#found = { id, place };
    return place;
  }

  /** How many rows are in pages. */
  get #older(): number {
    return this.#pages?.count ?? 0;
  }

  #at(place: number): Row | undefined {
    return place < this.#older ? this.#pages?.at(place) : this.#rows[place - this.#older];
  }

  /** Takes note of what a row weighs now, and shelves the oldest while there are too many or they weigh too much. */
  #weigh(at: number, row: Row): void {
    if (!this.#pages) return;
    const weight = weightOf("text" in row && !("blocks" in row) ? row.text : row);
    this.#weight += weight - (this.#weights[at] ?? 0);
    this.#weights[at] = weight;
    while (this.#rows.length > this.#most || (this.#weight > heaviest && this.#rows.length > 1)) this.#shelve(this.#pages);
  }

  #shelve(pages: RowPages): void {
    if (pages.count === 0) this.#onShelve();
    const most = Math.max(1, Math.min(mostRowsOfPage, this.#most >> 3, this.#rows.length - 1));
    const taken = pages.push(this.#rows.slice(0, most));
    this.#rows.splice(0, taken);
    for (const weight of this.#weights.splice(0, taken)) this.#weight -= weight;
  }
}

/** Roughly what a value of JSON takes in memory, in characters. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  let weight = 16;
  if (Array.isArray(value)) for (const inner of value) weight += weightOf(inner);
  // Without a list of its values, which would cost more than all else here.
  else if (isObject(value)) for (const name in value) weight += weightOf(value[name]);
  return weight;
}
