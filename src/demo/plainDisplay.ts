import type { JsonObject } from "../session/content.ts";
import type { Display, Outgoing } from "./display.ts";
import type { RootEvent, SpawnSessionStart, StreamComplete, SubAgentEvent } from "./spawnEvents.ts";
import { isPlainWork, updateOf } from "./workUpdates.ts";

/**
 * For a client that does not take subagent sessions: every child, nested ones too, is one tool call of the root with
 * the child's result; what the child does in between is not told.
 */
export class PlainDisplay implements Display {
  readonly #root: string;
  readonly #shownCalls = new Set<string>();
  readonly #starts = new Map<string, SpawnSessionStart>();

  constructor(rootSessionId: string) {
    this.#root = rootSessionId;
  }

  rootEvent({ event }: RootEvent): readonly Outgoing[] {
    if (event.type === "toolCallStarted") this.#shownCalls.add(event.toolCallId);
    return isPlainWork(event) ? [{ sessionId: this.#root, update: updateOf(event) }] : [];
  }

  spawnSessionStart(event: SpawnSessionStart): readonly Outgoing[] {
    this.#starts.set(event.childSessionId, event);
    if (this.#isLaunchShown(event)) return [];
    const title = `${event.sourceName}: ${event.description}`;
    return [
      this.#send({
        sessionUpdate: "tool_call",
        toolCallId: callOf(event),
        title,
        kind: "think",
        status: "in_progress",
        rawInput: event.metadata,
      }),
    ];
  }

  subAgentEvent({ childSessionId, event }: SubAgentEvent): readonly Outgoing[] {
    if (event.type === "SpawnSessionStart") return this.spawnSessionStart(event);
    const start = this.#starts.get(childSessionId);
    if (event.type !== "stateReported" || event.state !== "running" || !start) return [];
    return [this.#send({ sessionUpdate: "tool_call_update", toolCallId: callOf(start), status: "in_progress" })];
  }

  streamComplete(event: StreamComplete): readonly Outgoing[] {
    const start = this.#starts.get(event.childSessionId);
    // The tracker closes a launching call that is shown.
    if (!start || this.#isLaunchShown(start)) return [];
    const status = event.outcome === "success" ? "completed" : "failed";
    const content = [{ type: "content", content: { type: "text", text: event.result } }];
    return [this.#send({ sessionUpdate: "tool_call_update", toolCallId: callOf(start), status, content })];
  }

  requestSession(): string {
    return this.#root;
  }

  currentState(): readonly Outgoing[] {
    return [];
  }

  #isLaunchShown(start: SpawnSessionStart): boolean {
    return start.toolCallId !== undefined && this.#shownCalls.has(start.toolCallId);
  }

  #send(update: JsonObject): Outgoing {
    return { sessionId: this.#root, update };
  }
}

function callOf(start: SpawnSessionStart): string {
  return `spawn:${start.childSessionId}`;
}
