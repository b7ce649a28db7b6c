import { oneLine } from "../../base/plainText.ts";
import { callOf, isEndStatus, type Row, type SessionMessageRow, titleOf } from "../../session/rows.ts";
import { isWorking, type Run, type Session, type Wait } from "../../session/session.ts";
import type { ArrowView, SpanView, TickView } from "../../shared/timeline.ts";
import type { LiveConnection } from "../hub.ts";
import { isAnswered, oddEnd, toolStatus } from "../stateWords.ts";

/** Characters of a title in a timeline. */
const cutAt = 160;

const line = (text: string | undefined): string => oneLine((text ?? "").trimStart().slice(0, 2000).split("\n", 1)[0] ?? "", cutAt);

/** True while a session is known to work now: only then what has no end goes on. */
export function isLive({ model, isReplay }: LiveConnection, session: Session): boolean {
  return isWorking(session) && !isReplay && !model.isConnectionLost && !session.isClosed;
}

/** What a span is made of: a turn of a root or a run of a child, in ms since the connection began. */
export interface Stretch {
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly isUntimed?: boolean;
  readonly cutOffAt?: number;
  readonly words: string;
  readonly rowId?: string;
  readonly ended?: SpanView["ended"];
}

function stretchOfRun(run: Run): Stretch {
  const { startedAt, endedAt, isUntimed, isEndUnknown, cutOffAt, prompt, promptRowId, firstRowId } = run;
  const times = { startedAt, endedAt: isEndUnknown ? undefined : endedAt, isUntimed, cutOffAt };
  return { ...times, words: line(prompt), rowId: promptRowId ?? firstRowId, ended: oddEnd(run) };
}

/** How many turns a root, or runs a child has. */
export const countOf = (session: Session): number => (session.standing === "root" ? session.turns.length : session.runs.length);

/** The turns of a root or the runs of a child, from the one with this number on. */
export function stretchesOf(session: Session, from: number): readonly Stretch[] {
  if (session.standing !== "root") return session.runs.slice(from).map(stretchOfRun);
  return session.turns.slice(from).map(({ startedAt, endedAt, isUntimed, cutOffAt, promptRowId }) => {
    const row = session.rows.get(promptRowId);
    return { startedAt, endedAt, isUntimed, cutOffAt, words: row?.kind === "user_message" ? line(row.text) : "", rowId: row?.id };
  });
}

/** When a span of a session ends: `seen` is when something was last seen of it, in ms since the connection began. */
function endOf(connection: LiveConnection, isOver: boolean, { startedAt, endedAt }: { startedAt: number; endedAt?: number }, seen: number) {
  if (endedAt !== undefined) return { end: connection.startedAtEpoch + endedAt };
  return isOver ? { end: connection.startedAtEpoch + Math.max(startedAt, seen), isEndUnknown: true } : {};
}

/** The span of a turn or run; `number` counts those of its session from 0. */
export function runSpan(connection: LiveConnection, session: Session, number: number, stretch: Stretch, seen: number): SpanView {
  return {
    id: `${session.id}/run/${number}`,
    laneId: session.id,
    kind: "run",
    at: connection.startedAtEpoch + stretch.startedAt,
    ...endOf(connection, number < countOf(session) - 1 || !isLive(connection, session), stretch, Math.max(seen, stretch.cutOffAt ?? seen)),
    ...(stretch.ended && { ended: { ...stretch.ended, words: line(stretch.ended.words) } }),
    words: stretch.words,
    rowId: stretch.rowId,
  };
}

/** The span of a request that waits or waited. */
export function waitSpan(connection: LiveConnection, session: Session, number: number, wait: Wait, seen: number): SpanView {
  return {
    id: `${session.id}/wait/${number}`,
    laneId: session.id,
    kind: "wait",
    at: connection.startedAtEpoch + wait.startedAt,
    ...endOf(connection, connection.isReplay || connection.model.isConnectionLost, wait, seen),
    words: line(wait.title),
  };
}

/** The tick of a row, when it has one; `order` is its place among what a load told again. */
export function tickOf(connection: LiveConnection, row: Row, order: number | undefined): TickView | undefined {
  const epoch = connection.startedAtEpoch;
  const base = { id: row.id, laneId: row.sessionId, ...(order === undefined ? { at: epoch + row.at } : { at: order, isOrder: true }) };
  if (row.kind === "error") return { ...base, kind: "error", title: line(row.text), toolKind: "" };
  const call = row.kind === "tool_call" ? callOf(row) : undefined;
  if (!call) return undefined;
  const isEnded = isEndStatus(call.status) && !row.isEndUnknown;
  const end = isEnded && order === undefined ? { end: epoch + row.changedAt } : {};
  return { ...base, ...end, kind: "tool", title: line(titleOf(call)), toolKind: call.toolKind, status: toolStatus(call, false) };
}

/** A place on the axis; undefined where it is not known. */
export type Place = { readonly at: number; readonly isOrder?: boolean } | undefined;

/** The id of the arrow at the beginning of a run. */
export const beginId = (session: Session, number: number): string => `${session.id}/run/${number}/begin`;

/**
 * What went down to a child at the beginning of one of its runs, and what came back at its end. `isDrawn`: the message has its arrow
 * from the transcript of its sender; some agents tell a message to its recipient only (claude-agent-acp 0.93).
 */
export function runArrows(
  session: Session,
  number: number,
  begin: Place,
  end: Place,
  isDrawn: (message: SessionMessageRow) => boolean,
): readonly ArrowView[] {
  const { parentId } = session;
  const run = session.runs[number];
  if (parentId === null || !run) return [];
  const arrows: ArrowView[] = [];
  const first = number === 0;
  const row = first || run.promptRowId === undefined ? undefined : session.rows.get(run.promptRowId);
  const message = row?.kind === "session_message" ? row : undefined;
  if (begin && !(message && isDrawn(message))) {
    arrows.push({
      id: beginId(session, number),
      kind: first ? "spawn" : "message",
      from: message?.sender ?? parentId,
      to: session.id,
      ...begin,
      words: line(run.prompt),
      sessionId: first ? parentId : session.id,
      rowId: first ? session.cardRowId : run.firstRowId,
    });
  }
  // The last words of a run that was cut off are no answer.
  const answer = run.received ?? (isAnswered(run) ? run.answer : undefined);
  if (end && answer !== undefined) {
    const ends = { from: session.id, to: parentId };
    const place = { sessionId: session.id, rowId: run.answerRowId };
    arrows.push({ id: `${session.id}/run/${number}/end`, kind: "answer", ...ends, ...end, words: line(answer), ...place });
  }
  return arrows;
}

/** The arrow of a message between sessions, as the transcript of its sender tells it. */
export function messageArrow(connection: LiveConnection, row: Row, order: number | undefined): ArrowView | undefined {
  if (row.kind !== "session_message" || row.isLaunch || row.sender !== row.sessionId) return undefined;
  if (row.recipient === undefined || row.recipient === row.sender) return undefined;
  const place = order === undefined ? { at: connection.startedAtEpoch + row.at } : { at: order, isOrder: true };
  const ends = { from: row.sender, to: row.recipient };
  return { id: row.id, kind: "message", ...ends, ...place, words: line(row.text), sessionId: row.sessionId, rowId: row.id };
}
