import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Timer } from "../base/timer.ts";
import type { SessionModel } from "../session/model.ts";
import { isWorking, type Session } from "../session/session.ts";
import type { Hub, HubChange, LiveConnection } from "./hub.ts";
import { parentOf } from "./transcript/sessionView.ts";

/** Nothing was heard of a session for long; `since` in ms since its connection began, left out: that does not count any more. */
export interface Silence {
  readonly connection: LiveConnection;
  readonly session: Session;
  readonly since?: number;
}

interface Heard {
  readonly connection: LiveConnection;
  /** Epoch ms of the last news. */
  at: number;
}

/**
 * Notices which working sessions nothing was heard of for `limit()` ms (0 = never): neither of them nor of anything below
 * them. Who waits for the person or for a child of its own is not silent. Each silence is told once.
 */
export class SilenceWatch implements Disposable {
  readonly #hub: Hub;
  readonly #timer: Timer;
  readonly #limit: () => number;
  readonly #lifetime = new DisposableStore();
  readonly #onDidChange = this.#lifetime.add(new Emitter<Silence>());
  readonly #heard = new Map<Session, Heard>();
  #seenLimit: number;
  #due: Disposable | undefined;

  readonly onDidChange: Event<Silence> = this.#onDidChange.event;

  constructor(hub: Hub, timer: Timer, limit: () => number) {
    this.#hub = hub;
    this.#timer = timer;
    this.#limit = limit;
    this.#seenLimit = limit();
    this.#lifetime.add(hub.onDidChange((change) => this.#take(change)));
  }

  /** To be called when `limit()` may be another: the waiting begins anew. */
  limitChanged(): void {
    if (this.#limit() === this.#seenLimit) return;
    this.#seenLimit = this.#limit();
    this.#due?.dispose();
    this.#due = undefined;
    this.#heard.clear();
    for (const connection of this.#hub.connections) {
      for (const session of connection.model.sessions) {
        if (session.silentFor !== undefined) this.#onDidChange.fire({ connection, session });
        else this.#hear(connection, session);
      }
    }
  }

  dispose(): void {
    this.#due?.dispose();
    this.#lifetime.dispose();
  }

  #take(change: HubChange): void {
    if (change.type === "connectionRemoved") {
      for (const [session, { connection }] of this.#heard) if (connection.key === change.key) this.#heard.delete(session);
    }
    if (change.type !== "modelChanged" || change.connection.isReplay || this.#seenLimit === 0) return;
    for (const delta of change.change) {
      if (delta.type === "sessionRemoved") this.#forgetRemoved(change.connection);
      // A silence that was just noted is no news; any other news has ended it by now.
      if ("session" in delta && delta.session.silentFor === undefined) this.#hear(change.connection, delta.session);
    }
  }

  /** What was taken off is waited for no longer, nor kept. */
  #forgetRemoved({ key, model }: LiveConnection): void {
    for (const [session, { connection }] of this.#heard) {
      if (connection.key === key && model.get(session.id) !== session) this.#heard.delete(session);
    }
  }

  #hear(connection: LiveConnection, session: Session): void {
    const at = this.#timer.now();
    for (let each: Session | undefined = session; each; each = parentOf(each, connection.model)) {
      const heard = this.#heard.get(each);
      if (heard) heard.at = at;
      else if (isWorking(each)) this.#heard.set(each, { connection, at });
    }
    if (this.#heard.size > 0) this.#due ??= this.#timer.after(this.#seenLimit, () => this.#look());
  }

  #look(): void {
    this.#due = undefined;
    const now = this.#timer.now();
    let oldest = Number.POSITIVE_INFINITY;
    for (const [session, { connection, at }] of this.#heard) {
      if (now - at < this.#seenLimit) {
        oldest = Math.min(oldest, at);
        continue;
      }
      // The next news bring it back.
      this.#heard.delete(session);
      if (isSilent(session, connection.model)) this.#onDidChange.fire({ connection, session, since: at - connection.startedAtEpoch });
    }
    if (oldest < Number.POSITIVE_INFINITY) this.#due ??= this.#timer.after(oldest + this.#seenLimit - now, () => this.#look());
  }
}

function isSilent(session: Session, model: SessionModel): boolean {
  if (!isWorking(session) || model.isConnectionLost || model.get(session.id) !== session) return false;
  if (session.openRequestCount > 0 || session.isRestoring || session.isStopping) return false;
  return !session.children.some((id) => {
    const child = model.get(id);
    return child !== undefined && (isWorking(child) || child.openRequestCount > 0);
  });
}
