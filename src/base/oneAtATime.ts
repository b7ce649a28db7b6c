/** Runs pieces of work of the same key one after the other, in the order in which they came; other keys are not held up. */
export class OneAtATime<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  /**
   * Runs `work` when what came before it under this key has settled, however that ended. Rejects as `work` does, or with
   * the signal's reason when it was aborted by the time its turn came.
   */
  async run<T>(key: Key, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last.get(key);
    const mine = afterAll(before, work, signal);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }

  /** Runs `work` unless something of this key is at work already: then nothing is done. */
  async runUnlessBusy(key: Key, work: () => Promise<void>): Promise<void> {
    if (!this.#last.has(key)) await this.run(key, work);
  }
}

async function afterAll<T>(before: Promise<unknown> | undefined, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // Who began it is told how it ended; here it only has to be over.
  await Promise.allSettled([before]);
  signal?.throwIfAborted();
  return work();
}
