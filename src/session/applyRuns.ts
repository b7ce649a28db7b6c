import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { RowId } from "./ids.ts";
import type { Row, SessionMessageRow, TextRow } from "./rows.ts";
import type { RunRecord, SessionRecord } from "./sessionRecord.ts";
import type { ReportedState } from "./workState.ts";

/** The run that goes on; a child that has none yet, or whose last one ended, begins one when `isNew` asks for it. */
function currentRun(draft: Draft, session: SessionRecord): RunRecord {
  const last = session.runs[session.runs.length - 1];
  return last ?? startRun(draft, session);
}

/** Begins a run. What the announcement said of the prompt belongs to the first one. */
export function startRun(draft: Draft, session: SessionRecord): RunRecord {
  const isFirst = session.runs.length === 0;
  const run: RunRecord = {
    startedAt: draft.now,
    prompt: isFirst ? session.pendingPrompt : session.nextPrompt,
    firstRowId: session.nextRunRowId,
  };
  if (draft.isUntimed(session)) run.isUntimed = true;
  session.nextRunRowId = undefined;
  session.nextPrompt = undefined;
  session.runs.push(run);
  draft.touch(session);
  return run;
}

const isEnded = (run: RunRecord): boolean => run.endedAt !== undefined;

/** What the child's last message of an ended run says is its answer; it moves when a later message comes. */
function settleAnswer(session: SessionRecord, run: RunRecord): void {
  if (!isEnded(run)) return;
  const row = run.lastMessageRowId === undefined ? undefined : session.rows.get(run.lastMessageRowId);
  run.answerRowId = row?.id;
  run.answer = row?.kind === "agent_message" ? row.text : undefined;
}

/** A message or thought was added to or grew: the newest message of a run is its answer once the run ends. */
export function noteMessage(draft: Draft, session: SessionRecord, row: Row): void {
  if (session.standing === "root") return;
  if (row.kind === "user_message") {
    // What a child's own transcript shows as a user's words is what it was given (grok, replays of the earlier draft).
    notePrompt(draft, session, row);
    return;
  }
  const run = currentRun(draft, session);
  noteFirstRow(draft, session, run, row);
  if (isEnded(run)) {
    // Between two runs: words for a run that had none, else the beginning of the next (codex-acp warns before it says running).
    session.nextRunRowId ??= row.id;
    if (row.kind !== "agent_message" || (run.answer !== undefined && run.answerRowId !== row.id)) return;
    run.lastMessageRowId = row.id;
    settleAnswer(session, run);
    draft.touch(session);
  } else if (row.kind === "agent_message") {
    run.lastMessageRowId = row.id;
  }
}

function noteFirstRow(draft: Draft, session: SessionRecord, run: RunRecord, row: Row): void {
  if (run.firstRowId !== undefined) return;
  run.firstRowId = row.id;
  draft.touch(session);
}

/** A tool call or a card was added: what was said before it was no answer. */
export function noteStep(draft: Draft, session: SessionRecord, row: Row): void {
  const run = session.runs[session.runs.length - 1];
  if (!run) return;
  noteFirstRow(draft, session, run, row);
  if (!isEnded(run)) run.lastMessageRowId = undefined;
}

/**
 * A message that this child got: it is the prompt of its run when the run has none, begins a new run when the last one
 * ended, and is an ordinary row in the middle of a run. In a replay no end stands between two runs (claude, §6), so there
 * a message that follows an answer begins the next one.
 */
export function notePrompt(draft: Draft, session: SessionRecord, row: SessionMessageRow | TextRow): void {
  const last = session.runs[session.runs.length - 1];
  if (last?.promptRowId === row.id) {
    last.prompt = row.text;
  } else if (last && !isEnded(last) && (last.prompt === undefined || last.prompt === row.text) && last.promptRowId === undefined) {
    takePrompt(last, row.text, row.id);
  } else if (!last || isEnded(last) || (row.isHistory && last.lastMessageRowId !== undefined) || isWokenAfterLoad(session, last, row)) {
    if (last && !isEnded(last)) {
      last.endedAt = draft.now;
      settleAnswer(session, last);
    }
    takePrompt(startRun(draft, session), row.text, row.id);
  } else {
    return;
  }
  draft.touch(session);
}

/** A message that comes right after a reopened run, before anything else: the child was at rest and is woken by it. */
function isWokenAfterLoad(session: SessionRecord, last: RunRecord, row: SessionMessageRow | TextRow): boolean {
  if (!last.isReopened || row.isHistory) return false;
  const before = session.rows.idAt(session.rows.indexOf(row.id) - 1);
  return before === undefined || session.rows.get(before)?.isHistory === true;
}

/** A load ended a run that went on all the same: more was heard of the child before it told its end (claude 0.93.0). */
function wentOnAfterLoad(session: SessionRecord, run: RunRecord): boolean {
  return mayGoOn(run) && session.rows.last?.isHistory === false;
}

function takePrompt(run: RunRecord, text: string, rowId: RowId): void {
  run.prompt = text;
  run.promptRowId = rowId;
  run.firstRowId ??= rowId;
}

/** A replay ends every run, also one that still goes on in the agent's process (claude 0.101.0, load of a live session). */
function mayGoOn(run: RunRecord): boolean {
  return isEnded(run) && run.state?.confirmed === "historical" && run.state.stopReason === undefined;
}

function reopen(run: RunRecord): void {
  run.isReopened = true;
  run.isEndUnknown = undefined;
  run.cutOffAt = undefined;
  run.endedAt = undefined;
  run.state = undefined;
  run.answer = undefined;
  run.answerRowId = undefined;
}

/** Moves a child's runs along with the state that was reported of it. */
export function noteState(draft: Draft, session: SessionRecord, state: ReportedState): void {
  if (session.standing === "root") return;
  const last = session.runs[session.runs.length - 1];
  if (state.state === "running" || state.state === "requires_action") {
    if (last && mayGoOn(last)) reopen(last);
    else if (!last || isEnded(last)) startRun(draft, session);
    else last.cutOffAt = undefined;
    return;
  }
  if (state.state !== "idle") return;
  const run = last ?? startRun(draft, session);
  if (state.confirmed === "live" && wentOnAfterLoad(session, run)) reopen(run);
  if (!isEnded(run) && run.cutOffAt !== undefined) run.isEndUnknown = true;
  run.endedAt ??= draft.now;
  run.state = state;
  settleAnswer(session, run);
}

/** The parent got this from the child: kept with the child's newest run, beside the child's own answer. */
export function noteReceived(draft: Draft, session: SessionRecord, text: string): void {
  currentRun(draft, session).received = text;
  draft.touch(session);
}

/**
 * A load told two runs as one. The row that says the answer of the earlier one is its last; where no row says it, the last
 * answer is the later one's all the same.
 */
export function divideRun(draft: Draft, session: SessionRecord, told: Extract<SessionEvent, { type: "runDivided" }>): void {
  const run = session.runs[session.runs.length - 1];
  if (!run || !isEnded(run)) return;
  const from = run.firstRowId === undefined ? 0 : Math.max(0, session.rows.indexOf(run.firstRowId));
  const said = answeredBy(session, from, told.answer);
  const { startedAt, endedAt, state, isUntimed } = run;
  const lastMessageRowId = run.lastMessageRowId === said ? undefined : run.lastMessageRowId;
  const later: RunRecord = { startedAt, endedAt, state, isUntimed, prompt: told.prompt, lastMessageRowId };
  run.state = { ...told.state, confirmed: "historical", outcome: "reported" };
  run.lastMessageRowId = said;
  run.received = said === undefined ? told.answer : undefined;
  settleAnswer(session, run);
  settleAnswer(session, later);
  later.firstRowId = said === undefined ? later.answerRowId : session.rows.idAt(session.rows.indexOf(said) + 1);
  session.runs.push(later);
  draft.touch(session);
}

/** The first message from the row at `from` on that is this answer. */
function answeredBy(session: SessionRecord, from: number, answer = ""): RowId | undefined {
  for (const row of session.rows.values(from)) if (row.kind === "agent_message" && row.text.trim() === answer.trim()) return row.id;
  return undefined;
}
