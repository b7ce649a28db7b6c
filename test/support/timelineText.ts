// A timeline as lines of text: lanes with what happened in them, then the arrows. Times are seconds since `epoch`; `#` is a place in an order.
import type { SpanView, TickView } from "../../src/shared/timeline.ts";
import type { TimelineData } from "../../src/shared/timelineData.ts";

export function timelineText(data: TimelineData, epoch: number): string {
  const place = (item: { readonly at: number; readonly isOrder?: boolean }, at = item.at) =>
    item.isOrder ? `#${at}` : `${(at - epoch) / 1000}s`;
  const until = (item: SpanView | TickView) => {
    if (item.end === undefined) return item.kind === "tool" || item.kind === "error" ? "" : "–";
    return `–${place(item, item.end)}${"isEndUnknown" in item && item.isEndUnknown ? "?" : ""}`;
  };
  const words = (text: string) => (text ? ` “${text}”` : "");
  const lines: string[] = [];
  for (const id of data.order) {
    const lane = data.lanes.get(id);
    if (!lane) throw new Error(`the lane ${id} is in the order only`);
    const indent = "  ".repeat(lane.depth);
    lines.push(`${indent}${lane.label}${lane.role ? ` (${lane.role})` : ""}: ${lane.words}`);
    const { spans, ticks } = data.itemsOf(id);
    for (const span of spans)
      lines.push(`${indent}  ${span.kind} ${place(span)}${until(span)}${words(span.words)}${span.ended ? ` ${span.ended.words}` : ""}`);
    for (const tick of ticks)
      lines.push(`${indent}  ${tick.kind} ${place(tick)}${until(tick)}${words(tick.title)}${tick.status ? ` ${tick.status}` : ""}`);
  }
  const name = (id: string) => data.lanes.get(id)?.label ?? id;
  for (const arrow of data.arrows.values())
    lines.push(`${arrow.kind} ${place(arrow)} ${name(arrow.from)} → ${name(arrow.to)}${words(arrow.words)}`);
  return lines.join("\n");
}
