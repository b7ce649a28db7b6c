import type { RowId, SessionId } from "../../session/ids.ts";
import type { Row } from "../../session/rows.ts";
import type { Session } from "../../session/session.ts";
import type { RowView } from "../../shared/rowView.ts";
import type { PatchOp, RowWindow } from "../../shared/transcriptState.ts";
import { sameFields } from "../sameFields.ts";
import { cappedGrowth } from "./capped.ts";
import { isOpenCall, type RowContext, rowView } from "./rowView.ts";

/** How many of the newest rows a transcript or card starts with. */
const initialRows = 200;
/** Rows that came and went since the last patch, from which on a whole window is cheaper. */
const structureLimit = 1000;

/** A row that came or went, in the order it happened. */
type Step =
  | { readonly type: "add"; readonly index: number; row: Row }
  | { readonly type: "remove"; readonly index: number; readonly rowId: RowId };

/**
 * The rows of one session as one webview holds them: from `from` up to the newest. Collects what happens to them, at
 * O(1) for each delta, and gives it as few operations.
 */
export class RowWindowDraft {
  readonly sessionId: SessionId;
  /** First row the webview holds, and how many there are, after what is collected. */
  #from: number;
  #count: number;
  #isWhole = true;
  #isOver = false;
  #steps: Step[] = [];
  readonly #added = new Map<RowId, Step & { type: "add" }>();
  readonly #replaced = new Map<RowId, Row>();
  readonly #grown = new Map<RowId, { row: Row; added: string }>();
  /**
   * Rows whose tool call is open, as they were told last: they look different once the session has settled, and most of
   * what comes of them shows nowhere while they are folded.
   */
  readonly #openCalls = new Map<RowId, RowView>();

  constructor(session: Session) {
    this.sessionId = session.id;
    this.#count = session.rows.count;
    this.#from = Math.max(0, this.#count - initialRows);
  }

  rowAdded(row: Row, index: number): void {
    this.#count++;
    if (index < this.#from) this.#from++;
    if (this.#isWhole) return;
    const step: Step & { type: "add" } = { type: "add", index, row };
    this.#added.set(row.id, step);
    this.#push(step);
  }

  rowReplaced(row: Row): void {
    const added = this.#added.get(row.id);
    if (added) added.row = row;
    else if (!this.#isWhole) this.#replaced.set(row.id, row);
  }

  textAppended(row: Row, added: string): void {
    if (this.#isWhole || this.#added.has(row.id) || this.#replaced.has(row.id)) {
      this.rowReplaced(row);
      return;
    }
    const grown = this.#grown.get(row.id);
    if (grown) {
      grown.row = row;
      grown.added += added;
    } else {
      this.#grown.set(row.id, { row, added });
    }
  }

  rowRemoved(rowId: RowId, index: number): void {
    this.#count--;
    if (index < this.#from) this.#from--;
    this.#replaced.delete(rowId);
    this.#grown.delete(rowId);
    this.#openCalls.delete(rowId);
    this.#push({ type: "remove", index, rowId });
  }

  rowsCleared(): void {
    this.#count = 0;
    this.#from = 0;
    this.#startOver();
  }

  /** Makes the window begin at `from` at the latest; false when it does already. */
  extend(from: number): boolean {
    const wanted = Math.max(0, Math.floor(from));
    if (wanted >= this.#from) return false;
    this.#from = wanted;
    this.#startOver();
    return true;
  }

  /** Lets go of the rows before `from`, but for the newest that every window starts with; false when there are none of them. */
  shorten(from: number): boolean {
    const wanted = Math.min(Math.floor(from), this.#count - initialRows);
    if (!(wanted > this.#from)) return false;
    this.#from = wanted;
    this.#startOver();
    return true;
  }

  /** Everything as of now; what was collected is in it. */
  snapshot(session: Session, context: RowContext): RowWindow {
    this.#startOver();
    this.#isWhole = false;
    this.#isOver = context.isOver;
    this.#count = session.rows.count;
    this.#from = Math.min(this.#from, this.#count);
    this.#openCalls.clear();
    const rows = Array.from(session.rows.values(this.#from), (row) => this.#view(row, context));
    return { sessionId: session.id, from: this.#from, count: this.#count, rows };
  }

  /** What happened since the last call, merged. */
  takeOps(session: Session, context: RowContext): PatchOp[] {
    if (this.#isWhole) return [{ op: "window", window: this.snapshot(session, context) }];
    if (context.isOver !== this.#isOver) this.#redrawOpenCalls(session, context.isOver);
    const ops: PatchOp[] = [];
    for (const step of this.#steps) ops.push(this.#stepOp(step, context));
    for (const row of this.#replaced.values()) {
      const before = this.#openCalls.get(row.id);
      const now = this.#view(row, context);
      if (session.rows.indexOf(row.id) < this.#from || (before && sameFields(before, now))) continue;
      ops.push({ op: "rowSet", sessionId: session.id, row: now });
    }
    for (const [rowId, { row, added }] of this.#grown) {
      const append = "text" in row && !this.#replaced.has(rowId) ? cappedGrowth(row.text, added) : "";
      if (append && session.rows.indexOf(rowId) >= this.#from) ops.push({ op: "rowText", sessionId: session.id, rowId, append });
    }
    this.#forget();
    return ops;
  }

  #stepOp(step: Step, context: RowContext): PatchOp {
    if (step.type === "remove") return { op: "rowRemove", sessionId: this.sessionId, rowId: step.rowId, index: step.index };
    return { op: "rowAdd", sessionId: this.sessionId, index: step.index, row: this.#view(step.row, context) };
  }

  #redrawOpenCalls(session: Session, isOver: boolean): void {
    this.#isOver = isOver;
    for (const id of this.#openCalls.keys()) {
      const row = session.rows.get(id);
      if (row && !this.#added.has(id)) this.#replaced.set(id, row);
    }
  }

  #view(row: Row, context: RowContext): RowView {
    const view = rowView(row, context);
    if (isOpenCall(row)) this.#openCalls.set(row.id, view);
    else this.#openCalls.delete(row.id);
    return view;
  }

  #push(step: Step): void {
    if (this.#isWhole) return;
    this.#steps.push(step);
    if (this.#steps.length > structureLimit) this.#startOver();
  }

  #startOver(): void {
    this.#forget();
    this.#isWhole = true;
  }

  #forget(): void {
    this.#steps = [];
    this.#added.clear();
    this.#replaced.clear();
    this.#grown.clear();
  }
}
