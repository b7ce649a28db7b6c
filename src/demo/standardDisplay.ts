import { assertNever } from "../base/assertNever.ts";
import type { JsonObject } from "../session/content.ts";
import type { ChildStanding, Display, DisplayOptions, Outgoing } from "./display.ts";
import type { RootEvent, SpawnSessionStart, StreamComplete, SubAgentEvent, WorkEvent } from "./spawnEvents.ts";
import { updateOf } from "./workUpdates.ts";

/**
 * The finished subagent sessions of protocol v1, spoken like claude-agent-acp 0.101.0: a child is announced and its
 * states are told on its immediate parent's session; all else of it comes on its own session.
 */
export class StandardDisplay implements Display {
  readonly #root: string;
  readonly #isReplay: boolean;
  readonly #starts = new Map<string, SpawnSessionStart>();
  readonly #shownCalls = new Set<string>();

  constructor(options: DisplayOptions) {
    this.#root = options.rootSessionId;
    this.#isReplay = options.isReplay;
  }

  rootEvent({ event }: RootEvent): readonly Outgoing[] {
    return this.#workOf(this.#root, event);
  }

  spawnSessionStart(event: SpawnSessionStart): readonly Outgoing[] {
    this.#starts.set(event.childSessionId, event);
    return [this.#patch(event.childSessionId, { ...labelsOf(event), ...this.#cancellable({ state: { state: "running" } }) })];
  }

  subAgentEvent({ childSessionId, event }: SubAgentEvent): readonly Outgoing[] {
    return event.type === "SpawnSessionStart" ? this.spawnSessionStart(event) : this.#workOf(childSessionId, event);
  }

  streamComplete(event: StreamComplete): readonly Outgoing[] {
    const patch = this.#patch(event.childSessionId, {
      ...(!this.#isReplay && { capabilities: { cancel: null } }),
      state: endOf(event),
    });
    return [patch, ...this.#reply(event)];
  }

  requestSession(sessionId: string): string {
    return sessionId;
  }

  currentState({ start, isRunning, end }: ChildStanding): readonly Outgoing[] {
    this.#starts.set(start.childSessionId, start);
    const now = isRunning ? this.#cancellable({ state: { state: "running" } }) : { state: end ? endOf(end) : { state: "idle" } };
    return [this.#patch(start.childSessionId, { ...labelsOf(start), ...now })];
  }

  #workOf(sessionId: string, event: WorkEvent): readonly Outgoing[] {
    switch (event.type) {
      case "messageReceived":
        return this.#message(sessionId, event);
      case "permissionNeeded":
        return this.#state(sessionId, { state: { state: "requires_action" } });
      case "permissionSettled":
        return this.#state(sessionId, { state: { state: "running" } });
      case "stateReported":
        return this.#state(
          sessionId,
          event.state === "running" ? this.#cancellable({ state: { state: "running" } }) : { state: { state: "idle" } },
        );
      case "toolCallStarted":
        this.#shownCalls.add(callKey(sessionId, event.toolCallId));
        return [{ sessionId, update: updateOf(event) }];
      case "textStreamed":
      case "thoughtStreamed":
      case "toolCallProgressed":
      case "toolCallEnded":
      case "planReported":
      case "updateSent":
        return [{ sessionId, update: updateOf(event) }];
      default:
        return assertNever(event);
    }
  }

  /** The root's own state is told by the prompt's answer; only children have state patches. */
  #state(sessionId: string, patch: JsonObject): readonly Outgoing[] {
    return sessionId === this.#root ? [] : [this.#patch(sessionId, patch)];
  }

  /** Both ends get the message in their own transcript, each with a link to the other's; both use one id. */
  #message(sessionId: string, event: WorkEvent & { type: "messageReceived" }): readonly Outgoing[] {
    const { messageId, senderSessionId, text } = event;
    const message = messageUpdate(messageId, senderSessionId, sessionId, text);
    return [
      { sessionId: senderSessionId, update: { ...message, recipientMessageId: messageId } },
      { sessionId, update: { ...message, senderMessageId: messageId } },
    ];
  }

  /** A parent that waited gets the answer as a message, unless the launching call is shown: then that call brings it. */
  #reply(event: StreamComplete): readonly Outgoing[] {
    const start = this.#starts.get(event.childSessionId);
    // A later operation of the same child is not waited for through its launch, so the reply is given once.
    if (!start?.toolCallId || start.spawnMechanism !== "sync") return [];
    this.#starts.set(event.childSessionId, { ...start, toolCallId: undefined });
    const isShown = this.#shownCalls.has(callKey(start.parentSessionId, start.toolCallId));
    if (isShown || event.outcome !== "success") return [];
    const update = messageUpdate(`${start.toolCallId}:reply`, event.childSessionId, start.parentSessionId, event.result);
    return [{ sessionId: start.parentSessionId, update }];
  }

  #cancellable(patch: JsonObject): JsonObject {
    return this.#isReplay ? patch : { capabilities: { cancel: {} }, ...patch };
  }

  #patch(childSessionId: string, patch: JsonObject): Outgoing {
    const sessionId = this.#starts.get(childSessionId)?.parentSessionId ?? this.#root;
    return { sessionId, update: { sessionUpdate: "subagent_update", sessionId: childSessionId, ...patch } };
  }
}

function labelsOf(start: SpawnSessionStart): JsonObject {
  return { title: start.description, description: start.sourceName };
}

function messageUpdate(messageId: string, senderSessionId: string, recipientSessionId: string, text: string): JsonObject {
  return { sessionUpdate: "session_message", messageId, senderSessionId, recipientSessionId, content: [{ type: "text", text }] };
}

function endOf(event: StreamComplete): JsonObject {
  switch (event.outcome) {
    case "success":
      return { state: "idle", stopReason: "end_turn" };
    case "cancelled":
      return { state: "idle", stopReason: "cancelled" };
    case "error":
    case "timeout":
      return { state: "idle", stopReason: "error", error: { code: event.errorCode ?? -32603, message: event.result } };
    default:
      return assertNever(event.outcome);
  }
}

function callKey(sessionId: string, toolCallId: string): string {
  return `${sessionId}\n${toolCallId}`;
}
