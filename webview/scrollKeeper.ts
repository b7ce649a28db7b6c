import { type Disposable, DisposableStore, toDisposable } from "../src/base/disposables.ts";
import type { ScrollPlace } from "../src/shared/savedState.ts";

/** How far from the end still counts as the end, in pixels: zoom makes fractions. */
const nearEnd = 4;
/** How many rows are remembered as anchors, should the first of them go. */
const anchorCount = 4;

/** A row and how far its top is from the container's top, in pixels. */
interface Anchor {
  readonly row: HTMLElement;
  readonly offset: number;
}

export interface ScrollOptions {
  readonly scroller: HTMLElement;
  /** The one child of the scroller, which grows. */
  readonly content: HTMLElement;
  /** Where the reader was before; undefined = at the end. */
  readonly place: ScrollPlace | undefined;
  /** The lists whose children are this container's rows, in order. */
  lists(): readonly HTMLElement[];
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
  #isFollowing: boolean;
  /** A place that is still to be found, as its row is not here yet. */
  #sought: ScrollPlace | undefined;
  #anchors: readonly Anchor[] = [];
  #isIntent = false;
  #isHeld = false;
  /** Where we put it last: the event that follows is not the reader's. */
  #ownTop = -1;
  #last = { top: 0, height: 0 };

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
    if (this.#isFollowing || !anchor || rowId === undefined) return "end";
    return { rowId, index: indexOf(rowId), offset: Math.round(anchor.offset) };
  }

  /** The row that is still looked for after a reload. */
  get soughtRow(): { readonly rowId: string; readonly index: number } | undefined {
    return typeof this.#sought === "object" ? this.#sought : undefined;
  }

  /** Gives up looking for it and stays at what is there. */
  stopSeeking(): void {
    this.#sought = undefined;
    this.#record();
  }

  jumpToEnd(): void {
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
    const observer = new ResizeObserver(() => this.#settle());
    observer.observe(content);
    observer.observe(scroller);
    this.#lifetime.add(toDisposable(() => observer.disconnect()));
  }

  #didScroll(): void {
    const { scrollTop, scrollHeight } = this.#options.scroller;
    const isOwn = Math.abs(scrollTop - this.#ownTop) < 1;
    // Find, and screen readers, scroll without any of the events above; upwards it cannot be content that arrives.
    const isMovedUp = scrollTop < this.#last.top - 1 && scrollHeight >= this.#last.height;
    if (!isOwn && (this.#isIntent || isMovedUp)) {
      this.#sought = undefined;
      this.#isFollowing = this.isAtEnd;
    }
    this.#ownTop = -1;
    this.#record();
    this.#options.didMove();
  }

  /** Heights changed: puts the view back to where it belongs, before anything is painted. */
  #settle(): void {
    const { scroller } = this.#options;
    if (this.#sought !== undefined) this.#seek(this.#sought);
    else if (this.#isFollowing) this.#scrollTo(scroller.scrollHeight - scroller.clientHeight);
    else {
      const anchor = this.#anchors.find(({ row }) => row.isConnected && scroller.contains(row));
      if (anchor) this.#scrollTo(scroller.scrollTop + this.#offsetOf(anchor.row) - anchor.offset);
    }
    this.#record();
    this.#options.didMove();
  }

  #seek(place: ScrollPlace): void {
    if (place === "end") return;
    const row = this.#rows().find((each) => each.dataset.rowId === place.rowId);
    if (!row) return;
    this.#scrollTo(this.#options.scroller.scrollTop + this.#offsetOf(row) - place.offset);
    this.#sought = undefined;
  }

  #scrollTo(top: number): void {
    const { scroller } = this.#options;
    if (Math.abs(top - scroller.scrollTop) < 0.5) return;
    scroller.scrollTop = top;
    this.#ownTop = scroller.scrollTop;
  }

  #record(): void {
    const { scroller } = this.#options;
    this.#last = { top: scroller.scrollTop, height: scroller.scrollHeight };
    if (this.#sought !== undefined || this.#isFollowing) return;
    const rows = this.#rows();
    const first = firstVisible(rows, scroller.getBoundingClientRect().top + scroller.clientTop);
    this.#anchors = rows.slice(first, first + anchorCount).map((row) => ({ row, offset: this.#offsetOf(row) }));
  }

  #rows(): readonly HTMLElement[] {
    return this.#options.lists().flatMap((list) => [...list.children].filter((child) => child instanceof HTMLElement));
  }

  #offsetOf(row: HTMLElement): number {
    return row.getBoundingClientRect().top - this.#options.scroller.getBoundingClientRect().top;
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
