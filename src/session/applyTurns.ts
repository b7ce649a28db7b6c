import { t } from "../base/words.ts";
import { isEmpty, makeRoot } from "./applyOpening.ts";
import { markRequestsBelow, settleRequestsOf } from "./applyRequests.ts";
import { applyState } from "./applyStates.ts";
import { markOpenCallsCancelled } from "./cancelledCalls.ts";
import { blocksText, type ContentBlock } from "./content.ts";
import type { Draft, NewRow } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { TextRow } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";
import { reasonWords } from "./workState.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** We sent a prompt. To a child nothing can be sent (checklist 9), so a try of it draws nothing. */
export function applyPromptSent(draft: Draft, event: Of<"promptSent">): void {
  const isNew = !draft.sessions.has(event.sessionId);
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `A prompt was sent to the child ${session.id}; children take none.`, session.id);
    return;
  }
  makeRoot(draft, session);
  session.isProvisional = isNew || session.isProvisional;
  const isFirst = session.openPromptCount++ === 0;
  // A new turn has a new plan; one with an id goes on (schema `PlanUpdate`).
  session.planRows.delete("");
  session.refusedSetting = undefined;
  const body = promptBody(event.content);
  const add = () => sentAgain(draft, session, event.content) ?? draft.addRow<TextRow>(session, body);
  const row = isFirst ? draft.beginTurn(session, add) : add();
  session.promptRowId = row.id;
  session.echo = { rowId: row.id, text: row.text, seen: "" };
  applyState(draft, session, { state: "running" });
  draft.touch(session);
}

function promptBody(content: readonly ContentBlock[]): NewRow<TextRow> {
  const hasOthers = content.some((block) => block.type !== "text");
  return { kind: "user_message", text: blocksText(content), ...(hasOthers ? { blocks: content } : {}) };
}

/** The row of this very prompt, which was refused until somebody signs in: it goes on there, and the refusal is over. */
function sentAgain(draft: Draft, session: SessionRecord, content: readonly ContentBlock[]): TextRow | undefined {
  const { refusedPrompt } = session;
  session.refusedPrompt = undefined;
  const row = refusedPrompt && session.rows.get(refusedPrompt.promptRowId);
  if (!refusedPrompt || row?.kind !== "user_message") return undefined;
  const { text, blocks } = promptBody(content);
  if (row.text !== text || JSON.stringify(row.blocks) !== JSON.stringify(blocks)) return undefined;
  draft.removeRow(session, refusedPrompt.errorRowId);
  return row;
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
  const { promptRowId } = session;
  session.lastTurn = { stopReason: event.stopReason, error: event.error, promptRowId, lastRowId: session.rows.last?.id };
  if (event.error !== undefined) {
    const { id: errorRowId } = draft.addRow(session, { kind: "error", text: event.error, isOurs: true });
    session.refusedPrompt = event.isSignInNeeded && promptRowId !== undefined ? { promptRowId, errorRowId } : undefined;
  }
  if (session.openPromptCount === 0) {
    const early = event.error === undefined ? earlyEnd(event.stopReason) : undefined;
    if (early) draft.addRow(session, { kind: "notice", ...early, isOurs: true });
    session.sealedRowId = session.rows.last?.id;
    const turn = session.turns.at(-1);
    if (turn) turn.endedAt = draft.now;
    const error = event.error === undefined ? undefined : { message: event.error };
    applyState(draft, session, { state: "idle", stopReason: error ? "error" : event.stopReason, error });
  }
  draft.touch(session);
}

/** What the transcript says of a turn that was no ordinary one to its end (schema `StopReason`; other words are kept). */
function earlyEnd(stopReason: string | undefined): { readonly severity: string; readonly text: string } | undefined {
  if (stopReason === undefined || stopReason === "end_turn") return undefined;
  if (stopReason === "cancelled") return { severity: "info", text: t("The turn was cancelled.") };
  return { severity: "warning", text: t("The turn ended early: {0}.", reasonWords(stopReason)) };
}

/** A session says what it does, beside the turns that we began: of a root the only word on work that it began by itself. */
export function applyOwnState(draft: Draft, event: Of<"stateReported">): void {
  const session = draft.ensure(event.sessionId);
  const isEnd = event.state.state === "idle";
  // While a turn of ours is open its own end is what counts.
  if (isEnd && session.openPromptCount > 0) return;
  applyState(draft, session, event.state);
  draft.touch(session);
}

/** What is to be known of a session, as a row. A turn that was cut off ended with it, unless the agent told of work since. */
export function applyNotice(draft: Draft, { sessionId, severity, text, isCutOff }: Of<"noticeReported">): void {
  const session = draft.ensure(sessionId);
  draft.addRow(session, { kind: "notice", severity, text, ...(isCutOff ? { isOurs: true } : {}) });
  const { state } = session;
  if (!isCutOff || state?.confirmed === "live" || state?.state === "idle") return;
  applyState(draft, session, { state: "idle" }, "cutOff");
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
