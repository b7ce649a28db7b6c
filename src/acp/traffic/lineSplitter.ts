const newline = 10;
const byteOrderMark = Buffer.from("\ufeff");

/** What the splitter finds, in order. */
export interface LineListener {
  /** A whole line, decoded, without its newline; and its bytes, which hold only during the call. */
  line(text: string, bytes: Uint8Array): void;
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
      if (isWhole) this.#tell(bytes.subarray(from, at));
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
    this.#listener.tooLong(withoutMark(head).toString("utf8"));
  }

  #endLine(): void {
    this.#isSkipping = false;
    if (this.#partBytes === 0) return;
    const bytes = Buffer.concat(this.#parts, this.#partBytes);
    this.#drop();
    this.#tell(bytes);
  }

  #tell(line: Buffer): void {
    if (line.length === 0) return;
    const bytes = withoutMark(line);
    // Invalid bytes become U+FFFD, as the encoding standard has it.
    this.#listener.line(bytes.toString("utf8"), bytes);
  }

  #drop(): void {
    this.#parts = [];
    this.#partBytes = 0;
  }
}

function withoutMark(bytes: Buffer): Buffer {
  const isMarked = bytes[0] === byteOrderMark[0] && byteOrderMark.compare(bytes, 0, byteOrderMark.length) === 0;
  return isMarked ? bytes.subarray(byteOrderMark.length) : bytes;
}
