import type { Disposable } from "../../base/disposables.ts";
import { oneLine } from "../../base/plainText.ts";
import type { LogEntry } from "../../dialects/logEntry.ts";

/**
 * Watches what an agent prints before its first frame. A banner is fine; a program that prints other things only does
 * not speak the protocol, and what it prints mostly tells what it is.
 */
export class FirstOutput implements Disposable {
  /** Resolves with the first line of noise when no frame has followed within the limit; never while nothing was printed. */
  readonly foreign: Promise<string>;

  readonly #limit: number;
  #tellForeign: (line: string) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #line: string | undefined;
  #isOver = false;

  /** `limit`: how long after the first noise a frame is waited for, in ms. */
  constructor(limit: number) {
    this.#limit = limit;
    this.foreign = new Promise((resolve) => {
      this.#tellForeign = resolve;
    });
  }

  /** The first line of noise, plain and cut; undefined when there was none, and once a frame has come. */
  get line(): string | undefined {
    return this.#line;
  }

  /** Looks at the next entry of the log. */
  look(entry: LogEntry): void {
    if (this.#isOver) return;
    if (entry.type === "frame" && entry.dir === "agent") {
      this.#line = undefined;
      this.dispose();
    } else if (entry.type === "noise" && this.#line === undefined) this.#begin(oneLine(entry.text.trimStart().split("\n", 1)[0] ?? ""));
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #begin(line: string): void {
    // Nothing but escape sequences says nothing.
    if (line === "") return;
    this.#line = line;
    this.#timer = setTimeout(() => this.#tellForeign(line), this.#limit);
  }
}
