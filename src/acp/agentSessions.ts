import { OneAtATime } from "../base/oneAtATime.ts";
import type { TimedEvent } from "../session/events.ts";
import type { SessionId } from "../session/ids.ts";
import type { SessionStore } from "../session/store.ts";
import type { AgentOffers, ListedSession, SessionPage } from "./calls/agentAnswers.ts";
import type { CallOptions, ListQuery, SessionCalls } from "./calls/sessionCalls.ts";
import type { PromptQueue } from "./promptQueue.ts";

/** What is asked before an earlier session is opened, and where what was kept of it comes from. */
export interface EarlierSessions {
  /** Asked before an earlier session is opened; what it rejects with is why that is not done. */
  readonly admit?: (sessionId: SessionId) => Promise<void>;
  /**
   * Reads what was kept of an earlier session into `apply`, as history, before the agent is asked for it. Told of whatever
   * goes wrong there, the agent is asked all the same.
   */
  readonly recall?: (sessionId: SessionId, apply: (timed: TimedEvent) => void, signal: AbortSignal | undefined) => Promise<void>;
}

/** What the sessions of an agent need of it. */
export interface AgentSessionsOptions extends EarlierSessions {
  readonly calls: SessionCalls;
  readonly store: SessionStore;
  readonly queue: PromptQueue;
  readonly offers: () => AgentOffers;
  /** The time of the connection's log now, in ms. */
  readonly elapsed: () => number;
  readonly cancel: (sessionId: SessionId) => Promise<void>;
}

/** `title`: what the session was called, for agents that do not say it again. */
type ReopenOptions = CallOptions & { readonly title?: string };

/** The sessions that one running agent keeps, as wholes: having them back, forking, naming, ending and forgetting them. */
export class AgentSessions {
  readonly #options: AgentSessionsOptions;
  readonly #reopening = new OneAtATime<SessionId>();

  constructor(options: AgentSessionsOptions) {
    this.#options = options;
  }

  /** Loads a session with its history. */
  load(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<void> {
    return this.#options.calls.load(sessionId, cwd, options);
  }

  /** Goes on with a session without replaying its history. */
  resume(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<void> {
    return this.#options.calls.resume(sessionId, cwd, options);
  }

  /**
   * Brings an earlier session back under its own id: by loading it with its history where the agent offers that, else by
   * going on without. A session that is open is left as it is: its turn goes on.
   */
  reopen(sessionId: SessionId, cwd: string, options: ReopenOptions = {}): Promise<void> {
    // Two loads at once would be drawn into each other: who comes second finds the session open, or tries after a failure.
    return this.#reopening.run(sessionId, () => this.#reopen(sessionId, cwd, options), options.signal);
  }

  async #reopen(sessionId: SessionId, cwd: string, options: ReopenOptions): Promise<void> {
    const session = this.#options.store.get(sessionId);
    if (session && !session.isClosed) return;
    await this.#options.admit?.(sessionId);
    // A load then draws afresh what it tells; of what it leaves out the history stays.
    if (!session) await this.#options.recall?.(sessionId, (timed) => this.#options.store.apply(timed), options.signal);
    if (this.#options.offers().load || !this.#options.offers().resume) await this.load(sessionId, cwd, options);
    else await this.resume(sessionId, cwd, options);
    const { title } = options;
    if (title === undefined || this.#options.store.get(sessionId)?.ownTitle !== undefined) return;
    this.#options.store.apply({ t: this.#options.elapsed(), event: { type: "sessionRenamed", sessionId, title } });
  }

  /** A session of its own that begins where this one stands; returns its id. */
  fork(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<SessionId> {
    return this.#options.calls.fork(sessionId, cwd, options);
  }

  /** A page of the sessions that the agent keeps. Children come with their roots and are left out. */
  async list(query: ListQuery = {}, signal?: AbortSignal): Promise<SessionPage> {
    const { sessions, nextCursor } = await this.#options.calls.list(query, signal);
    const isRoot = ({ sessionId, parentId }: ListedSession) =>
      parentId === undefined && this.#options.store.get(sessionId)?.standing !== "child";
    return { sessions: sessions.filter(isRoot), nextCursor };
  }

  /** Ends what the session does and lets it go. It can be opened again. What waits for it is taken back once it is closed. */
  close(sessionId: SessionId, signal?: AbortSignal): Promise<void> {
    return this.#letGo(sessionId, () => this.#options.calls.close(sessionId, signal));
  }

  /** Treats a session as closed, even where its agent still has it: another client (`takenOverBy`: a name) goes on with it. */
  detach(sessionId: SessionId, takenOverBy: string): void {
    this.#options.store.apply({ t: this.#options.elapsed(), event: { type: "sessionClosed", sessionId, takenOverBy } });
    this.#options.queue.withdrawAll(sessionId);
  }

  /** Has the agent forget a session for ever; the model forgets it too. What goes on in it is ended first. */
  delete(sessionId: SessionId, signal?: AbortSignal): Promise<void> {
    const session = this.#options.store.get(sessionId);
    return this.#letGo(sessionId, async () => {
      // The schema does not say that a deletion ends anything.
      if (session && !session.isClosed && this.#options.offers().close) await this.#options.calls.close(sessionId, signal);
      else if (session?.isTurnOpen) await this.#options.cancel(sessionId);
      await this.#options.calls.delete(sessionId, signal);
    });
  }

  /** Names a session; resolves with the title as the agent keeps it. */
  rename(sessionId: SessionId, title: string, signal?: AbortSignal): Promise<string> {
    return this.#options.calls.setTitle(sessionId, title, signal);
  }

  /** Puts a session out of the usual list, or back into it. Archiving closes it. */
  archive(sessionId: SessionId, isArchived: boolean, signal?: AbortSignal): Promise<void> {
    const change = () => this.#options.calls.setArchived(sessionId, isArchived, signal);
    return isArchived ? this.#letGo(sessionId, change) : change();
  }

  /** What waits for a session is held while it is let go, so that nothing begins, and taken back when it is gone: not when the agent refuses. */
  async #letGo(sessionId: SessionId, change: () => Promise<void>): Promise<void> {
    this.#options.queue.hold(sessionId);
    await change();
    this.#options.queue.withdrawAll(sessionId);
  }

  /** True when the agent has this session in memory, perhaps for another window. */
  isInMemory(sessionId: SessionId, signal?: AbortSignal): Promise<boolean> {
    return this.#options.calls.isInMemory(sessionId, signal);
  }

  /** Takes a closed session out of the model; the agent is not told. False when it is open or not there. */
  forget(sessionId: SessionId): boolean {
    const session = this.#options.store.get(sessionId);
    if (!session?.isClosed || session.standing === "child") return false;
    this.#options.store.apply({ t: this.#options.elapsed(), event: { type: "sessionRemoved", sessionId } });
    return true;
  }
}
