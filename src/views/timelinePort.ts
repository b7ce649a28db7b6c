import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import type { Change } from "../session/changes.ts";
import type { TimelineAction, TimelineHostMessage, TimelineMessage, TimelinePart } from "../shared/timeline.ts";
import { TimelineModel } from "./timelineModel.ts";

/** What the page of a timeline asks of the host beyond viewing. */
export type TimelineHostAction = Exclude<TimelineMessage, { type: "ready" | "ack" | "resync" }>;

/** What a port needs of its surroundings. */
export interface TimelinePortOptions {
  post(message: TimelineHostMessage): void;
  readonly timer: Timer;
}

/** Messages that may be under way without having been acknowledged. */
const inFlightLimit = 2;
/** Changes of that time go together; a timeline is looked at from further away than a transcript. */
const frameMs = 100;

type Unnumbered<M extends TimelineHostMessage = TimelineHostMessage> = M extends TimelineHostMessage ? Omit<M, "seq"> : never;

/** The host's end of one timeline: its numbers and acknowledgements, in the manner of `TranscriptPort`. */
export class TimelinePort implements Disposable {
  readonly #options: TimelinePortOptions;
  #shown: TimelineModel | string;
  #seq = 0;
  #acknowledged = 0;
  #isReady = false;
  #isVisible = true;
  #needsSnapshot = true;
  #isDisposed = false;
  #actions: TimelineAction[] = [];
  #frame: Disposable | undefined;

  /** `shown`: a model of its own, or the sentence that is read while there is none. */
  constructor(options: TimelinePortOptions, shown: TimelineModel | string) {
    this.#options = options;
    this.#shown = shown;
  }

  get model(): TimelineModel | undefined {
    return typeof this.#shown === "string" ? undefined : this.#shown;
  }

  show(shown: TimelineModel | string): void {
    this.#shown = shown;
    this.#needsSnapshot = true;
    this.#mark();
  }

  /** To be called with every change of the model of the shown connection. */
  apply(change: Change): void {
    const { model } = this;
    if (!model) return;
    model.apply(change);
    if (model.isStale) this.show(new TimelineModel(model.connection, model.rootId));
    else this.#mark();
  }

  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    if (isVisible) this.#mark();
    else this.#startOver();
  }

  /** Has the page do something on the reader's side, as soon as it is there. */
  do(action: TimelineAction): void {
    this.#actions.push(action);
    this.#mark();
  }

  /** Handles what is about viewing; returns what is for the host to do. */
  receive(message: TimelineMessage): TimelineHostAction | undefined {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#startOver();
        this.#flush();
        return undefined;
      case "resync":
        this.#startOver();
        this.#flush();
        return undefined;
      case "ack":
        if (message.seq > this.#acknowledged && message.seq <= this.#seq) this.#acknowledged = message.seq;
        if (!this.#frame) this.#flush();
        return undefined;
      default:
        return message;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#frame?.dispose();
  }

  /** Nothing that was sent counts any more: the next message is a snapshot. */
  #startOver(): void {
    this.#needsSnapshot = true;
    this.#acknowledged = this.#seq;
  }

  #mark(): void {
    if (this.#frame || this.#isDisposed || !this.#canPost) return;
    this.#frame = this.#options.timer.after(frameMs, () => {
      this.#frame = undefined;
      this.#flush();
    });
  }

  get #canPost(): boolean {
    return this.#isReady && this.#isVisible && this.#seq - this.#acknowledged < inFlightLimit;
  }

  #flush(): void {
    if (this.#isDisposed || !this.#canPost) return;
    const isWhole = this.#needsSnapshot;
    const part = isWhole ? this.#whole() : this.model?.takePart();
    this.#needsSnapshot = false;
    if (part) this.#post({ type: isWhole ? "snapshot" : "patch", now: this.#options.timer.now(), part });
    for (const action of this.#actions.splice(0)) this.#post({ type: "do", action });
  }

  #whole(): TimelinePart {
    if (typeof this.#shown !== "string") return this.#shown.snapshot();
    return { about: { rootId: null, title: "", emptyText: this.#shown, orderCount: 0, hasClock: false }, order: [] };
  }

  #post(message: Unnumbered): void {
    this.#options.post({ ...message, seq: ++this.#seq });
  }
}
