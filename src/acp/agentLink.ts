import type { Disposable } from "../base/disposables.ts";
import type { SessionId } from "../session/ids.ts";
import type { AgentOutput } from "./process/endSentences.ts";
import type { FrameListener } from "./traffic/frameReader.ts";

/** Carries JSON-RPC messages both ways between us and one agent. */
export interface FrameChannel {
  /** Resolves when nothing more will be read: all that came is with the listener, or the channel was stopped. */
  readonly ended: Promise<void>;
  /** Begins to read; called once. The listener is called synchronously and in order. */
  read(listener: FrameListener): void;
  /** False when nothing can reach the agent any more. */
  readonly isWritable: boolean;
  /** Writes the JSON text of one message. Resolves when the next one may be written, also when the agent is gone. */
  write(text: string): Promise<void>;
  /** Stops reading and writing; what is still on its way is lost. */
  stop(): void;
}

/** How a link ended, in sentences. */
export interface LinkEnd {
  /** For an agent that was in use. */
  readonly reason: string;
  /** A server refused our key; with the same one it will do so again. */
  readonly isRefused?: boolean;
  /** For an agent that was not initialized yet. */
  notStarted(output: AgentOutput): string;
}

/** What a connection has of its agent, wherever that runs: a process of ours (`AgentProcess`), or a server. */
export interface AgentLink extends Disposable {
  readonly channel: FrameChannel;
  /** The end of what the agent wrote on standard error; empty where there is none. */
  readonly stderrTail: string;
  /** Resolves when the agent is gone or cannot be talked to any more; what it sent before was read. */
  readonly over: Promise<LinkEnd>;
  /** After `dispose`: resolves when nothing of the agent is left on this machine (10 s at most). */
  readonly ended: Promise<void>;
  /** Told of every session once it is known, for links on which each session's frames have to be fetched. */
  follow(sessionId: SessionId): void;
}
