import { markCallCancelled } from "./cancelledCalls.ts";
import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { RequestId, SessionId } from "./ids.ts";
import { requestRow } from "./requestRow.ts";
import type { AskedRequest, OpenRequest, RequestOutcome } from "./requests.ts";
import { callOf, type RequestRow } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

/** A request for the person: shown at once, whoever asks, known or not (peers' faults S10, S11). */
export function openRequest(draft: Draft, asked: AskedRequest): void {
  // An id that is used again means that its first request can no longer be answered.
  settleRequest(draft, asked.id, { type: "withdrawn" });
  const session = asked.sessionId === undefined ? undefined : draft.ensure(asked.sessionId);
  const request: OpenRequest = { ...asked, title: asked.title || shownTitle(session, asked), openedAt: draft.now, isParentStopped: false };
  draft.requests.set(request.id, request);
  draft.push({ type: "requestOpened", request });
  if (session) {
    session.openRequestCount++;
    session.waits.push({ requestId: request.id, title: request.title, startedAt: draft.now });
    draft.touch(session);
  }
  if (draft.requests.size <= draft.limits.openRequests) return;
  draft.tellLimit("openRequests", session);
  settleRequest(draft, request.id, { type: "cancelled" });
}

/** A rule of the person answered: nobody is asked, and the transcript says so. */
export function allowByRule(draft: Draft, allowed: Extract<SessionEvent, { type: "permissionAllowed" }>): void {
  const { option, rule } = allowed;
  const session = draft.ensure(allowed.sessionId);
  const title = allowed.title || shownTitle(session, allowed);
  draft.addRow<RequestRow>(session, {
    kind: "request",
    asked: "permission",
    title,
    outcome: "selected",
    option: { name: option.name, kind: option.kind },
    rule,
  });
}

/** The title of the tool call that a request is about, where it is known. */
function shownTitle(session: SessionRecord | undefined, { toolCallId }: Pick<AskedRequest, "toolCallId">): string {
  const rowId = toolCallId === undefined ? undefined : session?.toolRows.get(toolCallId);
  return (rowId === undefined ? undefined : callOf(session?.rows.get(rowId)))?.title ?? "";
}

/** A request was answered, by the person or for them, or taken back. */
export function answerRequest(draft: Draft, { requestId, outcome }: Extract<SessionEvent, { type: "requestSettled" }>): void {
  const request = draft.requests.get(requestId);
  const session = askingSession(draft, request?.sessionId);
  if (request && session) cancelAsked(draft, session, request, outcome);
  settleRequest(draft, requestId, outcome);
}

/** A permission is cancelled when its turn is (schema `RequestPermissionOutcome`): the call that it was asked for is so, too. */
function cancelAsked(draft: Draft, session: SessionRecord, request: AskedRequest, outcome: RequestOutcome): void {
  if (request.kind !== "permission" || request.toolCallId === undefined || outcome.type !== "cancelled") return;
  markCallCancelled(draft, session, request.toolCallId);
}

/** Takes a request away, once: the answer goes out with it. */
export function settleRequest(draft: Draft, id: RequestId, outcome: RequestOutcome): void {
  const request = draft.requests.get(id);
  if (!request) return;
  draft.requests.delete(id);
  draft.push({ type: "requestSettled", requestId: id, sessionId: request.sessionId, outcome });
  const session = askingSession(draft, request.sessionId);
  if (!session) {
    if (requestRow(request, outcome)) draft.diagnose("info", `${request.title}: ${outcome.type}`);
    return;
  }
  session.openRequestCount--;
  const wait = session.waits.findLast(({ requestId }) => requestId === id);
  if (wait) wait.endedAt ??= draft.now;
  tellOutcome(draft, session, request, outcome);
  draft.touch(session);
}

/** A request of history: its row stands where it was settled; it was never open here, so nothing tells that it waits. */
export function recallRequest(draft: Draft, { request, outcome, openedAt }: Extract<SessionEvent, { type: "requestRecalled" }>): void {
  if (request.sessionId === undefined) return;
  const session = draft.ensure(request.sessionId);
  const title = request.title || shownTitle(session, request);
  session.waits.push({ requestId: request.id, title, startedAt: openedAt, endedAt: draft.now });
  cancelAsked(draft, session, request, outcome);
  tellOutcome(draft, session, { ...request, title }, outcome);
  draft.touch(session);
}

function tellOutcome(draft: Draft, session: SessionRecord, request: AskedRequest, outcome: RequestOutcome): void {
  // What an agent takes back because the person stopped the work, or ends the session, goes by the person's own doing.
  const isOwnDoing = outcome.type === "withdrawn" && draft.isStopped(session);
  const row = requestRow(request, isOwnDoing ? { type: "cancelled" } : outcome);
  if (!row) return;
  const { id } = draft.addRow<RequestRow>(session, row);
  if (request.kind === "elicitation" && request.ask.mode === "url" && request.ask.elicitationId !== undefined)
    draft.openPages.set(request.ask.elicitationId, id);
}

/** The agent tells that what was to be done on a page is done: nobody needs to open it any more, and its row says so. */
export function completeElicitation(draft: Draft, elicitationId: string): void {
  for (const request of [...draft.requests.values()]) {
    const isMeant = request.kind === "elicitation" && request.ask.mode === "url" && request.ask.elicitationId === elicitationId;
    if (isMeant) settleRequest(draft, request.id, { type: "accepted" });
  }
  const rowId = draft.openPages.get(elicitationId);
  if (rowId === undefined) return;
  draft.openPages.delete(elicitationId);
  for (const session of draft.sessions.values()) {
    const row = session.rows.get(rowId);
    if (row?.kind === "request") draft.replaceRow(session, { ...row, isCompleted: true, changedAt: draft.changedAt(row) });
  }
}

/** Settles those open requests of exactly this session that `which` holds for, with one outcome. */
export function settleRequestsOf(
  draft: Draft,
  session: SessionRecord,
  which: (request: OpenRequest) => boolean,
  outcome: RequestOutcome,
): void {
  if (session.openRequestCount === 0) return;
  for (const request of [...draft.requests.values()]) {
    if (request.sessionId === session.id && which(request)) settleRequest(draft, request.id, outcome);
  }
}

/** A session was cancelled by us: what is asked below it stays open, marked, since who asks may go on working (design, rule 8). */
export function markRequestsBelow(draft: Draft, session: SessionRecord): void {
  for (const request of [...draft.requests.values()]) {
    const asking = askingSession(draft, request.sessionId);
    if (!asking || !draft.isAncestor(session, asking) || request.isParentStopped) continue;
    const marked: OpenRequest = { ...request, isParentStopped: true };
    draft.requests.set(request.id, marked);
    draft.push({ type: "requestChanged", request: marked });
  }
}

function askingSession(draft: Draft, id: SessionId | undefined): SessionRecord | undefined {
  return id === undefined ? undefined : draft.sessions.get(id);
}
