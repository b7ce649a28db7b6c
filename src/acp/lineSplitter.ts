const newline = 10;

/** What the splitter finds, in order. */
export interface LineListener {
  /** A whole line, decoded, without its newline. */
  line(text: string): void;
  /** A line grew over the limit: told once, when that happens; it is skipped to its newline. `head` is its beginning. */
  tooLong(head: string): void;
}

/**
 * Cuts a stream of bytes into lines. A line is decoded as a whole, so a character that is split over two chunks stays
 * one; a byte order mark at the start of a line is dropped by the decoder.
 */
export class LineSplitter {
  readonly #listener: LineListener;
  readonly #maxLineBytes: number;
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #isSkipping = false;

  constructor(listener: LineListener, maxLineBytes: number) {
    this.#listener = listener;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The stream ended: what is left is the last line. */
  end(): void {
    this.#endLine();
  }

  #keep(part: Uint8Array): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#parts.push(part);
    this.#partBytes += part.length;
    if (this.#partBytes <= this.#maxLineBytes) return;
    const head = this.#decoder.decode(joined(this.#parts, Math.min(this.#partBytes, 1024)));
    this.#drop();
    this.#isSkipping = true;
    this.#listener.tooLong(head);
  }

  #endLine(): void {
    this.#isSkipping = false;
    const [only] = this.#parts;
    if (!only) return;
    const bytes = this.#parts.length === 1 ? only : joined(this.#parts, this.#partBytes);
    this.#drop();
    this.#listener.line(this.#decoder.decode(bytes));
  }

  #drop(): void {
    this.#parts = [];
    this.#partBytes = 0;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (at >= length) break;
    whole.set(part.subarray(0, length - at), at);
    at += part.length;
  }
  return whole;
}
