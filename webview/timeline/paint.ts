import { t } from "../../src/base/words.ts";
import { formatDuration } from "../../src/shared/formats.ts";
import type { SpanView, TickView } from "../../src/shared/timeline.ts";
import { isFailed } from "../../src/shared/timelineWords.ts";
import { paintArrows } from "./arrows.ts";
import { axisHeight, barHeight, type Frame, rowHeight, rowsInSight, xOf, yOf } from "./frame.ts";
import type { Palette } from "./palette.ts";

/** Room between two labels of the axis. */
const labelWidth = 76;

/** Draws what is in sight, and nothing else. */
export function paint(context: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
  context.clearRect(0, 0, frame.width, frame.height);
  context.save();
  context.beginPath();
  context.rect(0, axisHeight, frame.width, frame.height - axisHeight);
  context.clip();
  paintGround(context, frame, palette);
  const [first, last] = rowsInSight(frame);
  paintArrows(context, frame, palette);
  for (let row = first; row <= last; row++) {
    const laneId = frame.data.order[row];
    if (laneId !== undefined) paintLane(context, frame, palette, laneId);
  }
  paintPointed(context, frame, palette);
  context.restore();
  paintAxis(context, frame, palette);
}

/** The chosen lane, the zone without times, and the folds. */
function paintGround(context: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
  const chosen = frame.laneId === undefined ? undefined : yOf(frame, frame.laneId);
  context.fillStyle = palette.text;
  if (chosen !== undefined) {
    context.globalAlpha = 0.08;
    context.fillRect(0, chosen - rowHeight / 2, frame.width, rowHeight);
  }
  context.globalAlpha = 0.05;
  const scale = frame.width / (frame.to - frame.from);
  const zone = (frame.axis.orderEnd - frame.from) * scale;
  if (frame.axis.orderEnd > 0 && zone > 0) context.fillRect(0, 0, zone, frame.height);
  context.globalAlpha = 1;
  for (const { x, width } of frame.axis.folds) {
    const left = (x - frame.from) * scale;
    if (left + width * scale < 0 || left > frame.width) continue;
    hatch(context, left, 0, width * scale, frame.height, palette.text, 0.18);
  }
}

/** Slanted lines: what is drawn so is told from what is filled without its colour. */
function hatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  alpha: number,
): void {
  const left = Math.max(-height, x);
  const right = Math.min(context.canvas.width, x + width);
  if (right <= left) return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.globalAlpha = alpha;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  for (let at = left - height - (left % 5); at < right; at += 5) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

function paintLane(context: CanvasRenderingContext2D, frame: Frame, palette: Palette, laneId: string): void {
  const y = yOf(frame, laneId) ?? 0;
  context.globalAlpha = 0.14;
  context.fillStyle = palette.line;
  context.fillRect(0, Math.round(y + rowHeight / 2) - 1, frame.width, 1);
  context.globalAlpha = 1;
  const { spans, ticks } = frame.data.itemsOf(laneId);
  let waits = 0;
  for (const span of spans) {
    if (span.kind === "run") paintRun(context, frame, palette, span, y);
    else waits++;
  }
  const failed = paintTicks(context, frame, palette, ticks, y);
  if (waits > 0) for (const span of spans) if (span.kind === "wait") paintWait(context, frame, palette, span, y);
  // A failure stands at the end of what failed, above all else: what a person refused ends with the wait for it.
  for (const x of failed) paintCross(context, palette, x + 1, y);
  for (const span of spans) {
    const edges = isFailed(span) ? edgesOf(frame, span) : undefined;
    if (edges && edges[1] <= frame.width) paintCross(context, palette, edges[1] - 1, y);
  }
}

/** The left and right edge of a span on the canvas; undefined when it is out of sight. */
export function edgesOf(frame: Frame, span: SpanView): readonly [number, number] | undefined {
  const left = xOf(frame, span.at, span.isOrder);
  const right = Math.max(left + 2, xOf(frame, span.end ?? frame.now, span.isOrder));
  return right < 0 || left > frame.width ? undefined : [Math.max(-4, left), Math.min(frame.width + 4, right)];
}

function paintRun(context: CanvasRenderingContext2D, frame: Frame, palette: Palette, span: SpanView, y: number): void {
  const edges = edgesOf(frame, span);
  if (!edges) return;
  const [left, right] = edges;
  const top = y - barHeight / 2;
  context.fillStyle = palette.run;
  context.strokeStyle = palette.run;
  context.lineWidth = 1;
  if (!span.isOrder) {
    context.globalAlpha = palette.isOutlined ? 0 : 0.42;
    context.fillRect(left, top, right - left, barHeight);
  }
  context.globalAlpha = palette.isOutlined ? 1 : 0.9;
  if (span.isOrder || span.isEndUnknown) context.setLineDash([3, 3]);
  context.strokeRect(left + 0.5, top + 0.5, Math.max(1, right - left - 1), barHeight - 1);
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (span.end === undefined && right <= frame.width + 1) {
    // It goes on: its end is an arrowhead, not an edge.
    context.beginPath();
    context.moveTo(right - 1, top);
    context.lineTo(right + 5, y);
    context.lineTo(right - 1, top + barHeight);
    context.fill();
  }
}

function paintWait(context: CanvasRenderingContext2D, frame: Frame, palette: Palette, span: SpanView, y: number): void {
  const edges = edgesOf(frame, span);
  if (!edges) return;
  const [left, right] = edges;
  const top = y - barHeight / 2 - 2;
  const height = barHeight + 4;
  context.fillStyle = palette.back;
  context.fillRect(left, top, right - left, height);
  hatch(context, left, top, right - left, height, palette.wait, 1);
  context.strokeStyle = palette.wait;
  context.strokeRect(left + 0.5, top + 0.5, Math.max(1, right - left - 1), height - 1);
}

/** The first tick that begins at or after a place of the canvas. */
export function firstTickFrom(frame: Frame, ticks: readonly TickView[], x: number, from = 0): number {
  let low = from;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const tick = ticks[middle];
    if (tick && xOf(frame, tick.at, tick.isOrder) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the cross of a call that failed stands on the canvas: where the call ended, as far as that is known. */
export const crossOf = (frame: Frame, { at, end = at, isOrder }: TickView): number => xOf(frame, end, isOrder);

/** One tick for each pixel at most. Returns where the crosses of those that failed stand. */
function paintTicks(
  context: CanvasRenderingContext2D,
  frame: Frame,
  palette: Palette,
  ticks: readonly TickView[],
  y: number,
): ReadonlySet<number> {
  context.fillStyle = palette.text;
  const failed = new Set<number>();
  let index = firstTickFrom(frame, ticks, -1);
  while (index < ticks.length) {
    const tick = ticks[index];
    if (!tick) break;
    const x = Math.floor(xOf(frame, tick.at, tick.isOrder));
    if (x > frame.width) break;
    context.globalAlpha = 0.85;
    context.fillRect(x, y - 7, 1.5, 14);
    if (tick.end !== undefined && !tick.isOrder) {
      const length = xOf(frame, tick.end) - x;
      context.globalAlpha = 0.45;
      if (length > 3) context.fillRect(x, y - 2, length, 4);
    }
    const next = firstTickFrom(frame, ticks, x + 2, index + 1);
    for (let at = index; at < next; at++) {
      const each = ticks[at];
      if (each && isFailed(each)) failed.add(Math.floor(crossOf(frame, each)));
    }
    index = next;
  }
  context.globalAlpha = 1;
  return failed;
}

/** A failure is a cross, whatever its colour. */
function paintCross(context: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  for (const [colour, width] of [[palette.back, 4] as const, [palette.failed, 2] as const]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x - 4, y - 4);
    context.lineTo(x + 4, y + 4);
    context.moveTo(x + 4, y - 4);
    context.lineTo(x - 4, y + 4);
    context.stroke();
  }
  context.lineWidth = 1;
}

function paintPointed(context: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
  const item = frame.pointed;
  if (!item) return;
  context.strokeStyle = palette.focus;
  context.lineWidth = 2;
  if ("from" in item) {
    const y = [yOf(frame, item.from) ?? 0, yOf(frame, item.to) ?? 0];
    context.strokeRect(xOf(frame, item.at, item.isOrder) - 5, Math.min(...y), 10, Math.abs((y[0] ?? 0) - (y[1] ?? 0)));
  } else {
    const y = yOf(frame, item.laneId) ?? 0;
    const left = xOf(frame, item.at, item.isOrder);
    const end = "toolKind" in item ? (isFailed(item) ? crossOf(frame, item) : left) + 2 : edgesOf(frame, item)?.[1];
    const right = end ?? left;
    context.strokeRect(Math.max(0, left - 3), y - 10, Math.min(frame.width, right) - Math.max(0, left) + 6, 20);
  }
  context.lineWidth = 1;
}

function paintAxis(context: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
  const units = (frame.to - frame.from) / frame.width;
  context.fillStyle = palette.text;
  context.font = palette.font;
  context.textBaseline = "middle";
  const y = axisHeight / 2;
  const taken = zoneWords(context, frame, units);
  let written = 0;
  for (const { x, text } of frame.axis.labels(frame.from, frame.to, labelWidth * units, frame.data.about.hasClock)) {
    const at = (x - frame.from) / units;
    context.globalAlpha = 0.15;
    context.fillRect(Math.round(at), 4, 1, frame.height);
    const width = context.measureText(text).width;
    // At the right edge it stands before its line.
    const left = at + 6 + width <= frame.width ? at + 4 : at - 4 - width;
    const right = left + width + 2;
    context.globalAlpha = 0.9;
    if (left < written || taken.some((words) => left < words.right && right > words.left)) continue;
    context.fillText(text, left, y);
    written = right;
  }
  context.globalAlpha = 1;
  for (const { left, text } of taken) context.fillText(text, left + 3, y);
  context.globalAlpha = 0.3;
  context.fillRect(0, axisHeight - 1, frame.width, 1);
  context.globalAlpha = 1;
}

/** As much of a text as fits into a width. */
function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  let shown = text;
  for (let letters = text.length; letters > 0 && context.measureText(shown).width > width; letters--)
    shown = `${text.slice(0, letters - 1).trimEnd()}…`;
  return shown;
}

/** What is said of the order without times and of how much time each fold in sight stands for; what would touch the words before it is left out. */
function zoneWords(context: CanvasRenderingContext2D, frame: Frame, units: number) {
  const { orderEnd, folds } = frame.axis;
  const order = orderEnd > frame.from ? shortened(context, t("order only, no times"), (orderEnd - frame.from) / units - 8) : "";
  const words = order === "" ? [] : [{ left: 1, right: context.measureText(order).width + 7, text: order }];
  for (const { x, width, ms } of folds) {
    const text = `⋯${formatDuration(ms)}`;
    const half = context.measureText(text).width / 2 + 3;
    const left = (x + width / 2 - frame.from) / units - half;
    if (left + 2 * half < 0 || left > frame.width || left < (words.at(-1)?.right ?? left)) continue;
    words.push({ left, right: left + 2 * half, text });
  }
  return words;
}
