import { type Disposable, toDisposable } from "./disposables.ts";

/** Subscribes `listener` until the returned disposable is disposed. Named `onDid…` where it is exposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A synchronous event source. A listener that throws keeps no other listener from running; the first error is thrown at the end. */
export class Emitter<T> implements Disposable {
  /** Replaced whole when it changes, so that whoever is firing goes on over what it began with. */
  #listeners: readonly ((value: T) => void)[] = [];

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that the same function can be subscribed twice.
    const entry = (value: T) => listener(value);
    this.#listeners = [...this.#listeners, entry];
    return toDisposable(() => {
      this.#listeners = this.#listeners.filter((listener) => listener !== entry);
    });
  };

  /** Calls every listener, in the order of subscription, before it returns. */
  fire(value: T): void {
    let failure: { error: unknown } | undefined;
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }

  dispose(): void {
    this.#listeners = [];
  }
}
