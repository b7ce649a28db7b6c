/** Something that holds a resource until `dispose()` is called; calling it twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a function so that it runs at most once, when the lifetime it belongs to ends. */
export function toDisposable(release: () => void): Disposable {
  let isDone = false;
  return {
    dispose() {
      if (isDone) return;
      isDone = true;
      release();
    },
  };
}

/** A lifetime: what is added here is released, last first, when the store is disposed; additions after that are released at once. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #isDisposed = false;

  /** Ties `item` to this lifetime and returns it, so that things are created inside the call. */
  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  /** True once the lifetime has ended. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Releases everything. One failing item does not keep the others; the first error is thrown at the end. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    let failure: { error: unknown } | undefined;
    for (const item of this.#items.splice(0).reverse()) {
      try {
        item.dispose();
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }
}
