import type { RequestId, RowId, SessionId } from "./ids.ts";
import type { OpenRequest, RequestOutcome } from "./requests.ts";
import type { Row } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminals.ts";

/** One thing that became different when an event was applied; views and webview patches are made of these. */
export type Delta =
  | { readonly type: "agentChanged" }
  | { readonly type: "sessionAdded"; readonly session: Session }
  /** Anything but its rows: labels, state, step, requests, capabilities, parent, runs. */
  | { readonly type: "sessionChanged"; readonly session: Session }
  | { readonly type: "sessionRemoved"; readonly sessionId: SessionId }
  | { readonly type: "rowAdded"; readonly session: Session; readonly row: Row; readonly index: number }
  /** The row with this id has a new body, perhaps of another kind; its place is the same. */
  | { readonly type: "rowReplaced"; readonly session: Session; readonly row: Row }
  /** `row.text` grew by `added` at its end. */
  | { readonly type: "textAppended"; readonly session: Session; readonly row: Row; readonly added: string }
  | { readonly type: "rowRemoved"; readonly session: Session; readonly rowId: RowId; readonly index: number }
  | { readonly type: "terminalChanged"; readonly session: Session; readonly terminal: Terminal }
  /** The transcript starts over, and its terminals with it (a load of a session already drawn). */
  | { readonly type: "rowsCleared"; readonly session: Session }
  | { readonly type: "requestOpened"; readonly request: OpenRequest }
  | { readonly type: "requestChanged"; readonly request: OpenRequest }
  | {
      readonly type: "requestSettled";
      readonly requestId: RequestId;
      readonly sessionId: SessionId | undefined;
      readonly outcome: RequestOutcome;
    }
  | { readonly type: "diagnosticAdded"; readonly diagnostic: Diagnostic };

/** What one event changed, in order; empty when it changed nothing. */
export type Change = readonly Delta[];

/** Something that was not drawn as a row but must not be lost. */
export interface Diagnostic {
  readonly level: "info" | "warning" | "error";
  readonly message: string;
  readonly sessionId?: SessionId;
  readonly t: number;
}
