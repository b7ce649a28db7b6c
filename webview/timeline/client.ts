import { messageOf } from "../../src/base/personError.ts";
import type { TimelineAction, TimelineHostMessage, TimelineMessage } from "../../src/shared/timeline.ts";
import { TimelineData } from "../../src/shared/timelineData.ts";

/** What the page's end of the protocol needs. */
export interface TimelineClientOptions {
  post(message: TimelineMessage): void;
  /** Runs something with the next animation frame. */
  onFrame(run: () => void): void;
  /** The clock of this machine, in epoch ms. */
  now(): number;
  /** Draws what came; `actions` are to be done after that. */
  draw(actions: readonly TimelineAction[]): void;
}

/** Keeps the host's timeline: applies the messages of one animation frame together, acknowledges each, and asks again after a gap. */
export class TimelineClient {
  readonly #options: TimelineClientOptions;
  #data = new TimelineData();
  #inbox: TimelineHostMessage[] = [];
  #lastSeq = 0;
  #isInStep = false;
  /** How far the host's clock is ahead of this one, in ms. */
  #ahead = 0;

  constructor(options: TimelineClientOptions) {
    this.#options = options;
  }

  get data(): TimelineData {
    return this.#data;
  }

  /** True once there was a snapshot. */
  get isLive(): boolean {
    return this.#isInStep;
  }

  /** Epoch ms by the host's clock. */
  get now(): number {
    return this.#options.now() + this.#ahead;
  }

  start(): void {
    this.#options.post({ type: "ready" });
  }

  /** Takes what the window received; anything that is not a message of the host is left alone. */
  receive(message: unknown): void {
    if (!isHostMessage(message)) return;
    this.#inbox.push(message);
    if (this.#inbox.length === 1) this.#options.onFrame(() => this.#drawInbox());
  }

  #drawInbox(): void {
    const messages = this.#inbox;
    this.#inbox = [];
    const actions = messages.flatMap((message) => this.#take(message));
    this.#options.draw(actions);
    for (const { seq } of messages) this.#options.post({ type: "ack", seq });
  }

  #take(message: TimelineHostMessage): readonly TimelineAction[] {
    if (message.type === "snapshot") {
      this.#isInStep = true;
      this.#data = new TimelineData();
    } else if (!this.#isInStep || message.seq <= this.#lastSeq) {
      return [];
    } else if (message.seq !== this.#lastSeq + 1) {
      return this.#fallOutOfStep(`gap from ${this.#lastSeq} to ${message.seq}`);
    }
    this.#lastSeq = message.seq;
    if (message.type === "do") return [message.action];
    this.#ahead = message.now - this.#options.now();
    try {
      this.#data.take(message.part);
    } catch (error) {
      return this.#fallOutOfStep(`part ${message.seq}: ${messageOf(error)}`);
    }
    return [];
  }

  #fallOutOfStep(reason: string): readonly [] {
    this.#isInStep = false;
    this.#options.post({ type: "resync", reason });
    return [];
  }
}

function isHostMessage(data: unknown): data is TimelineHostMessage {
  if (typeof data !== "object" || data === null || !("type" in data) || !("seq" in data)) return false;
  return typeof data.seq === "number" && (data.type === "snapshot" || data.type === "patch" || data.type === "do");
}
