import { type Disposable, toDisposable } from "./disposables.ts";

/** The clock and the timer of whatever must not know real time, so that tests can own both. */
export interface Timer {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` once, `ms` milliseconds from now, unless the returned disposable is disposed before. */
  after(ms: number, run: () => void): Disposable;
}

/** Real time. */
export const systemTimer: Timer = {
  now: () => Date.now(),
  after(ms, run) {
    const handle = setTimeout(run, ms);
    return toDisposable(() => clearTimeout(handle));
  },
};
