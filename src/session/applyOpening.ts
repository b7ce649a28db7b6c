import { t } from "../base/words.ts";
import { addMissingCards } from "./applyChildren.ts";
import { settleRequest, settleRequestsOf } from "./applyRequests.ts";
import { markFailedCallsCancelled } from "./cancelledCalls.ts";
import type { Draft } from "./draft.ts";
import { DrawnBefore } from "./drawnBefore.ts";
import type { SessionEvent } from "./events.ts";
import type { RowId, SessionId } from "./ids.ts";
import { isOurs, type Row } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** We opened it, so it is a root: it speaks for itself, in the standard way. */
export function makeRoot(draft: Draft, session: SessionRecord): void {
  for (const [id, rootId] of draft.removed) if (rootId === session.id) draft.removed.delete(id);
  if (session.standing === "detached") session.runs.length = 0;
  session.standing = "root";
  session.dialect = "standard";
  session.isBeingLetGo = false;
}

/** True when an attempt that failed left no more than `rows` of its own: nothing of the session is worth keeping. */
export function isEmpty(session: SessionRecord, rows: number): boolean {
  return session.rows.count <= rows && session.children.length === 0 && session.openRequestCount === 0;
}

/** A session that we opened. What was seen of it before the answer (its commands, say) stays. */
export function applyRootOpened(draft: Draft, event: Of<"rootOpened">): void {
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `${session.id} is a child and cannot be opened as a session.`, session.id);
    return;
  }
  makeRoot(draft, session);
  session.isProvisional = false;
  session.isClosed = false;
  session.isLetGo = false;
  session.takenOverBy = undefined;
  if (event.cwd !== undefined) session.cwd = event.cwd;
  session.additionalDirectories = event.additionalDirectories;
  if (event.title !== undefined) session.title = event.title;
  if (event.forkOf !== undefined && event.forkOf !== session.id) noteFork(draft, session, event.forkOf);
  draft.touch(session);
}

/** What a fork begins with is known to its agent alone, unless the agent told it before its answer. */
function noteFork(draft: Draft, session: SessionRecord, forkOf: SessionRecord["id"]): void {
  session.forkOf = forkOf;
  if (session.rows.count > 0) return;
  const text = t("Forked: the agent knows what was said in the session before. It is not told again here.");
  draft.addRow(session, { kind: "notice", severity: "info", text, continues: forkOf });
}

/** A load or resume was sent: what was live of the tree is so no more, and controls wait for success (checklist 29, 31). */
export function applyRestoreBegan(draft: Draft, event: Of<"restoreBegan">): void {
  const isNew = !draft.sessions.has(event.sessionId);
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `A ${event.how} named the child ${session.id}; children are restored with their root.`, session.id);
    return;
  }
  makeRoot(draft, session);
  session.isProvisional = isNew || session.isProvisional;
  session.isHistory = session.isReadingStored || (isNew && event.how === "load");
  session.isRestoring = true;
  session.restoring = event.how;
  if (event.cwd !== undefined) session.cwd = event.cwd;
  session.additionalDirectories = event.additionalDirectories;
  session.wasClosed = session.isClosed;
  session.takenOverBy = undefined;
  for (const member of draft.treeOf(session)) {
    if (member !== session) invalidate(draft, member);
    member.isAwaitingRedraw = event.how === "load" && !isNew;
    member.isHeld = true;
    member.isClosed = false;
    member.isLetGo = false;
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
  if (session.rows.count > 0 || session.runs.length > 0) session.drawnBefore = drawnOf(draft, session);
  draft.clearRows(session);
  session.isHistory = true;
}

/**
 * A load or resume was answered. One that failed gives nothing: the session is closed unless it was open before, and what
 * a load had told by then stays, with a last row that says that there was more.
 */
export function applyRestoreEnded(draft: Draft, event: Of<"restoreEnded">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session?.isRestoring) return;
  const { error } = event;
  if (error === undefined) redrawIfAwaited(draft, session.id);
  if (error === undefined && session.restoring === "resume" && session.rows.count === 0) {
    const text = t("Resumed: the agent knows what was said before. It is not told again here.");
    draft.addRow(session, { kind: "notice", severity: "info", text });
  }
  endRestore(draft, session, error);
  const isLost = error !== undefined && (session.isProvisional || session.wasClosed);
  for (const member of draft.treeOf(session)) {
    member.isHeld = false;
    if (error !== undefined && member !== session) invalidate(draft, member);
    if (isLost) member.isClosed = true;
    member.isLetGo = isLost;
    draft.touch(member);
  }
  if (error === undefined) {
    session.isProvisional = false;
    return;
  }
  draft.diagnose("error", error, session.id);
  if (session.isProvisional && isEmpty(session, 0)) draft.remove(session);
}

/** True when a load has told something. Before that what was drawn is still there, and a failure changes nothing of it. */
function hasTold(draft: Draft, session: SessionRecord): boolean {
  if (session.restoring !== "load") return false;
  return session.isProvisional ? !isEmpty(session, 0) : [...draft.treeOf(session)].some((member) => !member.isAwaitingRedraw);
}

function drawnOf(draft: Draft, session: SessionRecord): DrawnBefore {
  const cards = session.children.map((id) => [id, draft.sessions.get(id)?.cardRowId] as const);
  return new DrawnBefore(session, new Map(cards.filter((card): card is [SessionId, RowId] => card[1] !== undefined)));
}

/**
 * What was drawn before a load comes back where the load told less: of a session of which it told no work at all, or, when
 * the end of the load `isUnknown` or was none, of every one. Missing history is no sign of anything (checklist 34).
 */
export function keepWhatIsMore(draft: Draft, session: SessionRecord, isUnknown: boolean): void {
  for (const member of draft.treeOf(session)) {
    const before = member.drawnBefore;
    member.drawnBefore = undefined;
    if (!before) continue;
    if (isUnknown) member.state = before.state;
    const isMore = before.rows.count > 0 && (isUnknown || !hasWork(member.rows.values())) && (isUnknown || hasWork(before.rows.values()));
    if (isMore) {
      draft.putBack(member, before);
    } else {
      draft.addRest(member, before);
      before.giveTimes(member);
      before.giveOutcome(member);
    }
  }
}

/** True when there is more to see than what the session was given. */
function hasWork(rows: Iterable<Row>): boolean {
  for (const row of rows) {
    const { kind } = row;
    if (kind !== "user_message" && kind !== "session_message" && kind !== "notice" && !isOurs(row)) return true;
  }
  return false;
}

/**
 * No more history will come: what it did not mention stays all the same. `error`: why it broke off. Then what was drawn
 * before is back, else what came stays; the last row says which.
 */
export function endRestore(draft: Draft, session: SessionRecord, error: string | undefined): void {
  const isBroken = error !== undefined && hasTold(draft, session);
  const isBack = isBroken && (session.drawnBefore?.rows.count ?? 0) > 0;
  keepWhatIsMore(draft, session, error !== undefined);
  addMissingCards(draft, session);
  if (isBroken) {
    const text = isBack
      ? t("The history could not be loaded again; this is what was shown before. {0}", error)
      : t("The history broke off here. {0}", error);
    draft.addRow(session, { kind: "error", text });
  }
  for (const member of draft.treeOf(session)) {
    member.isAwaitingRedraw = false;
    member.drawnBefore = undefined;
  }
  session.isRestoring = false;
  session.restoring = undefined;
}

/** A load or resume: nothing that was known of a child counts as live any more, its end included (checklist 29, 32). */
function invalidate(draft: Draft, session: SessionRecord): void {
  forgetLiveness(draft, session);
  if (session.state?.confirmed === "live") session.state = { ...session.state, confirmed: "lastKnown" };
}

/** What is known of a session's activity is from now on only the last known; it can be cancelled no more. */
export function forgetLiveness(draft: Draft, session: SessionRecord): void {
  session.isCancelGranted = false;
  session.isStopping = false;
  session.isStoppedFromAbove = false;
  session.failedWhileStopping.clear();
  if (session.state?.confirmed === "live" && session.state.state !== "idle") session.state = { ...session.state, confirmed: "lastKnown" };
  draft.touch(session);
}

/** A connection was over at this time: what was at work in the tree went on until then, and nobody knows when it ended. */
export function noteCutOff(draft: Draft, session: SessionRecord, at: number): void {
  for (const { state, standing, turns, runs } of draft.treeOf(session)) {
    const last = standing === "root" ? turns.at(-1) : runs.at(-1);
    const isAtWork = state?.state === "running" || state?.state === "requires_action";
    if (isAtWork && last && last.endedAt === undefined && !last.isUntimed) last.cutOffAt ??= at;
  }
}

function close(draft: Draft, session: SessionRecord, reason: string): void {
  if (session.isRestoring) endRestore(draft, session, reason);
  noteCutOff(draft, session, draft.now);
  forgetLiveness(draft, session);
  session.openPromptCount = 0;
  session.pendingSettings = [];
  session.isHeld = false;
  session.isClosed = true;
  settleRequestsOf(draft, session, () => true, { type: "cancelled" });
}

/** We asked for a root to be let go: what ends in it from now on does so by that, unless the agent refuses. */
export function applyLetGo(draft: Draft, event: Of<"letGoSent" | "letGoRefused">): void {
  const session = draft.sessions.get(event.sessionId);
  if (session?.standing === "root") session.isBeingLetGo = event.type === "letGoSent";
}

/** A session was let go: it stays to be read, and nothing of it is live. */
export function applySessionClosed(draft: Draft, event: Of<"sessionClosed">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session || session.standing === "child") return;
  for (const member of draft.treeOf(session)) {
    if (session.isBeingLetGo) markFailedCallsCancelled(draft, member);
    close(draft, member, t("The session was closed."));
    member.isLetGo = true;
  }
  session.takenOverBy = event.takenOverBy;
  session.isBeingLetGo = false;
}

/** Nothing more will come: no running state may look live, and nobody waits for an answer any more (checklist 26, 27). */
export function applyConnectionLost(draft: Draft, reason: string): void {
  for (const session of draft.sessions.values()) close(draft, session, reason);
  for (const id of [...draft.requests.keys()]) settleRequest(draft, id, { type: "cancelled" });
}

/** It was deleted or taken off: its whole tree goes, and with it what it asks. */
export function applySessionRemoved(draft: Draft, event: Of<"sessionRemoved">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session || session.standing === "child") return;
  for (const member of [...draft.treeOf(session)].reverse()) {
    settleRequestsOf(draft, member, () => true, { type: "cancelled" });
    draft.removed.set(member.id, session.id);
    draft.remove(member);
  }
}
