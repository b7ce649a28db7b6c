import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";

/** Lets each key through at once, but no more often than once in `intervalMs`; what comes sooner comes once, later. */
export class Throttle implements Disposable {
  readonly #timer: Timer;
  readonly #intervalMs: number;
  readonly #run: (key: string) => void;
  /** When each key went through last, in epoch ms. */
  readonly #last = new Map<string, number>();
  readonly #waiting = new Map<string, Disposable>();

  constructor(timer: Timer, intervalMs: number, run: (key: string) => void) {
    this.#timer = timer;
    this.#intervalMs = intervalMs;
    this.#run = run;
  }

  ask(key: string): void {
    if (this.#waiting.has(key)) return;
    const wait = (this.#last.get(key) ?? Number.NEGATIVE_INFINITY) + this.#intervalMs - this.#timer.now();
    if (wait <= 0) this.#pass(key);
    else
      this.#waiting.set(
        key,
        this.#timer.after(wait, () => this.#pass(key)),
      );
  }

  /** Forgets a key that is gone. */
  forget(key: string): void {
    this.#waiting.get(key)?.dispose();
    this.#waiting.delete(key);
    this.#last.delete(key);
  }

  dispose(): void {
    for (const waiting of this.#waiting.values()) waiting.dispose();
    this.#waiting.clear();
  }

  #pass(key: string): void {
    this.#waiting.delete(key);
    this.#last.set(key, this.#timer.now());
    this.#run(key);
  }
}
