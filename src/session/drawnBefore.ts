import { PairMap } from "../base/pairMap.ts";
import type { NewRow } from "./draft.ts";
import type { RowId, SessionId, ToolCallId } from "./ids.ts";
import type { RowBook } from "./rowBook.ts";
import { callOf, isOurs, type Row, type TextRow } from "./rows.ts";
import type { Turn } from "./session.ts";
import type { RunRecord, SessionRecord } from "./sessionRecord.ts";
import type { TerminalBook } from "./terminalBook.ts";
import type { ReportedState } from "./workState.ts";

/** What a row that a load tells is known to be. */
export interface Met {
  /** The same row as it was drawn before: it has the same id on the wire. */
  readonly same?: Row;
  /** That, or the prompt that is told in its place and its words. */
  readonly before?: Row;
  /** Rows of ours that stood before it. */
  readonly ours: readonly Row[];
}

const nothing: Met = { ours: [] };

/**
 * A session as it was drawn before a load draws it afresh. A load says what was; when that was, and what we noticed ourselves, is
 * known from here. Rows are known again by their ids; the prompts of a root also by their order, as long as each has its words.
 */
export class DrawnBefore {
  readonly rows: RowBook;
  readonly runs: readonly RunRecord[];
  readonly turns: readonly Turn[];
  readonly terminals: TerminalBook;
  readonly state: ReportedState | null;
  readonly #isRoot: boolean;
  readonly #toolRows: ReadonlyMap<ToolCallId, RowId>;
  readonly #messageRows: SessionRecord["messageRows"];
  readonly #cards: ReadonlyMap<SessionId, RowId>;
  /** Up to where our own rows are drawn again. */
  #drawnTo = 0;
  /** Where the prompt that comes next is looked for. */
  #promptFrom = 0;
  /** Another prompt was told than the one that came next: the order says nothing any more. */
  #isOther = false;
  /** The turns that were told again, each with what it was before. */
  readonly #told: { readonly turn: SessionRecord["turns"][number]; readonly before: Turn; readonly isSure: boolean }[] = [];

  /** `cards`: the rows of the cards of its children. */
  constructor(session: SessionRecord, cards: ReadonlyMap<SessionId, RowId>) {
    this.rows = session.rows;
    this.runs = [...session.runs];
    this.turns = [...session.turns];
    this.terminals = session.terminals;
    this.state = session.state;
    this.#isRoot = session.standing === "root";
    this.#toolRows = new Map(session.toolRows);
    this.#messageRows = new PairMap(session.messageRows);
    this.#cards = cards;
  }

  /** The load tells this row next. */
  meet(body: NewRow): Met {
    const isPrompt = this.#isRoot && body.kind === "user_message";
    const id = this.#idOf(body);
    const same = id === undefined ? undefined : this.rows.get(id);
    if (same) {
      if (isPrompt) this.#passPrompt(same);
      return { same, before: same, ours: this.#ours(this.rows.indexOf(same.id), same.turn - (isPrompt ? 1 : 0)) };
    }
    if (!isPrompt || this.#isOther) return nothing;
    const prompt = this.#nextPrompt();
    // It was sent by somebody else, after all that we know.
    if (!prompt) return { ours: this.#ours(this.rows.count, 0) };
    // More of it may yet come.
    if (prompt.text.startsWith(body.text)) this.#passPrompt(prompt);
    else this.#isOther = true;
    return this.#isOther ? nothing : { before: prompt, ours: this.#ours(this.rows.indexOf(prompt.id), prompt.turn - 1) };
  }

  /** True when our cancel reached this call before its end: its agent tells it as one that failed. */
  wasCancelled(id: ToolCallId): boolean {
    const rowId = this.#toolRows.get(id);
    return rowId !== undefined && callOf(this.rows.get(rowId))?.isCancelled === true;
  }

  /** True when this row began a turn: a prompt that was sent while another was open did not. */
  beginsTurn(row: Row): boolean {
    return this.turns.some(({ promptRowId }) => promptRowId === row.id);
  }

  /** The load tells this turn again. */
  tellTurn(turn: SessionRecord["turns"][number], { same, before }: Met): void {
    const known = before && this.turns.findLast(({ promptRowId }) => promptRowId === before.id);
    if (known && !known.isUntimed) this.#told.push({ turn, before: known, isSure: same !== undefined });
  }

  /** Rows of ours that stood behind all that was told; none where it is not known that all was. */
  rest(): readonly Row[] {
    return this.#isRoot && !this.#isWhole ? [] : this.#ours(this.rows.count, 0);
  }

  /** The load has told all: turns and runs take the times that they had. */
  giveTimes(session: SessionRecord): void {
    const words = (rows: RowBook, id: RowId) => (rows.get(id) as TextRow | undefined)?.text;
    for (const { turn, before, isSure } of this.#told) {
      const isSame = this.#isWhole && words(session.rows, turn.promptRowId) === words(this.rows, before.promptRowId);
      if (!isSure && !isSame) continue;
      turn.startedAt = before.startedAt;
      turn.endedAt = before.endedAt;
      turn.cutOffAt = before.cutOffAt;
      turn.isUntimed = undefined;
    }
    // A load may tell two runs as one: then nobody knows which is which.
    if (session.runs.length !== this.runs.length) return;
    for (const [index, run] of session.runs.entries()) {
      const before = this.runs[index];
      if (!run.isUntimed || !before || before.isUntimed) continue;
      run.isUntimed = undefined;
      run.startedAt = before.startedAt;
      run.cutOffAt = before.cutOffAt;
      if (run.endedAt === undefined) continue;
      run.isEndUnknown = before.endedAt === undefined || before.isEndUnknown;
      run.endedAt = before.endedAt ?? run.endedAt;
    }
  }

  /**
   * The load has told all. A child that worked when it was heard of last, and of which no more is told than that it is at rest,
   * without a reason and without anything that its parent got, was cut off.
   */
  giveOutcome(session: SessionRecord): void {
    const { state } = session;
    const run = session.runs.at(-1);
    if (this.#isRoot || state?.state !== "idle" || state.stopReason !== undefined || state.confirmed !== "historical") return;
    const wasAtWork = this.state?.outcome === "cutOff" || this.state?.state === "running" || this.state?.state === "requires_action";
    if (!wasAtWork || run?.received !== undefined || session.rows.count > this.rows.count) return;
    session.state = { ...state, outcome: "cutOff" };
    if (run) run.state = session.state;
  }

  /** All prompts were told, in their order. */
  get #isWhole(): boolean {
    return !this.#isOther && this.#nextPrompt() === undefined;
  }

  #idOf(body: NewRow): RowId | undefined {
    if (body.kind === "tool_call") return this.#toolRows.get(body.toolCallId);
    if (body.kind === "subagent") return this.#cards.get(body.childId);
    if (!("messageId" in body) || body.messageId === undefined) return undefined;
    return this.#messageRows.get(body.kind, body.messageId);
  }

  #nextPrompt(): TextRow | undefined {
    for (; this.#promptFrom < this.rows.count; this.#promptFrom += 1) {
      const [row] = this.rows.values(this.#promptFrom, this.#promptFrom + 1);
      // Of a prompt without any content a load has nothing to tell.
      if (row?.kind === "user_message" && row.text !== "") return row;
    }
    return undefined;
  }

  #passPrompt(prompt: Row): void {
    if (this.#nextPrompt()?.id !== prompt.id) this.#isOther = true;
    this.#promptFrom = Math.max(this.#promptFrom, this.rows.indexOf(prompt.id) + 1);
  }

  /** Those before the place `to` that are not drawn again yet; of a root from the turn `from` on: the place of others is not known. */
  #ours(to: number, from: number): readonly Row[] {
    const found: Row[] = [];
    for (const row of this.rows.values(this.#drawnTo, to)) if (isOurs(row) && (!this.#isRoot || row.turn >= from)) found.push(row);
    this.#drawnTo = Math.max(this.#drawnTo, to);
    return found;
  }
}
