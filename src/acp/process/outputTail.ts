/** The UTF-8 text of an output, at most `limit` bytes of its end, cut between characters. */
export interface OutputText {
  readonly output: string;
  /** Something before it is left out. */
  readonly truncated: boolean;
}

/** The end of a program's output, in bytes, so that a character that came in two pieces stays one. */
export class OutputTail {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isCut = false;

  /** `limit` is the most that is ever given out, in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Not with each piece: joining copies what is kept.
    if (this.#bytes > this.#limit * 2 + 64 * 1024) this.#join();
  }

  /** What there is now. `isOver`: nothing more comes, so that half a character at the end is one that is broken. */
  read(isOver: boolean): OutputText {
    const kept = this.#join();
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(withoutHalf(kept, this.#isCut), { stream: !isOver });
    // What is no UTF-8 takes more bytes once it is replaced.
    const output = endInBytes(text, this.#limit);
    return { output, truncated: this.#isCut || output.length < text.length };
  }

  #join(): Uint8Array {
    const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#isCut ||= all.length > this.#limit;
    const kept = all.length > this.#limit ? all.subarray(all.length - this.#limit) : all;
    this.#chunks = [kept];
    this.#bytes = kept.length;
    return kept;
  }
}

/** Without the last bytes of a character whose first ones were cut off. */
function withoutHalf(bytes: Uint8Array, isCut: boolean): Uint8Array {
  let from = 0;
  while (isCut && from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.subarray(from);
}

function endInBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= limit) return text;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(withoutHalf(bytes.subarray(bytes.length - limit), true));
}
