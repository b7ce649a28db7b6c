import { withCall } from "./applyRows.ts";
import type { Draft } from "./draft.ts";
import type { ToolCallId } from "./ids.ts";
import { callOf, isEndStatus } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

/** Marks calls that failed since we stopped the session: it ended by that, and so did they. */
export function markFailedCallsCancelled(draft: Draft, session: SessionRecord): void {
  markCallsCancelled(draft, session, session.failedWhileStopping);
  session.failedWhileStopping.clear();
}

/** Marks calls that our own cancel reached before their end did; a later update is still taken (checklist 49). */
export function markOpenCallsCancelled(draft: Draft, session: SessionRecord): void {
  markCallsCancelled(draft, session, session.openTools);
  session.openTools.clear();
  draft.touch(session);
}

/** Marks a call that was to wait for a permission, which was cancelled. */
export function markCallCancelled(draft: Draft, session: SessionRecord, id: ToolCallId): void {
  markCallsCancelled(draft, session, [id]);
  session.openTools.delete(id);
}

/** Marks these calls, but for those that completed. */
export function markCallsCancelled(draft: Draft, session: SessionRecord, ids: Iterable<ToolCallId>): void {
  for (const id of ids) {
    const rowId = session.toolRows.get(id);
    const row = rowId === undefined ? undefined : session.rows.get(rowId);
    const call = callOf(row);
    if (!call || (row?.kind !== "tool_call" && row?.kind !== "subagent") || call.status === "completed") continue;
    // What its agent told to have ended did so then.
    draft.replaceRow(session, withCall(row, { ...call, isCancelled: true }, isEndStatus(call.status) ? row.changedAt : draft.now));
  }
}
