import type { Agent } from "../../acp/agent.ts";
import type { AgentHost, AgentLaunch } from "../../acp/process/launch.ts";
import type { AgentDefinition } from "../../agents/agentDefinition.ts";
import type { PreparedAgent } from "../../agents/installedAgents.ts";
import { isCancel } from "../../base/cancel.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { messageOf } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import type { Session } from "../../session/session.ts";
import { labelOf } from "../../views/labels.ts";
import { type BroughtBack, lossesOf, type SessionLoss } from "../../views/lossWords.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import type { Log } from "../log.ts";
import { NotNow } from "../notNow.ts";
import { bringBack } from "../sessions/bringBack.ts";
import type { Journals } from "../sessions/journals.ts";
import type { TrafficChannel } from "../traffic/trafficChannel.ts";

/** An agent that could not be started, until a later start succeeds. */
export interface FailedStart {
  readonly definition: AgentDefinition;
  readonly error: unknown;
}

/** The key of the row that says why an agent did not start. */
export function failureKey(agentId: string): string {
  return `!${agentId}`;
}

/** A process of an agent that is not shown any more, but whose traffic can still be saved. */
export interface GoneAgent {
  readonly definition: AgentDefinition;
  readonly agent: Agent;
}

/** An agent that ended although nobody asked it to. */
export interface UnexpectedEnd {
  readonly connection: AgentConnection;
  readonly reason: string;
}

/** What an agent is started with, and what stands before its start. */
export interface Admitting {
  readonly host: AgentHost;
  /** What an agent's definition means now; rejects with a PersonError when that cannot be started. */
  readonly prepare: (definition: AgentDefinition, signal: AbortSignal) => Promise<PreparedAgent>;
  /** Lets the person sign in to an agent that refused something because of that; true = it is done. */
  readonly signIn: (agent: Agent, definition: AgentDefinition) => Promise<boolean>;
}

/** What starting and ending agents needs. */
export interface RunningAgentsOptions {
  /** Loaded with the first agent. */
  readonly admitting: () => Promise<Admitting>;
  readonly connections: Connections;
  readonly log: Log;
  readonly traffic: TrafficChannel;
  /** False while the person has not said that programs may run in this folder. */
  readonly isTrusted: () => boolean;
  /** Rejects when another window has this session of an agent open. */
  readonly admit?: (agentId: string, sessionId: SessionId) => Promise<void>;
  /** Keeps sessions on disk, and reads them back; without it nothing is kept. */
  readonly journals?: () => Promise<Journals>;
  /** The folder that a program starts in when its entry names none. */
  readonly startFolder: () => string;
  /** The folders of the workspace beside `cwd`, and those in `had`. */
  readonly otherFolders: (cwd: string, had?: readonly string[]) => readonly string[];
}

/** Starts, restarts and ends agents; one process for each entry of the settings. */
export class RunningAgents implements Disposable {
  readonly #options: RunningAgentsOptions;
  readonly #starting = new Map<string, Promise<AgentConnection>>();
  readonly #failed = new Map<string, FailedStart>();
  /** The last process of each agent that is not shown any more: it did not start, or another took its place. */
  readonly #gone = new Map<string, GoneAgent>();
  /** Those whose end is our doing. */
  readonly #ending = new Set<Agent>();
  #isLeaving = false;
  readonly #onDidEnd = new Emitter<UnexpectedEnd>();
  readonly #onDidChangeFailures = new Emitter<void>();
  readonly #onDidLose = new Emitter<BroughtBack>();

  readonly onDidEnd: Event<UnexpectedEnd> = this.#onDidEnd.event;
  readonly onDidChangeFailures: Event<void> = this.#onDidChangeFailures.event;
  /** An agent runs again, and not all of its sessions are as they were; what was shown of them is still there. */
  readonly onDidLose: Event<BroughtBack> = this.#onDidLose.event;

  constructor(options: RunningAgentsOptions) {
    this.#options = options;
  }

  /** True once all agents are ended because the window goes: what was going on is to be remembered as it was. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** True when an agent ended, or was asked to. */
  isEnding(agent: Agent): boolean {
    return agent.isClosed || this.#ending.has(agent);
  }

  get failures(): readonly FailedStart[] {
    return [...this.#failed.values()];
  }

  /** Processes that are not shown any more, one of each agent at most. */
  get gone(): readonly GoneAgent[] {
    return [...this.#gone.values()];
  }

  /** Drops the note with this key (`failureKey`) that an agent did not start; false when there is none. */
  forgetFailure(key: string): boolean {
    const failure = this.failures.find(({ definition }) => failureKey(definition.id) === key);
    if (failure) this.#note(failure.definition.id, undefined);
    return failure !== undefined;
  }

  /** The connection of an agent that runs now. */
  running(agentId: string): AgentConnection | undefined {
    return this.#options.connections.agentConnections.find(({ definition, agent }) => definition.id === agentId && !agent.isClosed);
  }

  /**
   * The connection of this agent, which is started when it does not run. Sessions of an earlier process of it that is
   * still shown are brought back. Rejects with a PersonError.
   */
  async ensure(definition: AgentDefinition, signal: AbortSignal): Promise<AgentConnection> {
    if (!this.#options.isTrusted())
      throw new NotNow(t("No agent is started in this folder before you trust it: “Workspaces: Manage Workspace Trust”."));
    const running = this.running(definition.id) ?? (await this.#starting.get(definition.id));
    if (running) return running;
    const ended = this.#options.connections.agentConnections.findLast((connection) => connection.definition.id === definition.id);
    const starting = this.#start(definition, ended, signal);
    this.#starting.set(definition.id, starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(definition.id);
    }
  }

  /** The same for an agent that was lost: that it is not there yet is said where its end is, so there is no failure to note. */
  async reach(definition: AgentDefinition, signal: AbortSignal): Promise<AgentConnection> {
    try {
      return await this.ensure(definition, signal);
    } catch (error) {
      this.#note(definition.id, undefined);
      throw error;
    }
  }

  /** Ends an agent and starts it again; its open sessions are loaded where the agent can do that. */
  async restart(connection: AgentConnection, signal: AbortSignal): Promise<AgentConnection> {
    await this.disconnect(connection);
    return this.ensure(connection.definition, signal);
  }

  /** Ends an agent. What it did stays to be read. */
  async disconnect({ agent }: AgentConnection): Promise<void> {
    if (agent.isClosed) return;
    this.#ending.add(agent);
    await agent.end();
  }

  /** Ends all because the window goes, and resolves when none is left. */
  async endAll(): Promise<void> {
    this.#isLeaving = true;
    const agents = this.#options.connections.agentConnections;
    await Promise.all(agents.map((connection) => this.disconnect(connection)));
    if (agents.length > 0) await (await this.#options.journals?.())?.flush();
  }

  dispose(): void {
    this.#isLeaving = true;
    for (const { agent } of this.#options.connections.agentConnections) {
      this.#ending.add(agent);
      agent.dispose();
    }
    this.#onDidEnd.dispose();
    this.#onDidChangeFailures.dispose();
    this.#onDidLose.dispose();
  }

  async #start(definition: AgentDefinition, ended: AgentConnection | undefined, signal: AbortSignal): Promise<AgentConnection> {
    try {
      const agent = await this.#launch(definition, signal);
      const broughtBack = ended && (await orEnd(agent, this.#bringBackAll(agent, ended, signal)));
      const isWhole = broughtBack?.resumed.length === 0 && broughtBack.failed.length === 0;
      this.#note(definition.id, undefined);
      const connection = this.#show(definition, agent, isWhole ? ended : undefined);
      if (broughtBack && !isWhole) this.#onDidLose.fire(broughtBack);
      return connection;
    } catch (error) {
      if (!signal.aborted) this.#note(definition.id, { definition, error });
      throw error;
    }
  }

  async #launch(definition: AgentDefinition, signal: AbortSignal): Promise<Agent> {
    const { log, startFolder, admit } = this.#options;
    const { host, prepare, signIn } = await this.#options.admitting();
    await this.#options.connections.attended();
    const { Agent } = await import("../../acp/agent.ts");
    const prepared = await prepare(definition, signal);
    const { label } = definition;
    const journals = await this.#options.journals?.();
    const agent: Agent = new Agent({
      ...journals?.forAgent(definition, () => agent),
      ...(admit && { admit: (id) => admit(definition.id, id) }),
      launch: launchOf(prepared.definition, startFolder),
      host,
      log,
      signIn: (asking) => signIn(asking, definition),
    });
    agent.onDidClose(() => {
      prepared.release().catch((error: unknown) => log.warn(`${label}: ${messageOf(error)}`));
    });
    const giveUp = () => agent.dispose();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await agent.start();
      signal.throwIfAborted();
      return agent;
    } catch (error) {
      agent.dispose();
      this.#gone.set(definition.id, { definition, agent });
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** Has a successor take over the sessions of an ended connection, under their own ids; tells what is lost by that. */
  async #bringBackAll(agent: Agent, ended: AgentConnection, signal: AbortSignal): Promise<BroughtBack> {
    const roots = ended.model.roots.filter(({ standing, isLetGo }) => standing === "root" && !isLetGo);
    const outcomes = await Promise.all(roots.map((root) => this.#bringBackOne(agent, labelOf(ended, root), root, signal)));
    signal.throwIfAborted();
    return { label: ended.agentLabel, ...lossesOf(outcomes) };
  }

  async #bringBackOne(agent: Agent, label: string, root: Session, signal: AbortSignal): Promise<SessionLoss | undefined> {
    const { cwd, id, ownTitle } = root;
    try {
      if (cwd === undefined) throw new NotNow(t("its folder is not known"));
      const additionalDirectories = this.#options.otherFolders(cwd, root.additionalDirectories);
      await bringBack(agent, { sessionId: id, cwd, additionalDirectories, title: ownTitle }, signal);
      const rows = agent.model.get(id)?.rows;
      const first = rows?.idAt(0);
      // What the agent does not tell may be in our own journal, and where nothing was said nothing is missing.
      const isKept = first !== undefined && rows?.get(first)?.isHistory === true;
      const isTold = agent.offers.load || isKept || root.rows.count === 0;
      return isTold ? undefined : { label };
    } catch (error) {
      if (!isCancel(error)) this.#options.log.warn(`${agent.launch.label}: “${label}” was not brought back: ${messageOf(error)}`);
      return { label, error: messageOf(error) };
    }
  }

  /** `replaced`: an earlier connection of the agent, whose place and key the new one takes. */
  #show(definition: AgentDefinition, agent: Agent, replaced: AgentConnection | undefined): AgentConnection {
    const { connections, traffic, log } = this.#options;
    if (replaced) {
      connections.remove(replaced.key);
      this.#gone.set(definition.id, replaced);
    }
    const connection = new AgentConnection(replaced?.key ?? connections.freeKey(definition.id), definition, agent);
    const lifetime = new DisposableStore();
    lifetime.add(agent.onDidLog((entry) => traffic.add(connection, entry)));
    lifetime.add(
      agent.onDidClose((reason) => {
        lifetime.dispose();
        log.info(`${definition.label} ended: ${reason}`);
        if (!this.#ending.delete(agent)) this.#onDidEnd.fire({ connection, reason });
      }),
    );
    connections.add(connection);
    return connection;
  }

  #note(agentId: string, failure: FailedStart | undefined): void {
    if (failure) this.#failed.set(agentId, failure);
    else if (!this.#failed.delete(agentId)) return;
    this.#onDidChangeFailures.fire();
  }
}

function launchOf(definition: AgentDefinition, startFolder: () => string): AgentLaunch {
  const { label, protocol } = definition;
  if ("url" in definition) return { label, protocol, url: definition.url, headers: definition.headers };
  const { command, args, env, cwd = startFolder() } = definition;
  return { label, protocol, command, args, env, cwd };
}

/** An agent that is not shown must not go on: it is ended when what it was started for fails. */
async function orEnd<T>(agent: Agent, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    agent.dispose();
    throw error;
  }
}
