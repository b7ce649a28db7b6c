import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";

/** A message of the host before it is numbered. */
export type Unnumbered<Message> = Message extends { readonly seq: number } ? Omit<Message, "seq"> : never;
/** Has the page do something on the reader's side. */
interface Doing<Action> {
  readonly type: "do";
  readonly action: Action;
}

/** What a port sends, and how. */
export interface NumberedPortOptions<Content, Action> {
  post(message: (Content | Doing<Action>) & { readonly seq: number }): void;
  readonly timer: Timer;
  /** Changes of that time go together, in ms. */
  readonly frameMs: number;
  /** What the page is to be told: all that is shown, or what changed since it was asked last, if anything did. */
  content(isWhole: boolean): Content | undefined;
}

/** Messages that may be under way without having been acknowledged. */
const inFlightLimit = 2;
/** Making patches takes at most this part of the host's time, however much comes. */
const mostOfTime = 0.05;
/** But a page waits no longer than that, in ms: one patch may have taken long because the machine was busy. */
const longestWait = 500;

/**
 * The host's end of one page: its own numbers and acknowledgements. A page gets nothing before it is ready and nothing
 * while it is hidden; then all that is shown, then what changes, at most once in each `frameMs`, gathered for longer while
 * it has not acknowledged the last two messages, or when patches take long to make.
 */
export class NumberedPort<Content extends object, Action> implements Disposable {
  readonly #options: NumberedPortOptions<Content, Action>;
  #seq = 0;
  #acknowledged = 0;
  #isReady = false;
  #isVisible = true;
  #needsWhole = true;
  #isMarked = false;
  #isDisposed = false;
  #actions: Action[] = [];
  #frame: Disposable | undefined;
  /** How long the last patch was made, in ms. */
  #took = 0;

  constructor(options: NumberedPortOptions<Content, Action>) {
    this.#options = options;
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** Something that is shown changed. */
  mark(): void {
    this.#isMarked = true;
    if (this.#frame || this.#isDisposed || !this.#canPost) return;
    const { frameMs, timer } = this.#options;
    const wait = Math.max(frameMs, Math.min(this.#took / mostOfTime, longestWait));
    this.#frame = timer.after(wait, () => {
      this.#frame = undefined;
      this.#flush();
    });
  }

  /** What the page has is of no use any more: the next message is all that is shown. */
  renew(): void {
    this.#needsWhole = true;
  }

  /** The same, and nothing that was sent counts any more. */
  startOver(): void {
    this.#needsWhole = true;
    this.#acknowledged = this.#seq;
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.mark();
    else this.startOver();
  }

  /** Has the page do something, as soon as it is there; what has changed by then goes before it. */
  do(action: Action): void {
    this.#actions.push(action);
    this.mark();
  }

  /** The page is there, or there again, and has nothing. */
  ready(): void {
    this.#isReady = true;
    this.resync();
  }

  /** The page missed a number. */
  resync(): void {
    this.startOver();
    this.#flush();
  }

  acknowledge(seq: number): void {
    if (seq > this.#acknowledged && seq <= this.#seq) this.#acknowledged = seq;
    if (!this.#frame) this.#flush();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#frame?.dispose();
  }

  get #canPost(): boolean {
    return this.#isReady && this.#isVisible && this.#seq - this.#acknowledged < inFlightLimit;
  }

  #flush(): void {
    if (this.#isDisposed || !this.#canPost) return;
    if (this.#needsWhole || this.#isMarked) this.#tell(this.#needsWhole);
    this.#needsWhole = false;
    this.#isMarked = false;
    for (const action of this.#actions.splice(0)) this.#post({ type: "do", action });
  }

  #tell(isWhole: boolean): void {
    const { timer } = this.#options;
    const startedAt = timer.now();
    const content = this.#options.content(isWhole);
    if (content) this.#post(content);
    if (!isWhole) this.#took = timer.now() - startedAt;
  }

  #post(message: Content | Doing<Action>): void {
    this.#options.post({ ...message, seq: ++this.#seq });
  }
}
