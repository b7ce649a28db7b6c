import type { JsonObject } from "../session/content.ts";
import type { ChildStanding, Outgoing } from "./display.ts";
import { FurtherDisplay, statusOf, textItem } from "./furtherDisplay.ts";
import type { SpawnSessionStart, StreamComplete, WorkEvent } from "./spawnEvents.ts";
import { isPlainWork, updateOf } from "./workUpdates.ts";

/** A child's transcript, as far as the call that stands for its present run must know it. */
interface Thread {
  callId: string;
  /** How many entries there were when the run began. */
  startIndex: number;
  /** Messages of the parent, messages of the child with the thoughts that run into them, and tool calls. */
  entries: number;
  isLastAssistant: boolean;
  isEnded: boolean;
}

/**
 * A call of the parent with Zed's `subagent_session_info` stands for each run of a child; the child speaks on its own
 * session id, which nothing else announces.
 */
export class ZedDisplay extends FurtherDisplay {
  /** Kept over the end of a turn: a child in the background ends its call later. */
  readonly #threads = new Map<string, Thread>();

  requestSession(sessionId: string): string {
    return sessionId;
  }

  currentState({ start, isRunning, end }: ChildStanding): readonly Outgoing[] {
    const thread = this.#threads.get(start.childSessionId);
    if (!thread || end) return [];
    return [isRunning ? callOf(start, thread) : endOf(start, thread, { status: "failed" })];
  }

  protected override started(start: SpawnSessionStart): readonly Outgoing[] {
    const callId = start.toolCallId ?? `spawn:${start.childSessionId}`;
    const thread = { callId, startIndex: 0, entries: 0, isLastAssistant: false, isEnded: false };
    this.#threads.set(start.childSessionId, thread);
    return [this.#called(start, thread)];
  }

  protected override worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[] {
    const thread = this.#threads.get(start.childSessionId);
    if (!thread) return [];
    if (event.type === "messageReceived") return this.#message(start, thread, event);
    if (!isPlainWork(event)) return [];
    countEntry(thread, event);
    return [{ sessionId: start.childSessionId, update: updateOf(event) }];
  }

  protected override ended(start: SpawnSessionStart, end: StreamComplete): readonly Outgoing[] {
    const thread = this.#threads.get(start.childSessionId);
    if (!thread) return [];
    thread.isEnded = true;
    return [endOf(start, thread, { status: statusOf(end), content: [textItem(end.result)], rawOutput: end.result })];
  }

  /** A message to a child that has ended begins a run, which gets a call of its own with the message's id. */
  #message(start: SpawnSessionStart, thread: Thread, event: WorkEvent & { type: "messageReceived" }): readonly Outgoing[] {
    const again: Outgoing[] = [];
    if (thread.isEnded) {
      thread.isEnded = false;
      thread.callId = event.messageId;
      thread.startIndex = thread.entries;
      again.push(this.#called(start, thread));
    }
    addEntry(thread, false);
    const content = { type: "text", text: event.text };
    const update = { sessionUpdate: "user_message_chunk", content, messageId: event.messageId };
    return [...again, { sessionId: start.childSessionId, update }];
  }

  /** The call is an entry of its parent's transcript, where the parent is a child itself. */
  #called(start: SpawnSessionStart, thread: Thread): Outgoing {
    const parent = this.#threads.get(start.parentSessionId);
    if (parent) addEntry(parent, false);
    return callOf(start, thread);
  }
}

function countEntry(thread: Thread, event: WorkEvent): void {
  const isAssistant = event.type === "textStreamed" || event.type === "thoughtStreamed";
  if (isAssistant || event.type === "toolCallStarted") addEntry(thread, isAssistant);
}

/** What a child says and thinks without a pause is one entry. */
function addEntry(thread: Thread, isAssistant: boolean): void {
  if (!isAssistant || !thread.isLastAssistant) thread.entries += 1;
  thread.isLastAssistant = isAssistant;
}

function callOf(start: SpawnSessionStart, thread: Thread): Outgoing {
  const title = `${start.sourceName}: ${start.description}`;
  const call = { sessionUpdate: "tool_call", toolCallId: thread.callId, title, kind: "other", status: "in_progress" };
  return { sessionId: start.parentSessionId, update: { ...call, _meta: metaOf(start, thread) } };
}

function endOf(start: SpawnSessionStart, thread: Thread, end: JsonObject): Outgoing {
  const range = thread.entries > thread.startIndex ? { message_end_index: thread.entries - 1 } : {};
  const update = { sessionUpdate: "tool_call_update", toolCallId: thread.callId, ...end, _meta: metaOf(start, thread, range) };
  return { sessionId: start.parentSessionId, update };
}

function metaOf(start: SpawnSessionStart, thread: Thread, range: JsonObject = {}): JsonObject {
  const info = { session_id: start.childSessionId, message_start_index: thread.startIndex, ...range };
  return { subagent_session_info: info, tool_name: "task" };
}
