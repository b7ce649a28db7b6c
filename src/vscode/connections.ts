import type { Agent } from "../acp/agent.ts";
import type { AgentDefinition } from "../agents/agentDefinition.ts";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import { lazily } from "../base/lazily.ts";
import type { Attachment } from "../session/attachment.ts";
import type { SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import type { Session } from "../session/session.ts";
import {
  findSession,
  type Hub,
  type HubChange,
  type LiveConnection,
  type QueuedPrompt,
  type SessionOffers,
  sessionKey,
} from "../views/hub.ts";

/** Stands between an agent's id and a number in the key of a connection, when one agent has several. */
const numberMark = "@";

/** One running agent, or one that ran, as the surfaces see it. */
export class AgentConnection implements LiveConnection {
  readonly key: string;
  readonly definition: AgentDefinition;
  readonly agent: Agent;
  readonly isReplay = false;

  constructor(key: string, definition: AgentDefinition, agent: Agent) {
    this.key = key;
    this.definition = definition;
    this.agent = agent;
  }

  get agentLabel(): string {
    return this.definition.label;
  }

  get model(): SessionModel {
    return this.agent.model;
  }

  get startedAtEpoch(): number {
    return this.agent.startedAtEpoch;
  }

  get takesImages(): boolean {
    return this.agent.offers.prompt.image;
  }

  get offers(): SessionOffers {
    return this.agent.offers;
  }

  queued(sessionId: SessionId): readonly QueuedPrompt[] {
    const waiting = this.agent.queuedPrompts(sessionId);
    return waiting.map(({ id, text, attachments, isHeld }) => ({
      id,
      text,
      attachmentCount: attachments.length,
      isHeld: isHeld || undefined,
    }));
  }

  attached(sessionId: SessionId): readonly Attachment[] {
    return this.agent.attachments.of(sessionId);
  }
}

/** All connections of the window: running agents, agents that ended and are still read, and replayed traffic. */
export class Connections implements Hub, Disposable {
  readonly #open: { readonly connection: LiveConnection; readonly lifetime: DisposableStore }[] = [];
  readonly #onDidChange = new Emitter<HubChange>();

  readonly onDidChange: Event<HubChange> = this.#onDidChange.event;
  /** Has what attends to connections loaded. To be awaited before one is added, so that nothing of it is missed. */
  readonly attended: () => Promise<void>;

  constructor(attend = async (): Promise<void> => undefined) {
    this.attended = lazily(attend);
  }

  get connections(): readonly LiveConnection[] {
    return this.#open.map(({ connection }) => connection);
  }

  /** Those with an agent behind them, alive or not. */
  get agentConnections(): readonly AgentConnection[] {
    return this.connections.filter((connection) => connection instanceof AgentConnection);
  }

  /** `base`, with a number behind it when that key is taken. */
  freeKey(base: string): string {
    const taken = new Set(this.connections.map(({ key }) => key));
    for (let number = 1; ; number++) {
      const key = number === 1 ? base : `${base}${numberMark}${number}`;
      if (!taken.has(key)) return key;
    }
  }

  /** Shows a connection on all surfaces. */
  add(connection: LiveConnection): void {
    const lifetime = new DisposableStore();
    lifetime.add(connection.model.onDidChange((change) => this.#onDidChange.fire({ type: "modelChanged", connection, change })));
    if (connection instanceof AgentConnection) {
      lifetime.add(connection.agent.onDidChangeQueue(() => this.#onDidChange.fire({ type: "connectionChanged", connection })));
      lifetime.add(connection.agent.attachments.onDidChange(() => this.#onDidChange.fire({ type: "connectionChanged", connection })));
    }
    this.#open.push({ connection, lifetime });
    this.#onDidChange.fire({ type: "connectionAdded", connection });
  }

  /** Takes a connection off all surfaces. */
  remove(key: string): void {
    const at = this.#open.findIndex(({ connection }) => connection.key === key);
    const [removed] = at < 0 ? [] : this.#open.splice(at, 1);
    removed?.lifetime.dispose();
    if (removed) this.#onDidChange.fire({ type: "connectionRemoved", key });
  }

  dispose(): void {
    for (const { lifetime } of this.#open.splice(0)) lifetime.dispose();
    this.#onDidChange.dispose();
  }
}

/** The key of a session without the number of its agent's connection: the same over reloads and restarts. */
export function plainKey(key: string): string {
  const slash = key.indexOf("/");
  return `${key.slice(0, slash).split(numberMark, 1)[0]}${key.slice(slash)}`;
}

/**
 * The session that a remembered key means. Keys are remembered over a reload or a restart, after which the same agent
 * may stand under a key with another number, or none.
 */
export function resolveKey(
  hub: Hub,
  key: string,
): { readonly key: string; readonly connection: LiveConnection; readonly session: Session } | undefined {
  const exact = findSession(hub, key);
  if (exact) return { key, ...exact };
  const plain = plainKey(key);
  const slash = plain.indexOf("/");
  const agentId = plain.slice(0, slash);
  const sessionId = plain.slice(slash + 1) as SessionId;
  for (const connection of hub.connections.toReversed()) {
    const session = connection.key.split(numberMark, 1)[0] === agentId ? connection.model.get(sessionId) : undefined;
    if (session) return { key: sessionKey(connection.key, sessionId), connection, session };
  }
  return undefined;
}
