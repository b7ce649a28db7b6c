const newline = 10;
const byteOrderMark = "\ufeff";

/** What the splitter finds, in order. */
export interface LineListener {
  /** A whole line, decoded, without its newline. */
  line(text: string): void;
  /** A line grew over the limit: told once, when that happens; it is skipped to its newline. `head` is its beginning. */
  tooLong(head: string): void;
}

/**
 * Cuts a stream of bytes into lines. A line is decoded as a whole, so a character that is split over two chunks stays
 * one; a byte order mark at the start of a line is dropped.
 */
export class LineSplitter {
  readonly #listener: LineListener;
  readonly #maxLineBytes: number;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #isSkipping = false;

  constructor(listener: LineListener, maxLineBytes: number) {
    this.#listener = listener;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
      // Most lines lie in one chunk and are read right from it.
      const isWhole = this.#partBytes === 0 && !this.#isSkipping && at - from <= this.#maxLineBytes;
      if (isWhole) this.#tell(bytes, from, at);
      else {
        this.#keep(bytes.subarray(from, at));
        this.#endLine();
      }
      from = at + 1;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
  }

  /** The stream ended: what is left is the last line. */
  end(): void {
    this.#endLine();
  }

  #keep(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#parts.push(part);
    this.#partBytes += part.length;
    if (this.#partBytes <= this.#maxLineBytes) return;
    const head = Buffer.concat(this.#parts, Math.min(this.#partBytes, 1024));
    this.#drop();
    this.#isSkipping = true;
    this.#listener.tooLong(decoded(head, 0, head.length));
  }

  #endLine(): void {
    this.#isSkipping = false;
    if (this.#partBytes === 0) return;
    const bytes = Buffer.concat(this.#parts, this.#partBytes);
    this.#drop();
    this.#tell(bytes, 0, bytes.length);
  }

  #tell(bytes: Buffer, from: number, to: number): void {
    if (to > from) this.#listener.line(decoded(bytes, from, to));
  }

  #drop(): void {
    this.#parts = [];
    this.#partBytes = 0;
  }
}

/** Invalid bytes become U+FFFD, as the encoding standard has it. */
function decoded(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString("utf8", from, to);
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
