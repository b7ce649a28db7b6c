import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import type { Change, Delta } from "../session/changes.ts";
import type { HostMessage, RequestView, TranscriptState, WebviewAction, WebviewMessage } from "../shared/protocol.ts";
import { TranscriptView } from "./transcriptView.ts";

/** What a webview asks of the host beyond viewing. */
export type HostAction = Exclude<
  WebviewMessage,
  { type: "ready" | "ack" | "resync" | "fold" | "openTool" | "window" | "giveBack" | "find" | "findStep" | "stopFinding" }
>;

/** What a port needs of its surroundings. */
export interface PortOptions {
  post(message: HostMessage): void;
  readonly timer: Timer;
  /** The reader's latest folds for the root above this session (true = open). */
  folds(view: TranscriptView): { readonly [sessionId: string]: boolean };
  /** The reader opened or closed a card of this surface by choice. */
  didFold(view: TranscriptView, sessionId: string, isOpen: boolean): void;
  /** Something that the reader asked for failed: for the log. */
  fault(what: string, error: unknown): void;
}

/** Messages that may be under way without having been acknowledged. */
const inFlightLimit = 2;
/** One frame of a screen: changes of that time go together. */
const frameMs = 16;
/** Making patches takes at most this part of the host's time, however much comes. */
const mostOfTime = 0.1;

type Unnumbered<M extends HostMessage = HostMessage> = M extends HostMessage ? Omit<M, "seq"> : never;

/**
 * The host's end of one webview: its own numbers, acknowledgements, open cards and row windows. A webview gets nothing
 * before it is ready and nothing while it is hidden; then a snapshot, then patches, at most one each 16 ms, gathered
 * for longer while it has not acknowledged the last two, or when patches take long to make.
 */
export class TranscriptPort implements Disposable {
  readonly #options: PortOptions;
  #shown: TranscriptView | TranscriptState;
  #seq = 0;
  #acknowledged = 0;
  #isReady = false;
  #isVisible = true;
  #needsSnapshot = true;
  #isMarked = false;
  #isDisposed = false;
  #actions: WebviewAction[] = [];
  #frame: Disposable | undefined;
  /** How long the last patch was made, in ms. */
  #took = 0;

  constructor(options: PortOptions, shown: TranscriptView | TranscriptState) {
    this.#options = options;
    this.#shown = shown;
  }

  /** The view on the session that is shown; undefined when none is. */
  get view(): TranscriptView | undefined {
    return this.#shown instanceof TranscriptView ? this.#shown : undefined;
  }

  /** Shows another session, or none (`emptyTranscript`). A view belongs to one port only. */
  show(shown: TranscriptView | TranscriptState): void {
    this.view?.finding.stop();
    this.#shown = shown;
    this.#startOver([]);
    this.#mark();
  }

  /** To be called with every change of the model of the shown connection. */
  apply(change: Change): void {
    const { view } = this;
    if (!view) return;
    view.apply(change);
    // The shown session came or went: what the webview has is of no use any more.
    const isOther = (delta: Delta) =>
      (delta.type === "sessionAdded" && delta.session.id === view.sessionId) ||
      (delta.type === "sessionRemoved" && delta.sessionId === view.sessionId);
    if (change.some(isOther)) this.#needsSnapshot = true;
    this.#mark();
  }

  setRequests(requests: readonly RequestView[]): void {
    if (this.#shown instanceof TranscriptView) this.#shown.setRequests(requests);
    else this.#replaceEmpty({ ...this.#shown, requests });
    this.#mark();
  }

  /** Something is under way in this surface; empty = no more. */
  setBusy(text: string): void {
    if (this.#shown instanceof TranscriptView) this.#shown.setBusy(text);
    else this.#replaceEmpty({ ...this.#shown, busyText: text });
    this.#mark();
  }

  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    if (isVisible) this.#mark();
    else this.#await();
  }

  /** To be called after changing the view by its own setters. */
  flushSoon(): void {
    this.#mark();
  }

  /** Has the webview do something on the reader's side, as soon as it is there; what has changed by then goes before it. */
  do(action: WebviewAction): void {
    this.#actions.push(action);
    this.#mark();
  }

  /** Handles what is about viewing; returns what is for the host to do. */
  receive(message: WebviewMessage): HostAction | undefined {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#startOver(message.open);
        this.#flush();
        return undefined;
      case "resync":
        this.#await();
        this.#flush();
        return undefined;
      case "ack":
        if (message.seq > this.#acknowledged && message.seq <= this.#seq) this.#acknowledged = message.seq;
        if (!this.#frame) this.#flush();
        return undefined;
      case "fold":
        this.view?.setOpen(message.sessionId, message.isOpen);
        if (this.view && message.isChoice) this.#options.didFold(this.view, message.sessionId, message.isOpen);
        this.#mark();
        return undefined;
      case "openTool":
        this.view?.setToolOpen(message.sessionId, message.rowId, message.isOpen);
        this.#mark();
        return undefined;
      case "window":
        this.view?.extendWindow(message.sessionId, message.from);
        this.#mark();
        return undefined;
      case "giveBack":
        this.view?.shortenWindow(message.sessionId, message.from);
        this.#mark();
        return undefined;
      case "find":
        this.view?.finding
          .begin(message.asked, message, this.#options.timer, () => this.#mark())
          .catch((error: unknown) => this.#options.fault("The search", error));
        return undefined;
      case "findStep":
        this.view?.finding.step(message.to, message.sessionId, message.rowId);
        this.#mark();
        return undefined;
      case "stopFinding":
        this.view?.finding.stop();
        this.#mark();
        return undefined;
      default:
        return message;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.view?.finding.stop();
    this.#frame?.dispose();
  }

  #folds(): { readonly [sessionId: string]: boolean } {
    return this.view ? this.#options.folds(this.view) : {};
  }

  /** The webview draws from scratch; `open` are cards that it knows to be open, beside the reader's latest folds. */
  #startOver(open: readonly string[]): void {
    const folded = Object.entries(this.#folds());
    this.view?.startOver([...open, ...folded.filter(([, isOpen]) => isOpen).map(([id]) => id)]);
    this.#needsSnapshot = true;
    this.#acknowledged = this.#seq;
  }

  /** Nothing that was sent counts any more: the next message is a snapshot. */
  #await(): void {
    this.#needsSnapshot = true;
    this.#acknowledged = this.#seq;
    if (!this.#isVisible) this.view?.suspend();
  }

  #replaceEmpty(state: TranscriptState): void {
    this.#shown = state;
    this.#needsSnapshot = true;
  }

  #mark(): void {
    this.#isMarked = true;
    if (this.#frame || this.#isDisposed || !this.#canPost) return;
    this.#frame = this.#options.timer.after(Math.max(frameMs, this.#took / mostOfTime), () => {
      this.#frame = undefined;
      this.#flush();
    });
  }

  get #canPost(): boolean {
    return this.#isReady && this.#isVisible && this.#seq - this.#acknowledged < inFlightLimit;
  }

  #flush(): void {
    if (this.#isDisposed || !this.#canPost) return;
    if (this.#needsSnapshot) this.#postSnapshot();
    else if (this.#isMarked) this.#postPatch();
    this.#isMarked = false;
    for (const action of this.#actions.splice(0)) this.#post({ type: "do", action });
  }

  #postSnapshot(): void {
    this.#needsSnapshot = false;
    const state = this.#shown instanceof TranscriptView ? this.#shown.snapshot() : this.#shown;
    this.#post({ type: "snapshot", state, folds: this.#folds() });
  }

  #postPatch(): void {
    const { timer } = this.#options;
    const startedAt = timer.now();
    const ops = this.view?.takeOps() ?? [];
    if (ops.length > 0) this.#post({ type: "patch", ops });
    this.#took = timer.now() - startedAt;
  }

  #post(message: Unnumbered): void {
    this.#options.post({ ...message, seq: ++this.#seq });
  }
}
