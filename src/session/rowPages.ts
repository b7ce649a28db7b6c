import { messageOf } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { RowId } from "./ids.ts";
import type { ErrorRow, Row } from "./rows.ts";
import type { Shelf, Shelved } from "./shelf.ts";

/** A page takes no more rows once it is so long, in characters of JSON: reading one row back must not take long. */
const longestPage = 256 * 1024;

/** Pages that are in memory at a time: those that were looked at last. */
const mostOpen = 4;

interface Page {
  /** The place of its first row. */
  from: number;
  readonly ids: RowId[];
  /** While it is open. */
  rows: Row[] | undefined;
  /** Once it was written; without `isDirty` the same as its rows. */
  shelved: Shelved | undefined;
  isDirty: boolean;
  /** Its first row as far as it is known when it cannot be read any more. */
  head: Pick<Row, "sessionId" | "at" | "changedAt" | "turn" | "isHistory">;
}

/**
 * The older rows of a session, in pages on a shelf. A page that is asked for is read back and stays for a while; a change
 * of one of its rows is written when it goes again. A page that the shelf does not take stays in memory.
 */
export class RowPages {
  readonly #shelf: Shelf;
  readonly #pages: Page[] = [];
  /** The pages in memory, those used last at the end. */
  readonly #open = new Set<Page>();
  #newest: Page | undefined;
  /** So many may be open before one is written. More after the shelf refused one, so that it is not asked at every step. */
  #most = mostOpen;
  #count = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a page behind all others and returns how many of these rows it took, from the first on. */
  push(rows: readonly Row[]): number {
    const texts: (string | undefined)[] = [];
    let length = 0;
    for (const row of rows) {
      if (length >= longestPage) break;
      const text = jsonOf(row);
      texts.push(text);
      length += text?.length ?? longestPage;
    }
    const taken = rows.slice(0, texts.length);
    const [head] = taken;
    if (!head) return 0;
    const shelved = texts.includes(undefined) ? undefined : this.#shelf.put(`[${texts.join(",")}]`);
    const ids = taken.map(({ id }) => id);
    const page: Page = { from: this.#count, ids, rows: taken, shelved, isDirty: shelved === undefined, head: headOf(head) };
    this.#pages.push(page);
    this.#count += taken.length;
    this.#use(page);
    return taken.length;
  }

  at(place: number): Row | undefined {
    const page = this.#pageAt(place);
    return page && this.#rowsOf(page)[place - page.from];
  }

  idAt(place: number): RowId | undefined {
    const page = this.#pageAt(place);
    return page?.ids[place - page.from];
  }

  set(place: number, row: Row): void {
    const page = this.#pageAt(place);
    if (!page) return;
    this.#rowsOf(page)[place - page.from] = row;
    page.isDirty = true;
  }

  remove(place: number): void {
    const page = this.#pageAt(place);
    if (!page) return;
    this.#rowsOf(page).splice(place - page.from, 1);
    page.ids.splice(place - page.from, 1);
    page.isDirty = true;
    this.#count--;
    const at = this.#pages.indexOf(page);
    for (const later of this.#pages.slice(at + 1)) later.from--;
    if (page.ids.length > 0) return;
    this.#pages.splice(at, 1);
    this.#open.delete(page);
    if (this.#newest === page) this.#newest = undefined;
  }

  #pageAt(place: number): Page | undefined {
    const used = this.#newest;
    if (used && place >= used.from && place < used.from + used.ids.length) return used;
    if (place < 0 || place >= this.#count) return undefined;
    let [low, high] = [0, this.#pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pages[middle] as Page).from <= place) low = middle;
      else high = middle - 1;
    }
    return this.#pages[low];
  }

  #rowsOf(page: Page): Row[] {
    const rows = page.rows ?? read(page);
    page.rows = rows;
    this.#use(page);
    return rows;
  }

  /** Notes that a page was used, and closes those that were not for the longest time. */
  #use(page: Page): void {
    if (this.#newest === page) return;
    this.#newest = page;
    this.#open.delete(page);
    this.#open.add(page);
    for (const oldest of this.#open) {
      if (this.#open.size <= this.#most) return;
      if (!this.#close(oldest)) {
        this.#most = this.#open.size;
        return;
      }
      this.#most = mostOpen;
    }
  }

  /** False when the shelf does not take what changed in it. */
  #close(page: Page): boolean {
    const [head] = page.rows ?? [];
    if (head) page.head = headOf(head);
    if (page.isDirty) {
      const text = jsonOf(page.rows);
      if (text !== undefined && !this.#write(page, text)) return false;
      page.isDirty = text === undefined;
    }
    // What no text can be made of stays in memory for good.
    if (!page.isDirty) page.rows = undefined;
    this.#open.delete(page);
    return true;
  }

  #write(page: Page, text: string): boolean {
    if (page.shelved) return page.shelved.write(text);
    page.shelved = this.#shelf.put(text);
    return page.shelved !== undefined;
  }
}

function headOf({ sessionId, at, changedAt, turn, isHistory }: Row): Page["head"] {
  return { sessionId, at, changedAt, turn, isHistory };
}

/** Rows as text; undefined when it would be longer or deeper than a text can be. */
function jsonOf(rows: Row | readonly Row[] | undefined): string | undefined {
  try {
    return JSON.stringify(rows);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The rows of a page; what cannot be read back says so in its place. */
function read({ ids, shelved, head }: Page): Row[] {
  try {
    return JSON.parse(shelved?.read() ?? "") as Row[];
  } catch (error) {
    const text = t(
      "This part of the transcript cannot be read back ({0}). Open the session again to have it from its history.",
      messageOf(error),
    );
    return ids.map((id): ErrorRow => ({ ...head, id, kind: "error", text }));
  }
}
