import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import type { Attachment } from "../../session/attachment.ts";
import type { SessionId } from "../../session/ids.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import type { RunningAgents } from "../agents/runningAgents.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import type { Log } from "../log.ts";
import type { Teller } from "../teller.ts";
import type { Surfaces } from "../transcripts/surfaces.ts";
import type { WebviewSurface } from "../transcripts/webviewSurface.ts";
import { keptOf, type WorkspaceMemory } from "../workspaceMemory.ts";
import type { MadePrompt } from "./keptPrompts.ts";

/** What was not sent within this time is told together, in ms. */
const gatherFor = 100;

/** What giving prompts back needs. */
export interface UnsentPromptsOptions {
  readonly connections: Connections;
  readonly agents: RunningAgents;
  readonly surfaces: Surfaces;
  readonly memory: WorkspaceMemory;
  readonly teller: Teller;
  readonly log: Log;
  readonly timer: Timer;
}

/**
 * Sees to it that no prompt is lost which waited and was not sent. One that the person took back comes into the composer.
 * After the end of its session, agent or window it is kept until a transcript shows its session, open again, and is held there.
 */
export class UnsentPrompts implements Disposable {
  readonly #options: UnsentPromptsOptions;
  readonly #lifetime = new DisposableStore();
  #returned = 0;
  /** Sessions (`memoryKey`) whose prompts are being brought back. */
  readonly #coming = new Set<string>();

  constructor(options: UnsentPromptsOptions) {
    this.#options = options;
    const { connections, memory, surfaces } = options;
    // What still waited when the window went.
    for (const [key, prompts] of Object.entries(memory.queuedPrompts)) {
      memory.setUnsentPrompts(key, [...(memory.unsentPrompts[key] ?? []), ...prompts]);
      memory.setQueuedPrompts(key, []);
    }
    this.#lifetime.add(connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(surfaces.onDidShow((surface) => this.#offer(surface)));
  }

  /** Puts a prompt that was taken back into the composer of its session; while that is closed, the prompt is kept. */
  giveBack(connection: AgentConnection, sessionId: SessionId, text: string, attachments: readonly Attachment[] = []): void {
    const { agents, memory, surfaces } = this.#options;
    // The pages go with the window; the prompt is remembered as one that waits.
    if (agents.isLeaving) return;
    const session = connection.model.get(sessionId);
    // It was deleted, and what waited for it with it.
    if (!session) return;
    const isOver = session.isClosed || agents.isEnding(connection.agent);
    if (!isOver && (text === "" || surfaces.giveBack(sessionKey(connection.key, sessionId), text))) {
      connection.agent.attachments.add(sessionId, attachments);
      return;
    }
    const key = memoryKey(connection, sessionId);
    memory.setUnsentPrompts(key, [...(memory.unsentPrompts[key] ?? []), { text, ...keptOf(attachments) }]);
    if (isOver) this.#tell();
  }

  /** How many prompts wait for a session, which may be closed. */
  countOf(connection: AgentConnection, sessionId: SessionId): number {
    const kept = this.#options.memory.unsentPrompts[memoryKey(connection, sessionId)] ?? [];
    return connection.agent.queuedPrompts(sessionId).length + kept.length;
  }

  /** Lets go of what waits for a session that was deleted. */
  forget(connection: AgentConnection, sessionId: SessionId): void {
    const { memory } = this.#options;
    const key = memoryKey(connection, sessionId);
    memory.setUnsentPrompts(key, []);
    memory.setQueuedPrompts(key, []);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #hubChanged(change: HubChange): void {
    const { agents, memory } = this.#options;
    if (change.type !== "connectionChanged" || !(change.connection instanceof AgentConnection) || agents.isLeaving) return;
    const { connection } = change;
    for (const { id } of connection.model.roots) {
      const prompts = connection.agent.queuedPrompts(id).map(({ text, attachments }) => ({ text, ...keptOf(attachments) }));
      memory.setQueuedPrompts(memoryKey(connection, id), prompts);
    }
  }

  /** A surface shows another session: what waits for it is held above its composer, each for itself. */
  #offer({ shown }: WebviewSurface): void {
    if (!shown || !(shown.connection instanceof AgentConnection) || shown.session.standing !== "root") return;
    const { connection, session } = shown;
    const { agents } = this.#options;
    if (session.isClosed || agents.isEnding(connection.agent)) return;
    void this.#bringBack(connection, session.id);
  }

  async #bringBack(connection: AgentConnection, sessionId: SessionId): Promise<void> {
    const { agents, memory } = this.#options;
    const key = memoryKey(connection, sessionId);
    if (this.#coming.has(key)) return;
    this.#coming.add(key);
    try {
      for (let [next] = memory.unsentPrompts[key] ?? []; next; [next] = memory.unsentPrompts[key] ?? []) {
        const { madeAgain } = await import("./keptPrompts.ts");
        const made = await madeAgain(connection.agent, next, this.#options);
        // It stays kept until there is somebody to hold it.
        if (agents.isLeaving || agents.isEnding(connection.agent)) return;
        memory.setUnsentPrompts(key, (memory.unsentPrompts[key] ?? []).slice(1));
        if (made.content.length > 0) void this.#hold(connection, sessionId, made);
      }
    } finally {
      this.#coming.delete(key);
    }
  }

  async #hold(connection: AgentConnection, sessionId: SessionId, { content, attachments }: MadePrompt): Promise<void> {
    const { log, teller } = this.#options;
    try {
      const end = await connection.agent.holdPrompt(sessionId, content, attachments);
      if (end.type === "withdrawn") this.giveBack(connection, sessionId, end.prompt.text, end.prompt.attachments);
    } catch (error) {
      // Of an agent that ended the person is told once, where its end is noticed.
      if (connection.agent.isClosed) log.fault("A prompt", error);
      else teller.fail(t("The prompt was not sent"), error);
    }
  }

  /** Says that prompts were not sent because their session or agent ended. */
  #tell(): void {
    this.#returned++;
    if (this.#returned === 1) this.#lifetime.add(this.#options.timer.after(gatherFor, () => this.#tellAll()));
  }

  #tellAll(): void {
    const count = this.#returned;
    this.#returned = 0;
    this.#options.teller.say(
      count === 1
        ? t("A prompt that waited was not sent. It comes back when its session is open again.")
        : t("{0} prompts that waited were not sent. They come back when their session is open again.", count),
    );
  }
}

/** The same before and after a restart. */
function memoryKey({ definition }: AgentConnection, sessionId: SessionId): string {
  return sessionKey(definition.id, sessionId);
}
