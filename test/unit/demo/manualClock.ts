import type { Clock } from "../../../src/demo/clock.ts";
import { untilIdle } from "./bareClient.ts";

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #waits = new Set<{ readonly at: number; readonly resolve: () => void }>();

  now(): number {
    return this.#now;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wait = {
        at: this.#now + ms,
        resolve: () => {
          this.#waits.delete(wait);
          resolve();
        },
      };
      this.#waits.add(wait);
      signal.addEventListener("abort", wait.resolve);
      if (signal.aborted) wait.resolve();
    });
  }

  /** Lets `ms` pass, stopping at each moment for which somebody waits, and then lets everything run that can run. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await untilIdle();
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      this.#now = next.at;
      next.resolve();
      await untilIdle();
    }
    this.#now = end;
  }

  #nextBefore(end: number): { readonly at: number; readonly resolve: () => void } | undefined {
    return [...this.#waits].filter((wait) => wait.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
