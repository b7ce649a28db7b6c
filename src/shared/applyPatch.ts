import { assertNever } from "../base/assertNever.ts";
import { keepEnd } from "./outputEnd.ts";
import type { PatchOp, RowView, RowWindow, SessionView, TranscriptState } from "./protocol.ts";
import { own } from "./records.ts";

/** Most characters of a terminal's output that a webview holds; there may be a quarter more before it is cut. */
export const shownOutput = 200_000;

/** A TranscriptState while it is being patched. */
type Draft = { -readonly [Key in keyof TranscriptState]: TranscriptState[Key] };

function without<T>(record: { readonly [id: string]: T }, id: string): { readonly [id: string]: T } {
  const { [id]: _gone, ...rest } = record;
  return rest;
}

function patchWindow(draft: Draft, sessionId: string, change: (window: RowWindow) => RowWindow): void {
  const window = own(draft.windows, sessionId);
  if (window) draft.windows = { ...draft.windows, [sessionId]: change(window) };
}

function addRow(window: RowWindow, index: number, row: RowView): RowWindow {
  const count = window.count + 1;
  if (index < window.from) return { ...window, from: window.from + 1, count };
  const rows = window.rows.slice();
  rows.splice(index - window.from, 0, row);
  return { ...window, count, rows };
}

function removeRow(window: RowWindow, index: number): RowWindow {
  const count = window.count - 1;
  if (index < window.from) return { ...window, from: window.from - 1, count };
  const rows = window.rows.slice();
  rows.splice(index - window.from, 1);
  return { ...window, count, rows };
}

function replaceRow(window: RowWindow, rowId: string, change: (row: RowView) => RowView): RowWindow {
  // From the end: what changes is nearly always among the newest.
  const at = window.rows.findLastIndex((row) => row.id === rowId);
  const row = window.rows[at];
  if (!row) return window;
  const rows = window.rows.slice();
  rows[at] = change(row);
  return { ...window, rows };
}

function patchSession(session: SessionView, { set, gone = [] }: Extract<PatchOp, { op: "sessionSet" }>): SessionView {
  const patched = { ...session, ...set };
  for (const field of gone) delete (patched as Partial<SessionView>)[field];
  return patched;
}

function applyOp(draft: Draft, op: PatchOp): void {
  switch (op.op) {
    case "subject":
      draft.sessionId = op.sessionId;
      draft.emptyText = op.emptyText;
      if (op.sessionId === null)
        Object.assign(draft, { sessions: {}, cards: {}, windows: {}, terminals: {}, composer: null, breadcrumb: [], siblings: null });
      return;
    case "session":
      draft.sessions = { ...draft.sessions, [op.session.id]: op.session };
      return;
    case "sessionSet": {
      const session = own(draft.sessions, op.sessionId);
      if (session) draft.sessions = { ...draft.sessions, [op.sessionId]: patchSession(session, op) };
      return;
    }
    case "sessionGone":
      draft.sessions = without(draft.sessions, op.sessionId);
      return;
    case "card":
      draft.cards = { ...draft.cards, [op.card.sessionId]: op.card };
      return;
    case "cardGone":
      draft.cards = without(draft.cards, op.sessionId);
      return;
    case "window":
      draft.windows = { ...draft.windows, [op.window.sessionId]: op.window };
      return;
    case "windowGone":
      draft.windows = without(draft.windows, op.sessionId);
      return;
    case "rowAdd":
      patchWindow(draft, op.sessionId, (window) => addRow(window, op.index, op.row));
      return;
    case "rowSet":
      patchWindow(draft, op.sessionId, (window) => replaceRow(window, op.row.id, () => op.row));
      return;
    case "rowText":
      patchWindow(draft, op.sessionId, (window) =>
        replaceRow(window, op.rowId, (row) => ("text" in row ? { ...row, text: row.text + op.append } : row)),
      );
      return;
    case "rowRemove":
      patchWindow(draft, op.sessionId, (window) => removeRow(window, op.index));
      return;
    case "terminal":
      draft.terminals = { ...draft.terminals, [op.terminal.key]: op.terminal };
      return;
    case "terminalText": {
      const terminal = own(draft.terminals, op.key);
      if (!terminal) return;
      const grown = keepEnd({ ...terminal, text: terminal.text + op.append, exit: op.exit ?? terminal.exit }, shownOutput);
      draft.terminals = { ...draft.terminals, [op.key]: grown };
      return;
    }
    case "terminalGone":
      draft.terminals = without(draft.terminals, op.key);
      return;
    case "requests":
      draft.requests = op.requests;
      return;
    case "composer":
      draft.composer = op.composer;
      return;
    case "find":
      draft.find = op.find;
      return;
    case "busy":
      draft.busyText = op.text;
      return;
    case "breadcrumb":
      draft.breadcrumb = op.breadcrumb;
      draft.siblings = op.siblings;
      return;
    case "foldDefault":
      draft.foldDefault = op.foldDefault;
      return;
    default:
      assertNever(op);
  }
}

/** The state after a patch. What did not change keeps its identity, so that a view can compare with `===`. */
export function applyPatch(state: TranscriptState, ops: readonly PatchOp[]): TranscriptState {
  const draft: Draft = { ...state };
  for (const op of ops) applyOp(draft, op);
  return draft;
}
