import type { Disposable } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import type { Change } from "../session/changes.ts";
import type { FoldDefault, HostMessage, RequestView, WebviewAction, WebviewMessage } from "../shared/protocol.ts";
import type { TranscriptView } from "./transcriptView.ts";

/** What a webview asks of the host beyond viewing. */
export type HostAction = Exclude<WebviewMessage, { type: "ready" | "ack" | "resync" | "fold" | "openTool" | "window" }>;

/** What a port needs of its surroundings. */
export interface PortOptions {
  post(message: HostMessage): void;
  readonly timer: Timer;
  /** The reader's latest folds for the root above this session (true = open). */
  folds(view: TranscriptView): { readonly [sessionId: string]: boolean };
  /** The reader opened or closed a card of this surface. */
  didFold(view: TranscriptView, sessionId: string, isOpen: boolean): void;
}

/** What a surface without a session shows. */
export interface EmptySurface {
  readonly emptyText: string;
  readonly foldDefault: FoldDefault;
}

/** The host's end of one webview. */
export class TranscriptPort implements Disposable {
  constructor(_options: PortOptions) {}

  get view(): TranscriptView | undefined {
    return undefined;
  }

  /** Shows another session (a view belongs to one port only), or none. */
  show(_view: TranscriptView | EmptySurface): void {}

  /** To be called with every change of the shown connection's model. */
  apply(_change: Change): void {}

  setRequests(_requests: readonly RequestView[]): void {}
  setBusy(_text: string): void {}
  setVisible(_isVisible: boolean): void {}

  /** Call after changing the view by its own setters. */
  flushSoon(): void {}

  /** Has the webview do something on the reader's side, as soon as it is there. */
  do(_action: WebviewAction): void {}

  /** Handles what is about viewing; returns what is for the host to do. */
  receive(_message: WebviewMessage): HostAction | undefined {
    return undefined;
  }

  dispose(): void {}
}
