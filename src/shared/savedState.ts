import type { FormDraft } from "./form.ts";
import { isFormDraft } from "./guards.ts";

/** Where the reader was in one scroll container: at the newest row (`end`), or at a row, `offset` pixels from the container's top. */
export type ScrollPlace = "end" | { readonly rowId: string; readonly index: number; readonly offset: number };

/** A waiting prompt as it is being changed. It has another id after the end of its agent or window; its words `before` stay the same. */
export interface QueuedEdit {
  readonly queuedId: string;
  readonly before: string;
  readonly text: string;
}

/**
 * What a transcript webview keeps for itself over a reload (`setState`), and what a panel's serializer is given. All
 * maps are by session id, oldest first.
 */
export interface SavedState {
  /** The session that the surface shows; the serializer opens it again. */
  readonly sessionId: string | null;
  /** The reader's fold choices: true = open. */
  readonly folds: { readonly [sessionId: string]: boolean };
  /** Ids of the roots below which choices of other surfaces were taken over: that happens once, when a surface is new to them. */
  readonly knownRoots: readonly string[];
  /** Ids of rows (thoughts, tool calls) that the reader unfolded. */
  readonly openRows: readonly string[];
  readonly places: { readonly [sessionId: string]: ScrollPlace };
  readonly drafts: { readonly [sessionId: string]: string };
  /** The waiting prompts that are open for editing. */
  readonly edits: { readonly [sessionId: string]: QueuedEdit };
  /** What stands in the forms that wait, by the requests' keys; secrets are not in it. */
  readonly forms: { readonly [requestKey: string]: FormDraft };
}

/** A surface that was never used. */
export const noSavedState: SavedState = {
  sessionId: null,
  folds: {},
  knownRoots: [],
  openRows: [],
  places: {},
  drafts: {},
  edits: {},
  forms: {},
};

function record<T>(value: unknown, isRight: (item: unknown) => item is T): { readonly [key: string]: T } {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => isRight(entry[1])));
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isString = (value: unknown): value is string => typeof value === "string";

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : [];
}

function isPlace(value: unknown): value is ScrollPlace {
  if (value === "end") return true;
  if (typeof value !== "object" || value === null) return false;
  const place = value as { readonly [key: string]: unknown };
  return isString(place.rowId) && Number.isFinite(place.index) && Number.isFinite(place.offset);
}

function isQueuedEdit(value: unknown): value is QueuedEdit {
  if (typeof value !== "object" || value === null) return false;
  const edit = value as { readonly [key: string]: unknown };
  return isString(edit.queuedId) && isString(edit.before) && isString(edit.text);
}

/** Reads what an earlier life of a webview saved. What does not fit is left out: it may be of another version. */
export function parseSavedState(value: unknown): SavedState {
  if (typeof value !== "object" || value === null) return noSavedState;
  const saved = value as { readonly [key: string]: unknown };
  return {
    sessionId: isString(saved.sessionId) ? saved.sessionId : null,
    folds: record(saved.folds, isBoolean),
    knownRoots: strings(saved.knownRoots),
    openRows: strings(saved.openRows),
    places: record(saved.places, isPlace),
    drafts: record(saved.drafts, isString),
    edits: record(saved.edits, isQueuedEdit),
    forms: record(saved.forms, isFormDraft),
  };
}
