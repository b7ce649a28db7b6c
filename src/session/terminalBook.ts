import { messageOf } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { TerminalId } from "./ids.ts";
import type { Shelf, Shelved } from "./shelf.ts";
import type { TerminalRecord } from "./terminals.ts";

/**
 * The terminals of one session, writable: only the store holds it by this type. The output of those that changed last is in
 * memory, `most` characters of it; with a shelf, the older output lies there and is read each time it is looked at.
 */
export class TerminalBook extends Map<TerminalId, TerminalRecord> {
  readonly #shelf: Shelf | undefined;
  /** How much of which output is in memory, those that changed last at the end. */
  readonly #lengths = new Map<TerminalId, number>();
  #held = 0;
  readonly #usual: number;
  /** `#usual`, or more after the shelf refused something, so that it is not asked at every change. */
  #most: number;

  constructor(shelf: Shelf | undefined, most: number) {
    super();
    this.#shelf = shelf;
    this.#usual = most;
    this.#most = most;
  }

  override set(id: TerminalId, terminal: TerminalRecord): this {
    super.set(id, terminal);
    const { length } = terminal.text;
    this.#held += length - (this.#lengths.get(id) ?? 0);
    this.#lengths.delete(id);
    this.#lengths.set(id, length);
    if (this.#shelf && this.#held > this.#most) this.#shelve(this.#shelf);
    return this;
  }

  #shelve(shelf: Shelf): void {
    this.#most = this.#usual;
    for (const [id, length] of this.#lengths) {
      const terminal = this.get(id);
      if (!terminal || this.#held <= this.#most || this.#lengths.size === 1) return;
      const shelved = shelf.put(JSON.stringify(terminal.text));
      if (!shelved) {
        this.#most = this.#held + this.#usual / 4;
        return;
      }
      Object.defineProperty(terminal, "text", { enumerable: true, get: () => read(shelved) });
      this.#lengths.delete(id);
      this.#held -= length;
    }
  }
}

function read(shelved: Shelved): string {
  try {
    return JSON.parse(shelved.read()) as string;
  } catch (error) {
    return t("This output cannot be read back: {0}", messageOf(error));
  }
}
