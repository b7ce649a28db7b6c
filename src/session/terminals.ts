import { keepEnd, outputEnd } from "../shared/outputEnd.ts";
import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";
import type { SessionId, TerminalId } from "./ids.ts";
import type { SessionModel } from "./model.ts";

/** How a command ended; both absent when the agent told only that it did (ACP v2 `TerminalExitStatus`). */
export interface TerminalExit {
  readonly code?: number;
  readonly signal?: string;
}

/** A command's output as it is shown, whoever runs the command: the agent, or we for it. Replaced whole with each change. */
export interface Terminal {
  readonly id: TerminalId;
  /** Tells this terminal from others of the same id, in other sessions or before a load; unique within the store. */
  readonly serial: number;
  /** The command line, where it was told. */
  readonly command?: string;
  readonly cwd?: string;
  /** The end of the output, escape sequences included: at most `Limits.outputCharacters` and a quarter. */
  readonly text: string;
  /** Where `text` begins, in characters from the first output. It jumps when the agent replaces the output. */
  readonly start: number;
  /** Something that came before `text` is gone. */
  readonly isCut: boolean;
  /** Absent while the command runs, or when its end was never told. */
  readonly exit?: TerminalExit;
}

/** What is told of a terminal; absent = unchanged. Bytes are UTF-8, and a character may be split over two pieces. */
export interface TerminalPatch {
  readonly command?: string;
  readonly cwd?: string;
  /** Output that follows what is there. */
  readonly added?: string | Uint8Array;
  /** The whole output in place of what is there. */
  readonly output?: string | Uint8Array;
  /** The agent or we ourselves dropped the beginning of the output. */
  readonly isCut?: boolean;
  readonly exit?: TerminalExit;
  /** It comes straight from a command that we run: no `output` after it, which only repeats it, is taken, and no load takes it away. */
  readonly isLive?: boolean;
}

/** A terminal, with what the store alone needs of it. */
export interface TerminalRecord extends Terminal {
  readonly isLive: boolean;
  /** Holds the first bytes of a character whose last ones are still to come. */
  readonly decoder: TextDecoder;
}

/** Takes in what was told of a terminal; the first word of one makes it. */
export function applyTerminal(draft: Draft, event: Extract<SessionEvent, { type: "terminalReported" }>): void {
  const session = draft.ensure(event.sessionId);
  const { terminalId, patch } = event;
  const before = session.terminals.get(terminalId) ?? newTerminal(draft, terminalId);
  const terminal = keepEnd(withFacts(withOutput(before, patch), patch), draft.limits.outputCharacters);
  session.terminals.set(terminalId, terminal);
  draft.terminalHomes.set(terminalId, session);
  draft.push({ type: "terminalChanged", session, terminal });
}

function newTerminal(draft: Draft, id: TerminalId): TerminalRecord {
  return { id, serial: ++draft.terminalCount, text: "", start: 0, isCut: false, isLive: false, decoder: new TextDecoder() };
}

function withFacts(terminal: TerminalRecord, patch: TerminalPatch): TerminalRecord {
  return {
    ...terminal,
    command: patch.command ?? terminal.command,
    cwd: patch.cwd ?? terminal.cwd,
    exit: patch.exit ?? terminal.exit,
    isLive: patch.isLive ?? terminal.isLive,
  };
}

function withOutput(terminal: TerminalRecord, patch: TerminalPatch): TerminalRecord {
  if (patch.output !== undefined && terminal.isLive) return terminal;
  let next = terminal;
  if (patch.output !== undefined) {
    const decoder = new TextDecoder();
    const text = decoded(decoder, patch.output);
    // A jump: nobody may take the new text for a continuation of the old one.
    if (text !== terminal.text) next = { ...terminal, decoder, text, start: terminal.start + terminal.text.length + 1, isCut: false };
  }
  if (patch.added !== undefined) next = { ...next, text: next.text + decoded(next.decoder, patch.added) };
  return patch.isCut ? { ...next, isCut: true } : next;
}

function decoded(decoder: TextDecoder, output: string | Uint8Array): string {
  return typeof output === "string" ? output : decoder.decode(output, { stream: true });
}

/** All that is known of a terminal, in one word of it: of its output the end, at most `most` characters. */
export function wholePatch({ command, cwd, text, isCut, exit }: Terminal, most: number): TerminalPatch {
  const output = outputEnd(text, most);
  return { command, cwd, output, isCut: isCut || output.length < text.length, exit };
}

/**
 * The terminal that a session means by an id: its own, else the one that anybody reported last under it (a call of a child
 * on its root's stream shows a terminal that was made for the root). Undefined when nothing was ever told of it.
 */
export function terminalOf(model: SessionModel, sessionId: SessionId, terminalId: TerminalId): Terminal | undefined {
  return model.get(sessionId)?.terminals.get(terminalId) ?? model.terminal(terminalId);
}
