import { formatDuration } from "./formats.ts";
import type { TimelineData } from "./timelineData.ts";

/** Time in which nothing happened is folded when it is longer than this, in ms. */
const longestIdle = 60_000;
/** What share of all that is shown a fold takes, and what has an order but no times. */
const foldShare = 0.03;
const orderShare = 0.35;
/** How wide the places of an order are where nothing has a time. */
const orderUnit = 1000;
/** Distances between labels, in ms. */
const steps = [
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map((s) => s * 1000),
];

/** A stretch of time in which something happened, and where it begins on the axis. */
interface Busy {
  readonly from: number;
  to: number;
  x: number;
}

/** Time left out between two busy stretches: `ms` of it lie between the places `x` and `x + width`. */
export interface Fold {
  readonly x: number;
  readonly width: number;
  readonly ms: number;
}

/**
 * The horizontal axis of a timeline, in axis units: a unit is a millisecond of the time in which something happened.
 * Long idle times are folded; what has an order but no times stands in a zone of its own at the left.
 */
export class TimelineAxis {
  /** Where the axis ends; it begins at 0. */
  readonly length: number;
  /** Where the zone ends in which there is only an order; 0 when there is none. */
  readonly orderEnd: number;
  readonly folds: readonly Fold[];
  readonly #busy: readonly Busy[];
  readonly #orderUnit: number;

  /** `now` in epoch ms of the host: what has no end goes on until then. */
  constructor(data: TimelineData, now: number) {
    this.#busy = busyOf(data, now);
    const worked = this.#busy.reduce((sum, { from, to }) => sum + to - from, 0);
    const { orderCount } = data.about;
    const zone = orderCount === 0 ? 0 : worked > 0 ? worked * orderShare : orderCount * orderUnit;
    this.#orderUnit = orderCount === 0 ? orderUnit : zone / orderCount;
    this.orderEnd = zone;
    const width = Math.max(worked, zone) * foldShare;
    const folds: Fold[] = [];
    let x = zone + (zone > 0 && worked > 0 ? width : 0);
    let before: Busy | undefined;
    for (const busy of this.#busy) {
      if (before) {
        folds.push({ x, width, ms: busy.from - before.to });
        x += width;
      }
      busy.x = x;
      x += busy.to - busy.from;
      before = busy;
    }
    this.folds = folds;
    this.length = Math.max(x, 1);
  }

  /** Where a time (epoch ms), or a place in the order, stands. */
  x(at: number, isOrder = false): number {
    if (isOrder) return at * this.#orderUnit;
    const index = this.#indexAt(at);
    const busy = this.#busy[Math.max(0, index)];
    if (!busy) return this.orderEnd;
    if (at <= busy.to) return busy.x + Math.max(0, at - busy.from);
    const next = this.#busy[index + 1];
    const end = busy.x + busy.to - busy.from;
    // In a fold: as far into it as into the time that it stands for.
    return next ? end + ((at - busy.to) / (next.from - busy.to)) * (next.x - end) : end;
  }

  /** Labels between two places that are at least `gap` axis units apart. `hasClock`: as times of day, else since the beginning. */
  labels(from: number, to: number, gap: number, hasClock: boolean): readonly { readonly x: number; readonly text: string }[] {
    const step = steps.find((each) => each >= gap) ?? 86_400_000;
    const labels: { x: number; text: string }[] = [];
    const zero = this.#busy[0]?.from ?? 0;
    for (const busy of this.#busy) {
      const end = busy.x + busy.to - busy.from;
      if (end < from || busy.x > to) continue;
      const offset = hasClock ? new Date(busy.from).getTimezoneOffset() * -60_000 : -zero;
      const first = Math.max(busy.from, busy.from + from - busy.x) + offset;
      for (let at = Math.ceil(first / step) * step; at - offset <= busy.to; at += step) {
        const x = busy.x + at - offset - busy.from;
        if (x > to) break;
        const last = labels.at(-1);
        if (!last || x - last.x >= gap * 0.8) labels.push({ x, text: hasClock ? clock(at - offset, step) : elapsed(at, step) });
      }
    }
    return labels;
  }

  #indexAt(at: number): number {
    let low = 0;
    let high = this.#busy.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#busy[middle]?.from ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

const fraction = (ms: number, step: number): string => (step < 1000 ? `.${String(Math.round((ms % 1000) / 10)).padStart(2, "0")}` : "");

/** A time of day, as exact as the distance between labels asks for. */
function clock(at: number, step: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return step >= 60_000 ? minutes : `${minutes}:${two(time.getSeconds())}${fraction(at, step)}`;
}

const elapsed = (ms: number, step: number): string => (step < 1000 ? `${Math.floor(ms / 1000)}${fraction(ms, step)}s` : formatDuration(ms));

/** When anything happened: spans, and the ticks that lie in none, joined over short idle times. */
function busyOf(data: TimelineData, now: number): readonly Busy[] {
  const raw: { from: number; to: number }[] = [];
  for (const id of data.order) {
    let covered = Number.NEGATIVE_INFINITY;
    const { spans, ticks } = data.itemsOf(id);
    for (const { at, end, isOrder } of spans) {
      if (isOrder) continue;
      raw.push({ from: at, to: Math.max(at, end ?? now) });
    }
    for (const { at, end, isOrder } of ticks) {
      // One of each second is enough to know that there was something.
      if (isOrder || (end ?? at) < covered) continue;
      raw.push({ from: at, to: Math.max(at, end ?? at) });
      covered = Math.max(at, end ?? at) + 1000;
    }
  }
  raw.sort((a, b) => a.from - b.from);
  const busy: Busy[] = [];
  for (const { from, to } of raw) {
    const last = busy.at(-1);
    if (last && from <= last.to + longestIdle) last.to = Math.max(last.to, to);
    else busy.push({ from, to, x: 0 });
  }
  return busy;
}
