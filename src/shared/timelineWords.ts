import { t } from "../base/words.ts";
import { formatDuration } from "./formats.ts";
import type { StateMark } from "./sessionView.ts";
import type { ArrowView, LaneView, SpanView, TickView } from "./timeline.ts";
import type { TimelineData } from "./timelineData.ts";

/** Something of a timeline that can be pointed at. */
export type TimelineItem = SpanView | TickView | ArrowView;

/** True for what is drawn with a cross at its end. */
export function isFailed(item: SpanView | TickView): boolean {
  if ("toolKind" in item) return item.kind === "error" || item.status === "failed";
  return item.ended?.mark === "failed";
}

/** How long spans of one kind took together, in ms; a place in an order takes no time. */
function total(spans: readonly SpanView[], kind: SpanView["kind"], now: number): number {
  return spans.reduce((sum, span) => (span.kind === kind && !span.isOrder ? sum + Math.max(0, (span.end ?? now) - span.at) : sum), 0);
}

/** A lane in words: who it is, how long it ran and waited, its calls, and its state. */
export function laneSentence(data: TimelineData, lane: LaneView, now: number): string {
  return [lane.label, lane.role, laneFacts(data, lane, now)].filter(Boolean).join(", ");
}

/** The same without who it is. */
export function laneFacts(data: TimelineData, lane: LaneView, now: number): string {
  const { spans, ticks } = data.itemsOf(lane.id);
  const ran = total(spans, "run", now);
  const waited = total(spans, "wait", now);
  const calls = ticks.filter(({ kind }) => kind === "tool").length;
  const parts = [
    lane.depth > 0 ? t("level {0}", lane.depth) : "",
    spans.some(({ kind, isOrder }) => kind === "run" && !isOrder) ? t("ran {0}", formatDuration(ran)) : t("times not known"),
    spans.some(({ kind }) => kind === "wait") ? t("waited {0}", formatDuration(waited)) : "",
    calls === 0 ? "" : calls === 1 ? t("1 tool call") : t("{0} tool calls", calls),
    lane.words,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function length(item: SpanView | TickView, now: number): string {
  if (item.isOrder) return t("time not known");
  const isOpen = item.end === undefined;
  if (item.kind === "tool" && isOpen) return "";
  const ms = (item.end ?? now) - item.at;
  return ms < 1000 ? t("{0} ms", Math.max(0, Math.round(ms))) : formatDuration(ms);
}

/** The marks of lanes in which a call may still come to its end: a silence is none. */
const isAtWork: ReadonlySet<StateMark | undefined> = new Set(["running", "stalled", "waiting", "stopping"]);

/** The status of a call in words; empty when it says nothing. */
function statusWords({ status, kind }: TickView, isOver: boolean): string {
  if (kind === "error") return t("error");
  if (status === "completed") return t("completed");
  if (status === "failed") return t("failed");
  if (status === "cancelled") return t("cancelled");
  if (status === "unconfirmed") return t("cancelled, not confirmed");
  return isOver ? t("no result was told") : t("in progress");
}

/** What an item says when it is pointed at, one fact a line. */
export function itemLines(data: TimelineData, item: TimelineItem, now: number): readonly string[] {
  return [...factsOf(data, item, now), item.kind !== "error" && "words" in item ? item.words : ""].filter((line) => line !== "");
}

function factsOf(data: TimelineData, item: TimelineItem, now: number): readonly string[] {
  const name = (id: string) => data.lanes.get(id)?.label ?? "";
  switch (item.kind) {
    case "run":
      if (item.isOrder) return [t("Told again by a load: the order is known, the times are not")];
      if (item.isEndUnknown) return [t("Ran {0}; its end was not told", length(item, now))];
      if (item.end === undefined) return [t("Has run for {0} so far", length(item, now))];
      return [[t("Ran {0}", length(item, now)), item.ended?.words ?? ""].filter((part) => part !== "").join(" · ")];
    case "wait":
      return [
        item.end === undefined ? t("Has waited for you for {0} so far", length(item, now)) : t("Waited for you {0}", length(item, now)),
      ];
    case "tool":
    case "error": {
      const mark = data.lanes.get(item.laneId)?.mark;
      const isOver = !isAtWork.has(mark);
      return [item.title, [item.toolKind, statusWords(item, isOver), length(item, now)].filter((part) => part !== "").join(" · ")];
    }
    case "spawn":
      return [t("{0} launched {1}", name(item.from), name(item.to))];
    case "answer":
      return [t("{0} answered {1}", name(item.from), name(item.to))];
    case "message":
      return [t("{0} wrote to {1}", name(item.from), name(item.to))];
  }
}
