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
import type { WorkspaceMemory } from "../workspaceMemory.ts";

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
 * After the end of its agent or of the window it is kept until a transcript shows its session, open again, and is held there.
 */
export class UnsentPrompts implements Disposable {
  readonly #options: UnsentPromptsOptions;
  readonly #lifetime = new DisposableStore();
  #returned = 0;

  constructor(options: UnsentPromptsOptions) {
    this.#options = options;
    const { connections, memory, surfaces } = options;
    // What still waited when the window went.
    for (const [key, texts] of Object.entries(memory.queuedPrompts)) {
      memory.setUnsentPrompts(key, [...(memory.unsentPrompts[key] ?? []), ...texts]);
      memory.setQueuedPrompts(key, []);
    }
    this.#lifetime.add(connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(surfaces.onDidShow((surface) => this.#offer(surface)));
  }

  /** Puts a prompt that was taken back into the composer of its session. */
  giveBack(connection: AgentConnection, sessionId: SessionId, text: string, attachments: readonly Attachment[] = []): void {
    const { agents } = this.#options;
    // The pages go with the window; the prompt is remembered as one that waits.
    if (agents.isLeaving) return;
    if (text !== "") this.#giveText(connection, sessionId, text);
    connection.agent.attachments.add(sessionId, attachments);
  }

  #giveText(connection: AgentConnection, sessionId: SessionId, text: string): void {
    const { agents, memory, surfaces } = this.#options;
    const isEnding = agents.isEnding(connection.agent);
    if (!isEnding && surfaces.giveBack(sessionKey(connection.key, sessionId), text)) return;
    const key = memoryKey(connection, sessionId);
    memory.setUnsentPrompts(key, [...(memory.unsentPrompts[key] ?? []), text]);
    if (isEnding) this.#tell();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #hubChanged(change: HubChange): void {
    const { agents, memory } = this.#options;
    if (change.type !== "connectionChanged" || !(change.connection instanceof AgentConnection) || agents.isLeaving) return;
    const { connection } = change;
    for (const { id } of connection.model.roots) {
      const texts = connection.queued(id).map(({ text }) => text);
      memory.setQueuedPrompts(memoryKey(connection, id), texts);
    }
  }

  /** A surface shows another session: what waits for it is held above its composer, each for itself. */
  #offer({ shown }: WebviewSurface): void {
    if (!shown || !(shown.connection instanceof AgentConnection) || shown.session.standing !== "root") return;
    const { connection, session } = shown;
    const { agents, memory } = this.#options;
    if (session.isClosed || agents.isEnding(connection.agent)) return;
    const key = memoryKey(connection, session.id);
    const texts = memory.unsentPrompts[key];
    if (!texts) return;
    memory.setUnsentPrompts(key, []);
    // One of attachments alone has no words; these come back by themselves.
    for (const text of texts.filter((each) => each !== "")) void this.#hold(connection, session.id, text);
  }

  async #hold(connection: AgentConnection, sessionId: SessionId, text: string): Promise<void> {
    const { log, teller } = this.#options;
    try {
      const end = await connection.agent.holdPrompt(sessionId, text);
      if (end.type === "withdrawn") this.giveBack(connection, sessionId, end.prompt.text);
    } catch (error) {
      // Of an agent that ended the person is told once, where its end is noticed.
      if (connection.agent.isClosed) log.fault("A prompt", error);
      else teller.fail(t("The prompt was not sent"), error);
    }
  }

  /** Says that prompts were not sent because their agent ended. */
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
