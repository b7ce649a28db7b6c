import type { RowView } from "../../src/shared/rowView.ts";
import type { RowWindow } from "../../src/shared/transcriptState.ts";
import { RowHeights } from "./rowHeights.ts";

/** How many rows are drawn before anything is known of their heights. */
const firstRows = 60;
/** How far beyond the view rows are drawn, in heights of the view, and in pixels at least. */
const [overViews, overPixels] = [1, 600];
/** How many rows stay drawn at most for the sake of a selection. */
const mostSelected = 2000;

/** Rows by their place among all rows of the session: from `from` to before `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** What a list has to know to draw only some of its rows. */
export interface Drawn extends RowRange {
  readonly heights: RowHeights;
}

/**
 * Which rows of one scroll container are in the page: those near the view. In the place of the others stands a gap as high
 * as they are, measured or guessed. Rows are told by their ids: what comes and goes above moves nothing.
 */
export class DrawnRows {
  readonly heights = new RowHeights();
  #range: RowRange = { from: 0, to: 0 };
  #ids: { readonly first: string | undefined; readonly last: string | undefined } = { first: undefined, last: undefined };
  /** The rows around this one are drawn until it was in view, wherever the view is. */
  #wanted: string | undefined;

  /** The rows around this one shall be drawn. */
  want(rowId: string): void {
    this.#wanted = rowId;
  }

  /** The reader went elsewhere: the view decides again. */
  release(): void {
    this.#wanted = undefined;
  }

  /** Which rows are to be drawn of what the window holds now. At its end (`isFollowing`) the newest are among them. */
  update(window: RowWindow, isFollowing: boolean): Drawn {
    const wanted = this.#wanted === undefined ? -1 : window.rows.findIndex((row) => row.id === this.#wanted);
    const before = this.#relocated(window);
    if (wanted >= 0) this.#set(window, window.from + wanted - firstRows / 2, window.from + wanted + firstRows / 2);
    else if (before === undefined || (isFollowing && before.to < window.count - firstRows))
      this.#set(window, window.count - firstRows, window.count);
    else this.#set(window, before.from, isFollowing ? window.count : before.to);
    return { ...this.#range, heights: this.heights };
  }

  /** The view moved, or what is in it: true when other rows are to be drawn. `lists` are those of the container. */
  look(window: RowWindow, scroller: HTMLElement, lists: readonly HTMLElement[]): boolean {
    const view = scroller.getBoundingClientRect();
    if (view.height === 0) return false;
    const blocks = blocksOf(lists);
    for (const { rowId, box } of blocks) if (rowId !== undefined) this.heights.learn(rowId, box.height);
    this.heights.keepOnly(window.rows);
    const isWaiting = this.#wanted !== undefined && window.rows.some((row) => row.id === this.#wanted);
    if (isWaiting && !this.#isReached(view, blocks)) return false;
    const over = Math.max(overPixels, view.height * overViews);
    const at = (y: number) => this.#indexAt(window, blocks, y);
    const [needed, wide] = [
      { from: at(view.top - over / 2), to: at(view.bottom + over / 2) + 1 },
      { from: at(view.top - over), to: at(view.bottom + over) + 1 },
    ];
    const { from, to } = this.#range;
    const isShort = Math.max(window.from, needed.from) < from || Math.min(window.count, needed.to) > to;
    const isLong = to - from > 2 * (wide.to - wide.from) + firstRows;
    if (!isShort && !isLong) return false;
    const isSelecting = hasSelection(scroller) && to - from < mostSelected;
    this.#set(window, isSelecting ? Math.min(from, wide.from) : wide.from, isSelecting ? Math.max(to, wide.to) : wide.to);
    return true;
  }

  /** The same rows among those that are here now; undefined when they are gone. */
  #relocated(window: RowWindow): RowRange | undefined {
    const { first, last } = this.#ids;
    if (first === undefined || last === undefined) return undefined;
    const [from, to] = [place(window, first, this.#range.from), place(window, last, this.#range.to - 1)];
    if (from === undefined && to === undefined) return undefined;
    const length = this.#range.to - this.#range.from;
    return { from: from ?? (to ?? 0) + 1 - length, to: to === undefined ? (from ?? 0) + length : to + 1 };
  }

  #set(window: RowWindow, from: number, to: number): void {
    const end = Math.max(window.from, Math.min(to, window.count));
    this.#range = { from: Math.min(end, Math.max(window.from, from)), to: end };
    this.#ids = { first: window.rows[this.#range.from - window.from]?.id, last: window.rows[end - 1 - window.from]?.id };
  }

  #isReached(view: DOMRect, blocks: readonly Block[]): boolean {
    const box = blocks.find(({ rowId }) => rowId === this.#wanted)?.box;
    if (!box || box.bottom < view.top || box.top > view.bottom) return false;
    this.#wanted = undefined;
    return true;
  }

  /** The row at `y` in the window of the browser; in a gap it is reckoned by the heights of its rows. */
  #indexAt(window: RowWindow, blocks: readonly Block[], y: number): number {
    let after = window.from;
    for (const { box, rowId, from, to } of blocks) {
      if (box.bottom <= y) after = to;
      else if (box.top >= y || rowId !== undefined) return from;
      else return window.from + this.heights.indexAt(window.rows, from - window.from, to - window.from, y - box.top);
    }
    return after;
  }
}

/** A child of a list, as it stands in the page: a row, or a gap in the place of some. */
interface Block extends RowRange {
  readonly rowId: string | undefined;
  readonly box: DOMRect;
}

/** All of them from top to bottom, each measured once. */
function blocksOf(lists: readonly HTMLElement[]): readonly Block[] {
  const elements = lists.flatMap((list) => [...list.children]).filter((child) => child instanceof HTMLElement);
  return elements.map((element) => ({ rowId: element.dataset.rowId, box: element.getBoundingClientRect(), ...placeOf(element) }));
}

/** Which rows an element stands for: one row, or those of a gap. */
function placeOf(element: HTMLElement): RowRange {
  const position = Number(element.ariaPosInSet);
  return element.dataset.rowId === undefined
    ? { from: Number(element.dataset.from), to: Number(element.dataset.to) }
    : { from: position - 1, to: position };
}

/** Where a row is now that was at `guess`; undefined when it is not here. */
function place(window: RowWindow, rowId: string, guess: number): number | undefined {
  const at = guess - window.from;
  for (let off = 0; off < 100; off++) {
    if (window.rows[at + off]?.id === rowId) return guess + off;
    if (window.rows[at - off]?.id === rowId) return guess - off;
  }
  const found = window.rows.findIndex((row) => row.id === rowId);
  return found < 0 ? undefined : window.from + found;
}

/** Whether the reader selected text in this container: its rows stay as they are then. */
function hasSelection(scroller: HTMLElement): boolean {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return false;
  return selection.getRangeAt(0).intersectsNode(scroller);
}

/** How many rows are undrawn before and behind the drawn ones, in a list of rows that begins at `from`. */
export function drawnPart(rows: readonly RowView[], from: number, drawn: RowRange): { readonly start: number; readonly end: number } {
  const start = Math.min(rows.length, Math.max(0, drawn.from - from));
  return { start, end: Math.max(start, Math.min(rows.length, drawn.to - from)) };
}
