// What must not grow while a window lives: listeners of its models and hub, and timers.
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
