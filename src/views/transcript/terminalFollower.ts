import { SafeTerminal } from "../../render/safeTerminal.ts";
import type { Terminal } from "../../session/terminals.ts";
import { exitWords } from "../../shared/exitWords.ts";

/** Clears a real terminal, what scrolled out of it included. */
const clear = "\u001b[2J\u001b[3J\u001b[H";

/** What to write to a real terminal so that it shows a terminal of the model, as that grows. */
export class TerminalFollower {
  #safe = new SafeTerminal();
  /** Where what was written ends, in characters from the first output. */
  #end: number | undefined;
  #isOver = false;
  #serial: number | undefined;

  /** What to write now that the terminal reads like this; empty when nothing became different. */
  next(terminal: Terminal): string {
    const isSame = this.#serial === undefined || this.#serial === terminal.serial;
    this.#serial = terminal.serial;
    const from = (this.#end ?? terminal.start) - terminal.start;
    const isGrowth = isSame && from >= 0 && from <= terminal.text.length;
    if (!isGrowth) {
      this.#safe = new SafeTerminal();
      this.#isOver = false;
    }
    this.#end = terminal.start + terminal.text.length;
    const output = this.#safe.take(terminal.text.slice(isGrowth ? from : 0));
    return (isGrowth ? "" : clear) + output + this.#ending(terminal);
  }

  #ending({ exit }: Terminal): string {
    if (!exit || this.#isOver) return "";
    this.#isOver = true;
    return `\u001b[0m\r\n[${new SafeTerminal().take(exitWords(exit)).replaceAll(/\s+/g, " ")}]\r\n`;
  }
}
