import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import { oneLine } from "../base/plainText.ts";
import type { Timer } from "../base/timer.ts";
import { t } from "../base/words.ts";
import type { Session } from "../session/session.ts";
import { type Hub, type HubChange, type LiveConnection, sessionKey } from "./hub.ts";
import { labelOf } from "./labels.ts";

/** How long an agent may take to stop before the person is offered to end it, in ms. */
export const stopPatience = 10_000;

/** A stop that an agent has not answered for so long. */
export interface UnheededStop<Connection extends LiveConnection = LiveConnection> {
  readonly connection: Connection;
  readonly session: Session;
}

/** Notices when a session that was asked to stop still works after `stopPatience`; told once for each stop. */
export class StopWatch implements Disposable {
  readonly #timer: Timer;
  readonly #lifetime = new DisposableStore();
  readonly #waiting = new Map<string, Disposable>();
  readonly #onDidWaitLong = this.#lifetime.add(new Emitter<UnheededStop>());

  readonly onDidWaitLong: Event<UnheededStop> = this.#onDidWaitLong.event;

  constructor(hub: Hub, timer: Timer) {
    this.#timer = timer;
    this.#lifetime.add(hub.onDidChange((change) => this.#take(change)));
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) timer.dispose();
    this.#lifetime.dispose();
  }

  #take(change: HubChange): void {
    if (change.type === "connectionRemoved") this.#forget(change.key);
    if (change.type !== "modelChanged" || change.connection.isReplay) return;
    for (const delta of change.change) if (delta.type === "sessionChanged") this.#look(change.connection, delta.session);
  }

  #look(connection: LiveConnection, session: Session): void {
    const key = sessionKey(connection.key, session.id);
    const isStopping = session.isStopping && !connection.model.isConnectionLost;
    if (isStopping && !this.#waiting.has(key)) {
      const tell = () => {
        if (session.isStopping) this.#onDidWaitLong.fire({ connection, session });
      };
      this.#waiting.set(key, this.#timer.after(stopPatience, tell));
    } else if (!isStopping) {
      this.#waiting.get(key)?.dispose();
      this.#waiting.delete(key);
    }
  }

  #forget(connectionKey: string): void {
    for (const [key, timer] of this.#waiting) {
      if (!key.startsWith(`${connectionKey}/`)) continue;
      timer.dispose();
      this.#waiting.delete(key);
    }
  }
}

/** What is said of it. */
export function unheededWords({ connection, session }: UnheededStop): string {
  return t(
    "{0} was asked to stop “{1}” {2} seconds ago and has not done so. Its process can be ended; that ends all of its sessions.",
    oneLine(connection.agentLabel),
    labelOf(connection, session),
    stopPatience / 1000,
  );
}
