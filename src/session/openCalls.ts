import type { ToolCallId } from "./ids.ts";

/** The tool calls of a session that have not come to an end. Each step costs the same, however many stay open for ever. */
export class OpenCalls {
  readonly #open = new Set<ToolCallId>();
  /** In the order they began. A call that ended leaves when it is the last of them, so the last one is always open. */
  readonly #order: ToolCallId[] = [];

  /** Returns false when the call was open already. */
  add(id: ToolCallId): boolean {
    if (this.#open.has(id)) return false;
    this.#open.add(id);
    this.#order.push(id);
    return true;
  }

  has(id: ToolCallId): boolean {
    return this.#open.has(id);
  }

  /** Returns false when the call was not open. */
  delete(id: ToolCallId): boolean {
    const wasOpen = this.#open.delete(id);
    for (let last = this.newest; last !== undefined && !this.#open.has(last); last = this.newest) this.#order.pop();
    return wasOpen;
  }

  /** The open call that began last. */
  get newest(): ToolCallId | undefined {
    return this.#order[this.#order.length - 1];
  }

  clear(): void {
    this.#open.clear();
    this.#order.length = 0;
  }

  [Symbol.iterator](): Iterator<ToolCallId> {
    return this.#open.values();
  }
}
