import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import { isObject } from "../session/content.ts";
import type { SessionModel } from "../session/model.ts";
import { isEndStatus, statusOf, type ToolCallFields } from "../session/rows.ts";
import { isWorking, type Run, rootOf, type Session, type Turn } from "../session/session.ts";
import { type ReportedState, reasonWords } from "../session/workState.ts";
import { formatDuration } from "../shared/formats.ts";
import type { StateMark } from "../shared/sessionView.ts";

/** What a session's state looks like and reads. */
export interface StateWords {
  readonly mark: StateMark;
  /** True for replayed history only: what is dim by its mark is so in `markIcon`. */
  readonly isDim: boolean;
  /** One line, never empty. */
  readonly words: string;
}

/** Who tells of a session. In a recording (`isReplay`) nothing is live: what did not end by its end did not end. */
export interface Told {
  readonly model: SessionModel;
  readonly isReplay: boolean;
}

const plain = (mark: StateMark, words: string): StateWords => ({ mark, isDim: false, words });
const dim = (mark: StateMark, words: string): StateWords => ({ mark, isDim: true, words });

/** What an error says. Some agents hand on the answer of a model's server as it came, as JSON: then it is what that says. */
export function errorWords(message: string): string {
  if (!message.trimStart().startsWith("{")) return message;
  try {
    const answer: unknown = JSON.parse(message);
    const inner = isObject(answer) && isObject(answer.error) ? answer.error : answer;
    return isObject(inner) && typeof inner.message === "string" && inner.message.trim() !== "" ? inner.message : message;
  } catch {
    // It only begins like JSON.
    return message;
  }
}

const firstLine = (text: string): string => oneLine(text.trimStart().split("\n", 1)[0] ?? "");

/** The end of a turn in glyph and words; of an end that was told, how long it took: `took` in ms, where it is known. */
function endWords(state: ReportedState, took: number | undefined): StateWords {
  if (state.outcome === "endedWithTurn") return plain("idle", t("ended with the turn"));
  if (state.outcome === "cutOff") return plain("warning", t("its turn was cut off"));
  const end = toldEndWords(state);
  return took === undefined || end.mark === "idle" ? end : plain(end.mark, `${end.words} · ${formatDuration(took)}`);
}

function toldEndWords(state: ReportedState): StateWords {
  const error = state.error ? firstLine(errorWords(state.error.message)) : "";
  if (state.stopReason === "error") return plain("failed", error ? t("failed: {0}", error) : t("failed"));
  if (state.stopReason === "cancelled") return plain("cancelled", t("cancelled"));
  if (error) return plain("finishedWithError", t("completed, but says: {0}", error));
  if (state.stopReason === "end_turn") return plain("finished", t("finished its turn"));
  return state.stopReason === undefined ? plain("idle", t("idle")) : plain("warning", reasonWords(state.stopReason));
}

/** When a session's present or last work began and ended, in ms of the connection: a root's turn, a child's run. */
export function spanOf(session: Session): { readonly startedAt: number; readonly endedAt?: number } | undefined {
  return timesIn(session.standing === "root" ? session.turns.at(-1) : session.runs.at(-1));
}

/** The times of a turn or run, as far as they are known. */
function timesIn(span: Turn | Run | undefined): ReturnType<typeof spanOf> {
  if (!span || span.isUntimed) return undefined;
  return "isEndUnknown" in span && span.isEndUnknown ? { startedAt: span.startedAt } : span;
}

function tookOf(span: ReturnType<typeof spanOf>): number | undefined {
  return span?.endedAt === undefined ? undefined : span.endedAt - span.startedAt;
}

/** The bare word of a state that is not known to hold any more. */
function lastKnownWord(state: string): string {
  if (state === "running") return t("running");
  if (state === "requires_action") return t("waiting for you");
  return state === "idle" ? t("idle") : oneLine(state);
}

/** What was known last, for "last known: …"; empty when nothing was. */
function lastKnown(session: Session): string {
  const { state } = session;
  if (state?.state === "idle") return endWords(state, tookOf(spanOf(session))).words;
  const word = state === null || state.state === "unknown" ? session.lastKnownState : state.state;
  const last = session.runs.at(-1);
  // How its last run ended says more than that it was idle (codex-acp unloads a child some time after its end).
  if (word === "idle" && last?.state?.state === "idle") return runWords(last);
  return word === undefined ? "" : lastKnownWord(word);
}

const withLastKnown = (words: string, known: string): string => (known ? t("{0} (last known: {1})", words, known) : words);

/** A replayed state: the same glyph, dim; what was under way when the history ended is only the last known. */
function historyWords(session: Session, took: number | undefined): StateWords {
  const words = t("from history");
  const { state } = session;
  if (state === null) return dim("notReported", words);
  if (state.state !== "idle") return dim("unknown", withLastKnown(words, lastKnown(session)));
  const end = endWords(state, took);
  return dim(end.mark, `${end.words} · ${words}`);
}

function silentWords(session: Session): StateWords {
  if (session.standing === "detached") return plain("detached", t("not announced yet"));
  return session.standing === "root" ? plain("idle", t("no prompt yet")) : plain("notReported", t("not reported"));
}

function reportedWords(session: Session, took: number | undefined): StateWords {
  const { state } = session;
  if (state === null) return session.lastKnownState === undefined ? silentWords(session) : unknownWords(session);
  if (state.state === "idle") return endWords(state, took);
  if (state.confirmed === "lastKnown" || state.state === "unknown") return unknownWords(session);
  if (state.state === "running") return runningWords(session);
  if (state.state === "requires_action") return plain("waiting", t("waiting for you"));
  return plain("unknown", oneLine(state.state) || t("activity unknown"));
}

/** A silence is told beside the step that it began in: it is neither an end nor a failure. */
function runningWords({ silentFor, currentStep }: Session): StateWords {
  const step = oneLine(currentStep ?? "");
  if (silentFor === undefined) return plain("running", step || t("working"));
  const words = t("stalled: no news for {0}", waitWords(silentFor));
  return plain("stalled", step === "" ? words : `${words} · ${step}`);
}

function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60 ? t("{0} s", seconds) : t("{0} min", Math.floor(seconds / 60));
}

function unknownWords(session: Session): StateWords {
  return plain("unknown", withLastKnown(t("activity unknown"), lastKnown(session)));
}

/** True when what is known of a session is a replay of the past. */
function isFromHistory(session: Session): boolean {
  return session.isHistory || session.state?.confirmed === "historical";
}

/** The state of a session in glyph and words (`interface.md`, table of states). Nothing is inferred: only what was reported. */
export function stateWords(session: Session, told: Told): StateWords {
  return wordsOf(session, told, tookOf(spanOf(session)));
}

/** The same for a card's header, which has a clock of its own. */
export function headerWords(session: Session, told: Told): StateWords {
  return wordsOf(session, told, undefined);
}

/** What did not end before the recording did; undefined of a session that did, or of which nothing is known. */
function recordedWords(session: Session, model: SessionModel): StateWords | undefined {
  // With the connection, what was known of a session became the last that was.
  const { state } = session;
  const known = state === null || state.state === "unknown" ? session.lastKnownState : state.state;
  const last = model.isConnectionLost && state?.confirmed !== "historical" ? known : undefined;
  if (session.openRequestCount > 0 || last === "requires_action" || (isWorking(session) && state?.state === "requires_action"))
    return dim("unknown", t("was waiting at the end of the recording"));
  const isUnfinished = isWorking(session) || session.isStopping || session.isRestoring || last === "running";
  return isUnfinished ? dim("unknown", t("running at the end of the recording")) : undefined;
}

function wordsOf(session: Session, { model, isReplay }: Told, took: number | undefined): StateWords {
  const isHistory = isFromHistory(session);
  if (isReplay) return recordedWords(session, model) ?? (isHistory ? historyWords(session, took) : reportedWords(session, took));
  // A child that had ended stays what it was, whatever became of its agent.
  const hasEnded = session.standing === "child" && session.state?.state === "idle";
  if (model.isConnectionLost && !hasEnded && !(isHistory && session.standing === "child"))
    return plain("disconnected", withLastKnown(t("disconnected"), lastKnown(session)));
  // What it did until then stays readable; that nothing more will come of it is what counts now.
  if (session.isLetGo && session.standing === "root" && !model.isConnectionLost)
    return dim(
      "idle",
      withLastKnown(session.takenOverBy === undefined ? t("closed") : t("taken over by another window"), lastKnown(session)),
    );
  if (session.isStopping) return plain("stopping", t("stopping"));
  if (session.openRequestCount > 0) return plain("waiting", t("waiting for you"));
  if (session.isRestoring) return plain("running", t("loading"));
  return isHistory ? historyWords(session, took) : reportedWords(session, took);
}

/** The end of a run in words; empty while it goes on, and when its end was not reported. */
export function runWords(run: Run): string {
  return run.state?.state === "idle" ? endWords(run.state, tookOf(timesIn(run))).words : "";
}

/** How a run ended, where that was told and is not its ordinary end. */
export function oddEnd(run: Run): Pick<StateWords, "mark" | "words"> | undefined {
  if (run.state?.state !== "idle" || run.state.outcome === "cutOff") return undefined;
  const { mark, words } = endWords(run.state, undefined);
  return mark === "finished" || mark === "idle" ? undefined : { mark, words };
}

/** True when a run ended by itself: its last message is its answer. Cut off, or ended nobody knows how, it only holds its last words. */
export function isAnswered(run: Run): boolean {
  const reason = run.state?.state === "idle" ? run.state.stopReason : undefined;
  return reason !== undefined && reason !== "cancelled" && reason !== "error";
}

/** True when what the parent received of an ended run stands in the place of an answer that is not on the wire; of one whose end tells an error, it is none. */
export function isStandIn({ answer, received, endedAt, state }: Run): boolean {
  const { stopReason, error } = state?.state === "idle" ? state : {};
  const isEndedWell = stopReason !== "error" && stopReason !== "cancelled" && !error;
  return isEndedWell && endedAt !== undefined && answer === undefined && received !== undefined;
}

/** The answer of a run, where there is one: the child's own words, or what stands in their place. */
export function answerWords(run: Run): string | undefined {
  return run.answer ?? (isStandIn(run) ? run.received : undefined);
}

/** Which answer of the tree's filter a session belongs to; `other` is shown under "all" only. */
export type StateGroup = "running" | "waiting" | "failed" | "cancelled" | "finished" | "other";

/** Which answer of the filter a session belongs to now. */
export function stateGroup(session: Session, told: Told): StateGroup {
  const { mark } = stateWords(session, told);
  if (mark === "running" || mark === "stalled" || mark === "stopping") return "running";
  if (mark === "waiting") return "waiting";
  if (session.state?.state !== "idle") return "other";
  const end = endWords(session.state, undefined).mark;
  return end === "failed" || end === "cancelled" ? end : "finished";
}

/**
 * True once no more of a session's open tool calls will be told of as far as anyone can know: it is idle and no prompt
 * of its root is open (design, rule 5).
 */
export function isSettled(session: Session, { model, isReplay }: Told): boolean {
  if (isReplay || model.isConnectionLost || session.isClosed) return true;
  const root = rootOf(session, (id) => model.get(id));
  if (root.isTurnOpen || root.isRestoring) return false;
  const { state } = session;
  return state?.confirmed !== "live" || (state.state !== "running" && state.state !== "requires_action");
}

/** The status to show for a tool call (`ToolView.status`): the reported one, unless nothing more can be waited for. */
export function toolStatus(call: ToolCallFields, isOver: boolean): string | undefined {
  if (call.isCancelled && !isEndStatus(call.status)) return "unconfirmed";
  const status = statusOf(call);
  return isOver && !isEndStatus(status) ? "noResult" : status;
}
