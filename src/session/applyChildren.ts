import { noteStep, startRun } from "./applyRuns.ts";
import { applyState } from "./applyStates.ts";
import type { Draft } from "./draft.ts";
import { type ChildPatch, type DialectName, patched, type SessionEvent } from "./events.ts";
import type { SessionId } from "./ids.ts";
import type { SubagentRow, ToolCallRow } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** Announces a child, or patches what its parent says of it (checklist 6, 14; design, rule 3). */
export function applyChildUpdate(draft: Draft, event: Of<"childUpdated">): void {
  const parent = draft.ensure(event.parentId);
  if (event.sessionId === event.parentId) {
    draft.diagnose("warning", `The session ${event.sessionId} was announced as its own child; refused.`, parent.id);
    return;
  }
  if (isTooDeep(draft, parent, event.sessionId)) {
    draft.tellLimit("depth", parent);
    return;
  }
  const child = draft.ensure(event.sessionId);
  if (child.standing === "child") {
    if (rankOf(event.dialect) > rankOf(child.dialect)) child.dialect = event.dialect;
    if (child.parentId !== parent.id)
      draft.diagnose("warning", `${child.id} keeps its first parent; ${parent.id} claimed it too.`, child.id);
  } else if (child.standing === "root" || draft.isAncestor(child, parent)) {
    draft.diagnose(
      "warning",
      `${child.id} cannot become a child of ${parent.id}: it is ${child.standing === "root" ? "a session that was opened here" : "above it"}.`,
      child.id,
    );
    return;
  } else {
    adopt(draft, child, parent, event);
  }
  if (child.cardRowId === undefined) {
    const place = draft.parentOf(child) ?? parent;
    noteStep(draft, place, addCard(draft, child, place));
  }
  applyPatch(draft, child, event.patch);
  draft.touch(child);
}

/** True when a session, with what is known below it, would come to stand below the last level that is nested. */
function isTooDeep(draft: Draft, parent: SessionRecord, childId: SessionId): boolean {
  const child = draft.sessions.get(childId);
  if (child && child.standing !== "detached") return false;
  let levels = 1;
  if (child) for (const below of draft.treeOf(child)) levels = Math.max(levels, below.depth + 1);
  return parent.depth + levels > draft.limits.depth;
}

/** How strong the evidence of a dialect is: a child's own sessions, a vendor's word, a tag, a launching call. */
function rankOf(dialect: DialectName): number {
  if (dialect === "placeholder") return 0;
  if (dialect === "launch") return 1;
  if (dialect.startsWith("flat:")) return 2;
  return dialect.startsWith("vendor:") ? 3 : 4;
}

function adopt(draft: Draft, child: SessionRecord, parent: SessionRecord, event: Of<"childUpdated">): void {
  draft.leaveRoots(child);
  child.standing = "child";
  child.parentId = parent.id;
  child.dialect = event.dialect;
  parent.children.push(child.id);
  const root = draft.rootOf(parent);
  for (const session of draft.treeOf(child)) comeUnder(draft, session, root);
  child.isHistory = root.isReplaying && child.rows.count === 0;
  child.isStoppedFromAbove = parent.isStopping || parent.isStoppedFromAbove;
  // What was seen of it before its announcement belongs to its first run.
  if (child.runs.length === 0) startRun(draft, child).firstRowId = child.rows.idAt(0);
  draft.touch(parent);
}

/** What a session takes over from the root that it now has: the announced child, and what was known below it already. */
function comeUnder(draft: Draft, session: SessionRecord, root: SessionRecord): void {
  session.depth = (draft.parentOf(session)?.depth ?? 0) + 1;
  session.ordinal = ++root.childCount;
  session.isHeld = root.isRestoring;
  session.isClosed = root.isClosed;
  // In a replay nothing was granted and nothing is live, also not what came before the announcement (checklist 30).
  if (root.isReplaying) {
    session.isCancelGranted = false;
    if (session.state) session.state = { ...session.state, confirmed: "historical" };
  }
  draft.touch(session);
}

/** Puts the child's card where its announcement stands. */
function addCard(draft: Draft, child: SessionRecord, parent: SessionRecord): SubagentRow {
  const card = draft.addRow<SubagentRow>(parent, { kind: "subagent", childId: child.id });
  child.cardRowId = card.id;
  if (child.runs.length === 0) startRun(draft, child);
  return card;
}

/** Cards of children that a load did not mention again: missing history is no sign that they never were (checklist 34). */
export function addMissingCards(draft: Draft, root: SessionRecord): void {
  for (const child of draft.treeOf(root)) {
    const parent = draft.parentOf(child);
    if (parent && child.cardRowId === undefined) addCard(draft, child, parent);
  }
}

function applyPatch(draft: Draft, child: SessionRecord, patch: ChildPatch): void {
  child.title = patched(child.title, patch.title);
  child.description = patched(child.description, patch.description);
  child.role = patched(child.role, patch.role);
  child.cwd = patched(child.cwd, patch.cwd);
  child.additionalDirectories = patched(child.additionalDirectories, patch.additionalDirectories);
  child.model = patched(child.model, patch.model);
  child.tokens = patch.tokens ?? child.tokens;
  child.launchToolCallId ??= patch.launchToolCallId;
  child.nextPrompt = patch.nextPrompt ?? child.nextPrompt;
  const runs = child.runs.length;
  // What a replay grants is history: it never fills the set in force (checklist 30).
  if (patch.capabilities !== undefined && !draft.rootOf(child).isReplaying) child.isCancelGranted = patch.capabilities?.canCancel ?? false;
  if (patch.state !== undefined) applyState(draft, child, patch.state, patch.outcome);
  if (patch.prompt !== undefined) applyPrompt(child, patch.prompt ?? undefined, child.runs.length > runs);
}

/** A prompt in an announcement is that of the run which the announcement begins, else that of the first one. */
function applyPrompt(child: SessionRecord, prompt: string | undefined, beginsRun: boolean): void {
  const run = beginsRun ? child.runs[child.runs.length - 1] : child.runs[0];
  if (run === child.runs[0]) child.pendingPrompt = prompt;
  if (run && run.promptRowId === undefined) run.prompt = prompt;
}

/**
 * Makes the child's card and the call that launched it one row, at the call's place (design, rule 9). A child that has its call
 * already keeps its one card: what gives it more work is a row about it.
 */
export function applyLink(draft: Draft, event: Of<"childLinked">): void {
  const child = draft.sessions.get(event.sessionId);
  const parent = child && draft.parentOf(child);
  if (!child || !parent) return;
  const rowId = parent.toolRows.get(event.toolCallId);
  const row = rowId === undefined ? undefined : parent.rows.get(rowId);
  if (row === undefined) {
    if (!parent.awaitedLinks.has(event.toolCallId)) parent.awaitedLinks.set(event.toolCallId, child.id);
    return;
  }
  // A call that is another child's card already stays that child's.
  if (row.kind !== "tool_call") return;
  if (isLinked(parent, child)) {
    if (!row.about?.includes(child.id))
      draft.replaceRow(parent, { ...row, about: [...(row.about ?? []), child.id], changedAt: draft.changedAt(row) });
    return;
  }
  child.launchToolCallId = event.toolCallId;
  if (child.cardRowId !== undefined) draft.removeRow(parent, child.cardRowId);
  child.cardRowId = row.id;
  draft.replaceRow(parent, cardFrom(row, child.id, draft.changedAt(row)));
  draft.touch(child);
}

/** True when the child's card stands in the place of a call. */
function isLinked(parent: SessionRecord, child: SessionRecord): boolean {
  const card = child.cardRowId === undefined ? undefined : parent.rows.get(child.cardRowId);
  return card?.kind === "subagent" && card.toolCall !== undefined;
}

function cardFrom(row: ToolCallRow, childId: SessionId, changedAt: number): SubagentRow {
  const { id, sessionId, at, turn, isHistory, isUntimed, isEndUnknown, kind: _kind, changedAt: _changedAt, ...toolCall } = row;
  return { id, sessionId, at, changedAt, turn, isHistory, isUntimed, isEndUnknown, kind: "subagent", childId, toolCall };
}

/** A call came that a child was waiting for. */
export function applyAwaitedLink(draft: Draft, parent: SessionRecord, event: Of<"toolCallReported">): void {
  const childId = parent.awaitedLinks.get(event.toolCallId);
  if (childId === undefined || !parent.toolRows.has(event.toolCallId)) return;
  parent.awaitedLinks.delete(event.toolCallId);
  applyLink(draft, { type: "childLinked", sessionId: childId, toolCallId: event.toolCallId });
}
