import { noteMessage, noteStep } from "./applyRuns.ts";
import { boundedPatch } from "./boundedOutput.ts";
import { blocksText, blockText, type ContentBlock } from "./content.ts";
import type { Draft, NewRow } from "./draft.ts";
import { patched, type SessionEvent, type ToolCallPatch } from "./events.ts";
import type { SessionId, ToolCallId } from "./ids.ts";
import {
  type CompactionRow,
  callOf,
  isEndStatus,
  type PlanRow,
  type Row,
  type SessionMessageRow,
  type SubagentRow,
  type TextRow,
  type ToolCallFields,
  type ToolCallRow,
} from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Rows of one session whose words may yet turn out to be a child's. */
const mostUnattributed = 1_000;

/** Adds a block to a message's blocks; neighbouring text is joined. Returns undefined while all is text. */
function joinBlocks(text: string, blocks: readonly ContentBlock[] | undefined, added: ContentBlock): readonly ContentBlock[] | undefined {
  if (!blocks && added.type === "text") return undefined;
  const before = blocks ?? (text === "" ? [] : [{ type: "text", text }]);
  const last = before[before.length - 1];
  if (last?.type === "text" && added.type === "text")
    return [...before.slice(0, -1), { type: "text", text: blockText(last) + blockText(added) }];
  return [...before, added];
}

function appendBlock(
  draft: Draft,
  session: SessionRecord,
  row: Writable<TextRow> | Writable<SessionMessageRow>,
  block: ContentBlock,
): void {
  const added = blockText(block);
  const blocks = joinBlocks(row.text, row.blocks, block);
  row.text += added;
  row.changedAt = draft.changedAt(row);
  if (blocks) {
    row.blocks = blocks;
    draft.replaceRow(session, row);
  } else {
    draft.growRow(session, row, added);
  }
}

/** Where a chunk belongs: by its message id, else with the newest row when that is of the same kind and has no id either. */
function rowForChunk(session: SessionRecord, event: Of<"chunkReceived">): TextRow | undefined {
  if (event.messageId !== undefined) {
    const rowId = session.messageRows.get(event.kind, event.messageId);
    const row = rowId === undefined ? undefined : session.rows.get(rowId);
    return row?.kind === event.kind ? row : undefined;
  }
  const last = session.rows.last;
  if (last?.kind !== event.kind || last.messageId !== undefined || session.echo?.rowId === last.id) return undefined;
  // What an agent says after a turn is no part of the turn's last sentence, nor is it of our prompt.
  if (last.id === session.sealedRowId || last.id === session.promptRowId) return undefined;
  // What comes first in a run does not go on with the words of the one before.
  const run = session.runs[session.runs.length - 1];
  if (run && run.firstRowId === undefined) return undefined;
  return last.isUnattributed === event.isUnattributed ? last : undefined;
}

/** True when the chunk only repeats the prompt that we sent; the row of that prompt then stands for both. */
function isEcho(draft: Draft, session: SessionRecord, event: Of<"chunkReceived">): boolean {
  const echo = session.echo;
  if (!echo || event.kind !== "user_message") return false;
  const { rowId, text, seen } = echo;
  const piece = blockText(event.content);
  if (!text.startsWith(piece, seen.length)) {
    if (seen === "") return false;
    // It began like the prompt and is something else: what was taken for an echo is shown after all.
    session.echo = undefined;
    applyChunk(draft, { ...event, content: { type: "text", text: seen } });
    return false;
  }
  echo.seen += piece;
  if (echo.seen.length < text.length) return true;
  session.echo = undefined;
  const row = session.rows.get(rowId);
  if (event.messageId !== undefined && row?.kind === event.kind) {
    session.messageRows.set(event.kind, event.messageId, rowId);
    draft.replaceRow(session, { ...row, messageId: event.messageId });
  }
  return true;
}

/** A piece of a message or thought joins the row that it belongs to, or begins one. */
export function applyChunk(draft: Draft, event: Of<"chunkReceived">): void {
  const session = draft.ensure(event.sessionId);
  if (event.content.type === "text" && blockText(event.content) === "") return;
  if (isEcho(draft, session, event)) return;
  let row = rowForChunk(session, event);
  if (event.isUnattributed && row) session.unattributed.get(row.id)?.push(blockText(event.content));
  if (row) {
    appendBlock(draft, session, row, event.content);
  } else {
    const isText = event.content.type === "text";
    const body: NewRow<TextRow> = {
      kind: event.kind,
      messageId: event.messageId,
      text: blockText(event.content),
      ...(isText ? {} : { blocks: [event.content] }),
      ...(event.isUnattributed ? { isUnattributed: true } : {}),
    };
    row = draft.addRow<TextRow>(session, body);
    if (event.isUnattributed) keepPieces(session, row);
    if (event.messageId !== undefined) session.messageRows.set(event.kind, event.messageId, row.id);
  }
  noteMessage(draft, session, row);
}

/** The pieces of the newest rows that nobody could attribute are kept: an agent says soon whose words they are, or never. */
function keepPieces({ unattributed }: SessionRecord, row: TextRow): void {
  unattributed.set(row.id, [row.text]);
  for (const oldest of unattributed.keys()) {
    if (unattributed.size <= mostUnattributed) return;
    unattributed.delete(oldest);
  }
}

/** A whole message, where pieces of it may have come before. */
export function applyMessage(draft: Draft, event: Of<"messageReported">): void {
  const { kind, messageId, content } = event;
  const session = draft.ensure(event.sessionId);
  const rowId = session.messageRows.get(kind, messageId);
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  if (content === undefined) return;
  if (row?.kind !== kind) {
    for (const block of content) applyChunk(draft, { ...event, type: "chunkReceived", content: block });
    return;
  }
  const isText = content.every((block) => block.type === "text");
  const { blocks: _before, ...others } = row;
  const replaced: TextRow = {
    ...others,
    text: blocksText(content),
    changedAt: draft.changedAt(row),
    ...(isText ? {} : { blocks: content }),
  };
  draft.replaceRow(session, replaced);
  noteMessage(draft, session, replaced);
}

const statusRank = (status: string | undefined): number =>
  status === undefined ? 0 : status === "pending" ? 1 : isEndStatus(status) ? 3 : 2;

/** A repeated `tool_call` never takes a call's status back (cline announces a call that already runs). */
function mergeStatus(before: string | undefined, patch: ToolCallPatch, isAnnouncement: boolean): string | undefined {
  if (patch.status === undefined) return before;
  return isAnnouncement && statusRank(patch.status) < statusRank(before) ? before : patch.status;
}

/** `wasCancelled`: our cancel is known to have reached the call, also where that was before the load which tells it now. */
function mergeCall(
  before: ToolCallFields | undefined,
  id: ToolCallId,
  patch: ToolCallPatch,
  isAnnouncement: boolean,
  wasCancelled: boolean,
): ToolCallFields {
  return {
    toolCallId: id,
    title: patch.title ?? before?.title ?? patch.name ?? id,
    name: patch.name ?? before?.name,
    toolKind: patch.kind ?? before?.toolKind ?? "other",
    status: mergeStatus(before?.status, patch, isAnnouncement),
    content: patch.content ?? before?.content ?? [],
    locations: patch.locations ?? before?.locations ?? [],
    rawInput: patch.rawInput ?? before?.rawInput,
    rawOutput: patch.rawOutput ?? before?.rawOutput,
    terminalIds: joined(before?.terminalIds ?? [], patch.terminalIds ?? []),
    about: patch.about ?? before?.about,
    isUnattributed: patch.isUnattributed ?? before?.isUnattributed,
    isCancelled: wasCancelled && patch.status !== "completed",
  };
}

/** Both lists, each id once; the same list when nothing is new. */
function joined<T>(before: readonly T[], added: readonly T[]): readonly T[] {
  return added.every((id) => before.includes(id)) ? before : [...new Set([...before, ...added])];
}

/** Writes a call's new fields back into the row that shows it. */
export function withCall(row: ToolCallRow | SubagentRow, call: ToolCallFields, changedAt: number): Row {
  if (row.kind === "subagent") return { ...row, toolCall: call, changedAt };
  return { ...row, ...call, changedAt };
}

/** Upserts a call by session and id, whatever frame of it comes first (peers' faults P01, P02). */
export function applyToolCall(draft: Draft, event: Of<"toolCallReported">): SessionRecord {
  const session = draft.ensure(event.sessionId);
  const patch = boundedPatch(draft, session, event.patch);
  const rowId = session.toolRows.get(event.toolCallId);
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  if (row?.kind === "tool_call" || row?.kind === "subagent") {
    const before = callOf(row);
    const wasCancelled = before?.isCancelled === true && !goesOn(draft, session, patch);
    const merged = mergeCall(before, event.toolCallId, patch, event.isAnnouncement, wasCancelled);
    const call = hasCancelledChild(draft, row) && merged.status === "failed" ? { ...merged, isCancelled: true } : merged;
    const isEndingNow = isEndStatus(call.status) && !isEndStatus(before?.status);
    if (isEndingNow) sealMessage(session);
    const isRenamed = call.title !== before?.title;
    const told = withCall(row, call, draft.changedAt(row));
    // An end that comes live is known, whatever a load told of the call before.
    draft.replaceRow(session, isEndingNow && !draft.isUntimed(session) ? { ...told, isEndUnknown: undefined } : told);
    noteFailure(draft, session, call);
    if (trackOpenCall(session, call) || isRenamed) draft.touch(session);
    return session;
  }
  if (!event.isAnnouncement && event.patch.status === undefined) {
    draft.diagnose("info", `An update without status names the tool call ${event.toolCallId}, which was never announced.`, session.id);
    return session;
  }
  const wasCancelled = session.drawnBefore?.wasCancelled(event.toolCallId) ?? false;
  const call = mergeCall(undefined, event.toolCallId, patch, event.isAnnouncement, wasCancelled);
  const added = draft.addRow<ToolCallRow>(session, { kind: "tool_call", ...call });
  session.toolRows.set(event.toolCallId, added.id);
  session.toolCallCount++;
  draft.touch(session);
  noteFailure(draft, session, call);
  trackOpenCall(session, call);
  noteStep(draft, session, added);
  return session;
}

/** A call is told to run though it was cancelled, and no word of our stop can have crossed with that. */
function goesOn(draft: Draft, session: SessionRecord, { status }: ToolCallPatch): boolean {
  return status === "in_progress" && !draft.isStopped(session) && !draft.rootOf(session).isReplaying;
}

/** A call that launched a child which was cancelled did not fail by itself. */
function hasCancelledChild(draft: Draft, row: ToolCallRow | SubagentRow): boolean {
  return row.kind === "subagent" && draft.sessions.get(row.childId)?.state?.stopReason === "cancelled";
}

/** An agent goes on upon what its call gave: words after that are another message. Words that nobody can attribute may be another's. */
function sealMessage(session: SessionRecord): void {
  const { last } = session.rows;
  if ((last?.kind === "agent_message" || last?.kind === "agent_thought") && !last.isUnattributed) session.sealedRowId = last.id;
}

/** What fails while a stop is under way may have failed by it: the end of the session tells. */
function noteFailure(draft: Draft, session: SessionRecord, call: ToolCallFields): void {
  if (call.status === "failed" && draft.isStopped(session)) session.failedWhileStopping.add(call.toolCallId);
  else session.failedWhileStopping.delete(call.toolCallId);
}

/** True when another call may be the session's present step now. */
function trackOpenCall(session: SessionRecord, call: ToolCallFields): boolean {
  if (isEndStatus(call.status) || call.isCancelled) return session.openTools.delete(call.toolCallId);
  return session.openTools.add(call.toolCallId);
}

/** A plan is replaced whole, in its place: the one without an id for as long as a turn goes on, those with an id for ever. */
export function applyPlan(draft: Draft, event: Of<"planReported">): void {
  const session = draft.ensure(event.sessionId);
  const { planId, entries, uri, markdown } = event;
  const row = planRow(session, planId);
  if (row) draft.replaceRow(session, { ...row, entries, uri, markdown, changedAt: draft.changedAt(row) });
  else if (entries.length > 0 || uri !== undefined || markdown !== undefined)
    session.planRows.set(planKey(planId), draft.addRow(session, { kind: "plan", entries, uri, markdown }).id);
}

/** A plan that was taken back keeps its place, marked; the same id begins another one. */
export function applyPlanRemoved(draft: Draft, event: Of<"planRemoved">): void {
  const session = draft.ensure(event.sessionId);
  const row = planRow(session, event.planId);
  session.planRows.delete(planKey(event.planId));
  if (row) draft.replaceRow(session, { ...row, isRemoved: true, changedAt: draft.changedAt(row) });
  else draft.diagnose("info", `The plan ${event.planId} was removed, which was never told.`, session.id);
}

/** The plan without an id has a key that no id can have. */
const planKey = (planId: string | undefined): string => (planId === undefined ? "" : `id ${planId}`);

function planRow(session: SessionRecord, planId: string | undefined): PlanRow | undefined {
  const rowId = session.planRows.get(planKey(planId));
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  return row?.kind === "plan" ? row : undefined;
}

/** Upserts a message between sessions in the transcript that reports it; it makes no entry anywhere else (checklist 39). */
export function applySessionMessage(draft: Draft, event: Of<"sessionMessageReported">): SessionMessageRow {
  const session = draft.ensure(event.sessionId);
  const rowId = session.messageRows.get("session_message", event.messageId);
  const known = rowId === undefined ? undefined : session.rows.get(rowId);
  const before = known?.kind === "session_message" ? known : undefined;
  const blocks = event.content === undefined ? undefined : (event.content ?? []);
  const sender = patched(before?.sender, event.sender);
  const recipient = patched(before?.recipient, event.recipient);
  const body: NewRow<SessionMessageRow> = {
    kind: "session_message",
    messageId: event.messageId,
    sender,
    recipient,
    senderMessageId: patched(before?.senderMessageId, event.senderMessageId),
    recipientMessageId: patched(before?.recipientMessageId, event.recipientMessageId),
    isLaunch: before?.isLaunch || isLaunch(draft, session, sender, recipient),
    text: blocks ? blocksText(blocks) : (before?.text ?? ""),
    blocks: blocks ? (blocks.some((block) => block.type !== "text") ? blocks : undefined) : before?.blocks,
  };
  if (body.isLaunch && recipient !== undefined) session.launched.add(recipient);
  if (before) {
    const row: SessionMessageRow = { ...before, ...body, changedAt: draft.changedAt(before) };
    draft.replaceRow(session, row);
    return row;
  }
  const row = draft.addRow<SessionMessageRow>(session, body);
  session.messageRows.set("session_message", event.messageId, row.id);
  return row;
}

/** True for the first message of a session to a child of its own: its card shows it as the prompt. */
function isLaunch(draft: Draft, session: SessionRecord, sender: SessionId | undefined, recipient: SessionId | undefined): boolean {
  if (sender !== session.id || recipient === undefined || session.launched.has(recipient)) return false;
  return draft.sessions.get(recipient)?.parentId === session.id;
}

/** A piece of a message between sessions joins its row, or begins one (RFD *subagents*, messages between sessions). */
export function applySessionMessageChunk(draft: Draft, event: Of<"sessionMessageChunkReceived">): SessionMessageRow {
  const session = draft.ensure(event.sessionId);
  const rowId = session.messageRows.get("session_message", event.messageId);
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  if (row?.kind !== "session_message")
    return applySessionMessage(draft, { ...event, type: "sessionMessageReported", content: [event.content] });
  appendBlock(draft, session, row, event.content);
  return row;
}

/** Upserts a compaction: its first frame fixes its place (schema `CompactionUpdate`). */
export function applyCompaction(draft: Draft, event: Of<"compactionReported">): void {
  const session = draft.ensure(event.sessionId);
  const row = compactionRow(session, event.compactionId);
  const { status, summary, error } = event;
  if (row) {
    const text = summary === undefined ? row.text : (summary ?? "");
    draft.replaceRow(session, {
      ...row,
      status: status ?? row.status,
      text,
      error: patched(row.error, error),
      changedAt: draft.changedAt(row),
    });
    return;
  }
  addCompaction(draft, session, { compactionId: event.compactionId, status, text: summary ?? "", error: error ?? undefined });
}

/** A piece of a summary joins its row. */
export function applyCompactionChunk(draft: Draft, event: Of<"compactionChunkReceived">): void {
  const session = draft.ensure(event.sessionId);
  const row: Writable<CompactionRow> | undefined = compactionRow(session, event.compactionId);
  if (!row) {
    addCompaction(draft, session, { compactionId: event.compactionId, status: "in_progress", text: event.text });
    return;
  }
  row.text += event.text;
  row.changedAt = draft.changedAt(row);
  draft.growRow(session, row, event.text);
}

function compactionRow(session: SessionRecord, compactionId: string): CompactionRow | undefined {
  const rowId = session.messageRows.get("compaction", compactionId);
  const row = rowId === undefined ? undefined : session.rows.get(rowId);
  return row?.kind === "compaction" ? row : undefined;
}

function addCompaction(draft: Draft, session: SessionRecord, body: Omit<NewRow<CompactionRow>, "kind">): void {
  const row = draft.addRow<CompactionRow>(session, { kind: "compaction", ...body });
  session.messageRows.set("compaction", body.compactionId, row.id);
}
