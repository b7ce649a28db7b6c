import { type Disposable, DisposableStore, toDisposable } from "../../src/base/disposables.ts";
import type { ScrollPlace } from "../../src/shared/savedState.ts";

/** How far from the end still counts as the end, in pixels: zoom makes fractions. */
const nearEnd = 4;
/** How many rows are remembered as anchors, should the first of them go. */
const anchorCount = 4;

/** A row and where it stands in the content, whatever is scrolled, in pixels. */
interface Anchor {
  readonly row: HTMLElement;
  readonly position: number;
}

/** One scroll container, as its keeper has to know it. */
export interface ScrollOptions {
  readonly scroller: HTMLElement;
  /** The one child of the scroller, which grows. */
  readonly content: HTMLElement;
  /** Where the reader was before; undefined = at the end. */
  readonly place: ScrollPlace | undefined;
  /** The lists whose children are this container's rows, in order. */
  lists(): readonly HTMLElement[];
  /** True for a row that is among all rows of the transcript, drawn or not. */
  knows(rowId: string): boolean;
  /** The reader is somewhere else, or the end moved away. */
  didMove(): void;
}

/**
 * Keeps one scroll container where its reader wants it. At the end it follows what arrives; anywhere else the first
 * visible row stays where it is, whatever grows above it. Only what the reader does — wheel, key, touch, dragging —
 * decides between the two; content that moves does not.
 */
export class ScrollKeeper implements Disposable {
  readonly #options: ScrollOptions;
  readonly #lifetime = new DisposableStore();
  readonly #observer = new ResizeObserver(() => this.#settle());
  readonly #watched = new WeakSet<Element>();
  #isFollowing: boolean;
  /** A place that is still to be found, as its row is not here yet. */
  #sought: ScrollPlace | undefined;
  /** Where the reader was when that was asked for last. */
  #place: ScrollPlace = "end";
  #anchors: readonly Anchor[] = [];
  #isIntent = false;
  #isHeld = false;
  /** Where we put it last, as exact as it was meant: what the browser rounds off must not add up. */
  #meant = -1;
  #last: { readonly top: number; readonly height: number; readonly row?: Element | undefined } = { top: 0, height: 0 };

  constructor(options: ScrollOptions) {
    this.#options = options;
    this.#isFollowing = options.place === undefined || options.place === "end";
    this.#sought = this.#isFollowing ? undefined : options.place;
    this.#listen();
  }

  /** True while new rows keep the container at its end. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** True when the newest is in view. */
  get isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#options.scroller;
    return scrollHeight - clientHeight - scrollTop <= nearEnd;
  }

  /** Where the reader is, for restoring it later. `indexOf` gives a row's place among all rows of the session. */
  place(indexOf: (rowId: string) => number): ScrollPlace {
    if (this.#sought !== undefined) return this.#sought;
    const anchor = this.#anchors[0];
    const rowId = anchor?.row.dataset.rowId;
    const isSomewhere = !this.#isFollowing && anchor !== undefined && rowId !== undefined;
    this.#place = isSomewhere
      ? { rowId, index: indexOf(rowId), offset: Math.round(anchor.position - this.#options.scroller.scrollTop) }
      : "end";
    return this.#place;
  }

  /** The row that is still looked for after a reload. */
  get soughtRow(): { readonly rowId: string; readonly index: number } | undefined {
    return typeof this.#sought === "object" ? this.#sought : undefined;
  }

  /** Looks for this row in its place: the transcript was drawn afresh, and its rows have other ids. */
  seekInstead(rowId: string): void {
    if (typeof this.#sought !== "object") return;
    this.#sought = { ...this.#sought, rowId };
    this.#settle();
  }

  /** Gives up looking for it and stays at what is there. */
  stopSeeking(): void {
    this.#sought = undefined;
    this.#record();
  }

  jumpToEnd(): void {
    // A wheel at the top moves nothing, and no end of it is told: it must not be taken for the reader's wish later.
    this.#isIntent = false;
    this.#sought = undefined;
    this.#isFollowing = true;
    this.#settle();
  }

  /** To be called after the reader's own doing moved the view: what is in view now is what the reader wants. */
  adopt(): void {
    this.#sought = undefined;
    this.#isFollowing = this.isAtEnd;
    this.#record();
    this.#options.didMove();
  }

  /** To be called before the reader's own doing changes heights: the view keeps its place, even at the end, until `release`. */
  hold(): void {
    this.#isFollowing = false;
    this.#record();
  }

  /** To be called when the heights are changed: follows again if the end is still in view. */
  release(): void {
    this.#settle();
    this.#isFollowing = this.isAtEnd;
    this.#options.didMove();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #listen(): void {
    const { scroller, content } = this.#options;
    const on = (target: HTMLElement | Window, types: readonly string[], handle: () => void) => {
      for (const type of types) {
        target.addEventListener(type, handle, { passive: true });
        this.#lifetime.add(toDisposable(() => target.removeEventListener(type, handle)));
      }
    };
    const intend = () => {
      this.#isIntent = true;
    };
    on(scroller, ["wheel", "touchmove", "keydown"], intend);
    on(scroller, ["pointerdown"], () => {
      this.#isHeld = true;
      intend();
    });
    on(window, ["pointerup", "pointercancel"], () => {
      this.#isHeld = false;
    });
    on(scroller, ["scrollend"], () => {
      this.#isIntent = this.#isHeld;
    });
    on(scroller, ["scroll"], () => this.#didScroll());
    this.#observer.observe(content);
    this.#observer.observe(scroller);
    this.#lifetime.add(toDisposable(() => this.#observer.disconnect()));
  }

  /** Elements whose heights move rows while the whole stays as high as it is. */
  watch(elements: Iterable<Element>): void {
    for (const element of elements) {
      if (this.#watched.has(element)) continue;
      this.#watched.add(element);
      this.#observer.observe(element);
    }
  }

  #didScroll(): void {
    const { scroller } = this.#options;
    const isOwn = this.#isAsMeant;
    const isShrunk = scroller.scrollHeight < this.#last.height;
    // Find, and screen readers, scroll without a wheel or a key; upwards it cannot be content that arrives.
    const isMovedUp = scroller.scrollTop < this.#last.top - 1 && !isShrunk && !this.#isDrawnAfresh;
    // What arrived since may have moved the rows already: the reader's move is told apart from that.
    if (!isOwn) this.#meant = scroller.scrollTop;
    this.#keepAnchor();
    if (!isOwn && (this.#isIntent || isMovedUp)) {
      this.#sought = undefined;
      this.#isFollowing = this.isAtEnd;
    } else if (this.#isFollowing && this.#isDrawnAfresh) this.#scrollTo(scroller.scrollHeight - scroller.clientHeight);
    this.#record();
    this.#options.didMove();
  }

  /** The rows went since, and others came: between the two there was nothing to scroll, so the browser went to the top by itself. */
  get #isDrawnAfresh(): boolean {
    return this.#last.row?.isConnected === false;
  }

  /** Heights changed: puts the view back to where it belongs, before anything is painted. */
  #settle(): void {
    const { scroller } = this.#options;
    if (this.#sought !== undefined) this.#seek(this.#sought);
    else if (this.#isFollowing) this.#scrollTo(scroller.scrollHeight - scroller.clientHeight);
    else this.#keepAnchor();
    this.#record();
    this.#options.didMove();
  }

  /** Moves the view by as much as the row that was first in it was moved by what grew above it. */
  #keepAnchor(): void {
    if (this.#isFollowing || this.#sought !== undefined) return;
    const { scroller } = this.#options;
    const anchor = this.#anchors.find(({ row }) => row.isConnected && scroller.contains(row));
    if (!anchor && this.#anchors.length > 0 && !this.#anchors.some(({ row }) => this.#options.knows(row.dataset.rowId ?? ""))) {
      // Drawn afresh, as when a session is loaded again: the reader's place comes back with its rows.
      this.#sought = this.#place;
      this.#anchors = [];
      return;
    }
    const top = this.#isAsMeant ? this.#meant : scroller.scrollTop;
    if (anchor) this.#scrollTo(top + this.#positionOf(anchor.row) - anchor.position);
  }

  #seek(place: ScrollPlace): void {
    if (place === "end") return;
    const row = this.#rows().find((each) => each.dataset.rowId === place.rowId);
    if (!row) return;
    const top = this.#positionOf(row) - place.offset;
    this.#scrollTo(top);
    // While a history arrives bit by bit, too little may be below the row: it is looked for until it stands where it was.
    if (this.#meant >= top - 1) this.#sought = undefined;
  }

  get #isAsMeant(): boolean {
    return Math.abs(this.#options.scroller.scrollTop - this.#meant) < 1;
  }

  #scrollTo(top: number): void {
    const { scroller } = this.#options;
    this.#meant = Math.max(0, Math.min(top, scroller.scrollHeight - scroller.clientHeight));
    if (!this.#isAsMeant || Math.abs(scroller.scrollTop - this.#meant) > 0.5) scroller.scrollTop = this.#meant;
  }

  #record(): void {
    const { scroller } = this.#options;
    const row = this.#options.lists().at(-1)?.lastElementChild ?? undefined;
    this.#last = { top: scroller.scrollTop, height: scroller.scrollHeight, row };
    if (this.#sought !== undefined || this.#isFollowing) return;
    const rows = this.#rows();
    const first = firstVisible(rows, scroller.getBoundingClientRect().top + scroller.clientTop);
    this.#anchors = rows.slice(first, first + anchorCount).map((row) => ({ row, position: this.#positionOf(row) }));
  }

  #rows(): readonly HTMLElement[] {
    return this.#options
      .lists()
      .flatMap(
        (list) => [...list.children].filter((child) => child instanceof HTMLElement && child.dataset.rowId !== undefined) as HTMLElement[],
      );
  }

  #positionOf(row: HTMLElement): number {
    const { scroller } = this.#options;
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }
}

/** The first row whose bottom is below `top`, by halving. */
function firstVisible(rows: readonly HTMLElement[], top: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > top + 1) high = middle;
    else low = middle + 1;
  }
  return low;
}
