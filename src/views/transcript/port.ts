import type { Disposable } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";
import type { Change, Delta } from "../../session/changes.ts";
import type { HostMessage, WebviewAction, WebviewMessage } from "../../shared/protocol.ts";
import type { RequestView } from "../../shared/requestView.ts";
import type { TranscriptState } from "../../shared/transcriptState.ts";
import { NumberedPort, type Unnumbered } from "../numberedPort.ts";
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

/** One frame of a screen: changes of that time go together, in ms. */
const frameMs = 16;

type Content = Unnumbered<Exclude<HostMessage, { type: "do" }>>;

/** The host's end of one transcript: what it shows, its open cards and row windows. */
export class TranscriptPort implements Disposable {
  readonly #options: PortOptions;
  #shown: TranscriptView | TranscriptState;
  readonly #port: NumberedPort<Content, WebviewAction>;

  constructor(options: PortOptions, shown: TranscriptView | TranscriptState) {
    this.#options = options;
    this.#shown = shown;
    this.#port = new NumberedPort<Content, WebviewAction>({
      post: (message) => options.post(message),
      timer: options.timer,
      frameMs,
      content: (isWhole) => (isWhole ? this.#snapshot() : this.#patch()),
    });
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
    this.#port.mark();
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
    if (change.some(isOther)) this.#port.renew();
    this.#port.mark();
  }

  setRequests(requests: readonly RequestView[]): void {
    if (this.#shown instanceof TranscriptView) this.#shown.setRequests(requests);
    else this.#replaceEmpty({ ...this.#shown, requests });
    this.#port.mark();
  }

  /** Something is under way in this surface; empty = no more. */
  setBusy(text: string): void {
    if (this.#shown instanceof TranscriptView) this.#shown.setBusy(text);
    else this.#replaceEmpty({ ...this.#shown, busyText: text });
    this.#port.mark();
  }

  setVisible(isVisible: boolean): void {
    if (this.#port.isVisible === isVisible) return;
    this.#port.setVisible(isVisible);
    if (!isVisible) this.view?.suspend();
  }

  /** To be called after changing the view by its own setters. */
  flushSoon(): void {
    this.#port.mark();
  }

  /** Has the webview do something on the reader's side, as soon as it is there; what has changed by then goes before it. */
  do(action: WebviewAction): void {
    this.#port.do(action);
  }

  /** Handles what is about viewing; returns what is for the host to do. */
  receive(message: WebviewMessage): HostAction | undefined {
    switch (message.type) {
      case "ready":
        this.#startOver(message.open);
        this.#port.ready();
        return undefined;
      case "resync":
        if (!this.#port.isVisible) this.view?.suspend();
        this.#port.resync();
        return undefined;
      case "ack":
        this.#port.acknowledge(message.seq);
        return undefined;
      case "fold":
        this.view?.setOpen(message.sessionId, message.isOpen);
        if (this.view && message.isChoice) this.#options.didFold(this.view, message.sessionId, message.isOpen);
        this.#port.mark();
        return undefined;
      case "openTool":
        this.view?.setToolOpen(message.sessionId, message.rowId, message.isOpen);
        this.#port.mark();
        return undefined;
      case "window":
        this.view?.extendWindow(message.sessionId, message.from);
        this.#port.mark();
        return undefined;
      case "giveBack":
        this.view?.shortenWindow(message.sessionId, message.from);
        this.#port.mark();
        return undefined;
      case "find":
        this.view?.finding
          .begin(message.asked, message, this.#options.timer, () => this.#port.mark())
          .catch((error: unknown) => this.#options.fault("The search", error));
        return undefined;
      case "findStep":
        this.view?.finding.step(message.to, message.sessionId, message.rowId);
        this.#port.mark();
        return undefined;
      case "stopFinding":
        this.view?.finding.stop();
        this.#port.mark();
        return undefined;
      default:
        return message;
    }
  }

  dispose(): void {
    this.view?.finding.stop();
    this.#port.dispose();
  }

  #folds(): { readonly [sessionId: string]: boolean } {
    return this.view ? this.#options.folds(this.view) : {};
  }

  /** The webview draws from scratch; `open` are cards that it knows to be open, beside the reader's latest folds. */
  #startOver(open: readonly string[]): void {
    const folded = Object.entries(this.#folds());
    this.view?.startOver([...open, ...folded.filter(([, isOpen]) => isOpen).map(([id]) => id)]);
    this.#port.startOver();
  }

  #replaceEmpty(state: TranscriptState): void {
    this.#shown = state;
    this.#port.renew();
  }

  #snapshot(): Content {
    const state = this.#shown instanceof TranscriptView ? this.#shown.snapshot() : this.#shown;
    return { type: "snapshot", state, folds: this.#folds() };
  }

  #patch(): Content | undefined {
    const ops = this.view?.takeOps() ?? [];
    return ops.length > 0 ? { type: "patch", ops } : undefined;
  }
}
