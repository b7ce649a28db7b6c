import type { ArrowView, LaneView, SpanView, TickView, TimelineAbout, TimelinePart } from "./timeline.ts";

/** What happened in one lane. Spans and ticks are sorted by their place; what has only an order stands before what has a time. */
export interface LaneItems {
  readonly spans: SpanView[];
  readonly ticks: TickView[];
}

type Item = SpanView | TickView;

const before = (a: Item, b: Item): boolean => (a.isOrder === b.isOrder ? a.at < b.at : a.isOrder === true);

/** Puts an item in its place: at the end nearly always, as things come in the order of time. */
function insert<T extends Item>(items: T[], item: T): void {
  let at = items.length;
  for (let above = items[at - 1]; above && before(item, above); above = items[at - 1]) at--;
  items.splice(at, 0, item);
}

/** The index of an item with the place of `item` and its id, or -1. */
function find(items: readonly Item[], item: Item): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = items[middle];
    if (at && before(at, item)) low = middle + 1;
    else high = middle;
  }
  while (low < items.length && items[low]?.id !== item.id && !before(item, items[low] as Item)) low++;
  return items[low]?.id === item.id ? low : -1;
}

const isSpan = (item: Item): item is SpanView => item.kind === "run" || item.kind === "wait";

/** A timeline as its page and the export hold it: lanes, and what happened in each, made of parts. */
export class TimelineData {
  about: TimelineAbout = { rootId: null, title: "", emptyText: "", orderCount: 0, hasClock: false };
  order: readonly string[] = [];
  readonly lanes = new Map<string, LaneView>();
  readonly arrows = new Map<string, ArrowView>();
  readonly #items = new Map<string, LaneItems>();
  readonly #byId = new Map<string, Item>();

  /** Takes in a part; a part of the whole is taken in by a new `TimelineData`. */
  take(part: TimelinePart): void {
    if (part.about) this.about = part.about;
    if (part.order) this.order = part.order;
    for (const lane of part.lanes ?? []) this.lanes.set(lane.id, lane);
    for (const id of part.gone ?? []) if (!this.arrows.delete(id)) this.#drop(id);
    for (const span of part.spans ?? []) this.#put(span);
    for (const tick of part.ticks ?? []) this.#put(tick);
    for (const arrow of part.arrows ?? []) this.arrows.set(arrow.id, arrow);
  }

  /** What happened in a lane. */
  itemsOf(laneId: string): LaneItems {
    const known = this.#items.get(laneId);
    if (known) return known;
    const items: LaneItems = { spans: [], ticks: [] };
    this.#items.set(laneId, items);
    return items;
  }

  #put(item: Item): void {
    const known = this.#byId.get(item.id);
    const items = this.itemsOf(item.laneId);
    const list: Item[] = isSpan(item) ? items.spans : items.ticks;
    const index = known?.laneId === item.laneId && known.at === item.at ? find(list, known) : -1;
    if (known && index < 0) this.#drop(item.id);
    if (index < 0) insert(list, item);
    else list[index] = item;
    this.#byId.set(item.id, item);
  }

  #drop(id: string): void {
    const known = this.#byId.get(id);
    if (!known) return;
    this.#byId.delete(id);
    const items = this.itemsOf(known.laneId);
    const list: Item[] = isSpan(known) ? items.spans : items.ticks;
    const index = find(list, known);
    if (index >= 0) list.splice(index, 1);
  }
}
