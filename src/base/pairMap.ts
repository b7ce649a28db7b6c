type Entry<First, Second, T> = readonly [first: First, second: Second, value: T];

/** A map whose keys are two strings: to look something up must not cost a new string for each frame. */
export class PairMap<First extends string, Second extends string, T> {
  readonly #maps = new Map<First, Map<Second, T>>();

  constructor(entries: Iterable<Entry<First, Second, T>> = []) {
    for (const [first, second, value] of entries) this.set(first, second, value);
  }

  get(first: First, second: Second): T | undefined {
    return this.#maps.get(first)?.get(second);
  }

  set(first: First, second: Second, value: T): void {
    const known = this.#maps.get(first);
    if (known) known.set(second, value);
    else this.#maps.set(first, new Map([[second, value]]));
  }

  /** Forgets everything under `first`. */
  forget(first: First): void {
    this.#maps.delete(first);
  }

  clear(): void {
    this.#maps.clear();
  }

  *[Symbol.iterator](): Iterator<Entry<First, Second, T>> {
    for (const [first, values] of this.#maps) for (const [second, value] of values) yield [first, second, value];
  }
}
