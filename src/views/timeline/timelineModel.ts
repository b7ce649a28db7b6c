import { t } from "../../base/words.ts";
import type { Change, Delta } from "../../session/changes.ts";
import { byArrival, type RowId, type SessionId } from "../../session/ids.ts";
import { isOurs, type Row, type SessionMessageRow } from "../../session/rows.ts";
import { rootOf, type Session } from "../../session/session.ts";
import type { ArrowView, LaneView, SpanView, TickView, TimelineAbout, TimelinePart } from "../../shared/timeline.ts";
import type { LiveConnection } from "../hub.ts";
import { Labels, roleOf } from "../labels.ts";
import { sameFields } from "../sameFields.ts";
import { headerWords } from "../stateWords.ts";
import { beginId, countOf, messageArrow, type Place, runArrows, runSpan, stretchesOf, tickOf, waitSpan } from "./timelineItems.ts";

/** What is known of one lane beside its items. */
interface Lane {
  readonly session: Session;
  /** A load or resume of it was under way. */
  isRestoring: boolean;
  /** When something was last seen of the session, in ms since the connection began: below 0 for what is read back. */
  seen: number;
  /** The same of each of its turns or runs. */
  readonly seenIn: number[];
  /** How many of its waits were drawn, and which of those went on then: thousands may be over, few go on. */
  waits: number;
  openWaits: readonly number[];
  childCount: number;
  parentId: SessionId | null;
  /** Of what a load told again: the places of the first and of the last. */
  order?: { readonly from: number; to: number };
}

/** Items by id, and which of them were not taken yet. */
class Shelf<T extends { readonly id: string }> {
  readonly #all = new Map<string, T>();
  readonly #news = new Set<string>();

  get all(): readonly T[] {
    return [...this.#all.values()];
  }

  put(item: T): void {
    if (sameFields(this.#all.get(item.id), item)) return;
    this.#all.set(item.id, item);
    this.#news.add(item.id);
  }

  drop(id: string): boolean {
    this.#news.delete(id);
    return this.#all.delete(id);
  }

  takeNews(): readonly T[] {
    const news = [...this.#news].flatMap((id) => this.#all.get(id) ?? []);
    this.#news.clear();
    return news;
  }
}

/**
 * A root and everything below it over time: what a timeline shows, as data. A change costs as much as it names; lanes are
 * made anew only when a part is taken. What a load told again has no times, and stands in its order before all that has.
 */
export class TimelineModel {
  readonly connection: LiveConnection;
  readonly rootId: SessionId;
  readonly #labels: Labels;
  readonly #lanes = new Map<SessionId, Lane>();
  readonly #orders = new Map<RowId, number>();
  readonly #views = new Shelf<LaneView>();
  readonly #spans = new Shelf<SpanView>();
  readonly #ticks = new Shelf<TickView>();
  readonly #arrows = new Shelf<ArrowView>();
  /** The messages with an arrow, by their recipient and each id that they have: a child's row of the same message needs none. */
  readonly #drawn = new Set<string>();
  readonly #marked = new Set<SessionId>();
  #gone: string[] = [];
  #about: TimelineAbout | undefined;
  #isOrderNew = true;
  #isStale = false;

  constructor(connection: LiveConnection, rootId: SessionId) {
    this.connection = connection;
    this.rootId = rootId;
    this.#labels = new Labels(connection);
    const root = connection.model.get(rootId);
    if (root) this.#joinAll(root);
  }

  /** True once something happened that only a new `TimelineModel` can show: a transcript was drawn afresh, or a session went. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** To be called with every change of the connection's model. */
  apply(change: Change): void {
    for (const id of this.#labels.apply(change)) if (this.#lanes.has(id)) this.#marked.add(id);
    for (const delta of change) this.#take(delta);
  }

  /** All of it. */
  snapshot(): TimelinePart {
    this.takePart();
    return {
      about: this.#aboutNow(),
      order: this.#order(),
      lanes: this.#views.all,
      spans: this.#spans.all,
      ticks: this.#ticks.all,
      arrows: this.#arrows.all,
    };
  }

  /** What is different since the last part or snapshot; undefined when nothing is. */
  takePart(): TimelinePart | undefined {
    for (const id of this.#marked) this.#draw(id);
    this.#marked.clear();
    const about = this.#aboutNow();
    const part: TimelinePart = {
      ...(sameFields(about, this.#about) ? {} : { about }),
      ...(this.#isOrderNew ? { order: this.#order() } : {}),
      ...filled("lanes", this.#views.takeNews()),
      ...filled("spans", this.#spans.takeNews()),
      ...filled("ticks", this.#ticks.takeNews()),
      ...filled("arrows", this.#arrows.takeNews()),
      ...filled("gone", this.#gone),
    };
    this.#about = about;
    this.#isOrderNew = false;
    this.#gone = [];
    return Object.keys(part).length > 0 ? part : undefined;
  }

  #take(delta: Delta): void {
    switch (delta.type) {
      case "sessionAdded":
      case "sessionChanged":
        this.#touch(delta.session);
        return;
      case "rowAdded":
      case "rowReplaced":
      case "textAppended":
        this.#note(delta.session, delta.row);
        return;
      case "rowRemoved":
        this.#drop(delta.rowId);
        this.#isStale ||= this.#orders.has(delta.rowId);
        return;
      case "rowsCleared":
        this.#isStale ||= this.#lanes.has(delta.session.id);
        return;
      case "sessionRemoved":
        this.#isStale ||= this.#lanes.has(delta.sessionId);
        return;
      case "agentChanged":
        for (const { session } of this.#lanes.values()) this.#touch(session);
        return;
      default:
        return;
    }
  }

  /** Everything of a tree that is there already; what has only an order is told in the order in which it came. */
  #joinAll(root: Session): void {
    const waiting = [root];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      this.#join(at);
      for (const id of at.children.toReversed()) waiting.push(...this.#known(id));
    }
    const told = new Map<RowId, Session>();
    for (const { session } of this.#lanes.values())
      for (const row of session.rows.values())
        if (this.#hasOrder(session, row)) told.set(row.id, session);
        else this.#note(session, row);
    for (const id of [...told.keys()].sort(byArrival)) this.#setOrder({ id });
    // Rows may be on disk: they are read once more rather than kept meanwhile, and only where some have no times.
    for (const session of new Set(told.values())) for (const row of session.rows.values()) if (told.has(row.id)) this.#note(session, row);
    for (const { session } of this.#lanes.values()) this.#touch(session, 0);
  }

  #join(session: Session): void {
    if (this.#lanes.has(session.id)) return;
    const { parentId } = session;
    this.#lanes.set(session.id, {
      session,
      isRestoring: session.isRestoring,
      seen: Number.NEGATIVE_INFINITY,
      seenIn: [],
      waits: 0,
      openWaits: [],
      childCount: session.children.length,
      parentId,
    });
    this.#isOrderNew = true;
    this.#marked.add(session.id);
  }

  #known(id: SessionId): readonly Session[] {
    const session = this.connection.model.get(id);
    return session ? [session] : [];
  }

  /** A session that was told of: perhaps it belongs here only now, with all that it has. */
  #touch(session: Session, from = Math.max(0, countOf(session) - 2)): void {
    const lane = this.#lanes.get(session.id);
    if (!lane) {
      const root = rootOf(session, (id) => this.connection.model.get(id));
      if (root.id === this.rootId) this.#joinLate(session);
      return;
    }
    this.#marked.add(session.id);
    if (lane.childCount !== session.children.length || lane.parentId !== session.parentId) this.#isOrderNew = true;
    lane.childCount = session.children.length;
    lane.parentId = session.parentId;
    // With the end of a load it may become known when things were that had only an order.
    this.#isStale ||= lane.isRestoring && !session.isRestoring;
    lane.isRestoring = session.isRestoring;
    this.#drawRuns(lane, from);
  }

  #joinLate(session: Session): void {
    if (session.rows.count > 0 || session.children.length > 0) {
      // It has a past: places in an order are given to all that came, from the first on.
      for (const row of session.rows.values()) this.#isStale ||= this.#hasOrder(session, row);
    }
    this.#join(session);
    for (const row of session.rows.values()) this.#note(session, row);
    this.#touch(session, 0);
    for (const id of session.children) for (const child of this.#known(id)) this.#touch(child);
  }

  #note(session: Session, row: Row): void {
    const lane = this.#lanes.get(session.id);
    if (!lane) return;
    // What we noticed ourselves is no sign of it.
    if (!row.isUntimed && !isOurs(row)) noteSeen(lane, row);
    if (this.#hasOrder(session, row)) this.#stretchOrder(lane, this.#setOrder(row));
    const order = this.#orders.get(row.id);
    const tick = tickOf(this.connection, row, order);
    if (tick) this.#ticks.put(tick);
    else this.#drop(row.id);
    const arrow = messageArrow(this.connection, row, order);
    if (arrow) this.#arrows.put(arrow);
    if (arrow && row.kind === "session_message") this.#noteMessage(row);
    this.#marked.add(session.id);
    // A span whose end nobody told reaches to the last that was seen.
    this.#drawRuns(lane, Math.max(0, countOf(session) - 1));
    if (row.kind === "subagent") for (const child of this.#known(row.childId)) if (this.#lanes.has(child.id)) this.#touch(child, 0);
  }

  /** A message that has its arrow now: the run that it began needs none of its own. */
  #noteMessage({ recipient, messageId, recipientMessageId = messageId }: SessionMessageRow): void {
    if (recipient === undefined) return;
    this.#drawn.add(`${recipient}/${messageId}`).add(`${recipient}/${recipientMessageId}`);
    for (const session of this.#known(recipient)) if (this.#lanes.has(session.id)) this.#touch(session);
  }

  #drop(id: string): void {
    if (this.#ticks.drop(id)) this.#gone.push(id);
  }

  /** True for what has only an order, and is not seen in the span of a turn or run whose times are known. */
  #hasOrder(session: Session, row: Row): boolean {
    if (!row.isUntimed) return false;
    if (tickOf(this.connection, row, 0) ?? messageArrow(this.connection, row, 0)) return true;
    const spans = session.standing === "root" ? session.turns.slice(row.turn - 1, row.turn) : session.runs;
    return spans.length === 0 || spans.some(({ isUntimed }) => isUntimed);
  }

  #setOrder(row: Pick<Row, "id">): number {
    const known = this.#orders.get(row.id);
    if (known !== undefined) return known;
    const order = this.#orders.size;
    this.#orders.set(row.id, order);
    return order;
  }

  /** All that a load told of a session is one span: nobody knows where its runs began and ended. */
  #stretchOrder(lane: Lane, order: number): void {
    lane.order ??= { from: order, to: order };
    lane.order.to = Math.max(lane.order.to, order);
    const { from, to } = lane.order;
    const laneId = lane.session.id;
    this.#spans.put({ id: `${laneId}/order`, laneId, kind: "run", at: from, end: to + 1, isOrder: true, words: "" });
  }

  #drawRuns({ session, seenIn }: Lane, from: number): void {
    for (const [index, stretch] of stretchesOf(session, from).entries()) {
      const number = from + index;
      if (!stretch.isUntimed)
        this.#spans.put(runSpan(this.connection, session, number, stretch, seenIn[number] ?? Number.NEGATIVE_INFINITY));
      const isDrawn = ({ messageId, senderMessageId = messageId }: SessionMessageRow): boolean =>
        this.#drawn.has(`${session.id}/${messageId}`) || this.#drawn.has(`${session.id}/${senderMessageId}`);
      const [start, end] = [this.#beginOf(session, number, stretch), this.#endOf(session, number, stretch)];
      const arrows = runArrows(session, number, start, end, isDrawn);
      for (const arrow of arrows) this.#arrows.put(arrow);
      // The message that began the run may be told after it.
      const begin = beginId(session, number);
      if (!arrows.some(({ id }) => id === begin) && this.#arrows.drop(begin)) this.#gone.push(begin);
    }
  }

  #beginOf(session: Session, number: number, { isUntimed, startedAt }: { isUntimed?: boolean; startedAt: number }): Place {
    if (!isUntimed) return { at: this.connection.startedAtEpoch + startedAt };
    return this.#orderPlace(number === 0 ? session.cardRowId : session.runs[number]?.firstRowId);
  }

  #endOf(session: Session, number: number, { isUntimed, endedAt }: { isUntimed?: boolean; endedAt?: number }): Place {
    if (isUntimed) return this.#orderPlace(session.runs[number]?.answerRowId);
    return endedAt === undefined ? undefined : { at: this.connection.startedAtEpoch + endedAt };
  }

  #orderPlace(rowId: RowId | undefined): Place {
    const at = rowId === undefined ? undefined : this.#orders.get(rowId);
    return at === undefined ? undefined : { at, isOrder: true };
  }

  #drawWaits(lane: Lane): void {
    const { session, seen } = lane;
    const isOpen = (number: number): boolean => {
      const wait = session.waits[number];
      if (!wait) return false;
      this.#spans.put(waitSpan(this.connection, session, number, wait, seen));
      return wait.endedAt === undefined;
    };
    const open = lane.openWaits.filter(isOpen);
    for (; lane.waits < session.waits.length; lane.waits += 1) if (isOpen(lane.waits)) open.push(lane.waits);
    lane.openWaits = open;
  }

  #draw(id: SessionId): void {
    const session = this.connection.model.get(id);
    if (!session) return;
    const lane = this.#lanes.get(id);
    if (lane) this.#drawWaits(lane);
    const depth = Math.max(0, session.depth - (this.connection.model.get(this.rootId)?.depth ?? 0));
    const { mark, isDim, words } = headerWords(session, this.connection);
    this.#views.put({ id, label: this.#labels.of(session), role: roleOf(session), depth, mark, isDim, words });
  }

  /** The lanes from top to bottom: each child below its parent, in the order in which they were announced. */
  #order(): readonly SessionId[] {
    const order: SessionId[] = [];
    const waiting = this.#lanes.has(this.rootId) ? [this.rootId] : [];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const lane = this.#lanes.get(id);
      if (!lane) continue;
      order.push(id);
      waiting.push(...lane.session.children.toReversed());
    }
    return order;
  }

  #aboutNow(): TimelineAbout {
    const root = this.connection.model.get(this.rootId);
    const title = root ? this.#labels.of(root) : "";
    return {
      rootId: this.rootId,
      title,
      emptyText: t("Nothing has happened here yet. Send a prompt, and what it sets going appears here."),
      orderCount: this.#orders.size,
      hasClock: this.connection.startedAtEpoch > 0,
    };
  }
}

function filled<Name extends string, T>(name: Name, items: readonly T[]): { readonly [Key in Name]?: readonly T[] } {
  return (items.length > 0 ? { [name]: items } : {}) as { readonly [Key in Name]?: readonly T[] };
}

/** A row of a lane shows that something happened then, in the turn or run that it belongs to. */
function noteSeen(lane: Lane, row: Row): void {
  const { session, seenIn } = lane;
  const isIn = session.standing === "root" ? row.turn - 1 : session.runs.findLastIndex(({ startedAt }) => startedAt <= row.at);
  // When only a load told of its end, it is not known when that was.
  const at = row.isEndUnknown ? row.at : row.changedAt;
  lane.seen = Math.max(lane.seen, at);
  if (isIn >= 0) seenIn[isIn] = Math.max(seenIn[isIn] ?? at, at);
}
