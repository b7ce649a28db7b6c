/**
 * The end of what a program wrote on standard error, or beside the protocol at all, as text: the last 16,384 characters.
 * (`OutputTail` keeps bytes, which is what the limits of terminals count.)
 */
export class StderrTail {
  readonly #limit: number;
  /** Stateful, so that a character split over two chunks stays one. */
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(limit = 16 * 1024) {
    this.#limit = limit;
  }

  /** Takes the next bytes and returns their text. */
  add(chunk: Uint8Array): string {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#text = (this.#text + text).slice(-this.#limit);
    return text;
  }

  get text(): string {
    return this.#text;
  }
}
