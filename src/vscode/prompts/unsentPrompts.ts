import type { Agent } from "../../acp/agent.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import type { Attachment } from "../../session/attachment.ts";
import type { SessionId } from "../../session/ids.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import type { RunningAgents } from "../agents/runningAgents.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import type { Teller } from "../teller.ts";
import type { Surfaces } from "../transcripts/surfaces.ts";
import type { WebviewSurface } from "../transcripts/webviewSurface.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";

/** What comes back within this time is told together, in ms. */
const gatherFor = 100;

/** What giving prompts back needs. */
export interface UnsentPromptsOptions {
  readonly connections: Connections;
  readonly agents: RunningAgents;
  readonly surfaces: Surfaces;
  readonly memory: WorkspaceMemory;
  readonly teller: Teller;
  readonly timer: Timer;
}

/**
 * Sees to it that no prompt is lost which waited and was not sent: it comes back into the composer, also after the end
 * of its agent or of the window. What no transcript can take now is kept until one shows its session.
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
    const { memory, surfaces } = this.#options;
    if (surfaces.giveBack(sessionKey(connection.key, sessionId), text)) this.#tell(connection.agent);
    else
      memory.setUnsentPrompts(memoryKey(connection, sessionId), [...(memory.unsentPrompts[memoryKey(connection, sessionId)] ?? []), text]);
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

  /** A surface shows another session: what waits for it comes into its composer. */
  #offer(surface: WebviewSurface): void {
    const { shown } = surface;
    if (!shown || !(shown.connection instanceof AgentConnection) || shown.session.standing !== "root") return;
    const { memory } = this.#options;
    const key = memoryKey(shown.connection, shown.session.id);
    const texts = memory.unsentPrompts[key];
    if (!texts) return;
    memory.setUnsentPrompts(key, []);
    for (const text of texts) {
      surface.do({ do: "focusComposer", text });
      this.#tell(undefined);
    }
  }

  /** Says that prompts came back, unless the person took them back: then the agent runs on. */
  #tell(agent: Agent | undefined): void {
    const { agents, timer } = this.#options;
    if (agent && !agents.isEnding(agent)) return;
    this.#returned++;
    if (this.#returned === 1) this.#lifetime.add(timer.after(gatherFor, () => this.#tellAll()));
  }

  #tellAll(): void {
    const count = this.#returned;
    this.#returned = 0;
    this.#options.teller.say(
      count === 1
        ? t("A prompt that waited was not sent. It is back in the composer.")
        : t("{0} prompts that waited were not sent. They are back in the composer.", count),
    );
  }
}

/** The same before and after a restart. */
function memoryKey({ definition }: AgentConnection, sessionId: SessionId): string {
  return sessionKey(definition.id, sessionId);
}
