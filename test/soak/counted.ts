// What must not grow while a window lives – listeners of its models and hub, timers –, and how long its event loop is held.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Event } from "../../src/base/emitter.ts";
import { systemTimer, type Timer } from "../../src/base/timer.ts";

/** A number that goes up and down. */
export interface Tally {
  count: number;
}

/** The same event, with who listens counted. */
export function countedEvent<T>(event: Event<T>, tally: Tally): Event<T> {
  return (listener) => {
    const subscription = event(listener);
    tally.count += 1;
    let isOn = true;
    return {
      dispose() {
        if (isOn) tally.count -= 1;
        isOn = false;
        subscription.dispose();
      },
    };
  };
}

/** Real time, with what is due later counted. */
export function countedTimer(tally: Tally): Timer {
  return {
    now: () => systemTimer.now(),
    after(ms, run) {
      tally.count += 1;
      let isOn = true;
      const done = () => {
        if (isOn) tally.count -= 1;
        isOn = false;
      };
      const due = systemTimer.after(ms, () => {
        done();
        run();
      });
      return {
        dispose() {
          done();
          due.dispose();
        },
      };
    },
  };
}

/** How often the event loop is looked at, in ms. */
const lookEvery = 2;

/** How long others on the event loop have to wait: by the clock, and in processor time of its thread, which other programs do not lengthen. */
export class LoopWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: lookEvery });
  readonly #turns: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#delays.enable();
    let before = threadMs();
    this.#timer = setInterval(() => {
      const now = threadMs();
      this.#turns.push(now - before);
      before = now;
    }, lookEvery);
  }

  /** Ends the watching: the 99th percentiles, in ms. */
  end(): { readonly delay: number; readonly turn: number } {
    clearInterval(this.#timer);
    this.#delays.disable();
    const sorted = this.#turns.sort((a, b) => a - b);
    return { delay: this.#delays.percentile(99) / 1e6, turn: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
