import type { Limits } from "../base/limits.ts";
import type { Logger } from "../base/logger.ts";
import type { LogEntry, OwnEntry } from "../dialects/logEntry.ts";
import type { SessionId } from "../session/ids.ts";
import type { SignInRequired } from "./calls/callErrors.ts";
import type { TimeLimits } from "./calls/timeLimits.ts";
import type { Clock } from "./clock.ts";
import type { AgentHost, AgentLaunch } from "./process/launch.ts";
import type { RequestHandlers } from "./requests/agentRequests.ts";

/** Whoever keeps what crosses a connection. Both are synchronous and must not throw. */
export interface LineRecorder {
  /** `line` is `{"t":…,"dir":…,"frame":…}` in UTF-8; its bytes hold only during the call. */
  frame(entry: Extract<LogEntry, { type: "frame" }>, line: Uint8Array): void;
  /** Something of ours that crossed no pipe. */
  own(entry: OwnEntry): void;
  /** The connection ended; `t` is ms since it began. */
  closed(t: number, reason: string): void;
}

/** What a connection is built from. */
export interface ConnectionOptions {
  readonly launch: AgentLaunch;
  readonly host: AgentHost;
  readonly log: Logger;
  /** What holds until the connection ends; the usual ones when absent. */
  readonly limits?: Limits;
  /** Throws a PersonError when `method` must not be called on this session; asked before anything is sent. */
  readonly checkCall: (method: string, sessionId: SessionId) => void;
  /** Answers requests of the agent, beside those that the person answers. */
  readonly handlers?: RequestHandlers;
  /**
   * Lets the person sign in after the agent refused a request because of that. True = sign in was done: the request is
   * sent once more, and not again. When absent or false, or when it rejects, the request fails.
   */
  readonly signIn?: (refusal: SignInRequired) => Promise<boolean>;
  /** Gets the line of each frame as the ring keeps it (`Traffic.add`), after the listeners of the log; and the end. */
  readonly record?: LineRecorder;
  readonly clock?: Clock;
  readonly timeLimits?: TimeLimits;
  /** How long an agent that starts may print other things than frames, in ms. */
  readonly noiseLimit?: number;
}
