import type { JsonObject } from "../session/content.ts";
import type { ChildStanding, Outgoing } from "./display.ts";
import { FurtherDisplay } from "./furtherDisplay.ts";
import type { SpawnSessionStart, StreamComplete, StreamOutcome, WorkEvent } from "./spawnEvents.ts";
import { isPlainWork, updateOf } from "./workUpdates.ts";

/**
 * The earlier draft of subagent sessions, as claude-agent-acp 0.79.0 speaks it: a child is spawned and ends once; one
 * that works again is another generation with an id of its own. Why a child failed has no place in it.
 */
export class DraftDisplay extends FurtherDisplay {
  /** How many runs each child had, the present one included. */
  readonly #runs = new Map<string, number>();
  readonly #ended = new Set<string>();
  /** Children whose first message is to come; it is the prompt that their announcement told. */
  readonly #unprompted = new Set<string>();

  requestSession(sessionId: string): string {
    return this.#wireId(sessionId);
  }

  currentState({ start, isRunning, end }: ChildStanding): readonly Outgoing[] {
    if (isRunning) return [this.#spawned(start, start.metadata.prompt)];
    return end ? [] : [this.#onParent(start, { ...stateUpdate, state: "disconnected" })];
  }

  protected override started(start: SpawnSessionStart): readonly Outgoing[] {
    this.#runs.set(start.childSessionId, 1);
    this.#unprompted.add(start.childSessionId);
    return [this.#spawned(start, start.metadata.prompt)];
  }

  protected override worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[] {
    const id = start.childSessionId;
    if (event.type === "messageReceived") return this.#message(start, event.messageId, event.text);
    return isPlainWork(event) ? [{ sessionId: this.#wireId(id), update: updateOf(event) }] : [];
  }

  protected override ended(start: SpawnSessionStart, { outcome }: StreamComplete): readonly Outgoing[] {
    this.#ended.add(start.childSessionId);
    return [this.#onParent(start, { ...stateUpdate, state: states[outcome] })];
  }

  #message(start: SpawnSessionStart, messageId: string, text: string): readonly Outgoing[] {
    const id = start.childSessionId;
    if (this.#unprompted.delete(id)) return [];
    if (this.#ended.delete(id)) {
      this.#runs.set(id, (this.#runs.get(id) ?? 1) + 1);
      return [this.#spawned(start, text)];
    }
    return [{ sessionId: this.#wireId(id), update: { sessionUpdate: "user_message_chunk", content: { type: "text", text }, messageId } }];
  }

  #spawned(start: SpawnSessionStart, prompt: unknown): Outgoing {
    const labels = { name: start.sourceName, task: start.description, ...(typeof prompt === "string" && { prompt }) };
    return this.#onParent(start, { sessionUpdate: "subagent_spawned", ...labels, capabilities: {} });
  }

  #onParent(start: SpawnSessionStart, { sessionUpdate, ...rest }: JsonObject): Outgoing {
    const update = { sessionUpdate, subagentSessionId: this.#wireId(start.childSessionId), ...rest };
    return { sessionId: this.#wireId(start.parentSessionId), update };
  }

  #wireId(sessionId: string): string {
    const runs = this.#runs.get(sessionId) ?? 1;
    return runs === 1 ? sessionId : `${sessionId}:generation:${runs}`;
  }
}

const stateUpdate = { sessionUpdate: "subagent_state_update" } as const;

const states: Readonly<Record<StreamOutcome, string>> = {
  success: "completed",
  error: "failed",
  timeout: "failed",
  cancelled: "cancelled",
};
