import type { Disposable } from "../../src/base/disposables.ts";
import type { Timer } from "../../src/base/timer.ts";
import type { ScrollPlace } from "../../src/shared/savedState.ts";
import type { Host } from "../host.ts";

/** How long the reader has to rest before the place is written down, in ms. */
const rest = 250;

/** Remembers where the reader was in each transcript and each open card. */
export class ScrollPlaces {
  readonly #host: Host;
  readonly #timer: Timer;
  readonly #places: Map<string, ScrollPlace>;
  #saving: Disposable | undefined;

  constructor(host: Host, timer: Timer) {
    this.#host = host;
    this.#timer = timer;
    this.#places = new Map(Object.entries(host.saved.places));
  }

  get(sessionId: string): ScrollPlace | undefined {
    return this.#places.get(sessionId);
  }

  set(sessionId: string, place: ScrollPlace): void {
    this.#places.delete(sessionId);
    this.#places.set(sessionId, place);
    this.#saving?.dispose();
    this.#saving = this.#timer.after(rest, () => this.flush());
  }

  /** Writes down at once, for when the page goes. */
  flush(): void {
    this.#saving?.dispose();
    this.#saving = undefined;
    this.#host.save({ places: Object.fromEntries(this.#places) });
  }
}
