import { AccessRefused } from "../../acp/remote/accessRefused.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import type { Timer } from "../../base/timer.ts";
import type { AgentConnection, Connections } from "../connections.ts";

/** How long after each failed try the next one comes, in seconds; the last one is for all that follow. */
const pauses = [1, 2, 4, 8, 16, 32, 60] as const;

/** What reaching for agents again needs; `reach` is one try. */
export interface ReconnectorOptions {
  readonly connections: Connections;
  /** Reaches for the agent of a lost connection again, and brings its sessions back. */
  readonly reach: (connection: AgentConnection, signal: AbortSignal) => Promise<unknown>;
  readonly timer: Timer;
  readonly log: Logger;
}

/** What is known of one lost connection. */
interface Lost {
  readonly connection: AgentConnection;
  tries: number;
  timer: Disposable | undefined;
  trying: { readonly stop: AbortController; readonly over: Promise<void> } | undefined;
}

/**
 * Reaches for agents on servers again whose connection was lost: after a second, then less and less often, until it
 * works or what is shown of the connection is removed. A server that refuses our key is left alone until the person asks
 * for another try. Each step is told in the model, so that it is seen.
 */
export class Reconnector implements Disposable {
  readonly #options: ReconnectorOptions;
  readonly #lifetime = new DisposableStore();
  readonly #lost = new Map<AgentConnection, Lost>();

  constructor(options: ReconnectorOptions) {
    this.#options = options;
    this.#lifetime.add(
      options.connections.onDidChange((change) => {
        if (change.type === "connectionRemoved") this.#forget(change.key);
      }),
    );
  }

  /** The connections that are tried again, or can be, the longest lost first. */
  get lost(): readonly AgentConnection[] {
    return [...this.#lost.keys()];
  }

  /** To be told of a connection that ended although nobody asked it to. */
  begin(connection: AgentConnection): void {
    if (this.#lost.has(connection)) return;
    const lost: Lost = { connection, tries: 0, timer: undefined, trying: undefined };
    this.#lost.set(connection, lost);
    if (connection.agent.isRefused) this.#leave(lost, connection.model.connectionLostReason ?? "");
    else this.#wait(lost);
  }

  /** Tries it now. Resolves when that is over; it worked when the connection is not among the `lost` any more. */
  async now(connection: AgentConnection): Promise<void> {
    const lost = this.#lost.get(connection);
    if (!lost) return;
    lost.timer?.dispose();
    if (!lost.trying) {
      const stop = new AbortController();
      lost.trying = { stop, over: this.#try(lost, stop.signal) };
    }
    await lost.trying.over;
  }

  dispose(): void {
    for (const lost of this.#lost.values()) this.#stop(lost);
    this.#lifetime.dispose();
  }

  #wait(lost: Lost): void {
    const { agent } = lost.connection;
    const seconds = pauses[Math.min(lost.tries, pauses.length - 1)] ?? 60;
    agent.note({ type: "reconnectPlanned", plan: { type: "waiting", seconds } });
    lost.timer = this.#options.timer.after(seconds * 1000, () => void this.now(lost.connection));
  }

  #leave({ connection }: Lost, because: string): void {
    connection.agent.note({ type: "reconnectPlanned", plan: { type: "refused", because } });
  }

  async #try(lost: Lost, signal: AbortSignal): Promise<void> {
    const { connection } = lost;
    connection.agent.note({ type: "reconnectPlanned", plan: { type: "trying" } });
    try {
      await this.#options.reach(connection, signal);
      this.#lost.delete(connection);
      connection.agent.note({ type: "reconnectPlanned", plan: { type: "none" } });
    } catch (error) {
      this.#options.log.info(`${connection.agentLabel} was not reached: ${messageOf(error)}`);
      lost.tries += 1;
      lost.trying = undefined;
      if (!this.#lost.has(connection)) return;
      if (error instanceof AccessRefused) this.#leave(lost, error.message);
      else this.#wait(lost);
    }
  }

  /** A connection that goes while it is tried again has been replaced by its successor. */
  #forget(key: string): void {
    for (const lost of this.#lost.values()) if (lost.connection.key === key && !lost.trying) this.#stop(lost);
  }

  #stop(lost: Lost): void {
    this.#lost.delete(lost.connection);
    lost.timer?.dispose();
    lost.trying?.stop.abort();
  }
}
