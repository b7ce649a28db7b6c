import type { JsonObject } from "../session/content.ts";
import type { ChildStanding, Display, DisplayOptions, Outgoing } from "./display.ts";
import type { RootEvent, SpawnSessionStart, StreamComplete, SubAgentEvent, WorkEvent } from "./spawnEvents.ts";
import { isPlainWork, updateOf } from "./workUpdates.ts";

/**
 * What the forms beside the standard one share. Each shows a launch in a way of its own, so the parent's tool call for
 * it is kept back; it appears only when it started no child.
 */
export abstract class FurtherDisplay implements Display {
  protected readonly root: string;
  readonly #starts = new Map<string, SpawnSessionStart>();
  readonly #heldLaunches = new Map<string, WorkEvent>();
  readonly #shownAsChild = new Set<string>();
  readonly #askedCalls = new Set<string>();

  constructor(options: DisplayOptions) {
    this.root = options.rootSessionId;
  }

  rootEvent({ event }: RootEvent): readonly Outgoing[] {
    return this.#withoutLaunches(event).flatMap((work) => (isPlainWork(work) ? [{ sessionId: this.root, update: updateOf(work) }] : []));
  }

  spawnSessionStart(event: SpawnSessionStart): readonly Outgoing[] {
    this.#starts.set(event.childSessionId, event);
    if (event.toolCallId !== undefined && this.#heldLaunches.delete(event.toolCallId)) this.#shownAsChild.add(event.toolCallId);
    return this.started(event);
  }

  subAgentEvent({ childSessionId, event }: SubAgentEvent): readonly Outgoing[] {
    if (event.type === "SpawnSessionStart") return this.spawnSessionStart(event);
    const start = this.#starts.get(childSessionId);
    return start ? this.#withoutLaunches(event).flatMap((work) => this.worked(start, work)) : [];
  }

  streamComplete(event: StreamComplete): readonly Outgoing[] {
    const start = this.#starts.get(event.childSessionId);
    return start ? this.ended(start, event) : [];
  }

  abstract requestSession(sessionId: string): string;

  abstract currentState(child: ChildStanding): readonly Outgoing[];

  protected abstract started(start: SpawnSessionStart): readonly Outgoing[];

  protected abstract worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[];

  protected abstract ended(start: SpawnSessionStart, end: StreamComplete): readonly Outgoing[];

  protected startOf(childSessionId: string): SpawnSessionStart | undefined {
    return this.#starts.get(childSessionId);
  }

  /** Where a child's calls are not told, the one that the person was asked about is known on the root, and so must its end be. */
  protected endOfAskedCall(event: WorkEvent): readonly Outgoing[] {
    if (event.type === "permissionNeeded") this.#askedCalls.add(event.toolCallId);
    const isEnd = event.type === "toolCallEnded" && this.#askedCalls.delete(event.toolCallId);
    return isEnd ? [{ sessionId: this.root, update: updateOf(event) }] : [];
  }

  #withoutLaunches(event: WorkEvent): readonly WorkEvent[] {
    if (event.type === "toolCallStarted" && event.isLaunch) {
      this.#heldLaunches.set(event.toolCallId, event);
      return [];
    }
    if (event.type !== "toolCallEnded") return [event];
    // The child's end has told it.
    if (this.#shownAsChild.delete(event.toolCallId)) return [];
    const launch = this.#heldLaunches.get(event.toolCallId);
    this.#heldLaunches.delete(event.toolCallId);
    return launch ? [launch, event] : [event];
  }
}

/** The status of the call that stands for a child, once the child has ended; the protocol has none for cancelled ones. */
export function statusOf(end: StreamComplete): "completed" | "failed" {
  return end.outcome === "success" ? "completed" : "failed";
}

/** A tool call's content that is one text. */
export function textItem(text: string): JsonObject {
  return { type: "content", content: { type: "text", text } };
}

/** A plan as a Markdown list. */
export function planText(event: WorkEvent & { type: "planReported" }): string {
  return event.entries.map(({ status, content }) => `- [${status === "completed" ? "x" : " "}] ${content}`).join("\n");
}
