import type { Disposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Logger } from "../base/logger.ts";
import type { LogEntry } from "../dialects/logEntry.ts";
import type { SessionId } from "../session/ids.ts";
import type { AgentHost, AgentLaunch } from "./launch.ts";

/** The answer to a permission request (schema `RequestPermissionOutcome`). */
export type PermissionOutcome = { readonly outcome: "cancelled" } | { readonly outcome: "selected"; readonly optionId: string };

/** What an agent offers beside `session/new` and `session/prompt`, as `initialize` was answered. */
export interface AgentOffers {
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly close: boolean;
}

/** One session of `session/list` (schema `SessionInfo`). */
export interface ListedSession {
  readonly sessionId: SessionId;
  readonly cwd?: string;
  readonly title?: string;
  /** ISO 8601, as sent. */
  readonly updatedAt?: string;
}

export interface ConnectionOptions {
  readonly launch: AgentLaunch;
  readonly host: AgentHost;
  readonly log: Logger;
  /** Throws a PersonError when `method` must not be called on this session; asked before anything is sent. */
  readonly checkCall: (method: string, sessionId: SessionId) => void;
}

/** One agent connection: its process, the wire, and the requests that a client may make. */
export class Connection implements Disposable {
  readonly #onDidLog = new Emitter<LogEntry>();

  /** The ordered log: every frame of both directions, noise, and at last `closed`, exactly once. Synchronous. */
  readonly onDidLog: Event<LogEntry> = this.#onDidLog.event;

  constructor(_options: ConnectionOptions) {
    throw new Error("not built yet");
  }

  dispose(): void {
    this.#onDidLog.dispose();
  }
}
