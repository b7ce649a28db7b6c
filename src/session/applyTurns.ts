import { addMissingCards } from "./applyChildren.ts";
import { markRequestsBelow, settleRequest, settleRequestsOf } from "./applyRequests.ts";
import { applyState, markOpenCallsCancelled } from "./applyStates.ts";
import { blocksText } from "./content.ts";
import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { TextRow } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** We opened it, so it is a root: it speaks for itself, in the standard way. */
function makeRoot(session: SessionRecord): void {
  if (session.standing === "detached") session.runs.length = 0;
  session.standing = "root";
  session.dialect = "standard";
}

/** True when an attempt that failed left no more than `rows` of its own: nothing of the session is worth keeping. */
function isEmpty(session: SessionRecord, rows: number): boolean {
  return session.rows.count <= rows && session.children.length === 0 && session.openRequestCount === 0;
}

/** A session that we opened. What was seen of it before the answer (its commands, say) stays. */
export function applyRootOpened(draft: Draft, event: Of<"rootOpened">): void {
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `${session.id} is a child and cannot be opened as a session.`, session.id);
    return;
  }
  makeRoot(session);
  session.isProvisional = false;
  session.isClosed = false;
  if (event.cwd !== undefined) session.cwd = event.cwd;
  if (event.title !== undefined) session.title = event.title;
  draft.touch(session);
}

/** We sent a prompt. To a child nothing can be sent (checklist 9), so a try of it draws nothing. */
export function applyPromptSent(draft: Draft, event: Of<"promptSent">): void {
  const isNew = !draft.sessions.has(event.sessionId);
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `A prompt was sent to the child ${session.id}; children take none.`, session.id);
    return;
  }
  makeRoot(session);
  session.isProvisional = isNew || session.isProvisional;
  if (session.openPromptCount++ === 0) {
    session.turnStartedAt = draft.now;
    session.turnEndedAt = undefined;
  }
  session.planRows.clear();
  const text = blocksText(event.content);
  const row = draft.addRow<TextRow>(session, {
    kind: "user_message",
    text,
    ...(event.content.some((block) => block.type !== "text") ? { blocks: event.content } : {}),
  });
  session.promptRowId = row.id;
  session.echo = { row, seen: "" };
  applyState(draft, session, { state: "running" });
  draft.touch(session);
}

/** A prompt was answered: the session's own turn is over; its children's work is not touched by that (checklist 22). */
export function applyTurnEnded(draft: Draft, event: Of<"turnEnded">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session || session.standing === "child" || session.openPromptCount === 0) return;
  session.openPromptCount--;
  session.echo = undefined;
  if (event.error !== undefined && session.isProvisional && isEmpty(session, 1)) {
    draft.diagnose("error", event.error, session.id);
    draft.remove(session);
    return;
  }
  session.isProvisional = false;
  session.lastTurn = { stopReason: event.stopReason, error: event.error };
  if (event.error !== undefined) draft.addRow(session, { kind: "error", text: event.error });
  if (session.openPromptCount === 0) {
    session.sealedRowId = session.rows.last?.id;
    session.turnEndedAt = draft.now;
    const error = event.error === undefined ? undefined : { message: event.error };
    applyState(draft, session, { state: "idle", stopReason: error ? "error" : event.stopReason, error });
  }
  draft.touch(session);
}

const works = (session: SessionRecord): boolean => session.isTurnOpen || (session.state !== null && session.state.state !== "idle");

/** We sent session/cancel: only this session's own calls are marked; requests below stay open, marked (design, rule 8). */
export function applyCancelSent(draft: Draft, event: Of<"cancelSent">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session) return;
  if (!works(session)) return;
  session.isStopping = true;
  markOpenCallsCancelled(draft, session);
  settleRequestsOf(draft, session, () => true, { type: "cancelled" });
  for (const member of draft.treeOf(session)) member.isStoppedFromAbove = member !== session && works(member);
  markRequestsBelow(draft, session);
}

/** A load or resume was sent: what was live of the tree is so no more, and controls wait for success (checklist 29, 31). */
export function applyRestoreBegan(draft: Draft, event: Of<"restoreBegan">): void {
  const isNew = !draft.sessions.has(event.sessionId);
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `A ${event.how} named the child ${session.id}; children are restored with their root.`, session.id);
    return;
  }
  makeRoot(session);
  session.isProvisional = isNew;
  session.isHistory = isNew && event.how === "load";
  session.isRestoring = true;
  session.restoring = event.how;
  if (event.cwd !== undefined) session.cwd = event.cwd;
  for (const member of draft.treeOf(session)) {
    if (member !== session) invalidate(draft, member);
    member.isAwaitingRedraw = event.how === "load" && !isNew;
    member.isHeld = true;
    member.isClosed = false;
    draft.touch(member);
  }
}

/**
 * The first frame of a session in a load, when it is drawn already: it is drawn afresh (design, rule 6). A session that the
 * load does not mention keeps what it has: missing history is no sign of anything (checklist 34).
 */
export function redrawIfAwaited(draft: Draft, sessionId: SessionRecord["id"]): void {
  const session = draft.sessions.get(sessionId);
  if (!session?.isAwaitingRedraw) return;
  session.isAwaitingRedraw = false;
  draft.clearRows(session);
  session.isHistory = true;
}

export function applyRestoreEnded(draft: Draft, event: Of<"restoreEnded">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session?.isRestoring) return;
  if (event.error === undefined) redrawIfAwaited(draft, session.id);
  endRestore(draft, session);
  for (const member of draft.treeOf(session)) {
    member.isHeld = false;
    if (event.error !== undefined && member !== session) invalidate(draft, member);
    draft.touch(member);
  }
  if (event.error === undefined) {
    session.isProvisional = false;
    return;
  }
  draft.diagnose("error", event.error, session.id);
  if (!session.isProvisional) return;
  if (isEmpty(session, 0)) draft.remove(session);
  else for (const member of draft.treeOf(session)) member.isClosed = true;
}

/** No more history will come: what it did not mention stays all the same. */
function endRestore(draft: Draft, session: SessionRecord): void {
  addMissingCards(draft, session);
  for (const member of draft.treeOf(session)) member.isAwaitingRedraw = false;
  session.isRestoring = false;
  session.restoring = undefined;
}

/** A load or resume: nothing that was known of a child counts as live any more, its end included (checklist 29, 32). */
function invalidate(draft: Draft, session: SessionRecord): void {
  forgetLiveness(draft, session);
  if (session.state?.confirmed === "live") session.state = { ...session.state, confirmed: "lastKnown" };
}

/** What is known of a session's activity is from now on only the last known; it can be cancelled no more. */
function forgetLiveness(draft: Draft, session: SessionRecord): void {
  session.isCancelGranted = false;
  session.isStopping = false;
  session.isStoppedFromAbove = false;
  if (session.state?.confirmed === "live" && session.state.state !== "idle") session.state = { ...session.state, confirmed: "lastKnown" };
  draft.touch(session);
}

function close(draft: Draft, session: SessionRecord): void {
  if (session.isRestoring) endRestore(draft, session);
  forgetLiveness(draft, session);
  session.openPromptCount = 0;
  session.isHeld = false;
  session.isClosed = true;
  settleRequestsOf(draft, session, () => true, { type: "cancelled" });
}

export function applySessionClosed(draft: Draft, event: Of<"sessionClosed">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session || session.standing === "child") return;
  for (const member of draft.treeOf(session)) close(draft, member);
}

/** Nothing more will come: no running state may look live, and nobody waits for an answer any more (checklist 26, 27). */
export function applyConnectionLost(draft: Draft): void {
  for (const session of draft.sessions.values()) close(draft, session);
  for (const id of [...draft.requests.keys()]) settleRequest(draft, id, { type: "cancelled" });
}
