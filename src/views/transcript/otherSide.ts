import type { RowId, SessionId } from "../../session/ids.ts";
import type { Row, SessionMessageRow } from "../../session/rows.ts";
import type { Session } from "../../session/session.ts";

/** Whether a message between sessions went out of the transcript that it stands in, or came in. */
export function directionOf(row: SessionMessageRow): "outgoing" | "incoming" | "unknown" {
  if (row.sender === row.sessionId) return "outgoing";
  return row.recipient === row.sessionId || row.sender !== undefined ? "incoming" : "unknown";
}

/** The session at the other end of a message; undefined when it was not named. */
export function otherSession(row: SessionMessageRow): SessionId | undefined {
  return directionOf(row) === "outgoing" ? row.recipient : row.sender;
}

/** Where the same message stands in the other session's transcript: a row of it, or its card when no row tells of it. */
export interface OtherSide {
  readonly sessionId: SessionId;
  readonly rowId?: RowId;
}

function isSaid(row: Row, ids: ReadonlySet<string>): boolean {
  if (row.kind !== "session_message" && row.kind !== "user_message" && row.kind !== "agent_message") return false;
  return row.messageId !== undefined && ids.has(row.messageId);
}

/**
 * Looks for the other side of a message: the two are two entries that only `senderMessageId` and `recipientMessageId` tie
 * (RFD *subagents*, messages between sessions); some agents give both the same id. Reads all rows of the other session: for a
 * reader's click.
 */
export function otherSideOf(row: SessionMessageRow, find: (id: SessionId) => Session | undefined): OtherSide | undefined {
  const id = otherSession(row);
  const other = id === undefined ? undefined : find(id);
  if (!other) return undefined;
  const named = directionOf(row) === "outgoing" ? row.recipientMessageId : row.senderMessageId;
  const ids = new Set<string>([row.messageId, ...(named === undefined ? [] : [named])]);
  const said = Array.from(other.rows.values()).find((each) => isSaid(each, ids));
  // What launched a child is not drawn as a row: its card stands there.
  if (said?.kind === "session_message" && said.isLaunch) return { sessionId: row.sessionId };
  return said ? { sessionId: other.id, rowId: said.id } : { sessionId: other.id };
}
