import type { Agent } from "../../acp/agent.ts";
import { isCancel } from "../../base/cancel.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { messageOf } from "../../base/personError.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import { toSessionId } from "../../session/ids.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { Throttle } from "../../views/throttle.ts";
import type { RunningAgents } from "../agents/runningAgents.ts";
import { AgentConnection, type Connections, resolveKey } from "../connections.ts";
import type { Log } from "../log.ts";
import { NotNow } from "../notNow.ts";
import type { Progress } from "../progress.ts";
import type { Settings } from "../settings.ts";
import type { OpenRoot, WorkspaceMemory } from "../workspaceMemory.ts";
import { bringBack } from "./bringBack.ts";
import type { History } from "./history.ts";
import { RootOrder } from "./rootOrder.ts";
import type { SessionLeases } from "./sessionLeases.ts";
import { whatGoesOn } from "./whatGoesOn.ts";
import { otherFolders } from "./workFolder.ts";

/** A root that was open in an earlier life of the window and is not open now. */
export interface RememberedRoot extends OpenRoot {
  readonly key: string;
  /** True while its agent is asked for it. */
  readonly isBusy: boolean;
  /** Why it could not be opened again; absent before that was tried. */
  readonly problem?: string;
}

/** What opening roots again needs. */
export interface RememberedRootsOptions {
  readonly memory: WorkspaceMemory;
  readonly connections: Connections;
  readonly agents: RunningAgents;
  readonly leases: SessionLeases;
  readonly history: History;
  readonly settings: Settings;
  readonly progress: Progress;
  readonly log: Log;
  readonly timer: Timer;
}

/** Remembers which roots are open, and opens them again after a reload. */
export class RememberedRoots implements Disposable {
  readonly #options: RememberedRootsOptions;
  readonly #lifetime = new DisposableStore();
  readonly #waiting = new Map<string, RememberedRoot>();
  readonly #onDidChange = this.#lifetime.add(new Emitter<void>());
  /** How the earlier life of the window had them. */
  readonly order: RootOrder;
  #hasBegun = false;

  readonly onDidChange: Event<void> = this.#onDidChange.event;

  constructor(options: RememberedRootsOptions) {
    this.#options = options;
    for (const root of options.memory.openRoots) this.#waiting.set(keyOf(root), { ...root, key: keyOf(root), isBusy: false });
    this.order = new RootOrder([...this.#waiting.keys()]);
    const remember = this.#lifetime.add(new Throttle(options.timer, 500, () => this.#remember()));
    this.#lifetime.add(
      options.connections.onDidChange((change) => {
        if (changesRoots(change)) remember.ask("");
      }),
    );
  }

  /** Those that are not open, in their order. */
  get roots(): readonly RememberedRoot[] {
    return [...this.#waiting.values()].filter(({ key }) => !resolveKey(this.#options.connections, key));
  }

  /** True while agents are asked for some of them. */
  get isOpening(): boolean {
    return [...this.#waiting.values()].some(({ isBusy }) => isBusy);
  }

  get(key: string): RememberedRoot | undefined {
    return this.#waiting.get(key);
  }

  /** Opens all of them again; to be called when they come into sight for the first time. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const agentIds = new Set([...this.#waiting.values()].map(({ agentId }) => agentId));
    for (const agentId of agentIds) void this.#openAll([...this.#waiting.values()].filter((root) => root.agentId === agentId));
  }

  /** Tries one of them again; rejects with what it failed by when it cannot be opened. */
  async retry(key: string): Promise<void> {
    const root = this.#waiting.get(key);
    if (!root || root.isBusy) return;
    // It stands in the row and in the transcript already; but who asked again must see that something came of it.
    for (const error of await this.#openAll([root])) throw error;
  }

  /** Forgets one of them; false when it is none. */
  forget(key: string): boolean {
    const wasThere = this.#waiting.delete(key);
    if (wasThere) {
      this.#onDidChange.fire();
      this.#remember();
    }
    return wasThere;
  }

  /** The window goes: what stands now is remembered at once. */
  leave(): void {
    this.#remember();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Opens roots of one agent, one after the other; returns what some of them failed by. */
  async #openAll(roots: readonly RememberedRoot[]): Promise<readonly unknown[]> {
    const { agents, leases, settings, progress } = this.#options;
    const failures: unknown[] = [];
    for (const root of roots) this.#set({ ...root, isBusy: true, problem: undefined });
    for (const root of roots) {
      try {
        const definition = settings.agent(root.agentId);
        if (!definition) throw new NotNow(t("Its agent is not set up any more."));
        await progress.run(t("Opening “{0}” again…", root.label), async (signal) => {
          // Another window that has it is told of at once, not after an agent was started for nothing.
          await leases.look(root.agentId, toSessionId(root.sessionId));
          signal.throwIfAborted();
          const { agent } = await agents.ensure(definition, signal);
          signal.throwIfAborted();
          const additionalDirectories = otherFolders(root.cwd, root.additionalDirectories);
          // An agent that tells its history says also what the session is called.
          const title = agent.offers.load || root.label === definition.label ? undefined : root.label;
          await bringBack(agent, { sessionId: root.sessionId, cwd: root.cwd, additionalDirectories, title }, signal);
          tellCutOff(agent, root);
        });
        this.#options.history.hide(root.agentId, root.sessionId);
        this.#waiting.delete(root.key);
        this.#onDidChange.fire();
      } catch (error) {
        failures.push(error);
        await this.#failed(root, error);
      }
    }
    return failures;
  }

  /** What was kept of it is shown, so that nothing is lost when its agent cannot bring it back. */
  async #failed(root: RememberedRoot, error: unknown): Promise<void> {
    const { log, history } = this.#options;
    if (!isCancel(error)) {
      log.fault(`"${root.label}" was not opened again`, error);
      try {
        const { whyStored } = await import("./whyStored.ts");
        await history.show(root.agentId, root.sessionId, whyStored(error));
      } catch (failure) {
        if (!isCancel(failure)) log.fault(`"${root.label}" was not read from history`, failure);
      }
    }
    this.#set({ ...root, isBusy: false, problem: isCancel(error) ? t("cancelled") : messageOf(error) });
  }

  #set(root: RememberedRoot): void {
    if (!this.#waiting.has(root.key)) return;
    this.#waiting.set(root.key, root);
    this.#onDidChange.fire();
  }

  /** True for one that an agent of this window has; one that is only read from history waits on. */
  #isAlive(key: string): boolean {
    const found = resolveKey(this.#options.connections, key);
    return found?.connection instanceof AgentConnection && !found.session.isLetGo;
  }

  #remember(): void {
    const { agents, connections, memory } = this.#options;
    // That all of them end now is not what the next life of the window has to know.
    if (agents.isLeaving) return;
    const open = connections.agentConnections.flatMap((connection) =>
      connection.model.roots.flatMap((root): OpenRoot[] =>
        root.standing === "root" && !root.isLetGo && root.cwd !== undefined
          ? [
              {
                agentId: connection.definition.id,
                sessionId: root.id,
                cwd: root.cwd,
                ...(root.additionalDirectories && { additionalDirectories: root.additionalDirectories }),
                label: labelOf(connection, root),
                ...whatGoesOn(connection, root),
              },
            ]
          : [],
      ),
    );
    const waiting = [...this.#waiting.values()]
      .filter(({ key }) => !this.#isAlive(key))
      .map(({ key: _key, isBusy: _isBusy, problem: _problem, ...root }) => root);
    const roots = this.order.sorted([...open, ...waiting], keyOf);
    if (JSON.stringify(roots) !== JSON.stringify(memory.openRoots)) memory.setOpenRoots(roots);
  }
}

function keyOf({ agentId, sessionId }: OpenRoot): string {
  return sessionKey(agentId, toSessionId(sessionId));
}

/** Says in its transcript what the end of the window ended. */
function tellCutOff(agent: Agent, { sessionId, wasWorking, wasWaiting }: RememberedRoot): void {
  const id = toSessionId(sessionId);
  if (wasWaiting) agent.tellCutOff(id, t("The turn was cut off when the window was reloaded. Requests that waited were cancelled."));
  else if (wasWorking) agent.tellCutOff(id, t("The turn was cut off when the window was reloaded."));
}

function changesRoots(change: HubChange): boolean {
  if (change.type !== "modelChanged") return change.type !== "connectionChanged";
  return change.change.some(({ type }) => type === "sessionRemoved" || type === "sessionAdded" || type === "sessionChanged");
}
