import { type Disposable, toDisposable } from "../src/base/disposables.ts";

/** One interval for everything that counts seconds; it runs only while something does. */
export class Clock {
  readonly #counting = new Set<() => void>();
  #interval: number | undefined;

  /** Calls `tick` about once a second until disposed. */
  everySecond(tick: () => void): Disposable {
    this.#counting.add(tick);
    this.#interval ??= window.setInterval(() => {
      for (const each of this.#counting) each();
    }, 1000);
    return toDisposable(() => {
      this.#counting.delete(tick);
      if (this.#counting.size > 0) return;
      window.clearInterval(this.#interval);
      this.#interval = undefined;
    });
  }
}
