import { type Disposable, DisposableStore } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import { waitingCount } from "../views/attention.ts";
import { workingSessions } from "../views/endWatch.ts";
import { Throttle } from "../views/throttle.ts";
import type { Connections } from "./connections.ts";
import { setContext } from "./names.ts";
import type { StatusBar } from "./statusBar.ts";
import type { Surfaces } from "./transcripts/surfaces.ts";
import type { SubagentsTree } from "./tree/subagentsTree.ts";

/** How often what is said of all sessions together is counted anew at most, in ms. */
const interval = 250;

/** What is looked at, and where it is said. */
export interface WindowStateOptions {
  readonly connections: Connections;
  readonly surfaces: Surfaces;
  readonly tree: SubagentsTree;
  readonly statusBar: StatusBar;
  readonly timer: Timer;
}

/** Keeps what the window says of all sessions together: the badge, the status bar, and the keys of the menus. */
export class WindowState implements Disposable {
  readonly #options: WindowStateOptions;
  readonly #lifetime = new DisposableStore();
  #isAnyWorking = false;
  #isAnyWaiting = false;

  constructor(options: WindowStateOptions) {
    this.#options = options;
    const count = this.#lifetime.add(new Throttle(options.timer, interval, () => this.#count()));
    this.#lifetime.add(options.connections.onDidChange(() => count.ask("")));
    this.#lifetime.add(options.surfaces.onDidChangeView(() => count.ask("")));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #count(): void {
    const { connections, surfaces, tree, statusBar } = this.#options;
    const waiting = waitingCount(connections);
    tree.setBadge(waiting);
    statusBar.update(surfaces.viewKey);
    const isAnyWaiting = waiting > 0;
    const isAnyWorking = connections.connections.some((connection) => workingSessions(connection).length > 0);
    if (isAnyWaiting !== this.#isAnyWaiting) setContext("isAnyWaiting", isAnyWaiting);
    if (isAnyWorking !== this.#isAnyWorking) setContext("isAnyWorking", isAnyWorking);
    this.#isAnyWaiting = isAnyWaiting;
    this.#isAnyWorking = isAnyWorking;
  }
}
