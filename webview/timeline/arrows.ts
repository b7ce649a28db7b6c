import type { ArrowView } from "../../src/shared/timeline.ts";
import { barHeight, type Frame, rowHeight, rowsInSight, xOf, yOf } from "./frame.ts";
import type { Palette } from "./palette.ts";

/** Above so many arrows in sight, their lines would become a wall: each is drawn at its child's lane only. */
const mostWhole = 60;

/** How each kind of arrow is dashed. */
const dashes: { readonly [Kind in ArrowView["kind"]]: readonly number[] } = { spawn: [], answer: [3, 2], message: [1, 2] };

/** An arrow on the canvas: its place, and the heights of the middles that it goes from and to. */
interface ArrowLine {
  readonly arrow: ArrowView;
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** The arrows in sight. When there are many, only those of the chosen lane are whole; of the others what is beside the lower lane. */
export function arrowsInSight(frame: Frame): readonly ArrowLine[] {
  const [first, last] = rowsInSight(frame);
  const lines = [...frame.data.arrows.values()].flatMap((arrow) => lineOf(frame, arrow, first, last) ?? []);
  if (lines.length <= mostWhole) return lines;
  const isChosen = ({ arrow }: ArrowLine) => arrow.from === frame.laneId || arrow.to === frame.laneId;
  const hasFewChosen = lines.filter(isChosen).length <= mostWhole;
  return lines.map((line) => (hasFewChosen && isChosen(line) ? line : shortened(line)));
}

function lineOf(frame: Frame, arrow: ArrowView, first: number, last: number): ArrowLine | undefined {
  const from = frame.rows.get(arrow.from);
  const to = frame.rows.get(arrow.to);
  if (from === undefined || to === undefined || Math.max(from, to) < first || Math.min(from, to) > last) return undefined;
  const x = xOf(frame, arrow.at, arrow.isOrder);
  if (x < -6 || x > frame.width + 6) return undefined;
  return { arrow, x, from: yOf(frame, arrow.from) ?? 0, to: yOf(frame, arrow.to) ?? 0 };
}

function shortened(line: ArrowLine): ArrowLine {
  return line.to > line.from ? { ...line, from: line.to - rowHeight } : { ...line, to: line.from - rowHeight };
}

/** Draws them. */
export function paintArrows(context: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
  // Those that would cover each other are one.
  const drawn = new Map(arrowsInSight(frame).map((line) => [`${line.arrow.kind}${Math.round(line.x)},${line.from},${line.to}`, line]));
  for (const { arrow, x, from, to } of drawn.values()) paintArrow(context, palette, arrow.kind, x, from, to);
}

function paintArrow(context: CanvasRenderingContext2D, palette: Palette, kind: ArrowView["kind"], x: number, from: number, to: number) {
  const down = to > from ? 1 : -1;
  const tip = to - (down * barHeight) / 2;
  context.globalAlpha = palette.isOutlined ? 1 : 0.7;
  context.strokeStyle = palette.text;
  context.fillStyle = palette.text;
  context.lineWidth = 1;
  context.setLineDash([...dashes[kind]]);
  context.beginPath();
  context.moveTo(x, from + (down * barHeight) / 2);
  context.lineTo(x, tip);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(x, tip);
  context.lineTo(x - 3.5, tip - down * 6);
  context.lineTo(x + 3.5, tip - down * 6);
  context.fill();
  context.globalAlpha = 1;
}
