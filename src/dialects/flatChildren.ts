import { isObject, type JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import { type SessionId, toSessionId, toToolCallId } from "../session/ids.ts";
import { Call } from "./calls.ts";
import { ChildBook } from "./childBook.ts";
import { answered, broughtBack, ended, refined, renamed, settled } from "./childEnds.ts";
import { codex, codexThreadStates, codexThreads } from "./codexThreads.ts";
import { text } from "./fields.ts";
import {
  alone,
  drawn,
  type FlatChild,
  type Frame,
  isBoundToTurn,
  labels,
  newChild,
  noMeta,
  patched,
  running,
  unattributed,
} from "./flatChild.ts";
import { bareLaunch, type FlatRow, type LateEnd, type Launch, type LaunchEnd, plainEnd, type RowTable } from "./flatRow.ts";
import { madeUpId } from "./madeUpId.ts";
import { everyRow, lateEnd, launchIn, sessionRows, titleIn } from "./rowTables.ts";
import { readSessionUpdate, withoutTitle } from "./sessionUpdates.ts";
import { listedCall } from "./snapshots.ts";
import { bare } from "./taggedRows.ts";
import { untaggedOwner } from "./untaggedOwner.ts";
import { Wakings } from "./wakings.ts";

/**
 * Children on a root's own stream, and children of which only the launching call is seen: one engine for every row of
 * `flatRows`. It remembers whose each tool call is, gives each child one id from its first frame on, and never draws a
 * child twice.
 */
export class FlatChildren {
  readonly #book = new ChildBook();
  /** Sessions that named the call which launched them before that call came (AgentPool), by its id. */
  readonly #awaited = new Map<string, SessionId>();
  readonly #wakings = new Wakings(this.#book);

  /** The events of a session update. `isNative`: children are announced as sessions of their own on this connection. */
  read(frame: Frame, isNative: boolean): readonly SessionEvent[] {
    const rows = isNative ? sessionRows : everyRow;
    const { update } = frame;
    const kind = update.sessionUpdate;
    const callId = kind === "tool_call" || kind === "tool_call_update" ? text(update, "toolCallId") : undefined;
    if (callId !== undefined) return this.#readCall(frame, callId, rows);
    if (this.#isPlain(frame)) return [readSessionUpdate(frame.streamId, update)];
    const events: SessionEvent[] = [];
    const lived = this.#lived(frame, rows, events);
    if (lived) return lived;
    const owner = this.#tagged(frame, undefined, rows, events) ?? untaggedOwner(this.#book, frame, "text");
    const end = lateEnd(frame);
    const event = alone(readSessionUpdate(owner === undefined || owner === "unattributed" ? frame.streamId : owner, update), frame.meta);
    if (end?.notice !== undefined) events.push({ type: "noticeReported", sessionId: frame.streamId, severity: "info", text: end.notice });
    else events.push(owner === "unattributed" ? unattributed(event) : event);
    return [...events, ...this.#listed(frame, rows), ...(end ? this.#endedLate(frame.streamId, end) : [])];
  }

  /** Without `_meta` and open children only the runtime's own notes, which come as a user's words, are more than they seem. */
  #isPlain({ streamId, meta, update }: Frame): boolean {
    return meta === noMeta && update.sessionUpdate !== "user_message_chunk" && !this.#book.hasOpenOn(streamId);
  }

  /** Whose permission request this is: its call's owner, or whose tag it carries. */
  ownerOf(streamId: SessionId, toolCall: JsonObject): SessionId {
    const callId = text(toolCall, "toolCallId");
    const known = callId === undefined ? undefined : this.#book.call(streamId, callId);
    if (known) return known.owner;
    const meta = isObject(toolCall._meta) ? toolCall._meta : noMeta;
    const child = this.#childByTag(streamId, meta, callId);
    return child?.id ?? streamId;
  }

  /** We cancel a stream's turn: the children that work for it, in the order of their launch, are cancelled with it, and theirs. */
  cancelled(streamId: SessionId): readonly SessionId[] {
    const bound = this.#book.openOn(streamId).filter((child) => isBoundToTurn(child) && !child.isCancelled);
    for (const child of bound) child.isCancelled = true;
    return bound.flatMap(({ id }) => [id, ...this.cancelled(id)]);
  }

  /** The prompt of a stream was answered: what has no end of its own ended with it, or its end is not reported. */
  turnEnded(streamId: SessionId): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    for (const child of this.#book.openOn(streamId)) {
      if (!isBoundToTurn(child) || child.row.tellsEnd) events.push(patched(child, { state: { state: "unknown" } }));
      else {
        child.isEnded = true;
        events.push(patched(child, { state: { state: "idle" }, outcome: "endedWithTurn" }));
      }
    }
    // A background child is said to be unknown once; only frames of its own tell more.
    this.#book.closeAll(streamId);
    return events;
  }

  /**
   * A stronger announcement on `parentId` describes a child that was launched by a call: by the call's id, or by the same
   * words, or — `isOnlyEnough` — as the only one that works there. The child takes the announced id; from now on its call
   * adds what the parent got, and nothing else.
   */
  claim(
    parentId: SessionId,
    childId: SessionId,
    callId: string | undefined,
    words: readonly string[],
    isOnlyEnough = false,
  ): SessionEvent | undefined {
    const child = this.#book.launchOf(parentId, childId, { callId, words, isOnlyEnough });
    if (!child) return undefined;
    child.isAnnounced = true;
    this.#book.close(child);
    return renamed(child, childId);
  }

  /** A session that says by itself which call launched it (AgentPool): that call's child, wherever the call is. */
  launchedBy(callId: string, childId: SessionId): readonly SessionEvent[] {
    for (const { streamId, call } of this.#book.callsNamed(callId)) {
      if (call.owner === childId) continue;
      const known = this.#book.child(streamId, callId);
      if (known) return known.id === childId ? [] : [renamed(known, childId)];
      const events: SessionEvent[] = [];
      const child = this.#create(streamId, bare, { ...bareLaunch(call), sessionId: childId }, call, events);
      return call.isEnded ? [...events, ...ended(this.#book, child, call, {})] : events;
    }
    this.#awaited.set(callId, childId);
    return [];
  }

  /** A call came that a session has named as the one that launched it. */
  #awaitedCall(callId: string): readonly SessionEvent[] {
    const childId = this.#awaited.get(callId);
    if (childId === undefined) return [];
    this.#awaited.delete(callId);
    return this.launchedBy(callId, childId);
  }

  /** True when this call is on this stream. */
  hasCall(streamId: SessionId, callId: string): boolean {
    return this.#book.call(streamId, callId) !== undefined;
  }

  /** The child on this stream that goes by this name: a call's id, an agent's, a subtask's, a member's. */
  find(streamId: SessionId, name: string): { readonly id: SessionId; readonly parentId: SessionId } | undefined {
    return this.#book.child(streamId, name);
  }

  /** The child that goes by this name has ended, says something stronger than its launching call. */
  settle(streamId: SessionId, name: string, end: LaunchEnd): readonly SessionEvent[] {
    const child = this.#book.child(streamId, name);
    if (!child) return [];
    child.isEndTold = !child.isEnded;
    return settled(this.#book, child, end);
  }

  /** From now on the child that this call launched goes by this name too. */
  name(streamId: SessionId, callId: string, name: string): void {
    const child = this.#book.child(streamId, callId);
    if (!child) return;
    this.#book.name(child, name);
    child.isToldLater = true;
  }

  /** A load of this stream began, and its calls and children will be told again, under the same ids; or it was let go. */
  forget(streamId: SessionId): void {
    this.#book.forget(streamId);
    this.#wakings.forget(streamId);
  }

  #readCall(frame: Frame, callId: string, rows: RowTable): readonly SessionEvent[] {
    const { streamId, meta } = frame;
    const events: SessionEvent[] = [];
    const lived = this.#lived(frame, rows, events);
    if (lived) return lived;
    const update = withoutTitle(frame.update, titleIn(meta));
    let call = this.#book.call(streamId, callId);
    let isUnattributed = false;
    if (!call) {
      const owner = this.#tagged(frame, callId, rows, events) ?? untaggedOwner(this.#book, frame, "all");
      for (const child of this.#book.openOn(streamId)) if (child.id === owner) child.isMixed = false;
      call = new Call(callId, owner === undefined || owner === "unattributed" ? streamId : owner);
      isUnattributed = owner === "unattributed";
      this.#book.addCall(streamId, call);
    }
    call.merge(update);
    const read = readSessionUpdate(call.owner, update);
    events.push(isUnattributed ? unattributed(read) : read, ...this.#awaitedCall(callId));
    events.push(
      ...this.#launched({ ...frame, update }, call, rows),
      ...this.#told(streamId, call),
      ...this.#wakings.woken(streamId, call, rows),
    );
    // Of a call that launched nobody the output is of no use once it has ended, and may be large.
    if (call.isEnded && !this.#book.child(streamId, call.id)) call.output = undefined;
    return events;
  }

  /** A frame that is not of a child but about one: it begins or ends there (Devin). Never a tool card. */
  #lived(frame: Frame, rows: RowTable, events: SessionEvent[]): readonly SessionEvent[] | undefined {
    for (const row of rows.living) {
      const life = row.life?.(frame.meta);
      if (!life) continue;
      const known = this.#book.childByName(frame.streamId, row, life.key, life.launch?.title);
      const child = known ?? this.#createTagged(frame, row, life.key, events);
      if (life.launch && (child.isEnded || !known)) {
        child.isEnded = false;
        this.#book.register(child, life.key);
      }
      if (life.launch) events.push(...refined(child, { ...child.launch, ...life.launch }), patched(child, running));
      if (life.end && !child.isEnded) events.push(...settled(this.#book, child, life.end));
      return events;
    }
    return undefined;
  }

  /** What a call says of the child that it launches, on any of its frames. */
  #launched({ streamId, update, meta }: Frame, call: Call, rows: RowTable): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    const known = this.#book.child(streamId, call.id) ?? this.#namedBefore(streamId, call, rows, events);
    const row = known?.row ?? rows.launching.find((candidate) => candidate.launch?.(call) !== undefined);
    // A child that was known by its tag first may have been launched by a call that looks like any other.
    const launch = row?.launch?.(call) ?? (known && bareLaunch(call));
    if (!row || !launch) return [];
    const child = known ?? this.#create(streamId, row, launch, call, events);
    if (launch.key !== undefined) this.#book.name(child, launch.key);
    if (known?.isAnnounced) return [...events, ...answered(known, call, update)];
    if (known) events.push(...refined(child, launch));
    const isToldAgain = child.isEnded || update.sessionUpdate === "tool_call";
    if (known && row.tellsEnd && !call.isEnded && isToldAgain) {
      child.isEnded = false;
      events.push(patched(child, running));
    }
    events.push(...drawn(child, call, meta), ...this.#listedCalls(child, call));
    if (child.isEndTold && call.isEnded) {
      child.isEndTold = false;
      events.push(...broughtBack(child, (child.row.end ?? plainEnd)(call, update)));
    }
    if (call.isEnded && !child.isEnded && !child.isWoken) events.push(...ended(this.#book, child, call, update));
    return events;
  }

  /** The calls that only the launching call tells of. */
  #listedCalls(child: FlatChild, call: Call): readonly SessionEvent[] {
    const listed = child.row.lists?.(call) ?? [];
    const isTold = (each: JsonObject) => this.#book.call(child.streamId, text(each, "callId") ?? "") !== undefined;
    return listed.flatMap((each) => (isTold(each) ? [] : (listedCall(child.id, each) ?? [])));
  }

  /** The child that was known by its name before the call that launches it (a member of a team). */
  #namedBefore(streamId: SessionId, call: Call, rows: RowTable, events: SessionEvent[]): FlatChild | undefined {
    const name = launchIn(call, rows)?.key;
    const child = name === undefined ? undefined : this.#book.child(streamId, name);
    if (!child || child.callId !== undefined) return undefined;
    child.callId = call.id;
    this.#book.name(child, call.id);
    events.push({ type: "childLinked", sessionId: child.id, toolCallId: toToolCallId(call.id) });
    return child;
  }

  /** A list of children, told whole: who they are and what each of them does. */
  #listed(frame: Frame, rows: RowTable): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    for (const row of rows.listing) {
      for (const member of row.members?.(frame.meta) ?? []) {
        const child = this.#book.childByName(frame.streamId, row, member.key) ?? this.#createTagged(frame, row, member.key, events);
        child.isEnded = member.state?.state === "idle";
        if (child.isEnded) this.#book.close(child);
        events.push(patched(child, { title: member.title, role: member.role, state: member.state }));
      }
    }
    return events;
  }

  #create(streamId: SessionId, row: FlatRow, launch: Launch, call: Call, events: SessionEvent[]): FlatChild {
    const id = launch.sessionId === undefined ? madeUpId(streamId, call.id) : toSessionId(launch.sessionId);
    const child = newChild({
      id,
      parentId: call.owner,
      streamId,
      row,
      callId: call.id,
      launch,
    });
    this.#book.register(child, call.id);
    events.push(patched(child, { ...labels(launch), ...running }));
    events.push({ type: "childLinked", sessionId: id, toolCallId: toToolCallId(call.id) });
    return child;
  }

  /** A background child whose end a later frame tells. */
  #endedLate(streamId: SessionId, end: LateEnd): readonly SessionEvent[] {
    const child = this.#book.child(streamId, end.callId);
    return child && !child.isEnded ? settled(this.#book, child, end) : [];
  }

  /** What a call tells of children that it did not launch: Codex's threads. */
  #told(streamId: SessionId, call: Call): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    const about = codexThreads(call).flatMap((thread) => this.#book.childByName(streamId, codex, thread)?.id ?? []);
    if (about.length > 0)
      events.push({
        type: "toolCallReported",
        sessionId: call.owner,
        toolCallId: toToolCallId(call.id),
        isAnnouncement: false,
        patch: { about },
      });
    // A call that gives more work tells the state from before it.
    for (const { key: thread, end } of call.hasWoken ? [] : codexThreadStates(call)) {
      const child = this.#book.child(streamId, thread);
      if (child && !child.isEnded) events.push(...settled(this.#book, child, child.isAnnounced ? { received: end.received } : end));
    }
    return events;
  }

  /** The child whose tag a frame carries; it is created at its first frame when its launch was not seen. */
  #tagged(frame: Frame, callId: string | undefined, rows: RowTable, events: SessionEvent[]): SessionId | "unattributed" | undefined {
    for (const row of rows.tagging) {
      const tag = row.tag?.(frame.meta);
      // A call that names itself as its parent is a launch, not a child's call (claude 0.79.0, a retried launch).
      if (tag === undefined || tag === callId || tag === frame.streamId) continue;
      if (this.#book.isOneOfSeveral(frame.streamId, row, tag)) return "unattributed";
      const known = this.#book.childByName(frame.streamId, row, tag);
      if (!known && row.isTagOfKnown) continue;
      if (known) {
        events.push(...this.#wakings.wokenBy(known));
        return known.id;
      }
      return this.#createTagged(frame, row, tag, events).id;
    }
    return undefined;
  }

  #childByTag(streamId: SessionId, meta: JsonObject, callId: string | undefined): FlatChild | undefined {
    for (const row of everyRow.tagging) {
      const tag = row.tag?.(meta);
      if (tag !== undefined && tag !== callId) return this.#book.childByName(streamId, row, tag);
    }
    return undefined;
  }

  #createTagged({ streamId, meta }: Frame, row: FlatRow, tag: string, events: SessionEvent[]): FlatChild {
    const call = this.#book.call(streamId, tag);
    const names = row.names?.(meta);
    const prompt = call ? undefined : this.#wakings.take(streamId);
    const isBackground = call?.isEnded ?? (names !== undefined || prompt !== undefined);
    const launch: Launch = { ...(call ? bareLaunch(call) : { title: names?.title, prompt }), isBackground };
    const id = names ? toSessionId(tag) : madeUpId(streamId, tag);
    const above = row.life ? row.tag?.(meta) : names?.parent;
    const parentId = call?.owner ?? (above === undefined ? undefined : this.#book.child(streamId, above)?.id) ?? streamId;
    const launched = names && this.#book.launchOf(parentId, id, { words: [names.title ?? ""], isOnlyEnough: true });
    if (launched) {
      events.push(renamed(launched, id));
      this.#book.name(launched, tag);
      return launched;
    }
    const child = newChild({
      id,
      parentId,
      streamId,
      row,
      callId: call?.id,
      launch,
    });
    this.#book.register(child, tag);
    const launchToolCallId = row.isTagOfCall ? toToolCallId(tag) : undefined;
    events.push(patched(child, { ...labels(launch), ...running, launchToolCallId }));
    if (call) events.push({ type: "childLinked", sessionId: id, toolCallId: toToolCallId(call.id) });
    return child;
  }
}
