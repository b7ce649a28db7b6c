import type { Brand } from "../base/brand.ts";

/** The id of a root or child session as it stands on the wire (opaque; never parsed). */
export type SessionId = Brand<"SessionId">;
/** The id of a tool call; unique within its session only. */
export type ToolCallId = Brand<"ToolCallId">;
/** The id of a terminal; unique within its session, and ours unique within the connection. */
export type TerminalId = Brand<"TerminalId">;
/** The id of a message; unique within its session only (RFD "Messages between sessions"). */
export type MessageId = Brand<"MessageId">;
/** The id of a row: ours, unique within the store, stable for the row's whole life, whatever its kind becomes. */
export type RowId = Brand<"RowId">;
/** The id of a request that the agent sent and that waits for an answer: ours, unique within the store. */
export type RequestId = Brand<"RequestId">;

const collator = new Intl.Collator("en", { numeric: true });

/** Sorts rows of one store in the order in which they came, over all sessions: rows are numbered so. */
export const byArrival = (one: RowId, other: RowId): number => collator.compare(one, other);

/** A string from the wire, or one of ours, as an id of its kind; nothing is looked at. */
export const toSessionId = (id: string): SessionId => id as SessionId;
/** The same for a tool call. */
export const toToolCallId = (id: string): ToolCallId => id as ToolCallId;
/** The same for a terminal. */
export const toTerminalId = (id: string): TerminalId => id as TerminalId;
/** The same for a message. */
export const toMessageId = (id: string): MessageId => id as MessageId;
/** The same for a row. */
export const toRowId = (id: string): RowId => id as RowId;
/** The same for a request. */
export const toRequestId = (id: string): RequestId => id as RequestId;
