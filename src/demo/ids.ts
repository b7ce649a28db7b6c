/** Mints the ids of one root session: `demo-1:c1` for children, `:m1` for messages, `:t1` for tool calls. */
export class SessionIds {
  readonly #root: string;
  readonly #counts = { c: 0, m: 0, t: 0 };

  constructor(rootSessionId: string) {
    this.#root = rootSessionId;
  }

  child(): string {
    return this.#next("c");
  }

  message(): string {
    return this.#next("m");
  }

  toolCall(): string {
    return this.#next("t");
  }

  /** Keeps ids that an earlier process gave from being given again. `text` is anything that may hold such ids. */
  reserve(text: string): void {
    const prefix = `${this.#root}:`;
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      const id = /^([cmt])(\d+)/.exec(text.slice(at + prefix.length, at + prefix.length + 12));
      if (!id) continue;
      const kind = id[1] as "c" | "m" | "t";
      this.#counts[kind] = Math.max(this.#counts[kind], Number(id[2]));
    }
  }

  #next(kind: "c" | "m" | "t"): string {
    this.#counts[kind] += 1;
    return `${this.#root}:${kind}${this.#counts[kind]}`;
  }
}
