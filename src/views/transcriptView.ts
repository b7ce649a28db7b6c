import type { Change } from "../session/changes.ts";
import type { SessionId } from "../session/ids.ts";
import type { FoldDefault, PatchOp, RequestView, TranscriptState } from "../shared/protocol.ts";
import type { LiveConnection } from "./hub.ts";

/** Settings that every transcript follows. */
export interface TranscriptOptions {
  readonly foldDefault: FoldDefault;
  /** Enter sends and Shift+Enter breaks the line; false swaps them. */
  readonly enterSends: boolean;
}

/** A surface that shows no session. */
export function emptyTranscript(
  emptyText: string,
  busyText: string,
  foldDefault: FoldDefault,
  requests: readonly RequestView[],
): TranscriptState {
  return {
    sessionId: null,
    emptyText,
    busyText,
    sessions: {},
    cards: {},
    windows: {},
    requests,
    composer: null,
    foldDefault,
    breadcrumb: [],
  };
}

/** What one surface shows of one session, as a snapshot and as patches to it. */
export class TranscriptView {
  readonly connection: LiveConnection;
  readonly sessionId: SessionId;

  constructor(connection: LiveConnection, sessionId: SessionId, _options: TranscriptOptions) {
    this.connection = connection;
    this.sessionId = sessionId;
  }

  /** Takes note of what changed in the connection's model. */
  apply(_change: Change): void {}

  /** Everything, as of now; forgets what was collected for a patch. */
  snapshot(): TranscriptState {
    return emptyTranscript("", "", "collapsed", []);
  }

  /** What became different since the last snapshot or call, merged; empty = nothing. */
  takeOps(): PatchOp[] {
    return [];
  }

  setOpen(_sessionId: string, _isOpen: boolean): void {}
  setToolOpen(_sessionId: string, _rowId: string, _isOpen: boolean): void {}
  extendWindow(_sessionId: string, _from: number): void {}
  setRequests(_requests: readonly RequestView[]): void {}
  setBusy(_text: string): void {}
  setOptions(_options: TranscriptOptions): void {}
  /** The queue or the sign-in of the connection changed. */
  refreshComposer(): void {}
}
