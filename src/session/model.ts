import type { Event } from "../base/emitter.ts";
import type { Change, Diagnostic } from "./changes.ts";
import type { AgentInfo, ReconnectPlan } from "./events.ts";
import type { RequestId, SessionId, TerminalId } from "./ids.ts";
import type { OpenRequest } from "./requests.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminals.ts";

/** What everyone but the store's owner sees of the store: the truth about one connection, read-only. */
export interface SessionModel {
  readonly agent: AgentInfo;
  /** Roots and detached sessions in the order of first sight. */
  readonly roots: readonly Session[];
  /** Every session, in the order of first sight. */
  readonly sessions: Iterable<Session>;
  readonly sessionCount: number;
  get(id: SessionId | undefined): Session | undefined;
  /** The terminal that was reported last under this id, whatever the session; see `terminalOf`. */
  terminal(id: TerminalId): Terminal | undefined;
  /** Open requests, oldest first. */
  readonly openRequests: readonly OpenRequest[];
  getRequest(id: RequestId): OpenRequest | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly isConnectionLost: boolean;
  /** Why the connection ended, when it did. */
  readonly connectionLostReason?: string;
  /** The agent wants the person to sign in before it goes on. */
  readonly needsSignIn: boolean;
  /** After the end: what we do to reach the agent again. */
  readonly reconnectPlan: ReconnectPlan;
  /** Fired synchronously after each event that changed something. */
  readonly onDidChange: Event<Change>;
}
