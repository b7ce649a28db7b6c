import { t } from "../base/words.ts";

/** The end of what a program wrote on standard error, as text: the last 16 KiB characters. */
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

/** A sentence about an agent, with the last lines that it wrote on standard error; its cause is mostly there. */
export function withLastWords(sentence: string, stderr: string): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length === 0 ? sentence : t("{0} Its last words: {1}", sentence, lines.slice(-3).join("\n").slice(-600));
}
