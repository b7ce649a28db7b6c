import type { Disposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Logger } from "../base/logger.ts";
import type { LogEntry } from "../dialects/logEntry.ts";
import type { ContentBlock } from "../session/content.ts";
import type { RequestId, SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import type { AgentOffers, ListedSession } from "./connection.ts";
import type { AgentHost, AgentLaunch } from "./launch.ts";
import type { Traffic } from "./traffic.ts";

export interface AgentOptions {
  readonly launch: AgentLaunch;
  readonly host: AgentHost;
  readonly log: Logger;
}

/** A prompt that waits until the running one of its session is answered. */
export interface QueuedPrompt {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly content: readonly ContentBlock[];
  /** The text of `content`, for showing. */
  readonly text: string;
}

/** How a prompt ended: the agent answered it, or it was taken back before it was sent (its text can go back to the composer). */
export type PromptEnd =
  | { readonly type: "ended"; readonly stopReason: string | undefined }
  | { readonly type: "withdrawn"; readonly prompt: QueuedPrompt };

/**
 * One running agent: a connection whose log is folded into a session model, and what a person can do with it.
 * Every method that talks to the agent rejects with a PersonError when it cannot be done.
 */
export class Agent implements Disposable {
  readonly launch: AgentLaunch;
  readonly #onDidChangeQueue = new Emitter<SessionId>();
  readonly #onDidClose = new Emitter<string>();
  readonly #onDidLog = new Emitter<LogEntry>();

  /** The waiting prompts of this session changed. */
  readonly onDidChangeQueue: Event<SessionId> = this.#onDidChangeQueue.event;
  /** The connection ended, with the reason in words; fired once, after the model was told. */
  readonly onDidClose: Event<string> = this.#onDidClose.event;
  /** Everything that crosses the pipe, after the model took it in. */
  readonly onDidLog: Event<LogEntry> = this.#onDidLog.event;

  constructor(options: AgentOptions) {
    this.launch = options.launch;
  }

  /** What this connection's sessions are; read-only, and told of every change synchronously. */
  get model(): SessionModel {
    throw new Error("not built yet");
  }

  /** Starts the process and initializes the protocol. Rejects with a PersonError, after which the agent is closed. */
  start(): Promise<void> {
    throw new Error("not built yet");
  }

  /** Epoch ms of the connection's start: `startedAtEpoch + t` turns the model's times into epoch ms. */
  get startedAtEpoch(): number {
    throw new Error("not built yet");
  }

  /** What the agent offers; nothing before `start` has resolved. */
  get offers(): AgentOffers {
    throw new Error("not built yet");
  }

  /** True once the connection has ended. */
  get isClosed(): boolean {
    throw new Error("not built yet");
  }

  /** The last 16 KiB that the agent wrote on standard error. */
  get stderrTail(): string {
    throw new Error("not built yet");
  }

  /** The last frames, for saving. */
  get traffic(): Traffic {
    throw new Error("not built yet");
  }

  /** Opens a session in `cwd` (full path) and returns its id; the model has it by then. */
  newSession(_cwd: string): Promise<SessionId> {
    throw new Error("not built yet");
  }

  /** Loads a session with its history. */
  loadSession(_sessionId: SessionId, _cwd: string): Promise<void> {
    throw new Error("not built yet");
  }

  /** Goes on with a session without replaying its history. */
  resumeSession(_sessionId: SessionId, _cwd: string): Promise<void> {
    throw new Error("not built yet");
  }

  /** The sessions that the agent keeps, those of `cwd` only when it is given. */
  listSessions(_cwd?: string): Promise<readonly ListedSession[]> {
    throw new Error("not built yet");
  }

  closeSession(_sessionId: SessionId): Promise<void> {
    throw new Error("not built yet");
  }

  /** Sends a prompt to a root session, or queues it while one is running there. Resolves when its turn has ended. */
  sendPrompt(_sessionId: SessionId, _content: string | readonly ContentBlock[]): Promise<PromptEnd> {
    throw new Error("not built yet");
  }

  /** The prompts that wait for the running one of this session, oldest first. */
  queuedPrompts(_sessionId: SessionId): readonly QueuedPrompt[] {
    throw new Error("not built yet");
  }

  /** Takes a waiting prompt back; false when it is not waiting (any more). */
  withdrawPrompt(_id: string): boolean {
    throw new Error("not built yet");
  }

  /**
   * Cancels what a root or a child is doing. A child only while its `canCancel` is in force. Settles at once the open
   * requests of exactly this session; prompts that wait for this session are withdrawn.
   */
  cancel(_sessionId: SessionId): Promise<void> {
    throw new Error("not built yet");
  }

  /** Answers a permission request; false when it is not open (any more). */
  answer(_requestId: RequestId, _optionId: string): boolean {
    throw new Error("not built yet");
  }

  /** Cancels every session that works and may be cancelled, and settles every open request. */
  stopEverything(): Promise<void> {
    throw new Error("not built yet");
  }

  /** Ends the connection and resolves when no process of it is left (10 s at most). */
  end(): Promise<void> {
    throw new Error("not built yet");
  }

  /** Begins to end the connection: open requests are answered with `cancelled`, then the whole process tree is ended. */
  dispose(): void {
    throw new Error("not built yet");
  }
}
