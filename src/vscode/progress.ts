import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Timer } from "../base/timer.ts";
import { t } from "../base/words.ts";
import { setContext, viewIds } from "./names.ts";

/** Nothing is told of what is done sooner than this, in ms. */
const patience = 500;

interface Task {
  readonly text: string;
  readonly abort: AbortController;
  isTold: boolean;
}

/** Something under way that the person can take back. */
export interface Cancellable {
  /** The sentence by which it is told of. */
  readonly text: string;
  cancel(): void;
}

/** What is under way: told in the views when it takes longer than half a second, and cancellable there. */
export class Progress implements Disposable {
  readonly #timer: Timer;
  readonly #tasks = new Set<Task>();
  readonly #onDidChange = new Emitter<string>();

  /** What the views say: the sentences of what is under way, or empty. */
  readonly onDidChange: Event<string> = this.#onDidChange.event;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** The sentences of the tasks that are told of, oldest first; empty when there is none. */
  get text(): string {
    const told = [...this.#tasks].filter((task) => task.isTold).map((task) => task.text);
    return [...new Set(told)].join(" ");
  }

  /** What is under way, oldest first, whether it is told of yet or not. */
  get underWay(): readonly Cancellable[] {
    return [...this.#tasks].map(({ text, abort }) => ({ text, cancel: () => abort.abort(cancelled()) }));
  }

  /**
   * Runs `work` and tells of it by `text`. Rejects with an AbortError as soon as the person cancels, whether `work`
   * heeds its signal or not.
   */
  async run<T>(text: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const task: Task = { text, abort: new AbortController(), isTold: false };
    const lifetime = new DisposableStore();
    this.#tasks.add(task);
    try {
      const result = orAborted(work(task.abort.signal), task.abort.signal);
      lifetime.add(this.#timer.after(patience, () => this.#tell(task, result)));
      return await result;
    } finally {
      lifetime.dispose();
      this.#tasks.delete(task);
      this.#changed();
    }
  }

  dispose(): void {
    for (const { abort } of this.#tasks) abort.abort(cancelled());
    this.#onDidChange.dispose();
  }

  #tell(task: Task, until: Promise<unknown>): void {
    task.isTold = true;
    const quietly = async () => {
      await until.then(undefined, () => undefined);
    };
    for (const viewId of [viewIds.subagents, viewIds.transcript]) void vscode.window.withProgress({ location: { viewId } }, quietly);
    this.#changed();
  }

  #changed(): void {
    setContext("isBusy", this.text !== "");
    this.#onDidChange.fire(this.text);
  }
}

function cancelled(): DOMException {
  return new DOMException(t("Cancelled."), "AbortError");
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
