import { Sgr } from "./sgr.ts";
import { TerminalTokens } from "./terminalTokens.ts";

/** A stretch of a line in one look; `classes` as `Sgr` names them. */
export interface OutputSpan {
  readonly text: string;
  readonly classes: string;
}

/** One line of an output, from left to right. */
export type OutputLine = readonly OutputSpan[];

/** Columns from one tab stop to the next. */
const tabWidth = 8;

/**
 * A program's output as lines to read: colours kept, carriage returns and backspaces honoured, everything else that moves
 * a cursor left out. Lines that are complete never change again.
 */
export class TerminalScreen {
  readonly #tokens = new TerminalTokens();
  readonly #sgr = new Sgr();
  readonly #lines: OutputLine[] = [];
  /** The line under way: each character and its look. */
  #chars: string[] = [];
  #looks: string[] = [];
  #column = 0;
  readonly #mostLines: number;
  #dropped = 0;

  /** Keeps at most this many complete lines and a quarter more; the first ones go. */
  constructor(mostLines = Number.POSITIVE_INFINITY) {
    this.#mostLines = mostLines;
  }

  /** The number of the first line in `lines`: how many complete ones are gone. */
  get firstLine(): number {
    return this.#dropped;
  }

  /** The complete lines, in order. */
  get lines(): readonly OutputLine[] {
    return this.#lines;
  }

  /** The line under way, as it reads now; empty behind a line break. */
  get last(): OutputLine {
    return this.#spans();
  }

  /** Takes what the program wrote next. */
  write(output: string): void {
    for (const token of this.#tokens.take(output)) {
      if (token.type === "text") this.#put(token.text);
      else if (token.type === "control") this.#control(token.char);
      else if (token.final === "m") this.#sgr.set(token.params);
      else if (token.final === "K") this.#erase(token.params);
    }
  }

  #put(text: string): void {
    this.#fill();
    for (const char of text) {
      this.#chars[this.#column] = char;
      this.#looks[this.#column] = this.#sgr.classes;
      this.#column++;
    }
  }

  /** Blanks up to the cursor, where a tab or an erasure left a gap. */
  #fill(): void {
    while (this.#chars.length < this.#column) {
      this.#chars.push(" ");
      this.#looks.push("");
    }
  }

  #control(char: "\n" | "\r" | "\b" | "\t"): void {
    if (char === "\r") this.#column = 0;
    else if (char === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (char === "\t") this.#column += tabWidth - (this.#column % tabWidth);
    else {
      this.#lines.push(this.#spans());
      if (this.#lines.length > this.#mostLines * 1.25) this.#dropped += this.#lines.splice(0, this.#lines.length - this.#mostLines).length;
      this.#chars = [];
      this.#looks = [];
      this.#column = 0;
    }
  }

  /** Erases in the line: to its end, to the cursor, or whole; progress bars do so after a carriage return. */
  #erase(params: string): void {
    if (params === "1" || params === "2") {
      for (let at = 0; at < Math.min(this.#column, this.#chars.length); at++) this.#chars[at] = " ";
    }
    if (params !== "1") {
      this.#chars.length = Math.min(this.#chars.length, this.#column);
      this.#looks.length = this.#chars.length;
    }
    if (params === "2" && this.#column > 0) this.#looks.fill("");
  }

  #spans(): OutputLine {
    const spans: OutputSpan[] = [];
    let from = 0;
    for (let at = 1; at <= this.#chars.length; at++) {
      if (at < this.#chars.length && this.#looks[at] === this.#looks[from]) continue;
      spans.push({ text: this.#chars.slice(from, at).join(""), classes: this.#looks[from] ?? "" });
      from = at;
    }
    return spans;
  }
}
