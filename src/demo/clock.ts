/** The time of the scripts, in ms. Unit tests bring one that they move by hand. */
export interface Clock {
  now(): number;
  /** Resolves `ms` later, or as soon as `signal` aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A clock whose delays are multiplied by `speed`: 1 is real time, 0 jumps over every delay. Throws for a negative number. */
export function createClock(speed: number): Clock {
  if (!(speed >= 0)) throw new RangeError(`speed must not be negative: ${speed}`);
  return speed === 0 ? new JumpingClock() : new ScaledClock(speed);
}

class ScaledClock implements Clock {
  readonly #speed: number;
  readonly #start = performance.now();

  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return (performance.now() - this.#start) / this.#speed;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms * this.#speed, 2 ** 31 - 1));
      signal.addEventListener("abort", done);
    });
  }
}

/** Delays take no time, but the process gets to read its pipe between them. */
class JumpingClock implements Clock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) =>
      setImmediate(() => {
        if (!signal.aborted) this.#now += ms;
        resolve();
      }),
    );
  }
}
