import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { StoredSession } from "../../journal/library.ts";
import { sessionKey } from "../../views/hub.ts";
import { AgentConnection, type Connections, resolveKey } from "../connections.ts";
import type { Progress } from "../progress.ts";
import type { Journals } from "./journals.ts";
import { type StoredBecause, StoredConnection } from "./storedConnection.ts";

/** What showing kept sessions needs. */
export interface HistoryOptions {
  readonly connections: Connections;
  readonly progress: Progress;
  /** Loaded when it is needed for the first time. */
  readonly journals: () => Promise<Journals>;
}

/** Shows sessions that were kept, in tree and transcripts, where their agent cannot bring them back. */
export class History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Shows what was kept of a session, as it is now, and returns its key; undefined when nothing was, or its agent has it. */
  async show(agentId: string, sessionId: string, why: StoredBecause): Promise<string | undefined> {
    const { journals, connections } = this.#options;
    const key = sessionKey(agentId, sessionId as never);
    const isAgents = resolveKey(connections, key)?.connection instanceof AgentConnection;
    const stored = isAgents ? undefined : await (await journals()).find(agentId, sessionId);
    return stored && this.showStored(stored, why);
  }

  async showStored(stored: StoredSession, why: StoredBecause): Promise<string> {
    const { journals, connections, progress } = this.#options;
    const { sessionId, title } = stored;
    const room = await journals();
    await connections.attended();
    const connection = await progress.run(t("Reading “{0}” from history…", plainLabel(title || sessionId)), (signal) =>
      room.open(stored, () => this.#freeKey(stored), why, signal),
    );
    connections.add(connection);
    return sessionKey(connection.key, connection.rootId);
  }

  /** The stored transcript of a session, while it is shown. */
  find(agentId: string, sessionId: string): StoredConnection | undefined {
    return this.#options.connections.connections.find(
      (connection): connection is StoredConnection =>
        connection instanceof StoredConnection && connection.stored.agentId === agentId && connection.stored.sessionId === sessionId,
    );
  }

  #freeKey({ agentId, sessionId }: StoredSession): string {
    this.hide(agentId, sessionId);
    return this.#options.connections.freeKey(agentId);
  }

  /** Takes a stored transcript off again: its agent has the session back. */
  hide(agentId: string, sessionId: string): void {
    const shown = this.find(agentId, sessionId);
    if (shown) this.#options.connections.remove(shown.key);
  }
}
