import type { ContentBlock, Location, ToolContent } from "./content.ts";
import type { PlanEntry } from "./events.ts";
import type { MessageId, RowId, SessionId, TerminalId, ToolCallId } from "./ids.ts";
import type { PermissionRule } from "./permissionRules.ts";
import type { RequestKind, RequestOutcome } from "./requests.ts";

/** What every row has. Rows are mutated by the store only; everybody else sees them read-only. */
interface RowBase {
  readonly id: RowId;
  readonly sessionId: SessionId;
  /** ms since the connection began, when the row was first seen. */
  readonly at: number;
  /** ms, when it last changed. */
  readonly changedAt: number;
  /** The turn of its root in which it came, counted from 1; 0 before the first. */
  readonly turn: number;
  /** True for what a load replayed. */
  readonly isHistory: boolean;
  /** A load told of it, and nobody knows when it was: `at` and `changedAt` are when it was told again. */
  readonly isUntimed?: boolean;
  /** Only a load told that the call has ended: `changedAt` is not when it did. */
  readonly isEndUnknown?: boolean;
}

/** A message or thought. `text` is the blocks' text joined; `blocks` keeps what is not text (adjacent text is joined in one block). */
export interface TextRow extends RowBase {
  readonly kind: "user_message" | "agent_message" | "agent_thought";
  readonly messageId?: MessageId;
  readonly text: string;
  /** Only when something that is not text is in it. */
  readonly blocks?: readonly ContentBlock[];
  /** Nobody could tell whose words these are: the session's own, or one of its children's (copilot's parallel children). */
  readonly isUnattributed?: boolean;
}

/** What is known of a tool call. `status` is the last one reported; absent = none was. */
export interface ToolCallFields {
  readonly toolCallId: ToolCallId;
  readonly title: string;
  readonly name?: string;
  readonly toolKind: string;
  readonly status?: string;
  readonly content: readonly ToolContent[];
  readonly locations: readonly Location[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  /** Terminals whose output came with the call, beside those that `content` names. */
  readonly terminalIds: readonly TerminalId[];
  /** Sessions that it is about. */
  readonly about?: readonly SessionId[];
  /** Nobody could tell whose call this is: the session's own, or one of its children's. */
  readonly isUnattributed?: boolean;
  /**
   * A cancel reached it before its end did (checklist 49); later updates are still taken. Most agents then call such a call
   * `failed`, which stays what they told; only one that was `completed` all the same is none that was cancelled.
   */
  readonly isCancelled: boolean;
}

/** A tool call that launched no child. */
export interface ToolCallRow extends RowBase, ToolCallFields {
  readonly kind: "tool_call";
}

/** A plan as it stands: a list of steps, or what an agent wrote in place of one (schema `Plan`). */
export interface PlanRow extends RowBase {
  readonly kind: "plan";
  readonly entries: readonly PlanEntry[];
  /** The file that holds the plan, when it is no list. */
  readonly uri?: string;
  /** The plan as it is written, when it is no list. */
  readonly markdown?: string;
  /** The agent took it back; what it was stays to be read. */
  readonly isRemoved?: boolean;
}

/** A message between sessions, in the transcript it was reported in. */
export interface SessionMessageRow extends RowBase {
  readonly kind: "session_message";
  readonly messageId: MessageId;
  readonly sender?: SessionId;
  readonly recipient?: SessionId;
  readonly senderMessageId?: MessageId;
  readonly recipientMessageId?: MessageId;
  /** The first message of this session to that child: what it was launched with, which its card shows as the prompt. */
  readonly isLaunch: boolean;
  readonly text: string;
  readonly blocks?: readonly ContentBlock[];
}

/** A child's card. `toolCall` is there when the card took the place of the call that launched the child. */
export interface SubagentRow extends RowBase {
  readonly kind: "subagent";
  readonly childId: SessionId;
  readonly toolCall?: ToolCallFields;
}

/** Something to be known of the session, from its agent or noticed by us; `severity` is the agent's word. */
export interface NoticeRow extends RowBase {
  readonly kind: "notice";
  readonly severity: string;
  readonly text: string;
  /** We noticed it ourselves. */
  readonly isOurs?: boolean;
  /** The session whose transcript holds what this one does not. */
  readonly continues?: SessionId;
}

/** Where a conversation was shortened (schema `CompactionUpdate`). */
export interface CompactionRow extends RowBase {
  readonly kind: "compaction";
  readonly compactionId: string;
  readonly status?: string;
  /** The summary, as far as it came. */
  readonly text: string;
  readonly error?: string;
}

/** What went wrong in a session, in words. */
export interface ErrorRow extends RowBase {
  readonly kind: "error";
  readonly text: string;
  /** It ended a turn of ours. */
  readonly isOurs?: boolean;
}

/** How something that waited for the person ended, where nothing else of the transcript tells it. */
export interface RequestRow extends RowBase {
  readonly kind: "request";
  readonly asked: RequestKind;
  /** What was asked for, in the agent's words. */
  readonly title: string;
  readonly outcome: RequestOutcome["type"];
  /** The name of the option that was chosen, and what kind it is of. */
  readonly option?: { readonly name: string; readonly kind: string };
  /** The person's rule that chose it. */
  readonly rule?: PermissionRule;
  /** What was written into a form, in the form's order; a secret has no text. */
  readonly values?: readonly { readonly label: string; readonly text?: string }[];
  /** The page that was to be opened, and whether the agent has told that all is done there. */
  readonly url?: string;
  readonly isCompleted?: boolean;
}

/** An update of a kind we do not know; kept whole. */
export interface UnknownRow extends RowBase {
  readonly kind: "unknown";
  readonly updateKind: string;
  readonly raw: unknown;
}

/** One entry of a transcript. */
export type Row =
  | TextRow
  | ToolCallRow
  | PlanRow
  | SessionMessageRow
  | SubagentRow
  | NoticeRow
  | CompactionRow
  | ErrorRow
  | RequestRow
  | UnknownRow;

/** True for what only we know: no load tells it again. */
export function isOurs(row: Row): boolean {
  return row.kind === "request" || ((row.kind === "notice" || row.kind === "error") && row.isOurs === true);
}

/** The fields of the call that a row shows: the row itself, or what a card took over from its launching call. */
export function callOf(row: Row | undefined): ToolCallFields | undefined {
  if (row?.kind === "tool_call") return row;
  return row?.kind === "subagent" ? row.toolCall : undefined;
}

/** True when a raw value of a call has something to show. */
export function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** What a call is called: its title without the input that some agents write behind the tool's name as JSON (cline), which is told beside it. */
export function titleOf({ title, rawInput }: Pick<ToolCallFields, "title" | "rawInput">): string {
  return isTelling(rawInput) ? title.replace(/^([\w.-]+): (?:\{"|\[["{]).*$/s, "$1") : title;
}

/** The terminals that a call shows, in order, each once: those that its content names, then those whose output came with it. */
export function terminalsIn(call: ToolCallFields): readonly TerminalId[] {
  const named = call.content.flatMap((part) => (part.type === "terminal" && typeof part.terminalId === "string" ? [part.terminalId] : []));
  return [...new Set([...(named as TerminalId[]), ...call.terminalIds])];
}

/** The newest call of a session that shows a terminal. Looks through all rows: for a reader's click, not for a frame. */
export function callShowing(session: { readonly rows: RowList } | undefined, terminalId: TerminalId): ToolCallFields | undefined {
  const calls = session ? Array.from(session.rows.values(), callOf) : [];
  return calls.findLast((call) => call && terminalsIn(call).includes(terminalId));
}

/** The status that counts: what a cancel ended is cancelled, whatever its agent calls that. */
export function statusOf(call: ToolCallFields): string | undefined {
  return call.isCancelled ? "cancelled" : call.status;
}

/** True when a status says that a tool call came to its end. */
export function isEndStatus(status: string | undefined): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** The rows of one session. Nobody keeps a row from one change to the next, but its id: older rows come from disk, each time anew. */
export interface RowList {
  readonly count: number;
  /** Rows `from` (inclusive) to `to` (exclusive), clamped to what there is. */
  read(from: number, to: number): Promise<readonly Row[]>;
  /** The row with this id. */
  get(id: RowId): Row | undefined;
  /** Where the row stands now, or -1. */
  indexOf(id: RowId): number;
  /** The id of the row at `index`. */
  idAt(index: number): RowId | undefined;
  /** The rows in order, without waiting. A whole long transcript is better read piece by piece, with `read`, by whoever can wait. */
  values(from?: number, to?: number): Iterable<Row>;
}
