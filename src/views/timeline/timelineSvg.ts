import { escapedMarkup } from "../../base/markup.ts";
import { t } from "../../base/words.ts";
import { formatDuration } from "../../shared/formats.ts";
import type { ArrowView, SpanView, TickView } from "../../shared/timeline.ts";
import { TimelineAxis } from "../../shared/timelineAxis.ts";
import type { TimelineData } from "../../shared/timelineData.ts";
import { isFailed, itemLines, laneSentence, type TimelineItem } from "../../shared/timelineWords.ts";
import { stateGlyph } from "../exports/exportWords.ts";

/** Lengths in SVG units. */
const names = 240;
const chart = 1160;
const top = 56;
const row = 24;
const bar = 12;
const edge = 16;
const legendHeight = 28;
/** As wide as a digit of the axis may be. */
const digit = 7;

/** Text for XML, which does not know most control characters (XML 1.0, production 2). */
function xml(text: string): string {
  return escapedMarkup(text.replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, (each) => (each === "\n" ? each : "")));
}

const style = `text{font:12px system-ui,sans-serif;fill:#222}.dim{fill:#666}.run{fill:#3b82c433;stroke:#1f6fb2}.open{stroke-dasharray:4 3}
.order{fill:none;stroke-dasharray:3 3}.wait{fill:url(#hatch);stroke:#8a6500}.tick{fill:#222}.length{fill:#2228}.cross{stroke:#b3261e;stroke-width:2;fill:none}.failed{fill:#b3261e}
.arrow{stroke:#444;fill:none}.tip{fill:#444}.answer{stroke-dasharray:3 2}.message{stroke-dasharray:1 2}.line{stroke:#ccc}.zone{fill:#eee}`;

/** What one drawing needs to place things. */
interface Sheet {
  readonly data: TimelineData;
  readonly now: number;
  readonly x: (at: number, isOrder?: boolean) => number;
  readonly y: (laneId: string) => number | undefined;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

function title({ data, now }: Sheet, item: TimelineItem): string {
  return `<title>${xml(itemLines(data, item, now).join("\n"))}</title>`;
}

function spanShape(sheet: Sheet, span: SpanView, y: number): string {
  const left = sheet.x(span.at, span.isOrder);
  const width = Math.max(1, sheet.x(span.end ?? sheet.now, span.isOrder) - left);
  const height = span.kind === "run" ? bar : bar + 4;
  const classes = [span.kind, span.isOrder ? "order" : "", span.isEndUnknown || span.end === undefined ? "open" : ""]
    .filter(Boolean)
    .join(" ");
  const shape = `<rect class="${classes}" x="${round(left)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}">${title(sheet, span)}</rect>`;
  return isFailed(span) ? shape + cross(left + width, y) : shape;
}

function cross(x: number, y: number): string {
  return `<path class="cross" d="M${round(x - 4)} ${round(y - 4)}l8 8m0 -8l-8 8"/>`;
}

function tickShape(sheet: Sheet, tick: TickView, y: number): string {
  const x = sheet.x(tick.at, tick.isOrder);
  const length = tick.end === undefined || tick.isOrder ? 0 : sheet.x(tick.end) - x;
  const bars = [
    `<rect class="tick" x="${round(x)}" y="${round(y - 7)}" width="1.5" height="14"/>`,
    length > 3 ? `<rect class="length" x="${round(x)}" y="${round(y - 2)}" width="${round(length)}" height="4"/>` : "",
  ];
  return `<g>${title(sheet, tick)}${bars.join("")}</g>`;
}

function arrowShape(sheet: Sheet, arrow: ArrowView): string {
  const from = sheet.y(arrow.from);
  const to = sheet.y(arrow.to);
  if (from === undefined || to === undefined) return "";
  const x = round(sheet.x(arrow.at, arrow.isOrder));
  const down = to > from ? 1 : -1;
  const tip = to - (down * bar) / 2;
  const line = `<path class="arrow ${arrow.kind}" d="M${x} ${round(from + (down * bar) / 2)}V${round(tip)}"/>`;
  return `<g>${title(sheet, arrow)}${line}<path class="tip" d="M${x} ${round(tip)}l-3.5 ${-down * 6}h7z"/></g>`;
}

function laneShape(sheet: Sheet, laneId: string): string {
  const lane = sheet.data.lanes.get(laneId);
  const y = sheet.y(laneId);
  if (!lane || y === undefined) return "";
  const { spans, ticks } = sheet.data.itemsOf(laneId);
  const indent = edge + Math.min(8, lane.depth) * 12;
  const role = lane.role ? `<tspan class="dim"> ${xml(lane.role)}</tspan>` : "";
  const drawn = [
    ...spans.filter(({ kind }) => kind === "run").map((span) => spanShape(sheet, span, y)),
    ...ticks.map((tick) => tickShape(sheet, tick, y)),
    ...spans.filter(({ kind }) => kind === "wait").map((span) => spanShape(sheet, span, y)),
    // A failure stands at the end of the call, above all else: what a person refused ends with the wait for it.
    ...ticks.filter(isFailed).map(({ at, end = at, isOrder }) => cross(sheet.x(end, isOrder), y)),
  ];
  const glyph = `<tspan${lane.mark === "failed" ? ' class="failed"' : ""}>${stateGlyph(lane.mark)}</tspan> `;
  const words = `<title>${xml([lane.label, lane.words].join("\n"))}</title>`;
  const name = `<text x="${indent}" y="${round(y + 4)}" clip-path="url(#names)">${words}${glyph}${xml(lane.label)}${role}</text>`;
  const line = `<path class="line" d="M${edge} ${round(y + row / 2)}H${names + chart}"/>`;
  return `<g role="listitem" aria-label="${xml(laneSentence(sheet.data, lane, sheet.now))}">${line}${name}${drawn.join("")}</g>`;
}

function axisShape(axis: TimelineAxis, sheet: Sheet, height: number): string {
  const scale = chart / axis.length;
  const labels = axis.labels(0, axis.length, 90 / scale, sheet.data.about.hasClock).map(({ x, text }) => {
    const at = round(names + x * scale);
    const words = `<text class="dim" x="${at}" y="${top - 20}">${xml(text)}</text>`;
    // What would be cut at the right edge is left out.
    const fits = names + x * scale + text.length * digit <= names + chart + edge;
    return `<path class="line" d="M${at} ${top - 16}V${height}"/>${fits ? words : ""}`;
  });
  const folds = axis.folds.map(({ x, width, ms }) => {
    const left = names + x * scale;
    const words = xml(t("{0} without work are left out", formatDuration(ms)));
    return `<rect class="zone" x="${round(left)}" y="${top - 16}" width="${round(width * scale)}" height="${height - top + 16}"><title>${words}</title></rect>`;
  });
  const zone =
    axis.orderEnd === 0
      ? ""
      : `<rect class="zone" x="${names}" y="${top - 16}" width="${round(axis.orderEnd * scale)}" height="${height - top + 16}"/>` +
        `<text class="dim" x="${names}" y="${top - 20}">${xml(t("order only, no times"))}</text>`;
  return [zone, ...folds, ...labels].join("\n");
}

/** What the shapes mean, in words, in one line below the chart. */
function legend(y: number): string {
  const entries: readonly (readonly [words: string, sample: (x: number) => string])[] = [
    [t("runs"), (x) => `<rect class="run" x="${x}" y="${y - bar / 2}" width="18" height="${bar}"/>`],
    [t("waits for you"), (x) => `<rect class="wait" x="${x}" y="${y - bar / 2}" width="18" height="${bar}"/>`],
    [t("tool call"), (x) => `<rect class="tick" x="${x + 8}" y="${y - 7}" width="1.5" height="14"/>`],
    [t("failed"), (x) => cross(x + 9, y)],
    ...(["spawn", "answer", "message"] as const).map((kind): readonly [string, (x: number) => string] => [
      { spawn: t("launched"), answer: t("answered"), message: t("wrote") }[kind],
      (x) => `<path class="arrow ${kind}" d="M${x + 9} ${y - 8}v16"/>`,
    ]),
  ];
  const wide = 130;
  return entries
    .map(([words, sample], index) => {
      const x = names + index * wide;
      return `${sample(x)}<text class="dim" x="${x + 24}" y="${y + 4}">${xml(words)}</text>`;
    })
    .join("\n");
}

/** A whole timeline as one SVG document that stands by itself; `now` in epoch ms, until when goes on what has no end. */
export function timelineSvg(data: TimelineData, now: number): string {
  const axis = new TimelineAxis(data, now);
  const rows = new Map(data.order.map((id, index) => [id, top + index * row + row / 2]));
  const sheet: Sheet = {
    data,
    now,
    x: (at, isOrder) => names + (axis.x(at, isOrder) / axis.length) * chart,
    y: (laneId) => rows.get(laneId),
  };
  const height = top + data.order.length * row + edge + legendHeight;
  const heading = xml(t("Timeline of {0}", data.about.title));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${names + chart + edge} ${height}" width="${names + chart + edge}" height="${height}" role="list">`,
    `<title>${heading}</title>`,
    `<style>${style}</style>`,
    `<defs><clipPath id="names"><rect x="0" y="0" width="${names - 8}" height="${height}"/></clipPath>`,
    `<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#fff"/><path d="M0 0V5" stroke="#8a6500" stroke-width="3"/></pattern></defs>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${edge}" y="18" font-weight="600">${heading}</text>`,
    legend(height - edge),
    axisShape(axis, sheet, height - edge - legendHeight),
    ...[...data.arrows.values()].map((arrow) => arrowShape(sheet, arrow)),
    ...data.order.map((id) => laneShape(sheet, id)),
    "</svg>",
    "",
  ].join("\n");
}
