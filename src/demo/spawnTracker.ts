import type { DemoEvent, RootEvent, SpawnEvent, SpawnSessionStart, StreamComplete, SubAgentEvent, WorkEvent } from "./spawnEvents.ts";

/** What the tracker needs from outside, and its limits. */
export interface TrackerOptions {
  readonly rootSessionId: string;
  /** ms on any clock that does not run backwards. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** A cancel of the root ends its background children too. */
  readonly cancelsAll?: boolean;
  /** Children deeper than this are refused. */
  readonly maxDepth?: number;
  /** Running children of one parent beyond this number are refused. */
  readonly maxChildren?: number;
  /** A child without events for so many ms has failed. */
  readonly silenceMs?: number;
}

interface Child {
  readonly start: SpawnSessionStart;
  isRunning: boolean;
  lastEventAt: number;
  readonly openCalls: Set<string>;
  readonly openPermissions: Set<string>;
}

const stoppedText = "The work was stopped before this call returned a result.";

/**
 * The rules about children of one root session, apart from how they are shown. Events go in as they happen; out come
 * the events that count, in the order in which they are to be shown, completed by those that follow from the rules.
 */
export class SpawnTracker {
  readonly #root: string;
  readonly #now: () => number;
  readonly #warn: (message: string) => void;
  /** How many levels of children there may be. */
  readonly maxDepth: number;
  readonly #cancelsAll: boolean;
  readonly #maxChildren: number;
  readonly #silenceMs: number;
  readonly #children = new Map<string, Child>();
  readonly #refused = new Set<string>();
  readonly #rootCalls = new Set<string>();

  constructor(options: TrackerOptions) {
    this.#root = options.rootSessionId;
    this.#now = options.now;
    this.#warn = options.warn;
    this.#cancelsAll = options.cancelsAll ?? false;
    this.maxDepth = options.maxDepth ?? 5;
    this.#maxChildren = options.maxChildren ?? 128;
    this.#silenceMs = options.silenceMs ?? 5 * 60_000;
  }

  /** Takes one event; returns what is to be shown, nothing when it is refused or says nothing new. */
  accept(event: DemoEvent): readonly DemoEvent[] {
    switch (event.type) {
      case "SpawnSessionStart":
        return this.#acceptStart(event);
      case "SubAgentEvent":
        return this.#acceptChildEvent(event);
      case "StreamComplete":
        return this.#acceptComplete(event);
      case "RootEvent":
        noteCalls(this.#rootCalls, event.event);
        return [event];
    }
  }

  /** The call that launched a child, as long as the session is open – also after the turn in which it was launched. */
  launchOf(childSessionId: string): string | undefined {
    return this.#children.get(childSessionId)?.start.toolCallId;
  }

  /** How many levels a session is below the root. */
  depthOf(sessionId: string): number {
    return this.#children.get(sessionId)?.start.depth ?? 0;
  }

  isRunning(childSessionId: string): boolean {
    return this.#children.get(childSessionId)?.isRunning ?? false;
  }

  /**
   * The person cancels. Of a child: it and all below it end. Of the root: its foreground children end with all below
   * them, its background children work on unless the form says otherwise, and its own open calls fail.
   */
  cancel(sessionId: string): readonly DemoEvent[] {
    if (sessionId !== this.#root) return this.#endTree(sessionId, "cancelled", "Stopped by the person.");
    const events = this.#runningBelow(this.#root)
      .filter((child) => this.#cancelsAll || child.start.spawnMechanism === "sync")
      .flatMap((child) => this.#endTree(child.start.childSessionId, "cancelled", "The turn was cancelled."));
    const backgroundCalls = new Set(this.#runningBelow(this.#root).map((child) => child.start.toolCallId));
    const ownCalls = [...this.#rootCalls].filter((id) => !backgroundCalls.has(id));
    return [...events, ...ownCalls.map((id) => this.#failCall(this.#root, id))];
  }

  /** The session closes: all its children end, every open call fails, and what was remembered about them goes. */
  close(): readonly DemoEvent[] {
    const events = this.#runningBelow(this.#root).flatMap((child) =>
      this.#endTree(child.start.childSessionId, "cancelled", "The session was closed."),
    );
    const calls = [...this.#rootCalls].map((id) => this.#failCall(this.#root, id));
    this.#children.clear();
    this.#refused.clear();
    return [...events, ...calls];
  }

  /** Ends the children that have been silent for too long. One that waits for the person is not silent, nor is its parent. */
  expire(): readonly DemoEvent[] {
    return [...this.#children.values()]
      .filter((child) => (this.#deadlineOf(child) ?? Number.POSITIVE_INFINITY) <= this.#now())
      .flatMap((child) =>
        this.#endTree(child.start.childSessionId, "timeout", `No sign of life for ${Math.round(this.#silenceMs / 1000)} seconds.`),
      );
  }

  /** When `expire` is to be called next; undefined while nothing can run out. */
  nextDeadline(): number | undefined {
    const deadlines = [...this.#children.values()].flatMap((child) => this.#deadlineOf(child) ?? []);
    return deadlines.length === 0 ? undefined : Math.min(...deadlines);
  }

  #acceptStart(event: SpawnSessionStart): readonly DemoEvent[] {
    const id = event.childSessionId;
    if (!id) {
      this.#warn(`A child of ${event.parentSessionId} started without a session id; it is not shown.`);
      return [];
    }
    if (this.#children.has(id) || this.#refused.has(id)) return [];
    const isParentKnown = this.#children.has(event.parentSessionId) || this.#refused.has(event.parentSessionId);
    if (!isParentKnown && event.parentSessionId !== this.#root && event.parentSessionId !== id) {
      this.#warn(`The parent ${event.parentSessionId} of ${id} is unknown; the root takes its place.`);
      return this.#acceptStart({ ...event, parentSessionId: this.#root });
    }
    const depth = this.depthOf(event.parentSessionId) + 1;
    const reason = this.#refusal(event, depth);
    if (reason) {
      this.#refused.add(id);
      this.#warn(`${id} was not started: ${reason}.`);
      return [];
    }
    const start: SpawnSessionStart = { ...event, depth };
    this.#children.set(id, { start, isRunning: true, lastEventAt: this.#now(), openCalls: new Set(), openPermissions: new Set() });
    this.#touch(id);
    return [start];
  }

  #refusal(event: SpawnSessionStart, depth: number): string | undefined {
    const parentId = event.parentSessionId;
    if (event.childSessionId === this.#root || event.childSessionId === parentId) return "a session cannot be its own child";
    if (this.#refused.has(parentId)) return `its parent ${parentId} was not started`;
    if (parentId !== this.#root && !this.isRunning(parentId)) return `its parent ${parentId} has ended`;
    if (depth > this.maxDepth) return `it would be ${depth} levels deep and ${this.maxDepth} are allowed`;
    if (this.#runningBelow(parentId).length >= this.#maxChildren)
      return `${parentId} has ${this.#maxChildren} running children, which is the limit`;
    return undefined;
  }

  #acceptChildEvent(event: SubAgentEvent): readonly DemoEvent[] {
    const id = event.childSessionId;
    if (this.#refused.has(id)) return [];
    const child = this.#children.get(id);
    if (!child) {
      this.#warn(`${id} did something before it was started; it is announced with what is known.`);
      const announced = this.#acceptStart(startFromNothing(id, this.#root));
      return announced.length === 0 ? [] : [...announced, ...this.#acceptChildEvent(event)];
    }
    const { event: work } = event;
    if (work.type === "SpawnSessionStart") return this.#acceptStart({ ...work, parentSessionId: id });
    if (!child.isRunning) return this.#acceptLateEvent(child, event, work);
    noteCalls(child.openCalls, work);
    notePermissions(child.openPermissions, work);
    this.#touch(id);
    return [event];
  }

  /** An ended child can only be set to work again, or have a call closed that it left open. */
  #acceptLateEvent(child: Child, event: SubAgentEvent, work: WorkEvent): readonly DemoEvent[] {
    if (work.type === "stateReported" && work.state === "running") {
      child.isRunning = true;
      this.#touch(event.childSessionId);
      return [event];
    }
    if (work.type === "toolCallEnded" && child.openCalls.delete(work.toolCallId)) return [event];
    this.#warn(`${event.childSessionId} has ended; its ${work.type} is not shown.`);
    return [];
  }

  #acceptComplete(event: StreamComplete): readonly DemoEvent[] {
    const child = this.#children.get(event.childSessionId);
    if (child) return child.isRunning ? this.#end(child, event) : [];
    if (!this.#refused.has(event.childSessionId)) this.#warn(`${event.childSessionId} ended without having been started.`);
    return [];
  }

  /**
   * The child's open calls, then the end itself, since nothing may follow it in forms where an end is final; then the call
   * that launched the child where that is shown and still open.
   */
  #end(child: Child, event: StreamComplete): readonly DemoEvent[] {
    child.isRunning = false;
    child.openPermissions.clear();
    const { childSessionId, parentSessionId, toolCallId } = child.start;
    const isSuccess = event.outcome === "success";
    const calls = isSuccess ? [] : [...child.openCalls].map((id) => this.#failCall(childSessionId, id));
    const events: DemoEvent[] = [...calls, event];
    if (toolCallId !== undefined && this.#callsOf(parentSessionId).delete(toolCallId)) {
      const content = [{ type: "content", content: { type: "text", text: event.result } }];
      const status = isSuccess ? "completed" : "failed";
      events.push(this.#workOf(parentSessionId, { type: "toolCallEnded", toolCallId, status, content, rawOutput: event.result }));
    }
    return events;
  }

  /** What is below a child ends before it. */
  #endTree(childSessionId: string, outcome: StreamComplete["outcome"], result: string): readonly DemoEvent[] {
    const child = this.#children.get(childSessionId);
    if (!child?.isRunning) return [];
    const errorCode = outcome === "timeout" ? -32603 : undefined;
    const complete: StreamComplete = { type: "StreamComplete", childSessionId, outcome, result, ...(errorCode && { errorCode }) };
    const below = this.#runningBelow(childSessionId);
    return [
      ...below.flatMap((nested) => this.#endTree(nested.start.childSessionId, "cancelled", "Its parent was stopped.")),
      ...this.#end(child, complete),
    ];
  }

  #failCall(sessionId: string, toolCallId: string): SpawnEvent | RootEvent {
    this.#callsOf(sessionId).delete(toolCallId);
    const content = [{ type: "content", content: { type: "text", text: stoppedText } }];
    return this.#workOf(sessionId, { type: "toolCallEnded", toolCallId, status: "failed", content });
  }

  #workOf(sessionId: string, event: WorkEvent): SubAgentEvent | RootEvent {
    return sessionId === this.#root ? { type: "RootEvent", event } : { type: "SubAgentEvent", childSessionId: sessionId, event };
  }

  #callsOf(sessionId: string): Set<string> {
    return this.#children.get(sessionId)?.openCalls ?? this.#rootCalls;
  }

  #runningBelow(parentSessionId: string): readonly Child[] {
    return [...this.#children.values()].filter((child) => child.isRunning && child.start.parentSessionId === parentSessionId);
  }

  /** A sign of life of a child is one of all above it, since they wait for it. */
  #touch(childSessionId: string): void {
    for (let child = this.#children.get(childSessionId); child; child = this.#children.get(child.start.parentSessionId))
      child.lastEventAt = this.#now();
  }

  #deadlineOf(child: Child): number | undefined {
    return child.isRunning && !this.#waitsForPerson(child) ? child.lastEventAt + this.#silenceMs : undefined;
  }

  #waitsForPerson(child: Child): boolean {
    if (child.openPermissions.size > 0) return true;
    return this.#runningBelow(child.start.childSessionId).some((nested) => this.#waitsForPerson(nested));
  }
}

function noteCalls(open: Set<string>, event: WorkEvent): void {
  if (event.type === "toolCallStarted") open.add(event.toolCallId);
  if (event.type === "toolCallEnded") open.delete(event.toolCallId);
}

function notePermissions(open: Set<string>, event: WorkEvent): void {
  if (event.type === "permissionNeeded") open.add(event.toolCallId);
  if (event.type === "permissionSettled") open.delete(event.toolCallId);
}

function startFromNothing(childSessionId: string, parentSessionId: string): SpawnSessionStart {
  return {
    type: "SpawnSessionStart",
    childSessionId,
    parentSessionId,
    spawnMechanism: "manual",
    sourceName: "subagent",
    sourceType: "agent",
    depth: 1,
    description: "Subagent",
    metadata: {},
  };
}
