import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { RowId, SessionId } from "./ids.ts";
import type { Row } from "./rows.ts";
import type { SessionRecord } from "./sessionRecord.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/**
 * Gives a child the id that stronger evidence names it by. Its place, rows, runs and card stay; to everyone outside it is
 * another session in the same place. When the new id is known already, what the old one had goes over to it.
 */
export function applyRename(draft: Draft, event: Of<"childRenamed">): void {
  const child = draft.sessions.get(event.from);
  const parent = child && draft.parentOf(child);
  if (!child || !parent || event.from === event.to || event.to === parent.id) return;
  const known = draft.sessions.get(event.to);
  if (known) {
    giveOver(draft, child, known, parent);
    return;
  }
  draft.rekey(child, event.to);
  parent.children.splice(parent.children.indexOf(event.from), 1, event.to);
  draft.push({ type: "sessionRemoved", sessionId: event.from });
  draft.push({ type: "sessionAdded", session: child });
  moveRows(draft, child);
  for (const id of child.children) {
    const grandchild = draft.sessions.get(id);
    if (!grandchild) continue;
    grandchild.parentId = event.to;
    draft.touch(grandchild);
  }
  renameCard(draft, parent, child, event.to);
  renameAbout(draft, parent, event.from, event.to);
  moveRequests(draft, event.from, event.to);
  draft.touch(child);
  draft.touch(parent);
}

/** Tells the rows of a session once more, now as those of its new id. */
function moveRows(draft: Draft, session: SessionRecord): void {
  let index = 0;
  for (const before of session.rows.values()) {
    const row: Row = { ...before, sessionId: session.id };
    session.rows.replace(row);
    draft.push({ type: "rowAdded", session, row, index: index++ });
  }
}

function renameCard(draft: Draft, parent: SessionRecord, child: SessionRecord, to: SessionId): void {
  const card = child.cardRowId === undefined ? undefined : parent.rows.get(child.cardRowId);
  if (card?.kind === "subagent") draft.replaceRow(parent, { ...card, childId: to });
}

/** Calls of the parent that are about the child name it by its new id. */
function renameAbout(draft: Draft, parent: SessionRecord, from: SessionId, to: SessionId): void {
  for (const row of [...parent.rows.values()]) {
    if (row.kind !== "tool_call" || !row.about?.includes(from)) continue;
    draft.replaceRow(parent, { ...row, about: row.about.map((id) => (id === from ? to : id)) });
  }
}

function moveRequests(draft: Draft, from: SessionId, to: SessionId): void {
  for (const request of [...draft.requests.values()]) {
    if (request.sessionId !== from) continue;
    const moved = { ...request, sessionId: to };
    draft.requests.set(request.id, moved);
    draft.push({ type: "requestChanged", request: moved });
  }
}

/** The named child is there already: it takes the weaker one's place, call, words and rows, and the weaker one goes. */
function giveOver(draft: Draft, weaker: SessionRecord, stronger: SessionRecord, parent: SessionRecord): void {
  if (stronger.standing === "root" || draft.isAncestor(stronger, weaker) || draft.isAncestor(weaker, stronger)) return;
  if (stronger.parentId !== null && stronger.parentId !== parent.id) {
    draft.diagnose("warning", `${stronger.id} keeps its first parent; a child of ${parent.id} was named as it.`, stronger.id);
    return;
  }
  const places = new Map<RowId, RowId>();
  for (const row of weaker.rows.values()) {
    const { id: _id, sessionId: _session, at: _at, changedAt: _changed, isHistory: _history, ...body } = row;
    const added: Row = draft.addRow(stronger, body as never);
    places.set(row.id, added.id);
    const below = row.kind === "subagent" ? draft.sessions.get(row.childId) : undefined;
    if (below?.cardRowId === row.id) below.cardRowId = added.id;
  }
  refile(weaker, stronger, places);
  stronger.title ??= weaker.title;
  stronger.role ??= weaker.role;
  stronger.pendingPrompt ??= weaker.pendingPrompt;
  const [first] = stronger.runs;
  if (first) first.prompt ??= weaker.runs[0]?.prompt;
  if (stronger.standing === "detached") {
    draft.leaveRoots(stronger);
    stronger.standing = "child";
    stronger.parentId = parent.id;
    stronger.dialect = weaker.dialect;
    stronger.depth = weaker.depth;
    stronger.ordinal = weaker.ordinal;
    parent.children.splice(parent.children.indexOf(weaker.id), 1, stronger.id);
  } else {
    parent.children.splice(parent.children.indexOf(weaker.id), 1);
  }
  adoptAll(draft, weaker, stronger);
  moveTerminals(draft, weaker, stronger);
  if (stronger.cardRowId !== undefined && weaker.cardRowId !== undefined) draft.removeRow(parent, stronger.cardRowId);
  stronger.cardRowId = weaker.cardRowId ?? stronger.cardRowId;
  stronger.launchToolCallId ??= weaker.launchToolCallId;
  renameCard(draft, parent, stronger, stronger.id);
  renameAbout(draft, parent, weaker.id, stronger.id);
  moveRequests(draft, weaker.id, stronger.id);
  stronger.openRequestCount += weaker.openRequestCount;
  stronger.waits.push(...weaker.waits);
  draft.remove(weaker);
  draft.touch(stronger);
  draft.touch(parent);
}

/** Later updates of a call or message find its row in its new place. */
function refile(weaker: SessionRecord, stronger: SessionRecord, places: ReadonlyMap<RowId, RowId>): void {
  for (const [id, from] of weaker.toolRows) {
    const to = places.get(from);
    if (to === undefined || stronger.toolRows.has(id)) continue;
    stronger.toolRows.set(id, to);
    if (weaker.openTools.has(id)) stronger.openTools.add(id);
  }
  for (const [kind, id, from] of weaker.messageRows) {
    const to = places.get(from);
    if (to !== undefined && stronger.messageRows.get(kind, id) === undefined) stronger.messageRows.set(kind, id, to);
  }
  stronger.toolCallCount += weaker.toolCallCount;
}

/** The output of the weaker one's calls is the stronger one's. */
function moveTerminals(draft: Draft, weaker: SessionRecord, stronger: SessionRecord): void {
  for (const [id, terminal] of weaker.terminals) {
    if (!stronger.terminals.has(id)) stronger.terminals.set(id, terminal);
    draft.terminalHomes.set(id, stronger);
    draft.push({ type: "terminalChanged", session: stronger, terminal: stronger.terminals.get(id) ?? terminal });
  }
}

/** What stands below the weaker one stands below the stronger one from now on. */
function adoptAll(draft: Draft, weaker: SessionRecord, stronger: SessionRecord): void {
  for (const id of weaker.children) {
    const child = draft.sessions.get(id);
    if (!child) continue;
    child.parentId = stronger.id;
    stronger.children.push(id);
  }
  for (const session of draft.treeOf(stronger)) {
    session.depth = (draft.parentOf(session)?.depth ?? 0) + 1;
    draft.touch(session);
  }
}
