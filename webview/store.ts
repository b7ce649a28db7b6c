import type { Disposable } from "../src/base/disposables.ts";
import { Emitter, type Event } from "../src/base/emitter.ts";
import { messageOf } from "../src/base/personError.ts";
import type { Timer } from "../src/base/timer.ts";
import { applyPatch } from "../src/shared/applyPatch.ts";
import type { HostMessage, WebviewAction, WebviewMessage } from "../src/shared/protocol.ts";
import type { TranscriptState } from "../src/shared/transcriptState.ts";

/** How long to wait for a snapshot before the reader is told, in ms. */
const patience = 10_000;

/** `waiting`: nothing to draw yet; `live`: in step with the host; `silent`: the host did not answer in time. */
export type Phase = "waiting" | "live" | "silent";

/** What the store needs of its page. */
export interface StoreOptions {
  post(message: WebviewMessage): void;
  /** The cards that are open from an earlier life of this surface. */
  openCards(): readonly string[];
  readonly timer: Timer;
  /** Runs something with the next animation frame. */
  onFrame(run: () => void): void;
}

/** What one animation frame brought. */
export interface Frame {
  /** Set when the state began anew; holds the reader's choices as the host has them. */
  readonly folds?: { readonly [sessionId: string]: boolean };
  readonly actions: readonly WebviewAction[];
}

const blank: TranscriptState = {
  sessionId: null,
  emptyText: "",
  busyText: "",
  sessions: {},
  cards: {},
  windows: {},
  terminals: {},
  requests: [],
  composer: null,
  foldDefault: "collapsed",
  breadcrumb: [],
  siblings: null,
};

/**
 * Keeps the host's state: takes its numbered messages, applies those of one animation frame together, acknowledges each
 * when it is drawn, and asks for a snapshot when one is missing.
 */
export class TranscriptStore {
  readonly #options: StoreOptions;
  readonly #frames = new Emitter<Frame>();
  #state = blank;
  #phase: Phase = "waiting";
  #inbox: HostMessage[] = [];
  #lastSeq = 0;
  #isInStep = false;
  #wait: Disposable | undefined;

  /** Fires once for each animation frame that changed something. */
  readonly onDidChange: Event<Frame> = this.#frames.event;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get state(): TranscriptState {
    return this.#state;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Says *ready*, also again after a silence. */
  start(): void {
    this.#phase = "waiting";
    this.#awaitSnapshot();
    this.#options.post({ type: "ready", open: this.#options.openCards() });
    this.#frames.fire({ actions: [] });
  }

  /** Takes what the window received; anything that is not a message of the host is left alone. */
  receive(data: unknown): void {
    if (!isHostMessage(data)) return;
    this.#inbox.push(data);
    if (this.#inbox.length === 1) this.#options.onFrame(() => this.#drawInbox());
  }

  #drawInbox(): void {
    const messages = this.#inbox;
    this.#inbox = [];
    let frame: Frame | undefined;
    for (const message of messages) {
      const taken = this.#take(message);
      if (taken) frame = { folds: taken.folds ?? frame?.folds, actions: [...(frame?.actions ?? []), ...taken.actions] };
    }
    if (frame) this.#frames.fire(frame);
    for (const { seq } of messages) this.#options.post({ type: "ack", seq });
  }

  #take(message: HostMessage): Frame | undefined {
    if (message.type === "snapshot") {
      this.#lastSeq = message.seq;
      this.#isInStep = true;
      this.#wait?.dispose();
      this.#phase = "live";
      this.#state = message.state;
      return { folds: message.folds, actions: [] };
    }
    // Until the snapshot that was asked for arrives, patches belong to a state that is not here; one sent twice was drawn.
    if (!this.#isInStep || message.seq <= this.#lastSeq) return undefined;
    if (message.seq !== this.#lastSeq + 1) return this.#fallOutOfStep(`gap from ${this.#lastSeq} to ${message.seq}`);
    this.#lastSeq = message.seq;
    if (message.type === "do") return { actions: [message.action] };
    try {
      this.#state = applyPatch(this.#state, message.ops);
      return { actions: [] };
    } catch (error) {
      return this.#fallOutOfStep(`patch ${message.seq}: ${messageOf(error)}`);
    }
  }

  #fallOutOfStep(reason: string): undefined {
    this.#isInStep = false;
    this.#awaitSnapshot();
    this.#options.post({ type: "resync", reason });
  }

  #awaitSnapshot(): void {
    this.#wait?.dispose();
    this.#wait = this.#options.timer.after(patience, () => {
      this.#phase = "silent";
      this.#frames.fire({ actions: [] });
    });
  }
}

function isHostMessage(data: unknown): data is HostMessage {
  if (typeof data !== "object" || data === null || !("type" in data) || !("seq" in data)) return false;
  return typeof data.seq === "number" && (data.type === "snapshot" || data.type === "patch" || data.type === "do");
}
