import { byArrival, type RowId, type SessionId, type ToolCallId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { isEndStatus, type ToolCallRow } from "../../session/rows.ts";
import { folderOf, type Session, withBelow } from "../../session/session.ts";
import { isDiff } from "../transcript/toolSummary.ts";
import { childrenOf } from "../tree/treeOrder.ts";
import { fullPath, type Touch, touchesOf } from "./touches.ts";

/** Rows of one session that are read in one go. */
const readAtOnce = 500;

/** The two texts of a diff, as the agent sent them; without `oldText` the file was not there, by the agent's word. */
export interface ToldTexts {
  readonly oldText?: string;
  readonly newText: string;
}

/** One change of a file, as one call tells it. */
export interface FileChange {
  readonly sessionId: SessionId;
  readonly toolCallId: ToolCallId;
  /** The turn of the root in which the call was first seen, counted from 1. */
  readonly turn: number;
  readonly how: Touch;
  /** The call has not come to an end: what it tells may not have happened yet, or never will. */
  readonly isOpen: boolean;
  /** It was told by a load or read from what we kept, not seen as it happened. */
  readonly isHistory: boolean;
  /** Absent when the call only names the file. */
  readonly told?: ToldTexts;
}

/** Where a file is: its path as it was written, and the folder that a relative one is meant from. */
export interface FilePlace {
  /** The same for every spelling of the same path. */
  readonly key: string;
  readonly path: string;
  readonly folder: string | undefined;
}

/** A file that calls changed, and how, oldest change first. */
export interface ChangedFile extends FilePlace {
  /** Where it was before a call moved it. */
  readonly movedFrom?: FilePlace;
  readonly changes: readonly FileChange[];
}

/** What one call did to one file; `to` is where it moved it. */
interface Step {
  readonly turn: number;
  readonly rowId: RowId;
  readonly place: FilePlace;
  readonly to?: FilePlace;
  readonly changes: readonly FileChange[];
}

/** The session and everything below it, parents first. */
export function sessionsBelow(session: Session, model: SessionModel): readonly Session[] {
  return [...withBelow(session, (above) => childrenOf(above, model))];
}

/** The files that the calls of a session and of everything below it changed, in the order of their first change. */
export async function changedFiles(model: SessionModel, top: Session): Promise<readonly ChangedFile[]> {
  const steps: Step[] = [];
  for (const session of sessionsBelow(top, model)) {
    const folder = folderOf(session, (id) => model.get(id));
    for (let from = 0; from < session.rows.count; from += readAtOnce) {
      const rows = await session.rows.read(from, from + readAtOnce);
      steps.push(...rows.flatMap((row) => (row.kind === "tool_call" ? stepsOf(row, folder) : [])));
    }
  }
  const files = new Map<string, ChangedFile>();
  for (const { place, to, changes } of steps.sort((one, other) => one.turn - other.turn || byArrival(one.rowId, other.rowId))) {
    const target = to ?? place;
    const source = to ? files.get(place.key) : undefined;
    const known = files.get(target.key);
    if (to) files.delete(place.key);
    files.set(target.key, {
      ...(known ?? target),
      movedFrom: to ? (source?.movedFrom ?? place) : known?.movedFrom,
      changes: [...(source?.changes ?? []), ...(known?.changes ?? []), ...changes],
    });
  }
  return [...files.values()];
}

function stepsOf(row: ToolCallRow, folder: string | undefined): readonly Step[] {
  const { turn, sessionId, toolCallId, isHistory } = row;
  const when = { turn, rowId: row.id };
  const base = { sessionId, toolCallId, turn, isHistory, isOpen: !isEndStatus(row.status) };
  const placeOf = (path: string): FilePlace => ({ key: fullPath(path, folder), path, folder });
  const touched = [...touchesOf(row)];
  const diffs = row.content.filter(isDiff);
  const [from, to, ...others] = touched;
  if (row.toolKind === "move" && diffs.length === 0 && from && to && others.length === 0)
    return [{ ...when, place: placeOf(from[0]), to: placeOf(to[0]), changes: [{ ...base, how: "moved" }] }];
  return touched.map(([path, how]) => {
    const told = diffs.filter((part) => part.path === path).map(toldBy);
    const changes = told.map((each): FileChange => ({ ...base, how: each.oldText === undefined ? "created" : "edited", told: each }));
    return { ...when, place: placeOf(path), changes: changes.length > 0 ? changes : [...how].map((each) => ({ ...base, how: each })) };
  });
}

function toldBy({ oldText, newText }: { readonly oldText?: unknown; readonly newText: string }): ToldTexts {
  return { oldText: typeof oldText === "string" ? oldText : undefined, newText };
}
