import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";

/** Hands over together what was added within `ms` of the first, so that many things at once are told in a few words. */
export class Gathered<T> implements Disposable {
  readonly #timer: Timer;
  readonly #ms: number;
  readonly #tell: (items: readonly T[]) => void;
  #items: T[] = [];
  #due: Disposable | undefined;

  constructor(timer: Timer, ms: number, tell: (items: readonly T[]) => void) {
    this.#timer = timer;
    this.#ms = ms;
    this.#tell = tell;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#due ??= this.#timer.after(this.#ms, () => {
      this.#due = undefined;
      this.#tell(this.#items.splice(0));
    });
  }

  /** What was added and not handed over yet is dropped. */
  dispose(): void {
    this.#due?.dispose();
  }
}
