// A connection told event by event, for the tests of the views: the real store behind a few short verbs.

import { Emitter } from "../../../src/base/emitter.ts";
import { usualLimits } from "../../../src/base/limits.ts";
import type { Timer } from "../../../src/base/timer.ts";
import type { JsonObject, ToolContent } from "../../../src/session/content.ts";
import type { ChildPatch, SessionEvent, ToolCallPatch } from "../../../src/session/events.ts";
import { toMessageId, toRequestId, toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import type { Session } from "../../../src/session/session.ts";
import { SessionStore } from "../../../src/session/store.ts";
import type { Hub, HubChange, LiveConnection, QueuedPrompt } from "../../../src/views/hub.ts";
import { MemoryShelf } from "../../support/memoryShelf.ts";

/** Epoch ms at which every scene begins. */
export const epoch = 1_000_000;

const text = (words: string) => ({ type: "text", text: words });

export class Scene {
  /** With so few rows in memory, all that a view reads of older ones comes back from a shelf. */
  readonly store = new SessionStore("r", { ...usualLimits, rowsInMemory: 3 }, new MemoryShelf());
  readonly connection: LiveConnection & { isReplay: boolean };
  queue: readonly QueuedPrompt[] = [];
  #t = 0;

  constructor(key = "c1", agentLabel = "Demo Agent", startedAtEpoch = epoch) {
    this.connection = {
      key,
      agentLabel,
      model: this.store,
      startedAtEpoch,
      isReplay: false,
      queued: () => this.queue,
    };
  }

  /** The session with this id; the test fails when there is none. */
  session(id: string): Session {
    const session = this.store.get(toSessionId(id));
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  /** Moves the clock to `t` ms. */
  at(t: number): this {
    this.#t = t;
    return this;
  }

  apply(event: SessionEvent): this {
    this.store.apply({ t: this.#t, event });
    return this;
  }

  root(id: string, more: { cwd?: string; title?: string } = {}): this {
    return this.apply({ type: "rootOpened", sessionId: toSessionId(id), ...more });
  }

  prompt(id: string, words: string): this {
    return this.apply({ type: "promptSent", sessionId: toSessionId(id), content: [text(words)] });
  }

  turnEnded(id: string, stopReason?: string, error?: string): this {
    return this.apply({ type: "turnEnded", sessionId: toSessionId(id), stopReason, error });
  }

  child(id: string, parent: string, patch: ChildPatch = {}): this {
    return this.apply({ type: "childUpdated", sessionId: toSessionId(id), parentId: toSessionId(parent), dialect: "standard", patch });
  }

  /** What the announcement's `state` says next. */
  state(id: string, state: string, stopReason?: string, message?: string): this {
    const parent = this.session(id).parentId ?? "";
    return this.child(id, parent, { state: { state, stopReason, error: message === undefined ? undefined : { message } } });
  }

  says(id: string, words: string, messageId?: string, kind: "agent_message" | "agent_thought" | "user_message" = "agent_message"): this {
    return this.apply({
      type: "chunkReceived",
      sessionId: toSessionId(id),
      kind,
      messageId: messageId === undefined ? undefined : toMessageId(messageId),
      content: text(words),
    });
  }

  tool(id: string, toolCallId: string, patch: ToolCallPatch, isAnnouncement = true): this {
    return this.apply({
      type: "toolCallReported",
      sessionId: toSessionId(id),
      toolCallId: toToolCallId(toolCallId),
      isAnnouncement,
      patch,
    });
  }

  message(id: string, messageId: string, sender: string, recipient: string, words: string): this {
    return this.apply({
      type: "sessionMessageReported",
      sessionId: toSessionId(id),
      messageId: toMessageId(messageId),
      sender: toSessionId(sender),
      recipient: toSessionId(recipient),
      content: [text(words)],
    });
  }

  asks(id: string, requestId: string, toolCall: JsonObject, openedAt = this.#t): this {
    return this.at(openedAt).apply({
      type: "requestOpened",
      request: {
        kind: "permission",
        id: toRequestId(requestId),
        sessionId: toSessionId(id),
        wireSessionId: toSessionId(id),
        title: typeof toolCall.title === "string" ? toolCall.title : "",
        toolCall,
        options: [
          { optionId: "yes", name: "Allow", kind: "allow_once" },
          { optionId: "no", name: "Reject", kind: "reject_once" },
        ],
      },
    });
  }

  answers(requestId: string): this {
    return this.apply({ type: "requestSettled", requestId: toRequestId(requestId), outcome: { type: "selected", optionId: "yes" } });
  }

  cancel(id: string): this {
    return this.apply({ type: "cancelSent", sessionId: toSessionId(id) });
  }

  load(id: string): this {
    return this.apply({ type: "restoreBegan", sessionId: toSessionId(id), how: "load" });
  }

  loaded(id: string): this {
    return this.apply({ type: "restoreEnded", sessionId: toSessionId(id) });
  }

  lose(reason: string): this {
    return this.apply({ type: "connectionLost", reason });
  }
}

export const textContent = (words: string): ToolContent => ({ type: "content", content: text(words) });

/** A hub over scenes; `add` and `remove` tell its listeners. */
export class SceneHub implements Hub {
  readonly #changed = new Emitter<HubChange>();
  readonly #connections: LiveConnection[] = [];
  readonly onDidChange = this.#changed.event;

  constructor(...scenes: readonly Scene[]) {
    for (const scene of scenes) this.add(scene);
  }

  get connections(): readonly LiveConnection[] {
    return this.#connections;
  }

  add({ connection }: Scene): void {
    this.#connections.push(connection);
    connection.model.onDidChange((change) => this.#changed.fire({ type: "modelChanged", connection, change }));
    this.#changed.fire({ type: "connectionAdded", connection });
  }

  remove({ connection }: Scene): void {
    this.#connections.splice(this.#connections.indexOf(connection), 1);
    this.#changed.fire({ type: "connectionRemoved", key: connection.key });
  }

  /** Something of a connection that is not in its model is different. */
  changed({ connection }: Scene): void {
    this.#changed.fire({ type: "connectionChanged", connection });
  }
}

/** A clock that stands still until the test moves it. */
export class TestTimer implements Timer {
  #now = epoch;
  readonly #waiting = new Set<{ readonly at: number; readonly run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): { dispose(): void } {
    const entry = { at: this.#now + ms, run };
    this.#waiting.add(entry);
    return { dispose: () => void this.#waiting.delete(entry) };
  }

  /** Lets `ms` pass; what falls due runs in its order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#waiting.delete(next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}
