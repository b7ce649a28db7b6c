import type { SessionId, TerminalId } from "../../session/ids.ts";
import type { Row } from "../../session/rows.ts";
import { callOf, terminalsIn } from "../../session/rows.ts";
import { type Terminal, terminalOf } from "../../session/terminals.ts";
import { shownOutput } from "../../shared/applyPatch.ts";
import { outputEnd } from "../../shared/outputEnd.ts";
import type { TerminalView } from "../../shared/rowView.ts";
import type { PatchOp } from "../../shared/transcriptState.ts";
import type { LiveConnection } from "../hub.ts";

/** The name of a terminal in one webview: of a session, as its tool calls mean it. */
export function terminalKey(sessionId: SessionId, terminalId: TerminalId): string {
  return `${sessionId}\n${terminalId}`;
}

/** A terminal as a webview draws it: the end of its output. */
function terminalView(key: string, { serial, command, cwd, text, start, isCut, exit }: Terminal): TerminalView {
  const shown = outputEnd(text, shownOutput);
  const dropped = text.length - shown.length;
  return { key, serial, command, cwd, text: shown, start: start + dropped, isCut: isCut || dropped > 0, exit };
}

/** The terminals of a surface's unfolded tool calls, and what the surface was told of each. */
export class ShownTerminals {
  readonly #connection: LiveConnection;
  #told = new Map<string, Terminal>();

  constructor(connection: LiveConnection) {
    this.#connection = connection;
  }

  /** All of them as of now; forgets what was told before. */
  snapshot(rows: Iterable<Row>): { readonly [key: string]: TerminalView } {
    this.#told = this.#wanted(rows);
    return Object.fromEntries(Array.from(this.#told, ([key, terminal]) => [key, terminalView(key, terminal)]));
  }

  /** The surface has none of them any more. */
  forget(): void {
    this.#told.clear();
  }

  /** What became different since the last call. `rows` are those of the unfolded calls. */
  takeOps(rows: Iterable<Row>): readonly PatchOp[] {
    const before = this.#told;
    this.#told = this.#wanted(rows);
    const ops: PatchOp[] = [];
    for (const key of before.keys()) if (!this.#told.has(key)) ops.push({ op: "terminalGone", key });
    for (const [key, terminal] of this.#told) {
      const told = before.get(key);
      if (told !== terminal) ops.push(terminalOp(key, told, terminal));
    }
    return ops;
  }

  #wanted(rows: Iterable<Row>): Map<string, Terminal> {
    const wanted = new Map<string, Terminal>();
    for (const row of rows) {
      const call = callOf(row);
      for (const id of call ? terminalsIn(call) : []) {
        const terminal = terminalOf(this.#connection.model, row.sessionId, id);
        if (terminal) wanted.set(terminalKey(row.sessionId, id), terminal);
      }
    }
    return wanted;
  }
}

/** What to tell of a terminal that changed: what was added, or all of it when that is not all. */
function terminalOp(key: string, told: Terminal | undefined, terminal: Terminal): PatchOp {
  const from = told?.serial === terminal.serial ? told.start + told.text.length - terminal.start : -1;
  const isGrowth = told && from >= 0 && from <= terminal.text.length && told.command === terminal.command && told.cwd === terminal.cwd;
  const isMuch = terminal.text.length - from > shownOutput;
  if (!isGrowth || isMuch || (terminal.isCut && !told.isCut && terminal.start === told.start)) {
    return { op: "terminal", terminal: terminalView(key, terminal) };
  }
  return { op: "terminalText", key, append: terminal.text.slice(from), exit: terminal.exit };
}
