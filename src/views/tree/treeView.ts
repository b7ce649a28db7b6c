import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { type Limits, toldLimit, usualLimits } from "../../base/limits.ts";
import type { Timer } from "../../base/timer.ts";
import type { Change } from "../../session/changes.ts";
import { isWorking, type Session } from "../../session/session.ts";
import { findSession, type Hub, type HubChange, type LiveConnection, sessionKey } from "../hub.ts";
import { Labels } from "../labels.ts";
import { sameFields } from "../sameFields.ts";
import { type StateGroup, stateGroup } from "../stateWords.ts";
import { Throttle } from "../throttle.ts";
import { parentOf } from "../transcript/sessionView.ts";
import { hasVisibleChild, isVisible, shownChildren, type TreeFilter } from "./treeFilter.ts";
import { moreRow, noticeOf, noticeRow, sessionRow, sessionTooltip, type TreeRow, type TreeTooltip } from "./treeRow.ts";

const noticePrefix = "notice:";
const morePrefix = "more:";
/** VS Code fetches the whole expanded subtree of a row that is fired, so a row with children is fired this seldom. */
const parentIntervalMs = 1000;
/** Rows are made afresh this seldom, however many frames come: nobody reads faster. */
const recheckIntervalMs = 100;
/** The throttle's name for the whole tree; no session key is empty. */
const wholeTree = "";

/** True for the key of a row that stands under a session and is none. */
const isUnder = (key: string): boolean => key.startsWith(noticePrefix) || key.startsWith(morePrefix);

/** What the lists of the tree depend on of a session. `list` is the key of the node it stands under. */
interface Place {
  readonly list: string;
  readonly isWorking: boolean;
  readonly group: StateGroup;
  readonly notice: string | undefined;
}

/**
 * The model behind the native tree. Its nodes are strings, the keys of `sessionKey` or of the row that stands under
 * one, so VS Code can hold them as elements and as ids. `onDidChange` names what must be asked for again, and nothing
 * else: a row when its own words changed, a row with children when its list changed too, at most once a second.
 */
export class SubagentTree implements Disposable {
  readonly #hub: Hub;
  readonly #timer: Timer;
  readonly #lifetime = new DisposableStore();
  readonly #changed = this.#lifetime.add(new Emitter<string | undefined>());
  readonly #throttle: Throttle;
  readonly #rechecks: Throttle;
  /** Nodes that changes since the last recheck may have touched. */
  readonly #marked = new Set<string>();
  readonly #labels = new Map<string, Labels>();
  /** What VS Code was given, and so may have to ask for again: the row of each node, the child keys of each. */
  readonly #rows = new Map<string, TreeRow>();
  readonly #lists = new Map<string, readonly string[]>();
  /** How many children of a session are shown, where it is more than one page. */
  readonly #limits = new Map<string, number>();
  /** Where each session stands. */
  readonly #places = new Map<string, Place>();
  readonly #mostNow: () => Limits;
  #filter: TreeFilter = "all";

  /** A node whose row must be asked for again; undefined = all of them. */
  readonly onDidChange: Event<string | undefined> = this.#changed.event;

  /** `limits`: `children` as it is now. */
  constructor(hub: Hub, timer: Timer, limits = () => usualLimits) {
    this.#hub = hub;
    this.#mostNow = limits;
    this.#timer = timer;
    this.#throttle = this.#lifetime.add(new Throttle(timer, parentIntervalMs, (key) => this.#changed.fire(key || undefined)));
    this.#rechecks = this.#lifetime.add(new Throttle(timer, recheckIntervalMs, () => this.#recheck()));
    for (const connection of hub.connections) this.#addConnection(connection);
    this.#lifetime.add(hub.onDidChange((change) => this.#take(change)));
  }

  get filter(): TreeFilter {
    return this.#filter;
  }

  setFilter(filter: TreeFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#changed.fire(undefined);
  }

  /** True when there are sessions but the filter hides them all. */
  get isAllFiltered(): boolean {
    return this.#filter !== "all" && this.#roots(true).length === 0 && this.#roots(false).length > 0;
  }

  /** Keys of the roots, or of the children of a node. */
  children(key?: string): readonly string[] {
    const list = key === undefined ? this.#roots(true) : this.#childKeys(key);
    this.#lists.set(key ?? wholeTree, list);
    return list;
  }

  /** The key of the node above; undefined for a root. */
  parent(key: string): string | undefined {
    for (const prefix of [noticePrefix, morePrefix]) if (key.startsWith(prefix)) return key.slice(prefix.length);
    const found = findSession(this.#hub, key);
    return found && this.#parentKey(found.connection, found.session);
  }

  /** The session that a node belongs to: its own, or the one that it stands under; undefined when it is gone. */
  sessionOf(key: string): string | undefined {
    const own = isUnder(key) ? this.parent(key) : key;
    return own !== undefined && findSession(this.#hub, own) ? own : undefined;
  }

  /**
   * The row of a node as it is drawn from now on, or undefined when it is gone. Only for who draws it: what was given once is
   * told of again when it changes after that.
   */
  row(key: string): TreeRow | undefined {
    const row = this.#makeRow(key);
    if (row) this.#rows.set(key, row);
    return row;
  }

  /** What a row says when the pointer rests on it; nothing for rows that are no session. */
  tooltip(key: string): TreeTooltip | undefined {
    const found = findSession(this.#hub, key);
    return found && sessionTooltip(found.connection, this.#labelsOf(found.connection), found.session, this.#timer.now());
  }

  /** Shows one page more of the children that a `more` row stands for. */
  showMore(moreKey: string): void {
    const key = this.parent(moreKey);
    if (key !== undefined) this.#showUpTo(key, this.#limitOf(key) + this.#most.children);
  }

  /** Widens lists until this session can be revealed; false when it is gone or the filter hides it. */
  makeVisible(key: string): boolean {
    const found = findSession(this.#hub, key);
    if (!found) return false;
    const { connection, session } = found;
    if (!isVisible(session, connection, this.#filter)) return false;
    for (let at: Session = session, up = parentOf(at, connection.model); up; at = up, up = parentOf(at, connection.model)) {
      const upKey = sessionKey(connection.key, up.id);
      const isShown = (limit: number) => shownChildren(up as Session, connection, this.#filter, limit).shown.includes(at);
      let limit = this.#limitOf(upKey);
      while (!isShown(limit)) limit += this.#most.children;
      if (limit > this.#limitOf(upKey)) this.#showUpTo(upKey, limit);
    }
    return true;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #labelsOf(connection: LiveConnection): Labels {
    const labels = this.#labels.get(connection.key) ?? new Labels(connection);
    this.#labels.set(connection.key, labels);
    return labels;
  }

  #parentKey(connection: LiveConnection, session: Session): string | undefined {
    return session.parentId === null ? undefined : sessionKey(connection.key, session.parentId);
  }

  get #most(): Limits {
    return this.#mostNow();
  }

  #limitOf(key: string): number {
    return this.#limits.get(key) ?? this.#most.children;
  }

  #showUpTo(key: string, limit: number): void {
    this.#limits.set(key, limit);
    this.#changed.fire(key);
  }

  #roots(isFiltered: boolean): readonly string[] {
    return this.#hub.connections.flatMap((connection) =>
      connection.model.roots
        .filter((root) => !isFiltered || isVisible(root, connection, this.#filter))
        .map((root) => sessionKey(connection.key, root.id)),
    );
  }

  #childKeys(key: string): readonly string[] {
    const found = findSession(this.#hub, key);
    if (!found) return [];
    const { connection, session } = found;
    const { shown, hidden } = shownChildren(session, connection, this.#filter, this.#limitOf(key));
    return [
      ...shown.map((child) => sessionKey(connection.key, child.id)),
      ...(hidden > 0 ? [morePrefix + key] : []),
      ...(noticeOf(connection, session) ? [noticePrefix + key] : []),
    ];
  }

  #makeRow(key: string): TreeRow | undefined {
    const upper = isUnder(key) ? this.parent(key) : undefined;
    const found = findSession(this.#hub, upper ?? key);
    if (!found) return undefined;
    const { connection, session } = found;
    if (upper === undefined) {
      const hasChildren = noticeOf(connection, session) !== undefined || hasVisibleChild(session, connection, this.#filter);
      return sessionRow(connection, this.#labelsOf(connection), session, key, hasChildren);
    }
    if (key.startsWith(morePrefix)) {
      const { hidden } = shownChildren(session, connection, this.#filter, this.#limitOf(upper));
      return hidden > 0 ? moreRow(key, Math.min(hidden, this.#most.children), toldLimit("children", this.#most)) : undefined;
    }
    const notice = noticeOf(connection, session);
    return notice && noticeRow(key, notice);
  }

  #take(change: HubChange): void {
    switch (change.type) {
      case "connectionAdded":
        this.#addConnection(change.connection);
        this.#ask(wholeTree);
        return;
      case "connectionRemoved":
        this.#forgetConnection(change.key);
        this.#ask(wholeTree);
        return;
      case "connectionChanged":
        for (const key of this.#keysOf(change.connection.key)) this.#marked.add(key);
        this.#rechecks.ask(wholeTree);
        return;
      case "modelChanged":
        this.#takeModel(change.connection, change.change);
        return;
    }
  }

  #takeModel(connection: LiveConnection, change: Change): void {
    const marked = this.#marked;
    const add = (id: Session["id"]) => marked.add(sessionKey(connection.key, id));
    for (const id of this.#labelsOf(connection).apply(change)) add(id);
    for (const delta of change) {
      if (delta.type === "sessionAdded" || delta.type === "sessionChanged") add(delta.session.id);
      else if (delta.type === "sessionRemoved") add(delta.sessionId);
      else if (delta.type === "agentChanged") for (const key of this.#keysOf(connection.key)) marked.add(key);
    }
    if (marked.size > 0) this.#rechecks.ask(wholeTree);
  }

  /** Finds among the marked nodes those that are really different from what was given. */
  #recheck(): void {
    const touched = new Set<string>();
    const marked = [...this.#marked];
    this.#marked.clear();
    for (const key of marked) {
      const before = this.#rows.get(key);
      const now = before && this.#makeRow(key);
      if (now && !sameFields(before, now)) touched.add(key);
      if (now) this.#rows.set(key, now);
      this.#collectLists(key, touched);
      // A node that is gone goes with the list it stood in.
      if (!this.#places.has(key)) this.#forget(key);
    }
    for (const key of touched) this.#ask(key);
  }

  /** The lists that a node's change makes different: the one it stands in, and its own where a notice comes or goes. */
  #collectLists(key: string, touched: Set<string>): void {
    const before = this.#places.get(key);
    const now = this.#placeOf(key);
    if (now) this.#places.set(key, now);
    else this.#places.delete(key);
    if (before?.list !== now?.list) {
      if (before) touched.add(before.list);
      if (now) touched.add(now.list);
    } else if (before && now) {
      const isSorted = this.#lists.get(now.list)?.includes(morePrefix + now.list);
      if (before.isWorking !== now.isWorking && isSorted) touched.add(now.list);
      if (before.group !== now.group && this.#filter !== "all") touched.add(wholeTree);
    }
    if (before?.notice !== now?.notice) touched.add(key);
  }

  #placeOf(key: string): Place | undefined {
    const found = findSession(this.#hub, key);
    if (!found) return undefined;
    const { connection, session } = found;
    return {
      list: this.#parentKey(connection, session) ?? wholeTree,
      isWorking: isWorking(session),
      group: stateGroup(session, connection),
      notice: noticeOf(connection, session)?.text,
    };
  }

  /** Fires a node: a leaf at once, the whole tree or a node with children when its second is over. */
  #ask(key: string): void {
    if (key === wholeTree || this.#lists.get(key)?.length || this.#rows.get(key)?.hasChildren) this.#throttle.ask(key);
    else if (this.#rows.has(key)) this.#changed.fire(key);
  }

  #keysOf(connectionKey: string): readonly string[] {
    return [...this.#places.keys()].filter((key) => key.startsWith(`${connectionKey}/`));
  }

  #addConnection(connection: LiveConnection): void {
    for (const session of connection.model.sessions) {
      const key = sessionKey(connection.key, session.id);
      const place = this.#placeOf(key);
      if (place) this.#places.set(key, place);
    }
  }

  #forgetConnection(connectionKey: string): void {
    this.#labels.delete(connectionKey);
    for (const key of this.#keysOf(connectionKey)) this.#forget(key);
  }

  #forget(key: string): void {
    this.#throttle.forget(key);
    for (const map of [this.#places, this.#rows, this.#lists, this.#limits]) map.delete(key);
  }
}
