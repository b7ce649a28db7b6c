import { setTimeout as delay } from "node:timers/promises";
import type { Agent } from "../../acp/agent.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { oneLine } from "../../base/plainText.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import type { LeaseHolder, Leases, LeasesOptions } from "../../journal/leases.ts";
import { type SessionId, toSessionId } from "../../session/ids.ts";
import type { Session } from "../../session/session.ts";
import type { HubChange } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import { NotNow } from "../notNow.ts";
import type { Teller } from "../teller.ts";
import { whatGoesOn } from "./whatGoesOn.ts";

/** How long another window may take to let a session go, in ms. */
const patience = 15_000;

/** How long an earlier life of this window may take to end, how long to say that it does, and how often it is looked for, in ms. */
const endTime = 6000;
const sayTime = 750;
const retryTime = 250;

/** Another window has the session open: it can be read from history, or taken over. */
export class HeldElsewhere extends NotNow {
  readonly holder: string;

  constructor({ label }: LeaseHolder) {
    super(t("Another window has this session open ({0}).", oneLine(label)));
    this.holder = label;
  }
}

/** What sharing sessions between windows needs; `open` loads the leases with the first. */
export interface SessionLeasesOptions {
  readonly connections: Connections;
  readonly teller: Teller;
  readonly timer: Timer;
  /** Loaded when the first session is open. */
  readonly open: (own: Pick<LeasesOptions, "letGo" | "isWorking">) => Promise<Leases>;
}

/** Sees to it that a session is open in one window at a time. */
export class SessionLeases implements Disposable {
  readonly #options: SessionLeasesOptions;
  readonly #lifetime = new DisposableStore();
  #leases: Promise<Leases> | undefined;

  constructor(options: SessionLeasesOptions) {
    this.#options = options;
    this.#lifetime.add(options.connections.onDidChange((change) => this.#changed(change)));
  }

  /** To be asked before an agent opens an earlier session, which is this window's from then on; rejects with `HeldElsewhere`. */
  async admit(agentId: string, sessionId: SessionId): Promise<void> {
    const leases = await this.#loaded();
    await untilFree(leases.label, () => leases.take(agentId, sessionId));
  }

  /** To be asked before an agent is started for an earlier session; rejects with `HeldElsewhere`. */
  async look(agentId: string, sessionId: SessionId): Promise<void> {
    const leases = await this.#loaded();
    await untilFree(leases.label, () => leases.holder(agentId, sessionId));
  }

  /** The other window that has a session open; undefined when none has it. */
  async holder(agentId: string, sessionId: string): Promise<LeaseHolder | undefined> {
    return (await this.#loaded()).holder(agentId, sessionId);
  }

  /** This window is about to end. */
  async leave(): Promise<void> {
    await (await this.#leases)?.leave();
  }

  /** Asks the window that has a session to let it go; rejects with `NotNow` when it does not. */
  async takeOver(agentId: string, sessionId: SessionId): Promise<void> {
    const hasIt = await (await this.#loaded()).ask(agentId, sessionId, patience, (ms) => delay(ms));
    if (!hasIt) throw new NotNow(t("The other window does not let the session go. Close it there, or close that window."));
  }

  /** Gives everything back; resolves when that is done. */
  async releaseAll(): Promise<void> {
    await (await this.#leases)?.releaseAll();
  }

  dispose(): void {
    this.#lifetime.dispose();
    void this.#leases?.then((leases) => leases.dispose());
  }

  #loaded(): Promise<Leases> {
    this.#leases ??= this.#options.open({
      letGo: (agentId, sessionId, to) => this.#letGo(agentId, toSessionId(sessionId), to),
      isWorking: (agentId, sessionId) => this.#isWorking(agentId, toSessionId(sessionId)),
    });
    return this.#leases;
  }

  #changed(change: HubChange): void {
    if (change.type === "connectionAdded")
      this.#lookAt(
        change.connection as AgentConnection,
        change.connection.model.roots.map(({ id }) => id),
      );
    if (change.type !== "modelChanged") return;
    const ids = change.change.flatMap((delta) => {
      if (delta.type === "sessionAdded" || delta.type === "sessionChanged")
        return delta.session.parentId === null ? [delta.session.id] : [];
      return delta.type === "sessionRemoved" ? [delta.sessionId] : [];
    });
    this.#lookAt(change.connection as AgentConnection, ids);
  }

  /** What is open here is ours, what is closed is free. */
  #lookAt(connection: AgentConnection, ids: readonly SessionId[]): void {
    if (ids.length === 0 || !(connection instanceof AgentConnection)) return;
    for (const id of ids) {
      const session = connection.model.get(id);
      const isOpen = session?.standing === "root" && !session.isClosed;
      if (this.#known.get(`${connection.definition.id}/${id}`) === isOpen) continue;
      if (isOpen || this.#known.has(`${connection.definition.id}/${id}`)) void this.#note(connection.definition.id, id, isOpen);
    }
  }

  readonly #known = new Map<string, boolean>();

  async #note(agentId: string, id: SessionId, isOpen: boolean): Promise<void> {
    this.#known.set(`${agentId}/${id}`, isOpen);
    const leases = await this.#loaded();
    // Who opened it has asked before; of a new session nobody else knows.
    if (isOpen) await leases.take(agentId, id);
    else await leases.release(agentId, id);
  }

  /** Where a session is open here. */
  #openHere(agentId: string, id: SessionId): { readonly connection: AgentConnection; readonly session: Session } | undefined {
    for (const connection of this.#options.connections.agentConnections) {
      const session = connection.model.get(id);
      if (connection.definition.id === agentId && session?.isClosed === false) return { connection, session };
    }
    return undefined;
  }

  #isWorking(agentId: string, id: SessionId): boolean {
    const here = this.#openHere(agentId, id);
    if (!here) return false;
    const { wasWorking, wasWaiting } = whatGoesOn(here.connection, here.session);
    return wasWorking === true || wasWaiting === true;
  }

  async #letGo(agentId: string, id: SessionId, to: string): Promise<void> {
    const here = this.#openHere(agentId, id);
    if (!here) return;
    const { connection, session } = here;
    const label = labelOf(connection, session);
    await letGo(connection.agent, id, to);
    this.#options.teller.say(t("“{0}” was taken over by another window ({1}). What was shown of it stays to be read.", label, oneLine(to)));
  }
}

/** Resolves when nobody has the session. After a reload the life of this window before may still be ending, and says so. */
async function untilFree(own: string, holderNow: () => Promise<LeaseHolder | undefined>): Promise<void> {
  for (let waited = 0; ; waited += retryTime) {
    const holder = await holderNow();
    if (!holder) return;
    if (holder.label !== own || waited >= (holder.isEnding ? endTime : sayTime)) throw new HeldElsewhere(holder);
    await delay(retryTime);
  }
}

/** Ends what the session does here; an agent that cannot close a session is only not asked for it any more. */
async function letGo(agent: Agent, id: SessionId, to: string): Promise<void> {
  if (agent.model.get(id)?.isTurnOpen) await agent.cancel(id);
  if (agent.offers.close) await agent.sessions.close(id);
  agent.sessions.detach(id, to);
}
