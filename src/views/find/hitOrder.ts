import type { SessionId } from "../../session/ids.ts";
import { toRowId } from "../../session/ids.ts";
import type { Run, Session } from "../../session/session.ts";

/** How often something was found in one row (or in words that no row holds, `extraTexts`). */
export interface UnitHits {
  readonly head: number;
  readonly body: number;
}

/** Where the reader, or a mark of ours, stands. */
export interface HitPlace {
  readonly sessionId: SessionId;
  readonly unit: string;
}

/** One hit: `ordinal` is its number among those of its row, from 0. */
export interface Hit extends HitPlace {
  readonly ordinal: number;
}

/** A row with hits, in reading order; `count` is 0 for the place that was asked about. */
export interface OrderedHits extends HitPlace {
  readonly count: number;
}

/** What the order is made from. */
export interface HitSource {
  session(id: SessionId): Session | undefined;
  /** The rows with hits of exactly this session. */
  hits(id: SessionId): ReadonlyMap<string, UnitHits>;
  /** How many rows with hits, or places to mark, there are in a session and everything below it. */
  weight(id: SessionId): number;
}

/** The rows with hits of a session and everything below it as a reader comes upon them: a child's stand behind its card. `place` is marked among them. */
export function orderHits(source: HitSource, top: SessionId, place: HitPlace | undefined): readonly OrderedHits[] {
  const ordered: OrderedHits[] = [];
  // What comes next stands at the end: a row with hits, or a session to go into.
  const waiting: (SessionId | OrderedHits)[] = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "object") {
      ordered.push(next);
      continue;
    }
    const sessionId = next;
    const session = source.session(sessionId);
    if (!session) continue;
    const own = [...source.hits(sessionId)].map(([unit, { head, body }]) => ({ sessionId, unit, count: head + body }));
    if (place?.sessionId === sessionId && !source.hits(sessionId).has(place.unit)) own.push({ sessionId, unit: place.unit, count: 0 });
    const steps = [
      ...own.map((what) => ({ at: unitPlace(session, what.unit), what })),
      ...session.children
        .filter((child) => source.weight(child) > 0)
        .map((child) => ({ at: cardPlace(session, source.session(child)), what: child })),
    ];
    for (const { what } of steps.sort((a, b) => a.at - b.at).toReversed()) waiting.push(what);
  }
  return ordered;
}

/** Just behind its card; a child without one stands at the end. */
function cardPlace(session: Session, child: Session | undefined): number {
  const index = child?.cardRowId === undefined ? -1 : session.rows.indexOf(child.cardRowId);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 0.5;
}

/** Where a row is read, as a number: its index, but prompts stand before the steps of their run and answers behind them. */
function unitPlace(session: Session, unit: string): number {
  const [, what, number] = /^(prompt|error|received):(\d+)$/.exec(unit) ?? [];
  if (what === "prompt") return runStart(session, Number(number)) - 0.4;
  if (what !== undefined) return runStart(session, Number(number) + 1) - (what === "error" ? 0.61 : 0.6);
  const index = session.rows.indexOf(toRowId(unit));
  if (session.standing !== "child") return index;
  const asks = session.runs.findIndex((run) => run.promptRowId === unit);
  if (asks >= 0) return runStart(session, asks) - 0.4;
  const answers = session.runs.findIndex((run) => run.answerRowId === unit);
  return answers < 0 ? index : runStart(session, answers + 1) - 0.7;
}

function runStart(session: Session, index: number): number {
  const run: Run | undefined = session.runs[index];
  if (!run) return session.rows.count;
  const start = run.firstRowId === undefined ? -1 : session.rows.indexOf(run.firstRowId);
  if (start >= 0) return start;
  return index === 0 ? 0 : session.rows.count;
}

/**
 * The hit after or before `current`, going round at the end; from `near`, which is marked in the order, when there is none
 * yet. Undefined when there are no hits.
 */
export function nextHit(
  order: readonly OrderedHits[],
  current: Hit | undefined,
  near: HitPlace | undefined,
  direction: "next" | "previous",
): Hit | undefined {
  const place = current ?? near;
  const at = order.findIndex((each) => each.sessionId === place?.sessionId && each.unit === place.unit);
  const here = current ? order[at] : undefined;
  if (direction === "next") {
    if (current && here && current.ordinal + 1 < here.count) return { ...current, ordinal: current.ordinal + 1 };
    // The row that the reader looks at counts itself, unless its last hit is where we are.
    const from = current ? at + 1 : Math.max(0, at);
    const next = [...order.slice(from), ...order].find(({ count }) => count > 0);
    return next && { sessionId: next.sessionId, unit: next.unit, ordinal: 0 };
  }
  if (current && here && current.ordinal > 0 && here.count > 0) return { ...current, ordinal: Math.min(current.ordinal, here.count) - 1 };
  const previous = [...order, ...order.slice(0, Math.max(0, at))].findLast(({ count }) => count > 0);
  return previous && { sessionId: previous.sessionId, unit: previous.unit, ordinal: previous.count - 1 };
}
