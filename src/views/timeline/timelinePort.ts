import type { Disposable } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";
import type { Change } from "../../session/changes.ts";
import type { TimelineAction, TimelineHostMessage, TimelineMessage, TimelinePart } from "../../shared/timeline.ts";
import { NumberedPort, type Unnumbered } from "../numberedPort.ts";
import { TimelineModel } from "./timelineModel.ts";

/** What the page of a timeline asks of the host beyond viewing. */
export type TimelineHostAction = Exclude<TimelineMessage, { type: "ready" | "ack" | "resync" }>;

/** What a port needs of its surroundings. */
export interface TimelinePortOptions {
  post(message: TimelineHostMessage): void;
  readonly timer: Timer;
}

/** Changes of that time go together, in ms; a timeline is looked at from further away than a transcript. */
const frameMs = 100;

type Content = Unnumbered<Exclude<TimelineHostMessage, { type: "do" }>>;

/** The host's end of one timeline. */
export class TimelinePort implements Disposable {
  readonly #port: NumberedPort<Content, TimelineAction>;
  #shown: TimelineModel | string;

  /** `shown`: a model of its own, or the sentence that is read while there is none. */
  constructor({ post, timer }: TimelinePortOptions, shown: TimelineModel | string) {
    this.#shown = shown;
    this.#port = new NumberedPort<Content, TimelineAction>({
      post,
      timer,
      frameMs,
      content: (isWhole) => {
        const part = isWhole ? this.#whole() : this.model?.takePart();
        return part && { type: isWhole ? "snapshot" : "patch", now: timer.now(), part };
      },
    });
  }

  get model(): TimelineModel | undefined {
    return typeof this.#shown === "string" ? undefined : this.#shown;
  }

  show(shown: TimelineModel | string): void {
    this.#shown = shown;
    this.#port.renew();
    this.#port.mark();
  }

  /** To be called with every change of the model of the shown connection. */
  apply(change: Change): void {
    const { model } = this;
    if (!model) return;
    model.apply(change);
    if (model.isStale) this.show(new TimelineModel(model.connection, model.rootId));
    else this.#port.mark();
  }

  setVisible(isVisible: boolean): void {
    if (this.#port.isVisible !== isVisible) this.#port.setVisible(isVisible);
  }

  /** Has the page do something on the reader's side, as soon as it is there. */
  do(action: TimelineAction): void {
    this.#port.do(action);
  }

  /** Handles what is about viewing; returns what is for the host to do. */
  receive(message: TimelineMessage): TimelineHostAction | undefined {
    switch (message.type) {
      case "ready":
        this.#port.ready();
        return undefined;
      case "resync":
        this.#port.resync();
        return undefined;
      case "ack":
        this.#port.acknowledge(message.seq);
        return undefined;
      default:
        return message;
    }
  }

  dispose(): void {
    this.#port.dispose();
  }

  #whole(): TimelinePart {
    if (typeof this.#shown !== "string") return this.#shown.snapshot();
    return { about: { rootId: null, title: "", emptyText: this.#shown, orderCount: 0, hasClock: false }, order: [] };
  }
}
