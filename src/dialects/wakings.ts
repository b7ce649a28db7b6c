import type { SessionEvent } from "../session/events.ts";
import type { SessionId } from "../session/ids.ts";
import type { Call } from "./calls.ts";
import type { ChildBook } from "./childBook.ts";
import { type FlatChild, patched, running } from "./flatChild.ts";
import type { RowTable } from "./flatRow.ts";

/** More work for children that had ended, given by calls of their parent. */
export class Wakings {
  readonly #book: ChildBook;
  /** By stream, the words that a call gave to an ended child whose name is not known (claude, after a load or resume). */
  readonly #prompts = new Map<SessionId, string | undefined>();

  constructor(book: ChildBook) {
    this.#book = book;
  }

  /** Takes the words that wait on a stream for a child not known by name: the child that is seen now is the one. */
  take(streamId: SessionId): string | undefined {
    const prompt = this.#prompts.get(streamId);
    if (prompt !== undefined) this.#prompts.delete(streamId);
    return prompt;
  }

  forget(streamId: SessionId): void {
    this.#prompts.delete(streamId);
  }

  /** A call that gives a child which had ended more work: it runs again, and only its own frames tell of that run. */
  woken(streamId: SessionId, call: Call, rows: RowTable): readonly SessionEvent[] {
    if (call.hasWoken) return [];
    for (const row of rows.waking) {
      const wake = row.wakes?.(call);
      const child = wake && this.#book.child(streamId, wake.key);
      if (!wake || (child && (!child.isEnded || child.row !== row))) continue;
      call.hasWoken = true;
      if (child) return [this.#runsAgain(child, wake.prompt)];
      this.#prompts.set(streamId, wake.prompt);
    }
    return [];
  }

  /** The next frame of a child that had ended is the work which a call gave to somebody not known by name. */
  wokenBy(child: FlatChild): readonly SessionEvent[] {
    const { streamId } = child;
    if (!child.isEnded || !this.#prompts.has(streamId)) return [];
    const prompt = this.#prompts.get(streamId);
    this.#prompts.delete(streamId);
    return [this.#runsAgain(child, prompt)];
  }

  #runsAgain(child: FlatChild, prompt: string | undefined): SessionEvent {
    child.isEnded = false;
    child.isWoken = true;
    child.launch = { ...child.launch, isBackground: true };
    this.#book.open(child);
    return patched(child, { ...running, prompt });
  }
}
