import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import { t } from "../base/words.ts";
import type { SessionId } from "../session/ids.ts";
import { rootOf, type Session } from "../session/session.ts";
import { requestViews } from "../views/attention.ts";
import { type Ended, EndWatch } from "../views/endWatch.ts";
import { Gathered } from "../views/gathered.ts";
import { type HubChange, type LiveConnection, requestKey, sessionKey } from "../views/hub.ts";
import { endNotice, requestNotice } from "../views/summary.ts";
import type { Connections } from "./connections.ts";
import { commandId, run } from "./names.ts";
import type { Settings } from "./settings.ts";
import type { NextStep, Teller } from "./teller.ts";
import type { Surfaces } from "./transcripts/surfaces.ts";

/** Requests, and ends, that come within this time are told together, in ms. */
const gatherFor = 500;
/** So many are named; more are counted. */
const maxNamed = 3;

/** What notifications need; `bringUp` shows a request by its key. */
export interface NotificationsOptions {
  readonly connections: Connections;
  readonly surfaces: Surfaces;
  readonly settings: Settings;
  readonly teller: Teller;
  readonly timer: Timer;
  /** Shows the request with this key and puts the focus on its answers; rejects with `NotNow` when it is gone. */
  readonly bringUp: (requestKey: string) => Promise<void>;
}

/** Tells of requests that wait and of work that ended, as the setting `acpSubagents.notifications` wants it. */
export class Notifications implements Disposable {
  readonly #options: NotificationsOptions;
  readonly #lifetime = new DisposableStore();
  readonly #watch = new EndWatch();
  readonly #ended: Gathered<Ended>;
  readonly #asked: Gathered<string>;

  constructor(options: NotificationsOptions) {
    this.#options = options;
    this.#ended = this.#lifetime.add(new Gathered(options.timer, gatherFor, (ended) => this.#tellEnded(ended)));
    this.#asked = this.#lifetime.add(new Gathered(options.timer, gatherFor, (keys) => this.#tellRequests(keys)));
    this.#lifetime.add(options.connections.onDidChange((change) => this.#hubChanged(change)));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #hubChanged(change: HubChange): void {
    for (const ended of this.#watch.apply(change)) {
      if (!isCancelled(ended.session) && this.#isWanted(ended.connection, ended.session.id)) this.#ended.add(ended);
    }
    if (change.type !== "modelChanged" || change.connection.isReplay) return;
    for (const delta of change.change) {
      if (delta.type !== "requestOpened" || !this.#isWanted(change.connection, delta.request.sessionId)) continue;
      this.#asked.add(requestKey(change.connection.key, delta.request.id));
    }
  }

  /** Of the requests with these keys those that still wait. */
  #tellRequests(keys: readonly string[]): void {
    const { bringUp, connections, teller } = this.#options;
    const asked = new Set(keys);
    const requests = requestViews(connections).filter(({ key }) => asked.has(key));
    const answer = (key: string): NextStep => ({ label: t("Answer"), run: () => bringUp(key) });
    for (const request of requests.slice(0, maxNamed)) teller.say(requestNotice(request), answer(request.key));
    const [next, ...others] = requests.slice(maxNamed);
    if (next)
      teller.say(
        others.length === 0 ? t("One more request waits for you.") : t("{0} more requests wait for you.", others.length + 1),
        answer(next.key),
      );
  }

  #tellEnded(ended: readonly Ended[]): void {
    const { teller } = this.#options;
    for (const { connection, session } of ended.slice(0, maxNamed)) {
      teller.say(endNotice(connection, session), revealStep(sessionKey(connection.key, session.id)));
    }
    const more = ended.length - maxNamed;
    if (more > 0)
      teller.say(more === 1 ? t("One more session ended its work.") : t("{0} more sessions ended their work.", more), revealStep());
  }

  #isWanted(connection: LiveConnection, sessionId: SessionId | undefined): boolean {
    const { settings, surfaces } = this.#options;
    if (settings.notifications !== "whenHidden") return settings.notifications === "always";
    // What the agent itself wants is put in front of the person as well.
    if (sessionId === undefined) return !vscode.window.state.focused;
    const session = connection.model.get(sessionId);
    const root = session && rootOf(session, (id) => connection.model.get(id));
    const isSeen = root !== undefined && surfaces.isInSight(sessionKey(connection.key, root.id));
    return !vscode.window.state.focused || !isSeen;
  }
}

/** True when the person knows already: nothing is cancelled but by them. */
function isCancelled(session: Session): boolean {
  return (session.standing === "root" ? session.lastTurn?.stopReason : session.state?.stopReason) === "cancelled";
}

function revealStep(...key: readonly string[]): NextStep {
  return { label: t("Show"), run: () => run(commandId("revealSubagent"), ...key) };
}
