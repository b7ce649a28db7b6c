import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { rootOf, type Session } from "../../session/session.ts";
import type { LiveConnection } from "../hub.ts";
import type { Baseline, Baselines, Stretch } from "./baselines.ts";
import { type ChangedFile, changedFiles, type FileChange, type FilePlace, sessionsBelow, type ToldTexts } from "./changedFiles.ts";
import { type FileContent, type FileReader, isKnown, isSameContent, type KnownContent, plainBreaks } from "./fileContent.ts";
import type { SettledChanges } from "./settledChanges.ts";
import { textBefore, textsAsTold } from "./textBefore.ts";
import type { Touch } from "./touches.ts";

/** What is reviewed: a session with everything below it, or what happened there in the turns of its root from `from` on and before `to`, counted from 1. */
export interface ReviewScope {
  readonly session: Session;
  readonly from?: number;
  readonly to?: number;
}

/** One file of a review. */
export interface ReviewedFile extends ChangedFile {
  /** What became of it, all changes together. */
  readonly state: Touch;
  /** The changes that are reviewed: within the scope, and not settled yet. */
  readonly reviewed: readonly FileChange[];
  /** The sessions whose changes are reviewed, in the order of their first change. */
  readonly sessions: readonly SessionId[];
  /** Those that changed it too: outside of the scope, or what they did is settled. */
  readonly others: readonly SessionId[];
  /** Those of them whose changes *revert* takes back too: they came after `before` was read. */
  readonly alsoReverted: readonly SessionId[];
  /** What stood there before, and what *revert* writes; absent when that is not known, or not to be found in it any more. */
  readonly before?: KnownContent;
  /** `before` was read when the edit was announced: writing it takes back what others changed since, too. */
  readonly isKept: boolean;
  /** When `before` is not known: the changes alone, as the agent told them. */
  readonly asTold?: { readonly before: string; readonly after: string };
  readonly now: FileContent;
  /** Whether others changed it after the agent's last change; `unknown` when nobody looked then, or that is not over. */
  readonly since: "same" | "changed" | "unknown";
  /** It was found changed between two of the changes that are reviewed, which no call tells of. */
  readonly isChangedBetween: boolean;
  /** A call that changes it has not come to its end. */
  readonly isOpen: boolean;
  /** All of it was told by a load, or read from what we kept. */
  readonly isHistory: boolean;
}

/** What the files of a review are found from. */
export interface ReviewSources {
  readonly connection: LiveConnection;
  readonly baselines: Baselines;
  readonly reader: FileReader;
  readonly settled: SettledChanges;
}

/** What these sessions did within a scope. */
export function stretchOf({ from = 0, to = Number.POSITIVE_INFINITY }: ReviewScope, sessions: readonly SessionId[]): Stretch {
  return { sessions: new Set(sessions), from, to };
}

/** Tells whether a call, or a change that it made, belongs to a scope. */
export function withinScope(
  model: SessionModel,
  { session, from = 0, to = Number.POSITIVE_INFINITY }: ReviewScope,
): (change: Pick<FileChange, "sessionId" | "turn">) => boolean {
  const inside = new Set(sessionsBelow(session, model).map(({ id }) => id));
  return ({ sessionId, turn }) => inside.has(sessionId) && turn >= from && turn < to;
}

/** The files that all below the root of a session changed. */
export function filesAround(session: Session, model: SessionModel): Promise<readonly ChangedFile[]> {
  return changedFiles(
    model,
    rootOf(session, (id) => model.get(id)),
  );
}

/**
 * The files that were changed within a scope and still read otherwise than before, in the order of their first change. `files`
 * are all around the session.
 */
export async function reviewList(
  sources: ReviewSources,
  scope: ReviewScope,
  files: readonly ChangedFile[],
): Promise<readonly ReviewedFile[]> {
  const { connection, baselines } = sources;
  await baselines.allRead();
  const isInside = withinScope(connection.model, scope);
  const found: ReviewedFile[] = [];
  for (const file of files) {
    const reviewed = await reviewOf(sources, scope, file, isInside);
    if (reviewed) found.push(reviewed);
  }
  return found;
}

/**
 * A file as it is now; undefined when nothing of it is to be reviewed within the scope. What calls that have not ended tell
 * counts only when the file shows it.
 */
export async function reviewOf(
  sources: ReviewSources,
  scope: ReviewScope,
  file: ChangedFile,
  isInside = withinScope(sources.connection.model, scope),
): Promise<ReviewedFile | undefined> {
  const { reader, settled, baselines } = sources;
  const inside = file.changes.filter(isInside);
  if (inside.length === 0) return undefined;
  const now = await reader.read(file);
  const reviewed = inside.filter((change) => !settled.has(change, file.key, now));
  if (reviewed.length === 0) return undefined;
  const sessions = sessionsOf(reviewed);
  const baseline = baselineOf(sources, file, reviewed);
  const read = baseline?.content;
  // When it reads as it does now, it was read with the change in it already, unless all was taken back since: then what is told is not
  // found in it.
  const takenBack = read && !isSameContent(read, now) ? undefined : contentBefore(reviewed, now);
  const kept = takenBack ? undefined : read;
  const before = kept ?? takenBack;
  if (before && (file.movedFrom ? await isMovedBack(file.movedFrom, now, reader) : isSameContent(before, now))) return undefined;
  if (!before && reviewed.every((change) => change.isOpen)) return undefined;
  const told = toldBy(reviewed);
  const isOpen = reviewed.some((change) => change.isOpen);
  const left = baselines.leftIn(file.key);
  const others = sessionsOf(file.changes).filter((id) => !sessions.includes(id));
  return {
    ...file,
    state: stateOf(file, reviewed, before, now),
    reviewed,
    sessions,
    others,
    alsoReverted: kept ? (baseline?.isShared ? others : others.filter((id) => sessionsSince(file, reviewed).includes(id))) : [],
    before,
    isKept: kept !== undefined,
    asTold: before || told.length === 0 ? undefined : textsAsTold(told),
    now,
    since: left && !isOpen ? (isSameContent(left, now) ? "same" : "changed") : "unknown",
    isChangedBetween: isChangedBetween(sources, file, reviewed),
    isOpen,
    isHistory: reviewed.every(({ isHistory }) => isHistory),
  };
}

function sessionsOf(changes: readonly FileChange[]): readonly SessionId[] {
  return [...new Set(changes.map(({ sessionId }) => sessionId))];
}

/** What was read when the first of these changes was announced; undefined when that was too late, or is gone, as after a reload. */
function baselineOf(
  { connection, baselines }: ReviewSources,
  file: ChangedFile,
  changes: readonly FileChange[],
): (Baseline & { readonly content: KnownContent }) | undefined {
  const [first] = changes;
  if (!first) return undefined;
  const baseline = baselines.find(connection.key, (file.movedFrom ?? file).key, first.sessionId, first.turn);
  if (!baseline || isTooLate(baseline, changes)) return undefined;
  const { content } = baseline;
  return isKnown(content) ? { ...baseline, content } : undefined;
}

/** Who changed a file since the session and turn began to change it in which the first of these changes came. */
function sessionsSince({ changes }: ChangedFile, [first]: readonly FileChange[]): readonly SessionId[] {
  const from = changes.findIndex(({ sessionId, turn }) => sessionId === first?.sessionId && turn === first.turn);
  return sessionsOf(changes.slice(Math.max(0, from)));
}

/** True when one of the later sessions or turns found something else in a file than the change before had left there. */
function isChangedBetween({ connection, baselines }: ReviewSources, { key }: FilePlace, changes: readonly FileChange[]): boolean {
  const isSameStretch = (one: FileChange, other: FileChange) => one.sessionId === other.sessionId && one.turn === other.turn;
  return changes.some((change, index) => {
    if (changes.slice(0, index).some((earlier) => isSameStretch(earlier, change)) || index === 0) return false;
    const baseline = baselines.find(connection.key, key, change.sessionId, change.turn);
    return baseline?.isApart === true && !isTooLate(baseline, [change]) && !holds(baseline.content, change.told);
  });
}

/** True when the new text of a change may be in a file already. */
function holds(content: FileContent, told: ToldTexts | undefined): boolean {
  return told !== undefined && content.type === "text" && plainBreaks(content.text).includes(plainBreaks(told.newText));
}

async function isMovedBack(from: FilePlace, now: FileContent, reader: FileReader): Promise<boolean> {
  return now.type === "absent" && (await reader.read(from)).type !== "absent";
}

function toldBy(changes: readonly FileChange[]): readonly ToldTexts[] {
  return changes.flatMap(({ told }) => told ?? []);
}

/** What stood in a file before, by taking back what its diffs tell; undefined where they do not tell all of it, or are not found. */
function contentBefore(changes: readonly FileChange[], now: FileContent): KnownContent | undefined {
  const told = toldBy(changes);
  // By the agent's word there was no such file, and there is none: made and gone again, or never made.
  if (now.type === "absent" && changes[0]?.how === "created") return now;
  // A move changes no text.
  const isTold = told.length > 0 && told.length === changes.filter(({ how }) => how !== "moved").length;
  if (!isTold || (now.type !== "text" && now.type !== "absent")) return undefined;
  const found = textBefore(now.type === "text" ? now.text : undefined, told);
  if (!found) return undefined;
  return found.text === undefined ? { type: "absent" } : { type: "text", text: found.text };
}

/** True when the first change of the session was in the file already when that was read. */
function isTooLate({ sessionId, content, isLate }: Baseline, changes: readonly FileChange[]): boolean {
  const first = changes.find((change) => change.sessionId === sessionId)?.told;
  if (!first || content.type === "binary") return isLate;
  if (content.type !== "text") return first.oldText !== undefined && first.oldText !== "";
  const text = plainBreaks(content.text);
  // An agent that tells no old text of a file that is there wrote it anew.
  return first.oldText === undefined ? text === plainBreaks(first.newText) : !text.includes(plainBreaks(first.oldText));
}

function stateOf({ movedFrom }: ChangedFile, changes: readonly FileChange[], before: KnownContent | undefined, now: FileContent): Touch {
  if (movedFrom) return "moved";
  if (now.type === "absent") return before || changes.some(({ how }) => how === "deleted") ? "deleted" : "edited";
  if (before) return before.type === "absent" ? "created" : "edited";
  return changes[0]?.how === "created" ? "created" : "edited";
}
