// The rules that hold always, whatever an agent sends (architecture, "Session events and the store").
import type { SessionModel } from "../../src/session/model.ts";
import { isEndStatus } from "../../src/session/rows.ts";
import type { Session } from "../../src/session/session.ts";

/** What must be true of a store after every event, whatever came in; one sentence for each thing that is not. */
export function* brokenRules(store: SessionModel): Iterable<string> {
  const sessions = [...store.sessions];
  const childIds = sessions.flatMap((session) => session.children);
  const topIds = store.roots.map(({ id }) => id);
  if (JSON.stringify([...topIds, ...childIds].sort()) !== JSON.stringify(sessions.map(({ id }) => id).sort()))
    yield "tops and children are not all sessions, each once";
  if (sessions.length !== store.sessionCount) yield "the session count is wrong";
  const rowIds = new Set<string>();
  const cards = cardsIn(sessions);
  for (const session of sessions) {
    yield* brokenPlace(session, store, cards.get(`${session.parentId} ${session.id}`) ?? []);
    yield* brokenRows(session, rowIds);
    const open = store.openRequests.filter((request) => request.sessionId === session.id).length;
    if (open !== session.openRequestCount) yield `${session.id} counts ${session.openRequestCount} requests, ${open} are open`;
    if (store.isConnectionLost && session.state?.confirmed === "live" && session.state.state !== "idle")
      yield `${session.id} looks live after the connection was lost`;
    if (store.isConnectionLost && session.isTurnOpen) yield `${session.id} has an open turn after the connection was lost`;
    if (session.canCancel && (store.isConnectionLost || session.isRestoring || session.standing !== "child"))
      yield `${session.id} can be cancelled, which nothing grants`;
  }
  for (const request of store.openRequests) {
    if (request.sessionId !== undefined && !store.get(request.sessionId)) yield `the request ${request.id} belongs to no session`;
    if (store.isConnectionLost) yield `the request ${request.id} is open after the connection was lost`;
  }
}

/** The ids of the cards of each child, by its parent and it. */
function cardsIn(sessions: readonly Session[]): ReadonlyMap<string, readonly string[]> {
  const cards = new Map<string, string[]>();
  for (const { id, rows } of sessions) {
    for (const row of rows.values()) {
      if (row.kind !== "subagent") continue;
      const key = `${id} ${row.childId}`;
      const known = cards.get(key);
      if (known) known.push(row.id);
      else cards.set(key, [row.id]);
    }
  }
  return cards;
}

function* brokenPlace(session: Session, store: SessionModel, cards: readonly string[]): Iterable<string> {
  const { id, parentId, standing, depth } = session;
  if ((standing === "child") !== (parentId !== null)) yield `${id} is ${standing} with the parent ${parentId}`;
  if (parentId === null) {
    if (depth !== 0) yield `${id} has no parent and the depth ${depth}`;
    return;
  }
  const parent = store.get(parentId);
  if (!parent) return yield `${id} has the parent ${parentId}, which is not there`;
  if (depth !== parent.depth + 1) yield `${id} has the depth ${depth} under ${parent.depth}`;
  // While a load draws a tree afresh a child that it did not mention yet has no card.
  if (cards.length > 1 || cards[0] !== session.cardRowId) yield `${id} has ${cards.length} cards and names ${session.cardRowId}`;
  if (cards.length === 0 && !isUnderRestore(session, store)) yield `${id} has no card`;
}

function isUnderRestore(session: Session, store: SessionModel): boolean {
  for (let at: Session | undefined = session; at; at = at.parentId === null ? undefined : store.get(at.parentId))
    if (at.isRestoring) return true;
  return false;
}

function* brokenRows(session: Session, seen: Set<string>): Iterable<string> {
  let index = 0;
  const open: string[] = [];
  for (const row of session.rows.values()) {
    if (seen.has(row.id)) yield `the row ${row.id} is there twice`;
    seen.add(row.id);
    if (row.sessionId !== session.id) yield `the row ${row.id} stands in ${session.id} and says ${row.sessionId}`;
    if (session.rows.indexOf(row.id) !== index || session.rows.idAt(index) !== row.id || session.rows.get(row.id) !== row)
      yield `the row ${row.id} is not found at ${index}`;
    const call = row.kind === "tool_call" ? row : row.kind === "subagent" ? row.toolCall : undefined;
    if (call && !isEndStatus(call.status) && !call.isCancelled) open.push(call.title);
    index++;
  }
  if (session.rows.count !== index) yield `${session.id} counts ${session.rows.count} rows, ${index} are there`;
  if (session.currentStep !== undefined && open.length === 0) yield `${session.id} names a step and no call is open`;
  for (const run of session.runs)
    for (const rowId of [run.firstRowId, run.answerRowId, run.promptRowId])
      if (rowId !== undefined && session.rows.indexOf(rowId) < 0) yield `a run of ${session.id} names the row ${rowId}, which is gone`;
}
