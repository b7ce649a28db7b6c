import type { JsonObject } from "../session/content.ts";
import type { Outgoing } from "./display.ts";
import { FurtherDisplay, planText, statusOf, textItem } from "./furtherDisplay.ts";
import type { SpawnSessionStart, StreamComplete, WorkEvent } from "./spawnEvents.ts";
import { updateOf } from "./workUpdates.ts";

/** The call for the message that a child is saying or thinking. */
interface Saying {
  readonly messageId: string;
  readonly text: string;
}

/** Every activity of a child is a call of its own on the root, headed by the child's name; nothing tells of the child itself. */
export class InlineDisplay extends FurtherDisplay {
  readonly #sayings = new Map<string, Saying>();
  readonly #plans = new Map<string, number>();

  requestSession(): string {
    return this.root;
  }

  currentState(): readonly Outgoing[] {
    return [];
  }

  /** That a child starts another one is an activity of it. */
  protected override started(start: SpawnSessionStart): readonly Outgoing[] {
    const parent = this.startOf(start.parentSessionId);
    if (!parent) return [];
    const title = `${start.sourceName}: ${start.description}`;
    const call = { sessionUpdate: "tool_call", toolCallId: spawnCall(start), title, kind: "other", status: "in_progress" };
    return [...this.#said(parent), this.#activity(parent, call)];
  }

  protected override worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[] {
    switch (event.type) {
      case "textStreamed":
        return this.#says(start, event, { title: "Message", kind: "other" });
      case "thoughtStreamed":
        return this.#says(start, event, { title: "Thought", kind: "think" });
      case "toolCallStarted":
        return [...this.#said(start), this.#activity(start, updateOf(event))];
      case "toolCallProgressed":
      case "toolCallEnded":
        return [{ sessionId: this.root, update: updateOf(event) }];
      case "planReported":
        return [...this.#said(start), this.#plan(start, event)];
      case "stateReported":
        return this.#said(start);
      default:
        return [];
    }
  }

  protected override ended(start: SpawnSessionStart, end: StreamComplete): readonly Outgoing[] {
    const status = statusOf(end);
    const said = this.#said(start, status);
    if (!this.startOf(start.parentSessionId)) return said;
    const nested = { sessionUpdate: "tool_call_update", toolCallId: spawnCall(start), status, content: [textItem(end.result)] };
    return [...said, { sessionId: this.root, update: nested }];
  }

  #says(start: SpawnSessionStart, { messageId, text }: Saying, labels: { title: string; kind: string }): readonly Outgoing[] {
    const before = this.#sayings.get(start.childSessionId);
    const toolCallId = sayingCall(messageId);
    if (before?.messageId === messageId) {
      const whole = before.text + text;
      this.#sayings.set(start.childSessionId, { messageId, text: whole });
      return [{ sessionId: this.root, update: { sessionUpdate: "tool_call_update", toolCallId, content: [textItem(whole)] } }];
    }
    const ended = this.#said(start);
    this.#sayings.set(start.childSessionId, { messageId, text });
    const call = { sessionUpdate: "tool_call", toolCallId, ...labels, status: "in_progress", content: [textItem(text)] };
    return [...ended, this.#activity(start, call)];
  }

  /** A message is over when its child does something else or ends. */
  #said(start: SpawnSessionStart, status: "completed" | "failed" = "completed"): readonly Outgoing[] {
    const saying = this.#sayings.get(start.childSessionId);
    if (!saying) return [];
    this.#sayings.delete(start.childSessionId);
    const update = { sessionUpdate: "tool_call_update", toolCallId: sayingCall(saying.messageId), status };
    return [{ sessionId: this.root, update }];
  }

  #plan(start: SpawnSessionStart, event: WorkEvent & { type: "planReported" }): Outgoing {
    const number = (this.#plans.get(start.childSessionId) ?? 0) + 1;
    this.#plans.set(start.childSessionId, number);
    const toolCallId = `plan:${start.childSessionId}:${number}`;
    const call = { sessionUpdate: "tool_call", toolCallId, title: "Plan", kind: "think", status: "completed" };
    return this.#activity(start, { ...call, content: [textItem(planText(event))] });
  }

  #activity(start: SpawnSessionStart, call: JsonObject): Outgoing {
    return { sessionId: this.root, update: { ...call, title: `[\`${start.sourceName}\`] ${call.title}` } };
  }
}

function sayingCall(messageId: string): string {
  return `said:${messageId}`;
}

function spawnCall(start: SpawnSessionStart): string {
  return `spawn:${start.childSessionId}`;
}
