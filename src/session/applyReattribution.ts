import { applyChunk } from "./applyRows.ts";
import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { RowId } from "./ids.ts";
import type { TextRow } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** Pieces of unattributed rows: the row, and the place of the piece in it. */
interface Piece {
  readonly rowId: RowId;
  readonly index: number;
  readonly text: string;
}

/** An agent said whose words stood unattributed: a child's leave the parent's rows and become its message, the session's own stay. */
export function applyReattribution(draft: Draft, event: Of<"textReattributed">): void {
  const session = draft.sessions.get(event.sessionId);
  const child = draft.sessions.get(event.speakerId);
  if (!session || !child) return;
  if (child === session) {
    keepOwn(draft, session, event);
    return;
  }
  const isShown = [...child.rows.values()].some((row) => row.kind === event.kind && row.text === event.text);
  takeOut(draft, session, piecesOf(session, event));
  if (!isShown)
    applyChunk(draft, { type: "chunkReceived", sessionId: child.id, kind: event.kind, content: { type: "text", text: event.text } });
}

/** Words of the session itself are a message where they began; what else stood in that row begins another, as unattributed as before. */
function keepOwn(draft: Draft, session: SessionRecord, event: Of<"textReattributed">): void {
  const { kind, text } = event;
  const own = piecesOf(session, event);
  const rowId = own[0]?.rowId;
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  if (rowId === undefined || row?.kind !== kind) return;
  takeOut(
    draft,
    session,
    own.filter((piece) => piece.rowId !== rowId),
  );
  const pieces = session.unattributed.get(rowId) ?? [];
  const others = pieces.filter((_, index) => !own.some((piece) => piece.rowId === rowId && piece.index === index));
  session.unattributed.delete(rowId);
  draft.replaceRow(session, { ...row, text, isUnattributed: undefined });
  const rest = others.join("");
  if (rest === "") return;
  applyChunk(draft, { type: "chunkReceived", sessionId: session.id, kind, content: { type: "text", text: rest }, isUnattributed: true });
  const { last } = session.rows;
  if (last) session.unattributed.get(last.id)?.splice(-1, 1, ...others);
}

/** The pieces that, in their order, make up the whole message; none when they do not. */
function piecesOf(session: SessionRecord, event: Of<"textReattributed">): readonly Piece[] {
  const found: Piece[] = [];
  let done = 0;
  for (const [rowId, pieces] of session.unattributed) {
    if (session.rows.get(rowId)?.kind !== event.kind) continue;
    for (const [index, text] of pieces.entries()) {
      if (text === "" || done === event.text.length || !event.text.startsWith(text, done)) continue;
      found.push({ rowId, index, text });
      done += text.length;
    }
  }
  return done === event.text.length ? found : [];
}

function takeOut(draft: Draft, session: SessionRecord, taken: readonly Piece[]): void {
  for (const rowId of new Set(taken.map((piece) => piece.rowId))) {
    const pieces = session.unattributed.get(rowId);
    const row = session.rows.get(rowId);
    if (!pieces || !row) continue;
    for (const piece of taken) if (piece.rowId === rowId) pieces[piece.index] = "";
    const text = pieces.join("");
    if (text === "") {
      session.unattributed.delete(rowId);
      draft.removeRow(session, rowId);
    } else {
      draft.replaceRow(session, { ...(row as TextRow), text, changedAt: draft.changedAt(row as TextRow) });
    }
  }
}
