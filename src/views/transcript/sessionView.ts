import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { folderOf, isWorking, type Run, type Session } from "../../session/session.ts";
import type { CardView, FactView, RunView, SessionView, SiblingsView } from "../../shared/sessionView.ts";
import type { LiveConnection } from "../hub.ts";
import { type Labels, roleOf } from "../labels.ts";
import { errorWords, headerWords, isAnswered, isStandIn, runWords, spanOf, type Told } from "../stateWords.ts";
import { usageFacts } from "../usageWords.ts";
import { capped } from "./capped.ts";
import { settingFacts } from "./settingViews.ts";

/** How many open requests each session has, counting those of everything below it. Sessions without any are left out. */
export function requestCounts({ model, isReplay }: Told): ReadonlyMap<SessionId, number> {
  const counts = new Map<SessionId, number>();
  // Nobody can answer what waited in a recording.
  if (isReplay) return counts;
  for (const request of model.openRequests) {
    for (let at = model.get(request.sessionId); at; at = parentOf(at, model)) counts.set(at.id, (counts.get(at.id) ?? 0) + 1);
  }
  return counts;
}

/** The session above this one, while it is known. */
export function parentOf(session: Session, model: SessionModel): Session | undefined {
  return session.parentId === null ? undefined : model.get(session.parentId);
}

/** True when the person can stop this session's work now: a root's own turn, or a child whose agent grants it and that is not idle. */
export function canStop(connection: LiveConnection, session: Session): boolean {
  if (connection.isReplay || connection.model.isConnectionLost || session.isStopping) return false;
  return session.standing === "root" ? session.isTurnOpen : session.canCancel && session.state?.state !== "idle";
}

/** When the present or last run began and ended, in epoch ms, as far as that is known. */
function timesOf(connection: LiveConnection, session: Session): { readonly startedAt?: number; readonly endedAt?: number } {
  const span = spanOf(session);
  if (!span) return {};
  const epoch = connection.startedAtEpoch;
  // What is not known to go on must not go on counting.
  const isOver = span.endedAt !== undefined || !isWorking(session) || connection.isReplay || connection.model.isConnectionLost;
  if (!isOver) return { startedAt: epoch + span.startedAt };
  return span.endedAt === undefined ? {} : { startedAt: epoch + span.startedAt, endedAt: epoch + span.endedAt };
}

/** The header of a session: what a closed card says. `requestCount` includes everything below it. */
export function sessionView(connection: LiveConnection, labels: Labels, session: Session, requestCount: number): SessionView {
  const { model } = connection;
  const parent = parentOf(session, model);
  return {
    id: session.id,
    parentId: session.parentId,
    standing: session.standing,
    label: labels.of(session),
    role: roleOf(session),
    ...headerWords(session, connection),
    ...timesOf(connection, session),
    requestCount,
    canStop: canStop(connection, session),
    isStopping: session.isStopping && !connection.isReplay,
    isWorking: isWorking(session) && !connection.isReplay && !model.isConnectionLost,
    toolCallCount: session.toolCallCount,
    childCount: session.children.length,
    model: session.model,
    cwd: session.cwd === parent?.cwd ? undefined : session.cwd,
  };
}

/** Where a child stands among the children of its parent; null of a session without one. */
export function siblingsView(session: Session, model: SessionModel, labels: Labels): SiblingsView | null {
  const all = parentOf(session, model)?.children ?? [];
  const at = all.indexOf(session.id);
  if (at < 0) return null;
  const named = (id: SessionId | undefined) => {
    const sibling = model.get(id);
    return sibling && { id: sibling.id, label: labels.of(sibling) };
  };
  return { position: at + 1, count: all.length, previous: named(all[at - 1]), next: named(all[at + 1]) };
}

const errorOf = ({ state }: Run) => (state?.state === "idle" ? state.error?.message.trim() : undefined) || undefined;

/** True for a text that holds why a run failed, or what else its end says. */
export function saysError(run: Run, text: string | undefined): boolean {
  const message = errorOf(run);
  if (message === undefined || text === undefined) return false;
  return text.includes(errorWords(message).trim()) || text.includes(message);
}

/** Of a run that ended with an error and without words of its own, what the parent received, where that is the error or holds it. */
function receivedError(run: Run): string | undefined {
  const { answer, received, state } = run;
  if (answer !== undefined || received === undefined || state?.state !== "idle") return undefined;
  const isError = errorOf(run) === undefined ? state.stopReason === "error" : saysError(run, received);
  return isError ? received : undefined;
}

/** What the parent received of a run, where that is neither its answer nor its error. */
export function runReceived(run: Run): string | undefined {
  return run.received?.trim() === run.answer?.trim() || receivedError(run) !== undefined ? undefined : run.received;
}

/** Why a run failed, or what else its end says; undefined where its answer or what the parent received says it. */
export function runError(run: Run): string | undefined {
  const received = receivedError(run);
  if (received !== undefined) return errorWords(received).trim();
  const message = errorOf(run);
  return message === undefined || saysError(run, run.answer) || saysError(run, run.received) ? undefined : errorWords(message).trim();
}

/** One run of a child as its card draws it. */
export function runView(session: Session, run: Run): RunView {
  const isEnded = run.endedAt !== undefined;
  // While a run goes on, its newest message is a step like any other: only an ended run has an answer to set apart.
  const answer = isEnded ? run.answer : undefined;
  return {
    prompt: capped(run.prompt),
    answer: capped(answer),
    received: capped(isEnded ? runReceived(run) : run.received),
    isStandIn: isStandIn(run) ? true : undefined,
    error: capped(runError(run)),
    isEnded,
    isInterrupted: isEnded && answer !== undefined && !isAnswered(run) ? true : undefined,
    isReplayed: session.isHistory ? true : undefined,
    words: runWords(run),
    firstRowId: run.firstRowId,
    promptRowId: run.promptRowId,
    answerRowId: isEnded ? run.answerRowId : undefined,
  };
}

/** What a child's own card says of it: its depth below a child, its options, its own folder and its usage. A root has its composer for that. */
function factsOf(session: Session, folder: string | undefined): readonly FactView[] {
  if (session.standing === "root") return [];
  const level = session.depth > 1 ? [{ name: t("Level"), value: String(session.depth) }] : [];
  const place = folder === undefined ? [] : [{ name: t("Folder"), value: folder, isFolder: true }];
  return [...level, ...settingFacts(session), ...place, ...usageFacts(session)];
}

/** The folder of a child that works in another one than its parent. */
export function ownFolder(session: Session, model: SessionModel): string | undefined {
  const parent = parentOf(session, model);
  if (!parent || session.cwd === undefined) return undefined;
  return session.cwd === folderOf(parent, (id) => model.get(id)) ? undefined : session.cwd;
}

/** What an open card needs beside its rows; `files` are those that it touched, `folder` its own where it has one. */
export function cardView(session: Session, more: Partial<Pick<CardView, "files" | "isTurnToReview">> = {}, folder?: string): CardView {
  const runs = session.runs.map((run) => runView(session, run));
  return { sessionId: session.id, runs, facts: factsOf(session, folder), files: [], ...more };
}
