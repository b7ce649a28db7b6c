import type { Disposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Timer } from "../base/timer.ts";
import type { Hub } from "./hub.ts";

/** Which sessions the tree shows; sessions above a shown one stay. */
export type TreeFilter = "all" | "running" | "waiting" | "failed" | "finished";

/** What the row of a tree node says. All strings went through `plainLabel`. */
export interface TreeRow {
  readonly key: string;
  readonly kind: "session" | "more" | "notice";
  readonly label: string;
  readonly description: string;
  /** Codicon id, `~spin` included; empty = none. */
  readonly icon: string;
  /** Theme colour id. */
  readonly color?: string;
  readonly hasChildren: boolean;
  /** `root`, `root.canStop`, `root.replay`, `child`, `child.canStop`, `detached`, `more`, `notice`. */
  readonly contextValue: string;
  /** What a screen reader says for the row. */
  readonly accessibleText: string;
  /** What a click on a notice or "more" row does. */
  readonly action?: "showMore" | "restartAgent" | "signIn" | "showLog";
}

/** A tooltip as data: a heading, named values, and the prompt's first lines. Plain text, never Markdown. */
export interface TreeTooltip {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
  readonly prompt: string;
}

/** The model behind the native tree. Nodes are strings (keys), so VS Code can hold them as elements. */
export class SubagentTree implements Disposable {
  readonly #changed = new Emitter<string | undefined>();

  /** A node whose row must be asked for again; undefined = all of them. */
  readonly onDidChange: Event<string | undefined> = this.#changed.event;

  constructor(_hub: Hub, _timer: Timer) {}

  get filter(): TreeFilter {
    return "all";
  }

  setFilter(_filter: TreeFilter): void {}

  /** True when there are sessions but the filter hides them all. */
  get isAllFiltered(): boolean {
    return false;
  }

  /** Keys of the roots, or of the children of a node. */
  children(_key?: string): readonly string[] {
    return [];
  }

  parent(_key: string): string | undefined {
    return undefined;
  }

  /** The row of a node, or undefined when it is gone. */
  row(_key: string): TreeRow | undefined {
    return undefined;
  }

  /** `now` in epoch ms. */
  tooltip(_key: string): TreeTooltip | undefined {
    return undefined;
  }

  /** Shows 200 more children: of the node that a `more` row stands under. */
  showMore(_moreKey: string): void {}

  /** Widens lists until this session can be revealed; false when the filter hides it. */
  makeVisible(_key: string): boolean {
    return true;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
