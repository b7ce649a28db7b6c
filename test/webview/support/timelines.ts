// Timelines for looking at and for measuring.
import type { ArrowView, LaneView, SpanView, TickView, TimelinePart } from "../../../src/shared/timeline.ts";

/** Epoch ms: noon of a day, UTC. */
export const noon = Date.UTC(2026, 2, 14, 12);
const at = (seconds: number) => noon + seconds * 1000;

const lane = (id: string, label: string, fields: Partial<LaneView> = {}): LaneView => ({
  id,
  label,
  depth: 1,
  mark: "finished",
  isDim: false,
  words: "finished its turn",
  ...fields,
});
const run = (laneId: string, from: number, to?: number, fields: Partial<SpanView> = {}): SpanView => ({
  id: `${laneId}/run/${from}`,
  laneId,
  kind: "run",
  at: at(from),
  ...(to === undefined ? {} : { end: at(to) }),
  words: "Find out who calls the store and how",
  ...fields,
});
const tick = (laneId: string, seconds: number, title: string, fields: Partial<TickView> = {}): TickView => ({
  id: `${laneId}/${title}/${seconds}`,
  laneId,
  kind: "tool",
  at: at(seconds),
  title,
  toolKind: "read",
  status: "completed",
  ...fields,
});
const arrow = (kind: ArrowView["kind"], from: string, to: string, seconds: number): ArrowView => ({
  id: `${kind}/${from}/${to}/${seconds}`,
  kind,
  from,
  to,
  at: at(seconds),
  words: "Find out who calls the store and how",
  sessionId: from,
  rowId: `row-${kind}`,
});

const about = { rootId: "root", title: "Tidy up the store", emptyText: "", orderCount: 0, hasClock: true };

/** A lead, an explorer below it that waits, one that failed, and a root that works; forty seconds of it. */
export function sketch(): TimelinePart {
  return {
    about,
    order: ["root", "lead", "explore", "count", "fetch"],
    lanes: [
      lane("root", "Tidy up the store", { depth: 0, mark: "running", words: "Edit src/store.ts" }),
      lane("lead", "Plan the change", { role: "lead" }),
      lane("explore", "Survey the callers", { role: "explorer", depth: 2, mark: "waiting", words: "waiting for you" }),
      lane("count", "Count the callers", { role: "counter", depth: 3 }),
      lane("fetch", "Fetch the API notes", { mark: "failed", words: "failed: network is unreachable" }),
    ],
    spans: [
      run("root", 0),
      run("lead", 2, 31),
      run("explore", 6),
      run("count", 9, 21, { rowId: "row-count" }),
      run("fetch", 4, 12),
      { ...run("explore", 24), id: "wait", kind: "wait", words: "rm -rf build" },
    ],
    ticks: [
      tick("root", 1, "Read src/store.ts", { end: at(1.5) }),
      tick("root", 34, "Edit src/store.ts", { end: at(38), toolKind: "edit" }),
      tick("lead", 3, "Read src/store.ts"),
      tick("explore", 7, "Search store.apply(", { end: at(9), toolKind: "search" }),
      tick("explore", 22, "rm -rf build", { status: "pending", toolKind: "execute" }),
      ...[10, 11, 12, 14, 17].map((seconds) => tick("count", seconds, "Read test/store.test.ts")),
      tick("fetch", 10, "Fetch https://example.com", { status: "failed", toolKind: "fetch", end: at(11.5) }),
    ],
    arrows: [
      arrow("spawn", "root", "lead", 2),
      arrow("spawn", "lead", "explore", 6),
      arrow("spawn", "explore", "count", 9),
      arrow("answer", "count", "explore", 21),
      arrow("answer", "lead", "root", 31),
      arrow("spawn", "root", "fetch", 4),
      arrow("message", "root", "lead", 26),
    ],
  };
}

/** An earlier part whose order only is known, an evening's pause, and work after it. */
export function withPast(): TimelinePart {
  const now = sketch();
  return {
    ...now,
    about: { ...about, orderCount: 8 },
    spans: [
      ...(now.spans ?? []),
      { id: "root/order", laneId: "root", kind: "run", at: 0, end: 8, isOrder: true, words: "" },
      { id: "fetch/order", laneId: "fetch", kind: "run", at: 3, end: 6, isOrder: true, words: "" },
      run("root", -30_000, -29_980),
    ],
    ticks: [...(now.ticks ?? []), { ...tick("fetch", 0, "Read notes.md"), id: "old", at: 4, isOrder: true }],
    arrows: [...(now.arrows ?? []), { ...arrow("spawn", "root", "fetch", 0), id: "old-spawn", at: 3, isOrder: true }],
  };
}

/** Short turns with pauses of minutes between them, so that folds stand close together; then a longer one. */
export function withPauses(): TimelinePart {
  const turns = [
    [0, 2],
    [330, 332],
    [720, 722],
    [1080, 1110],
  ] as const;
  return {
    about,
    order: ["root"],
    lanes: [lane("root", "Tidy up the store", { depth: 0 })],
    spans: turns.map(([from, to]) => run("root", from, to)),
  };
}

/** A root with `lanes - 1` children at work at the same time, and `ticks` calls over all. */
export function crowd(lanes: number, ticks: number): TimelinePart {
  const ids = Array.from({ length: lanes }, (_, index) => (index === 0 ? "root" : `c${index}`));
  return {
    about,
    order: ids,
    lanes: ids.map((id, index) => lane(id, index === 0 ? "Tidy up" : `Child ${index}`, { depth: index === 0 ? 0 : 1 + (index % 3) })),
    spans: ids.flatMap((id, index) => [run(id, index / 10, 600 - index), run(id, 700 + index, index % 2 ? 1200 : undefined)]),
    ticks: Array.from({ length: ticks }, (_, index) =>
      tick(ids[index % lanes] ?? "root", (index / ticks) * 1200, `Read ${index}`, { status: index % 97 === 0 ? "failed" : "completed" }),
    ),
    arrows: ids.slice(1).flatMap((id, index) => [arrow("spawn", "root", id, index / 10), arrow("answer", id, "root", 599 - index)]),
  };
}
