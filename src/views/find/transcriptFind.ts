import type { Disposable } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";
import type { Change, Delta } from "../../session/changes.ts";
import { type SessionId, toRowId } from "../../session/ids.ts";
import type { Row } from "../../session/rows.ts";
import { callOf, terminalsIn } from "../../session/rows.ts";
import { type Session, withBelow } from "../../session/session.ts";
import { type FindOptions, type FindQuery, findPattern, isBlank, isFiltered, parseFindQuery } from "../../shared/findQuery.ts";
import type { FindView } from "../../shared/transcriptState.ts";
import type { LiveConnection } from "../hub.ts";
import { type Labels, roleOf } from "../labels.ts";
import { childrenOf } from "../tree/treeOrder.ts";
import { drawnWords } from "./drawnWords.ts";
import { FindBook, type Searched } from "./findBook.ts";
import { type ExtraText, extraTexts, type FoundText, filesOf, findText, kindsOf, statesOf } from "./findText.ts";
import { countHits } from "./hitCounter.ts";
import { type Hit, type HitPlace, nextHit, type UnitHits } from "./hitOrder.ts";

/** How long it works before the host does something else, in ms. */
const sliceMs = 5;
/** Rows that are read at a time. */
const pageRows = 64;
/** Rows with hits that are kept; when there are more, it says so and stops looking. */
const mostFoundRows = 10_000;

/** What a search looks through, and whom it tells. */
export interface FindSurroundings {
  readonly connection: LiveConnection;
  /** Kept up to date by whoever gives it. */
  readonly labels: Labels;
  /** The session that the surface shows; it and everything below it is searched. */
  readonly top: SessionId;
  readonly timer: Timer;
  /** The view became another. */
  didChange(): void;
}

/**
 * One search of a reader through a session and everything below it, folded or not, in memory or not. It works in slices
 * of 5 ms and follows what changes while it is there: only rows that changed are looked at again.
 */
export class TranscriptFind implements Disposable {
  readonly #around: FindSurroundings;
  readonly #asked: number;
  readonly #query: FindQuery;
  readonly #pattern: RegExp | undefined;
  readonly #book: FindBook;
  /** Sessions with something to be done, oldest first. */
  readonly #due = new Set<SessionId>();
  #step = 0;
  #current: Hit | undefined;
  /** A step of the reader that came before everything was looked through. */
  #waiting: (() => void) | undefined;
  #isRunning = false;
  #isDisposed = false;
  #rest: Disposable | undefined;
  #began = 0;

  /** `asked` is the page's number of this search. */
  constructor(asked: number, options: FindOptions, around: FindSurroundings) {
    this.#asked = asked;
    this.#around = around;
    this.#book = new FindBook(around.connection.model, around.top);
    this.#query = parseFindQuery(options.text);
    this.#pattern = findPattern(this.#query.words, options);
    if (isBlank(this.#query)) return;
    this.#join(around.top);
    this.#goOn();
  }

  get isComplete(): boolean {
    return this.#due.size === 0 || this.#isLimited;
  }

  get #isLimited(): boolean {
    return this.#book.rowCount >= mostFoundRows;
  }

  /** Takes note of what changed in the model. */
  apply(change: Change): void {
    if (isBlank(this.#query)) return;
    for (const delta of change) this.#applyDelta(delta);
    this.#goOn();
  }

  /** Goes to the next or previous hit from where it stands; from `near`, the reader's place, when it stands nowhere. */
  step(direction: "next" | "previous", near: HitPlace | undefined): void {
    // Its first hit is not known before the last is.
    this.#waiting = this.isComplete || this.#current ? undefined : () => this.step(direction, near);
    if (this.#waiting) return;
    this.#step++;
    this.#current = nextHit(this.#book.order(this.#current ?? near), this.#current, near, direction);
    this.#around.didChange();
  }

  /** What the page is told. */
  view(): FindView {
    const { total } = this.#book;
    const { isComplete } = this;
    return { asked: this.#asked, total, isComplete, isLimited: this.#isLimited, counts: this.#book.counts(), at: this.#at() };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#rest?.dispose();
  }

  #at(): FindView["at"] {
    const current = this.#current;
    const found = current && this.#book.get(current.sessionId)?.hits.get(current.unit);
    if (!current || !found) return undefined;
    const session = this.#around.connection.model.get(current.sessionId);
    const order = this.#book.order(undefined);
    const place = order.findIndex((each) => each.sessionId === current.sessionId && each.unit === current.unit);
    const before = order.slice(0, place).reduce((count, each) => count + each.count, 0);
    const of = found.head + found.body;
    const ordinal = Math.min(current.ordinal, of - 1);
    return {
      sessionId: current.sessionId,
      unit: current.unit,
      index: session?.rows.indexOf(toRowId(current.unit)) ?? -1,
      ordinal,
      of,
      isBody: ordinal >= found.head,
      position: before + ordinal + 1,
      step: this.#step,
    };
  }

  #applyDelta(delta: Delta): void {
    switch (delta.type) {
      case "sessionAdded":
      case "sessionChanged":
        this.#noteSession(delta.session);
        return;
      case "sessionRemoved":
        this.#drop(delta.sessionId);
        return;
      case "rowAdded":
      case "rowReplaced":
      case "textAppended":
        this.#noteRow(delta.session, delta.row.id, delta.type === "rowAdded");
        return;
      case "rowRemoved":
        this.#forget(delta.session.id, delta.rowId);
        return;
      case "rowsCleared":
        this.#drop(delta.session.id);
        this.#join(delta.session.id);
        return;
      case "terminalChanged":
        this.#noteTerminal(delta.session, delta.terminal.id);
        return;
      default:
    }
  }

  #join(id: SessionId): void {
    const { model } = this.#around.connection;
    const top = model.get(id);
    if (!top || this.#book.has(id)) return;
    const newBelow = (above: Session) => childrenOf(above, model).filter((child) => !this.#book.has(child.id));
    for (const session of withBelow(top, newBelow)) {
      this.#book.add(session.id, {
        next: 0,
        hits: new Map(),
        stale: new Set(extraTexts(session).map(({ unit }) => unit)),
        header: this.#header(session),
      });
      this.#due.add(session.id);
    }
  }

  #noteSession(session: Session): void {
    const isHere = session.id === this.#around.top || (session.parentId !== null && this.#book.has(session.parentId));
    if (!isHere) {
      this.#drop(session.id);
      return;
    }
    const searched = this.#book.get(session.id);
    if (!searched) this.#join(session.id);
    else this.#noteHeader(session, searched);
    const parent = session.parentId === null ? undefined : this.#around.connection.model.get(session.parentId);
    if (parent && session.cardRowId !== undefined) this.#noteRow(parent, session.cardRowId, false);
  }

  /** A session reads differently: filters may pass its rows, or no more; words of its runs that no row holds may be others. */
  #noteHeader(session: Session, searched: Searched): void {
    const header = this.#header(session);
    if (header !== searched.header && isFiltered(this.#query)) {
      searched.next = 0;
      for (const unit of searched.hits.keys()) searched.stale.add(unit);
    }
    searched.header = header;
    for (const { unit } of extraTexts(session)) searched.stale.add(unit);
    for (const unit of searched.hits.keys()) if (unit.includes(":")) searched.stale.add(unit);
    // How they are drawn, and which kinds they are of, is another thing once a run has ended.
    const last = session.runs.at(-1);
    for (const unit of [last?.promptRowId, last?.answerRowId]) if (unit !== undefined) searched.stale.add(unit);
    if (searched.stale.size > 0 || searched.next === 0) this.#due.add(session.id);
  }

  #noteRow(session: Session, rowId: string, isNew: boolean): void {
    const searched = this.#book.get(session.id);
    if (!searched) return;
    const index = session.rows.indexOf(toRowId(rowId));
    // What comes in between moves those that were not looked at yet.
    if (isNew && index < searched.next) searched.next++;
    if (index < searched.next) searched.stale.add(rowId);
    this.#due.add(session.id);
  }

  #noteTerminal(session: Session, terminalId: string): void {
    // Its call is nearly always one of the newest, in the session it was reported for.
    for (const row of session.rows.values(session.rows.count - pageRows)) {
      const call = callOf(row);
      if (call && terminalsIn(call).some((id) => id === terminalId)) this.#noteRow(session, row.id, false);
    }
  }

  #forget(id: SessionId, unit: string): void {
    const searched = this.#book.get(id);
    if (!searched) return;
    this.#book.put(searched, unit, undefined);
    searched.stale.delete(unit);
    if (searched.next > 0) searched.next--;
    // Whether it stood before or behind is not known any more: one row is looked at twice.
    this.#due.add(id);
  }

  #drop(id: SessionId): void {
    for (const gone of this.#book.drop(id)) this.#due.delete(gone);
  }

  #goOn(): void {
    if (this.#isRunning || this.#due.size === 0 || this.#isDisposed) return;
    this.#isRunning = true;
    // What arrives together is looked at together.
    this.#rest = this.#around.timer.after(0, () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#began = this.#around.timer.now();
    for (const id of this.#due) {
      const [session, searched] = [this.#around.connection.model.get(id), this.#book.get(id)];
      if (session && searched) await this.#search(session, searched);
      if (this.#isDisposed || this.#isLimited) break;
      // More may have become due while it was searched.
      if (!searched || (searched.stale.size === 0 && (!session || searched.next >= session.rows.count))) this.#due.delete(id);
    }
    this.#isRunning = false;
    if (this.#isDisposed) return;
    if (this.isComplete) this.#waiting?.();
    this.#around.didChange();
    if (!this.#isLimited) this.#goOn();
  }

  async #search(session: Session, searched: Searched): Promise<void> {
    const extras = new Map(extraTexts(session).map((extra) => [extra.unit, extra]));
    for (const unit of [...searched.stale]) {
      searched.stale.delete(unit);
      if (unit.includes(":") && !session.rows.get(toRowId(unit))) await this.#lookAtExtra(session, searched, unit, extras.get(unit));
      else {
        const index = session.rows.indexOf(toRowId(unit));
        const [row] = index < 0 ? [] : await session.rows.read(index, index + 1);
        if (row) await this.#lookAt(session, searched, row);
        else this.#book.put(searched, unit, undefined);
      }
      if (this.#isDisposed || this.#isLimited) return;
    }
    while (searched.next < session.rows.count && this.#book.get(session.id) === searched) {
      const from = searched.next;
      searched.next = Math.min(from + pageRows, session.rows.count);
      for (const row of await session.rows.read(from, searched.next)) {
        await this.#lookAt(session, searched, row);
        if (this.#isDisposed || this.#isLimited) return;
      }
    }
  }

  async #lookAt(session: Session, searched: Searched, row: Row): Promise<void> {
    const { connection, labels } = this.#around;
    const passes = this.#passes(session, kindsOf(row, session), statesOf(row, session, connection), filesOf(row));
    const found = passes ? await this.#count(findText(row, session, connection, labels)) : undefined;
    const isThere = session.rows.indexOf(row.id) >= 0 && this.#book.get(session.id) === searched;
    this.#book.put(searched, row.id, isThere ? found : undefined);
  }

  async #lookAtExtra(session: Session, searched: Searched, unit: string, extra: ExtraText | undefined): Promise<void> {
    const passes = extra && this.#passes(session, extra.kinds, statesOf(undefined, session, this.#around.connection), []);
    this.#book.put(searched, unit, passes ? await this.#count({ head: [extra.text], body: [] }) : undefined);
  }

  /** How often it stands in a text; without words, what is drawn at all counts once. */
  async #count({ head, body }: FoundText): Promise<UnitHits> {
    const pattern = this.#pattern;
    if (!pattern) {
      await this.#breathe();
      return { head: Math.min(1, head.length + body.length), body: 0 };
    }
    return { head: await this.#countIn(drawnWords(head, pattern), pattern), body: await this.#countIn(drawnWords(body, pattern), pattern) };
  }

  async #countIn(text: string, pattern: RegExp): Promise<number> {
    const counting = countHits(text, pattern);
    for (let step = counting.next(); ; step = counting.next()) {
      await this.#breathe();
      if (step.done || this.#isDisposed) return step.value ?? 0;
    }
  }

  /** Lets the host do something else, and the page be told, once the slice is used up. */
  async #breathe(): Promise<void> {
    const { timer } = this.#around;
    if (timer.now() - this.#began < sliceMs) return;
    this.#around.didChange();
    await new Promise<void>((resolve) => {
      this.#rest = timer.after(0, resolve);
    });
    this.#began = timer.now();
  }

  #passes(session: Session, kinds: readonly string[], states: readonly string[], files: readonly string[]): boolean {
    const { kind, agent, state, file } = this.#query.filters;
    const isOneOf = (wanted: readonly string[], values: readonly string[]) =>
      wanted.length === 0 || wanted.some((each) => values.includes(each));
    const isWithin = (wanted: readonly string[], values: readonly string[]) =>
      wanted.length === 0 || wanted.some((each) => values.some((value) => value.includes(each)));
    if (!isOneOf(kind, kinds) || !isOneOf(state, states)) return false;
    return (
      isWithin(agent, this.#names(session)) &&
      isWithin(
        file.map((path) => path.replaceAll("\\", "/")),
        files,
      )
    );
  }

  #names(session: Session): readonly string[] {
    return [this.#around.labels.of(session), roleOf(session) ?? ""].map((name) => name.toLowerCase());
  }

  #header(session: Session): string {
    return [...this.#names(session), ...statesOf(undefined, session, this.#around.connection)].join("\n");
  }
}
