import { settleRequestsOf } from "./applyRequests.ts";
import { noteState } from "./applyRuns.ts";
import { markCallsCancelled, markFailedCallsCancelled, markOpenCallsCancelled } from "./cancelledCalls.ts";
import type { Draft } from "./draft.ts";
import { callOf } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";
import type { Outcome, WorkState } from "./workState.ts";

/** A state is a whole snapshot; what it replaces stays known as the last one where the new one says nothing (checklist 17–19). */
export function applyState(draft: Draft, session: SessionRecord, state: WorkState | null, outcome?: Outcome): void {
  const before = session.state;
  if (state === null) {
    if (before && before.state !== "unknown") session.lastKnownState = before.state;
    session.state = null;
    return;
  }
  const isEnd = state.state === "idle";
  if (state.state !== "unknown") session.lastKnownState = undefined;
  else if (before && before.state !== "unknown") session.lastKnownState = before.state;
  session.state = {
    ...state,
    confirmed: draft.rootOf(session).isReplaying ? "historical" : "live",
    outcome: outcome ?? (isEnd ? restOutcome(session, state) : "notReported"),
  };
  noteState(draft, session, session.state);
  if (!draft.rootOf(session).isReplaying) draft.noteLive(session);
  if (isEnd) endWork(draft, session);
}

/** A session that was cut off, and is said to be at rest and no more, has been at rest since then, unless something came of it. */
function restOutcome({ state: before, rows }: SessionRecord, { stopReason, error }: WorkState): Outcome {
  const wasCutOff = before?.state === "idle" && before.outcome === "cutOff";
  return wasCutOff && stopReason === undefined && !error && rows.last?.isHistory !== false ? "cutOff" : "reported";
}

/** A child came to rest: a stop of ours is confirmed, and requests that only waited for it go (design, rule 8). */
function endWork(draft: Draft, session: SessionRecord): void {
  if (session.state?.stopReason === "cancelled") {
    if (draft.isStopped(session)) {
      markFailedCallsCancelled(draft, session);
      markOpenCallsCancelled(draft, session);
    }
    const parent = draft.parentOf(session);
    const card = parent && session.cardRowId !== undefined ? parent.rows.get(session.cardRowId) : undefined;
    const launch = callOf(card);
    if (parent && launch?.status === "failed") markCallsCancelled(draft, parent, [launch.toolCallId]);
  }
  session.isStopping = false;
  session.isStoppedFromAbove = false;
  session.failedWhileStopping.clear();
  settleRequestsOf(draft, session, (request) => request.isParentStopped, { type: "cancelled" });
}
