import { assertNever } from "../base/assertNever.ts";
import { keepEnd } from "./outputEnd.ts";
import { RecordDraft } from "./records.ts";
import type { RowView } from "./rowView.ts";
import type { SessionView } from "./sessionView.ts";
import type { PatchOp, RowWindow, TranscriptState } from "./transcriptState.ts";

/** Most characters of a terminal's output that a webview holds; there may be a quarter more before it is cut. */
export const shownOutput = 200_000;

/** The fields of a state that are records by ids. */
const recordFields = ["sessions", "cards", "windows", "terminals"] as const;

type RecordField = (typeof recordFields)[number];

/** A TranscriptState while it is being patched. */
type Draft = {
  -readonly [Key in keyof TranscriptState]: Key extends RecordField ? RecordDraft<TranscriptState[Key][string]> : TranscriptState[Key];
};

function patchWindow({ windows }: Draft, sessionId: string, change: (window: RowWindow) => RowWindow): void {
  const window = windows.get(sessionId);
  if (window) windows.set(sessionId, change(window));
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
      if (op.sessionId !== null) return;
      for (const field of recordFields) draft[field].clear();
      draft.composer = null;
      draft.breadcrumb = [];
      draft.siblings = null;
      return;
    case "session":
      draft.sessions.set(op.session.id, op.session);
      return;
    case "sessionSet": {
      const session = draft.sessions.get(op.sessionId);
      if (session) draft.sessions.set(op.sessionId, patchSession(session, op));
      return;
    }
    case "sessionGone":
      draft.sessions.delete(op.sessionId);
      return;
    case "card":
      draft.cards.set(op.card.sessionId, op.card);
      return;
    case "cardGone":
      draft.cards.delete(op.sessionId);
      return;
    case "window":
      draft.windows.set(op.window.sessionId, op.window);
      return;
    case "windowGone":
      draft.windows.delete(op.sessionId);
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
      draft.terminals.set(op.terminal.key, op.terminal);
      return;
    case "terminalText": {
      const terminal = draft.terminals.get(op.key);
      if (!terminal) return;
      const grown = keepEnd({ ...terminal, text: terminal.text + op.append, exit: op.exit ?? terminal.exit }, shownOutput);
      draft.terminals.set(op.key, grown);
      return;
    }
    case "terminalGone":
      draft.terminals.delete(op.key);
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
  const { sessions, cards, windows, terminals } = state;
  const drafts = {
    sessions: new RecordDraft(sessions),
    cards: new RecordDraft(cards),
    windows: new RecordDraft(windows),
    terminals: new RecordDraft(terminals),
  };
  const draft: Draft = { ...state, ...drafts };
  for (const op of ops) applyOp(draft, op);
  return {
    ...draft,
    sessions: drafts.sessions.record,
    cards: drafts.cards.record,
    windows: drafts.windows.record,
    terminals: drafts.terminals.record,
  };
}
