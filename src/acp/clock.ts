/** Where times come from. */
export interface Clock {
  /** Ms on a scale that only goes forward. */
  readonly now: () => number;
  /** Ms since 1970. */
  readonly epoch: () => number;
}

/** Real time. */
export const systemClock: Clock = { now: () => performance.now(), epoch: () => Date.now() };
