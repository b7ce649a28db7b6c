import type { Shelf, Shelved } from "../../src/session/shelf.ts";

/** A shelf in memory that keeps text only, as a file does. While `isFull` it refuses whatever is new or changed. */
export class MemoryShelf implements Shelf {
  isFull = false;
  /** How often something was put or written, and read. */
  written = 0;
  read = 0;
  /** Characters of the longest text. */
  longest = 0;

  put(text: string): Shelved | undefined {
    const shelved = new Text(this);
    return shelved.write(text) ? shelved : undefined;
  }
}

class Text implements Shelved {
  readonly #shelf: MemoryShelf;
  #text: string | undefined;

  constructor(shelf: MemoryShelf) {
    this.#shelf = shelf;
  }

  read(): string {
    if (this.#text === undefined) throw new Error("Nothing lies here.");
    this.#shelf.read += 1;
    return this.#text;
  }

  write(text: string): boolean {
    this.#text = this.#shelf.isFull ? undefined : text;
    this.#shelf.written += 1;
    this.#shelf.longest = Math.max(this.#shelf.longest, text.length);
    return !this.#shelf.isFull;
  }
}
