import { type Limits, toldLimit } from "../base/limits.ts";
import type { Delta, Diagnostic } from "./changes.ts";
import type { DrawnBefore, Met } from "./drawnBefore.ts";
import type { RequestId, RowId, SessionId, TerminalId } from "./ids.ts";
import { toRowId } from "./ids.ts";
import type { OpenRequest } from "./requests.ts";
import { RowBook } from "./rowBook.ts";
import { callOf, isEndStatus, type Row } from "./rows.ts";
import { withBelow } from "./session.ts";
import { SessionRecord } from "./sessionRecord.ts";
import type { Shelf } from "./shelf.ts";
import { TerminalBook } from "./terminalBook.ts";
import { Unannounced } from "./unannounced.ts";

/** How many diagnostics are kept; the log has them all. */
const keptDiagnostics = 2_000;

/** How many full outputs of terminals a session keeps in memory. */
const outputsInMemory = 4;

/** A row's body before it has an id, a session and times. */
export type NewRow<R extends Row = Row> = R extends Row
  ? Omit<R, "id" | "sessionId" | "at" | "changedAt" | "turn" | "isHistory" | "isUntimed" | "isEndUnknown">
  : never;

/**
 * The state of the store and the change under way: what the rules of `apply…` write to. Each write leaves its delta, so
 * that a change can never be told wrongly.
 */
export class Draft {
  readonly limits: Limits;
  readonly unannounced: Unannounced;
  readonly sessions = new Map<SessionId, SessionRecord>();
  readonly roots: SessionRecord[] = [];
  readonly requests = new Map<RequestId, OpenRequest>();
  /** The rows of pages that the person was asked to open and whose completion may yet be told, by the agent's id. */
  readonly openPages = new Map<string, RowId>();
  readonly diagnostics: Diagnostic[] = [];
  /** Sessions that were taken off for good, with the root that they were under: what still comes of them is not shown. */
  readonly removed = new Map<SessionId, SessionId>();
  /** How many terminals there ever were. */
  terminalCount = 0;
  /** The session that each terminal was reported for last. */
  readonly terminalHomes = new Map<TerminalId, SessionRecord>();
  /** ms of the event under way. */
  now = 0;
  #deltas: Delta[] = [];
  readonly #touched = new Set<SessionRecord>();
  /** Sessions with a silence that was noted. */
  readonly #silent = new Set<SessionRecord>();
  readonly #rowPrefix: string;
  readonly #shelf: Shelf | undefined;
  #rowCount = 0;
  #sightCount = 0;
  /** Limits whose effect a transcript has told, by name and session. */
  readonly #toldLimits = new Set<string>();

  constructor(rowPrefix: string, limits: Limits, shelf: Shelf | undefined) {
    this.#rowPrefix = rowPrefix;
    this.limits = limits;
    this.unannounced = new Unannounced(this.sessions, this.roots, limits.pendingFrames);
    this.#shelf = shelf;
  }

  /** Ends a change: its deltas in order, each touched session once, after its rows. */
  take(): readonly Delta[] {
    for (const session of this.#touched) {
      if (this.sessions.get(session.id) === session) this.#deltas.push({ type: "sessionChanged", session });
    }
    // To clear a set makes a new table, also of an empty one.
    if (this.#touched.size > 0) this.#touched.clear();
    const deltas = this.#deltas;
    this.#deltas = [];
    return deltas;
  }

  push(delta: Delta): void {
    this.#deltas.push(delta);
  }

  /** Nothing was heard of a session since then (ms); undefined: that does not count any more. */
  noteSilence(id: SessionId, since: number | undefined): void {
    const session = this.sessions.get(id);
    if (!session) return;
    session.silentFor = since === undefined ? undefined : this.now - since;
    if (since === undefined) this.#silent.delete(session);
    else this.#silent.add(session);
    this.touch(session);
  }

  /** What this change tells of a session ends its silence, and that of the sessions above it. */
  endSilences(): void {
    if (this.#silent.size === 0) return;
    const heard = new Set(this.#touched);
    for (const delta of this.#deltas) {
      const session = "session" in delta ? this.sessions.get(delta.session.id) : undefined;
      if (session) heard.add(session);
    }
    for (const session of heard) {
      for (let at: SessionRecord | undefined = session; at; at = this.parentOf(at)) {
        if (!this.#silent.delete(at)) continue;
        at.silentFor = undefined;
        this.touch(at);
      }
    }
  }

  /** Says that something of the session other than its rows became different. */
  touch(session: SessionRecord): void {
    this.#touched.add(session);
  }

  diagnose(level: Diagnostic["level"], message: string, sessionId?: SessionId): void {
    const diagnostic: Diagnostic = { level, message, sessionId, t: this.now };
    if (this.diagnostics.push(diagnostic) > keptDiagnostics) this.diagnostics.shift();
    this.push({ type: "diagnosticAdded", diagnostic });
  }

  /** The session with this id; at first sight it is created, detached (design, rule 2). */
  ensure(id: SessionId): SessionRecord {
    const known = this.sessions.get(id);
    if (known) return known;
    const session = new SessionRecord(id, this.#sightCount++, this.#newBook(id), this.#newTerminals());
    this.sessions.set(id, session);
    this.roots.push(session);
    this.push({ type: "sessionAdded", session });
    return session;
  }

  /** A limit has cut something of a session: its transcript says so once, the diagnostics each time. */
  tellLimit(name: keyof Limits, session: SessionRecord | undefined): void {
    const sentence = toldLimit(name, this.limits);
    this.diagnose("warning", sentence, session?.id);
    const key = `${name} ${session?.id}`;
    if (!session || this.#toldLimits.has(key)) return;
    this.#toldLimits.add(key);
    this.addRow(session, { kind: "notice", severity: "warning", text: sentence });
  }

  /** Gives a session another id at its old place in the order of first sight. Rare, so the map is made anew. */
  rekey(session: SessionRecord, to: SessionId): void {
    const all = [...this.sessions.values()];
    session.id = to;
    this.sessions.clear();
    for (const each of all) this.sessions.set(each.id, each);
  }

  remove(session: SessionRecord): void {
    this.#silent.delete(session);
    this.sessions.delete(session.id);
    this.leaveRoots(session);
    this.push({ type: "sessionRemoved", sessionId: session.id });
  }

  leaveRoots(session: SessionRecord): void {
    const at = this.roots.lastIndexOf(session);
    if (at >= 0) this.roots.splice(at, 1);
  }

  parentOf(session: SessionRecord): SessionRecord | undefined {
    return session.parentId === null ? undefined : this.sessions.get(session.parentId);
  }

  rootOf(session: SessionRecord): SessionRecord {
    let at = session;
    for (let up = this.parentOf(at); up; up = this.parentOf(at)) at = up;
    return at;
  }

  /** True while what ends in a session does so by our doing: it or one above it was cancelled, or its root is being let go. */
  isStopped(session: SessionRecord): boolean {
    return session.isStopping || session.isStoppedFromAbove || this.rootOf(session).isBeingLetGo;
  }

  /** The session itself and everything below it, parents first. */
  treeOf(session: SessionRecord): Iterable<SessionRecord> {
    return withBelow(session, ({ children }) => children.flatMap((id) => this.sessions.get(id) ?? []));
  }

  isAncestor(above: SessionRecord, below: SessionRecord): boolean {
    for (let at = this.parentOf(below); at; at = this.parentOf(at)) if (at === above) return true;
    return false;
  }

  /** True while what comes of this session was told before: a load says what was, not when it was. */
  isUntimed(session: SessionRecord): boolean {
    return this.rootOf(session).isLoading;
  }

  /** Something of the session was seen on this connection and not in a replay. */
  noteLive(session: SessionRecord): void {
    if (!session.isHistory) return;
    session.isHistory = false;
    this.touch(session);
  }

  /** Adds a row at the end. In what a load tells, a message of the user to a root was its prompt. */
  addRow<R extends Row>(session: SessionRecord, body: NewRow<R>): R {
    const { drawnBefore: before } = session;
    const met = before?.meet(body);
    for (const row of met?.ours ?? []) this.#put(session, row, row);
    const isPrompt = body.kind === "user_message" && session.standing === "root" && session.isLoading;
    if (!isPrompt || (met?.before && !before?.beginsTurn(met.before))) return this.#put(session, body, met?.same);
    return this.beginTurn(session, () => this.#put(session, body, met?.same), met);
  }

  /** Draws what only we know of a session again, behind all that a load told of it. */
  addRest(session: SessionRecord, before: DrawnBefore): void {
    for (const row of before.rest()) this.#put(session, row, row);
  }

  /** `same`: the row as it was drawn before, which tells when that was. */
  #put<R extends Row>(session: SessionRecord, body: NewRow<R> | R, same: Row | undefined): R {
    const root = this.rootOf(session);
    const timed = same?.isUntimed ? undefined : same;
    const call = callOf(timed);
    const isEndUnknown = timed?.isEndUnknown || (call && !isEndStatus(call.status));
    const row = {
      ...body,
      id: toRowId(`${this.#rowPrefix}${++this.#rowCount}`),
      sessionId: session.id,
      at: timed?.at ?? this.now,
      changedAt: timed?.changedAt ?? this.now,
      turn: root.turns.length,
      isHistory: root.isReplaying,
      ...(root.isLoading && !timed ? { isUntimed: true } : {}),
      ...(isEndUnknown ? { isEndUnknown: true } : {}),
    } as unknown as R;
    const index = session.rows.push(row);
    if (!row.isHistory) this.noteLive(session);
    this.push({ type: "rowAdded", session, row, index });
    return row;
  }

  /** Begins a turn of a root with the row that `add` gives, which is the first that came in it. `met`: what a load tells by it. */
  beginTurn<R extends Row>(session: SessionRecord, add: () => R, met?: Met): R {
    const turn = { startedAt: this.now, promptRowId: toRowId(""), ...(session.isLoading ? { isUntimed: true } : {}) };
    session.turns.push(turn);
    const row = add();
    turn.promptRowId = row.id;
    if (met) session.drawnBefore?.tellTurn(turn, met);
    this.touch(session);
    return row;
  }

  /** When a row that changes now did: what a load tells of it was before, and is as old as it is known to be. */
  changedAt(row: Row): number {
    const session = this.sessions.get(row.sessionId);
    return session && this.isUntimed(session) ? row.changedAt : this.now;
  }

  /** `added` came to the end of the row's text. */
  growRow(session: SessionRecord, row: Row, added: string): void {
    session.rows.replace(row);
    this.push({ type: "textAppended", session, row, added });
  }

  /** Gives a row a new body under its old id and place. */
  replaceRow(session: SessionRecord, row: Row): void {
    session.rows.replace(row);
    this.push({ type: "rowReplaced", session, row });
  }

  removeRow(session: SessionRecord, rowId: RowId): void {
    const index = session.rows.remove(rowId);
    if (index < 0) return;
    this.push({ type: "rowRemoved", session, rowId, index });
    for (const run of session.runs) {
      if (run.firstRowId === rowId) run.firstRowId = session.rows.idAt(index);
      if (run.answerRowId === rowId) run.answerRowId = undefined;
      if (run.promptRowId === rowId) run.promptRowId = undefined;
    }
    if (session.nextRunRowId === rowId) session.nextRunRowId = session.rows.idAt(index);
    this.touch(session);
  }

  /** Draws again what was drawn of a session before, in place of what is: its rows are history from now on. */
  putBack(session: SessionRecord, { rows, runs, turns, terminals }: DrawnBefore): void {
    this.clearRows(session);
    session.rows = rows;
    session.runs.push(...runs);
    session.turns.push(...turns);
    for (const [id, terminal] of session.terminals) terminals.set(id, terminal);
    session.terminals = terminals;
    let index = 0;
    for (const before of rows.values()) {
      const row: Row = { ...before, isHistory: true };
      rows.replace(row);
      const call = callOf(row);
      if (call) session.toolRows.set(call.toolCallId, row.id);
      if (row.kind === "subagent") {
        const child = this.sessions.get(row.childId);
        if (child) child.cardRowId = row.id;
        if (child && call) child.launchToolCallId = call.toolCallId;
      }
      if (row.kind === "tool_call" || row.kind === "subagent") session.toolCallCount += call ? 1 : 0;
      this.push({ type: "rowAdded", session, row, index: index++ });
    }
    session.isHistory = true;
  }

  /** Forgets what is drawn of a session, so that it can be drawn afresh. */
  clearRows(session: SessionRecord): void {
    session.rows = this.#newBook(session.id);
    const ours = [...session.terminals].filter(([, { isLive }]) => isLive);
    session.terminals = this.#newTerminals();
    // No load tells what our own commands wrote.
    for (const [id, terminal] of ours) session.terminals.set(id, terminal);
    session.toolRows.clear();
    session.messageRows.clear();
    session.openTools.clear();
    session.planRows.clear();
    session.unattributed.clear();
    session.launched.clear();
    session.echo = undefined;
    session.runs.length = 0;
    session.turns.length = 0;
    session.nextRunRowId = undefined;
    session.nextPrompt = undefined;
    session.toolCallCount = 0;
    for (const id of session.children) {
      const child = this.sessions.get(id);
      if (!child) continue;
      child.cardRowId = undefined;
      // The call that launched it will be told again.
      if (child.launchToolCallId !== undefined) session.awaitedLinks.set(child.launchToolCallId, child.id);
      child.launchToolCallId = undefined;
      this.touch(child);
    }
    this.push({ type: "rowsCleared", session });
    this.touch(session);
  }

  #newTerminals(): TerminalBook {
    return new TerminalBook(this.#shelf, outputsInMemory * this.limits.outputCharacters);
  }

  #newBook(id: SessionId): RowBook {
    return new RowBook(this.#shelf, this.limits.rowsInMemory, () => this.diagnose("info", toldLimit("rowsInMemory", this.limits), id));
  }
}
