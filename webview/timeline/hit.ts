import type { ArrowView, TickView } from "../../src/shared/timeline.ts";
import { isFailed, type TimelineItem } from "../../src/shared/timelineWords.ts";
import { arrowsInSight } from "./arrows.ts";
import { axisHeight, type Frame, rowHeight, xOf } from "./frame.ts";
import { crossOf, edgesOf, firstTickFrom } from "./paint.ts";

/** How near the pointer has to come, in CSS pixels. */
const reach = 5;

/** The lane at a height of the canvas. */
export function laneAt({ data, scrollTop }: Frame, y: number): string | undefined {
  return y < axisHeight ? undefined : data.order[Math.floor((y - axisHeight + scrollTop) / rowHeight)];
}

/** What is at a place of the canvas: a tick or a wait before the run around it, and an arrow before that. */
export function itemAt(frame: Frame, x: number, y: number): TimelineItem | undefined {
  const laneId = laneAt(frame, y);
  if (laneId === undefined) return undefined;
  const { spans, ticks } = frame.data.itemsOf(laneId);
  const isIn = (span: (typeof spans)[number]) => {
    const edges = edgesOf(frame, span);
    return edges !== undefined && x >= edges[0] - 2 && x <= edges[1] + 2;
  };
  return (
    tickAt(frame, ticks, x) ??
    spans.findLast((span) => span.kind === "wait" && isIn(span)) ??
    arrowAt(frame, x, y) ??
    spans.findLast((span) => span.kind === "run" && isIn(span))
  );
}

/** The nearest tick; before that one that failed and whose cross is within reach. */
function tickAt(frame: Frame, ticks: readonly TickView[], x: number): TickView | undefined {
  const failed = ticks.findLast((tick) => isFailed(tick) && Math.abs(crossOf(frame, tick) - x) <= reach);
  if (failed) return failed;
  let nearest: TickView | undefined;
  let distance = reach + 1;
  for (let index = firstTickFrom(frame, ticks, x - reach); index < ticks.length; index++) {
    const tick = ticks[index];
    if (!tick) break;
    const away = Math.abs(xOf(frame, tick.at, tick.isOrder) - x);
    if (away > reach) break;
    if (away < distance) nearest = tick;
    distance = Math.min(distance, away);
  }
  return nearest;
}

function arrowAt(frame: Frame, x: number, y: number): ArrowView | undefined {
  const isNear = (line: { readonly x: number; readonly from: number; readonly to: number }) =>
    Math.abs(line.x - x) < reach && y >= Math.min(line.from, line.to) && y <= Math.max(line.from, line.to);
  return arrowsInSight(frame).find(isNear)?.arrow;
}

/** The item of a lane after (1) or before (-1) this one, in the order of time; from none, the first or the last. */
export function neighbour(frame: Frame, laneId: string, item: TimelineItem | undefined, direction: 1 | -1): TimelineItem | undefined {
  const { spans, ticks } = frame.data.itemsOf(laneId);
  const all: readonly TimelineItem[] = [...spans, ...ticks].sort((a, b) => frame.axis.x(a.at, a.isOrder) - frame.axis.x(b.at, b.isOrder));
  const at = item ? all.findIndex(({ id }) => id === item.id) : -1;
  if (at < 0) return direction > 0 ? all[0] : all.at(-1);
  return all[Math.min(all.length - 1, Math.max(0, at + direction))];
}
