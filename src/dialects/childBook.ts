import { PairMap } from "../base/pairMap.ts";
import type { SessionId } from "../session/ids.ts";
import type { Call } from "./calls.ts";
import type { FlatChild } from "./flatChild.ts";
import type { FlatRow } from "./flatRow.ts";

/** What announces a child that a call may have launched before: the call's id, words, or being the only one. */
export interface Claim {
  readonly callId?: string;
  readonly words: readonly string[];
  /** Being the only one that works there is enough. */
  readonly isOnlyEnough: boolean;
}

/** The tool calls and children of the flat forms, by the stream they are on and every name that frames give them. */
export class ChildBook {
  readonly #calls = new PairMap<SessionId, string, Call>();
  /** By stream and by every name that a child's frames use: call, agent id, subtask, member. */
  readonly #children = new PairMap<SessionId, string, FlatChild>();
  /** Foreground and background children that have not ended, by stream, in the order of their launch. */
  readonly #open = new Map<SessionId, Set<FlatChild>>();

  call(streamId: SessionId, callId: string): Call | undefined {
    return this.#calls.get(streamId, callId);
  }

  addCall(streamId: SessionId, call: Call): void {
    this.#calls.set(streamId, call.id, call);
  }

  /** The calls with this id, on whatever stream. */
  *callsNamed(callId: string): Iterable<{ readonly streamId: SessionId; readonly call: Call }> {
    for (const [streamId, , call] of this.#calls) if (call.id === callId) yield { streamId, call };
  }

  child(streamId: SessionId, name: string): FlatChild | undefined {
    return this.#children.get(streamId, name);
  }

  /** From now on the child goes by this name too. */
  name(child: FlatChild, name: string): void {
    this.#children.set(child.streamId, name, child);
  }

  /** A child that works, known by this name. */
  register(child: FlatChild, name: string): void {
    this.name(child, name);
    this.open(child);
  }

  open(child: FlatChild): void {
    const open = this.#open.get(child.streamId) ?? new Set();
    this.#open.set(child.streamId, open.add(child));
  }

  close(child: FlatChild): void {
    this.#open.get(child.streamId)?.delete(child);
  }

  hasOpenOn(streamId: SessionId): boolean {
    return (this.#open.get(streamId)?.size ?? 0) > 0;
  }

  openOn(streamId: SessionId): readonly FlatChild[] {
    return [...(this.#open.get(streamId) ?? [])];
  }

  /** None of a stream's children counts as open any more. */
  closeAll(streamId: SessionId): void {
    this.#open.delete(streamId);
  }

  /** A stream will be told again from its beginning. */
  forget(streamId: SessionId): void {
    this.#calls.forget(streamId);
    this.#children.forget(streamId);
    this.closeAll(streamId);
  }

  /**
   * By name, or – where no frame says which launch a name belongs to – the launch with these words for a title, else the
   * oldest open one without a name, unless it is one of several that nothing tells apart.
   */
  childByName(streamId: SessionId, row: FlatRow, name: string, title?: string): FlatChild | undefined {
    const known = this.child(streamId, name);
    if (known || row.namedLater === undefined || (title === undefined && this.isOneOfSeveral(streamId, row, name))) return known;
    const unnamed = this.#unnamed(streamId, row);
    const child = title === undefined ? unnamed[0] : unnamed.find(({ launch }) => launch.title === title);
    if (child) this.name(child, name);
    return child;
  }

  /** True of a name that belongs to one of several launches, and nobody can tell to which. */
  isOneOfSeveral(streamId: SessionId, row: FlatRow, name: string): boolean {
    return row.namedLater === "alone" && !this.child(streamId, name) && this.#unnamed(streamId, row).length > 1;
  }

  /** The open children of a row that have no name yet but their call's, in the order of their launch. */
  #unnamed(streamId: SessionId, row: FlatRow): readonly FlatChild[] {
    const named = new Set<FlatChild>();
    for (const [, each, child] of this.#children) if (each !== child.callId) named.add(child);
    return this.openOn(streamId).filter((child) => child.row === row && !named.has(child));
  }

  /** The child of `parentId` whose launching call an announcement of `childId` describes. */
  launchOf(parentId: SessionId, childId: SessionId, { callId, words, isOnlyEnough }: Claim): FlatChild | undefined {
    const launched = new Set<FlatChild>();
    for (const [, , child] of this.#children) if (child.callId !== undefined && child.parentId === parentId) launched.add(child);
    const free = [...launched].filter((child) => !child.isAnnounced && child.id !== childId && child.launch.sessionId === undefined);
    if (callId !== undefined) return free.find((child) => child.callId === callId);
    const said = ({ launch }: FlatChild) => [launch.title, launch.prompt].some((word) => word !== undefined && words.includes(word));
    const open = free.filter((child) => !child.isEnded);
    return free.find(said) ?? (isOnlyEnough && open.length === 1 ? open[0] : undefined);
  }
}
