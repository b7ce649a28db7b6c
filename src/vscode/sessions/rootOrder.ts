import { plainKey } from "../connections.ts";

/** The order in which an earlier life of the window showed the roots; those that it did not have come behind, as they come. */
export class RootOrder {
  readonly #places: ReadonlyMap<string, number>;

  /** `keys` of the roots that were shown, first to last. */
  constructor(keys: readonly string[]) {
    this.#places = new Map(keys.map((key, place) => [plainKey(key), place]));
  }

  sorted<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
    const placeOf = (item: Item) => this.#places.get(plainKey(keyOf(item))) ?? this.#places.size;
    return items.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
