import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { Logger } from "../../base/logger.ts";
import type { SessionId } from "../../session/ids.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import type { RunningAgents } from "../agents/runningAgents.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import type { Teller } from "../teller.ts";
import type { Surfaces } from "../transcripts/surfaces.ts";
import type { WebviewSurface } from "../transcripts/webviewSurface.ts";
import { keptOf, type WorkspaceMemory } from "../workspaceMemory.ts";
import { attachedAgain, goneWords } from "./keptAttachments.ts";

/** What keeping attachments needs. */
export interface AttachmentKeeperOptions {
  readonly connections: Connections;
  readonly agents: RunningAgents;
  readonly surfaces: Surfaces;
  readonly memory: WorkspaceMemory;
  readonly teller: Teller;
  readonly log: Logger;
}

/** Keeps what is attached to the prompt that is being written, by reference, over a reload or the end of an agent. */
export class AttachmentKeeper implements Disposable {
  readonly #options: AttachmentKeeperOptions;
  readonly #lifetime = new DisposableStore();
  /** Sessions that were looked after since their agent runs. */
  readonly #restored = new WeakMap<AgentConnection, Set<SessionId>>();

  constructor(options: AttachmentKeeperOptions) {
    this.#options = options;
    this.#lifetime.add(options.connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(options.surfaces.onDidShow((surface) => this.#didShow(surface)));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #hubChanged(change: HubChange): void {
    const { agents } = this.#options;
    // What the window takes with it stays kept as it was.
    if (change.type !== "connectionChanged" || !(change.connection instanceof AgentConnection) || agents.isLeaving) return;
    for (const { id } of change.connection.model.roots) this.#remember(change.connection, id);
  }

  #remember(connection: AgentConnection, id: SessionId): void {
    // What an earlier life left is still to be brought back.
    if (!this.#restored.get(connection)?.has(id)) return;
    this.#options.memory.setAttachments(memoryKey(connection, id), keptOf(connection.agent.attachments.of(id)));
  }

  #didShow({ shown }: WebviewSurface): void {
    if (!shown || !(shown.connection instanceof AgentConnection) || shown.session.standing !== "root") return;
    const { connection, session } = shown;
    if (connection.agent.isClosed) return;
    const restored = this.#restored.get(connection) ?? new Set();
    this.#restored.set(connection, restored);
    if (restored.has(session.id)) return;
    restored.add(session.id);
    void this.#bringBack(connection, session.id);
  }

  async #bringBack(connection: AgentConnection, sessionId: SessionId): Promise<void> {
    const { log, memory, teller } = this.#options;
    const { agent } = connection;
    const kept = memory.attachmentsOf(memoryKey(connection, sessionId));
    const { found, gone } = await attachedAgain(kept, agent.offers.prompt.image, log);
    agent.attachments.add(sessionId, found);
    this.#remember(connection, sessionId);
    if (gone.length > 0) teller.say(goneWords(gone));
  }
}

/** The same before and after a restart. */
function memoryKey({ definition }: AgentConnection, sessionId: SessionId): string {
  return sessionKey(definition.id, sessionId);
}
