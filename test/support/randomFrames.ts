// Frames that no agent would send and some would: a few ids, every kind, fields missing or of a wrong type, in any order.
import type { Seeded } from "./seeded.ts";

export interface Crossing {
  readonly dir: "agent" | "client";
  readonly frame: { readonly [key: string]: unknown };
}

const allIds = ["R", "R2", "A", "B", "C", "D", "__proto__", "constructor", "toString", ""];
/** Calls and messages share their ids, as agents join a launch to its prompt by them. */
const callIds = ["t1", "t2", "__proto__"];
const messageIds = ["t1", "t1", "t2", "t1:reply", "__proto__"];
const states = ["running", "running", "requires_action", "idle", "idle", "unknown", "_tired"];
const statuses = ["pending", "in_progress", "completed", "failed", "_odd"];

type Fields = { [key: string]: unknown };

/** Makes one frame after another from a seed. */
export class RandomFrames {
  readonly #seed: Seeded;
  /** Few sessions at a time, so that they meet. */
  readonly #sessionIds: readonly string[];
  #lastId = 0;

  constructor(seed: Seeded) {
    this.#seed = seed;
    this.#sessionIds = Array.from({ length: 3 + seed.int(4) }, () => seed.pick(allIds));
  }

  next(): Crossing {
    const kind = this.#seed.next();
    if (kind < 0.68) return this.#agent({ method: "session/update", params: { sessionId: this.#sessionId(), update: this.#update() } });
    if (kind < 0.74) return this.#asks();
    if (kind < 0.86) return this.#asked();
    if (kind < 0.93) return this.#agent(this.#answer());
    if (kind < 0.96) return this.#client(this.#answer());
    if (kind < 0.98) return this.#agent({ method: "$/cancel_request", params: { requestId: this.#id() } });
    return this.#seed.chance(0.5) ? this.#agent({ method: "_odd/said", params: this.#junk() }) : this.#agent({ neither: this.#junk() });
  }

  readonly #agent = (frame: Fields): Crossing => ({ dir: "agent", frame });
  readonly #client = (frame: Fields): Crossing => ({ dir: "client", frame });

  #junk(): unknown {
    return this.#seed.pick<unknown>([7, null, [], {}, "words", true, [[null]], { toString: 1, valueOf: 2 }, Number.NaN]);
  }

  /** The value, mostly; else left out or junk. */
  #perhaps<T>(value: T): unknown {
    if (this.#seed.chance(0.9)) return value;
    return this.#seed.chance(0.5) ? undefined : this.#junk();
  }

  #optional(value: unknown, share = 0.4): unknown {
    return this.#seed.chance(share) ? this.#perhaps(value) : undefined;
  }

  #sessionId(): unknown {
    return this.#perhaps(this.#seed.pick(this.#sessionIds));
  }

  /** JSON-RPC ids come from a small pool, so that they repeat, clash and answer nobody. */
  #id(): unknown {
    return this.#seed.pick([1, 2, 3, "1", "__proto__", this.#lastId, this.#lastId, ++this.#lastId]);
  }

  #text(): string {
    return this.#seed.pick(["", "a", "go", "go", "go on", "\n", "Async agent launched successfully"]);
  }

  #block(): unknown {
    const block = this.#seed.pick<Fields>([
      { type: "text", text: this.#text() },
      { type: "text", text: this.#text() },
      { type: "text", text: this.#junk() },
      { type: "image", mimeType: "image/png", data: "" },
      { type: "resource_link", uri: "file:///a", name: this.#junk() },
      { type: "resource", resource: { uri: this.#junk() } },
      { type: "_odd" },
    ]);
    return this.#perhaps(block);
  }

  #update(): unknown {
    const kind = this.#seed.next();
    if (kind < 0.34) return this.#announcement();
    if (kind < 0.54) {
      const sessionUpdate = this.#seed.pick(["agent_message_chunk", "agent_message_chunk", "agent_thought_chunk", "user_message_chunk"]);
      return { sessionUpdate, content: this.#block(), messageId: this.#optional(this.#seed.pick(messageIds)) };
    }
    if (kind < 0.74) return { sessionUpdate: this.#seed.pick(["tool_call", "tool_call_update"]), ...this.#call() };
    if (kind < 0.88) return this.#message();
    return this.#seed.pick<unknown>([
      { sessionUpdate: "plan", entries: this.#perhaps([{ content: this.#text(), status: "pending" }]) },
      { sessionUpdate: "usage_update", used: this.#perhaps(10), size: 100, cost: this.#perhaps({ amount: 1, currency: "USD" }) },
      { sessionUpdate: "session_info_update", title: this.#perhaps("own title") },
      { sessionUpdate: "current_mode_update", currentModeId: this.#perhaps("plan") },
      { sessionUpdate: "config_option_update", configOptions: this.#perhaps([{ id: "model", currentValue: this.#perhaps("x") }]) },
      { sessionUpdate: "available_commands_update", availableCommands: this.#perhaps([{ name: this.#perhaps("c") }]) },
      { sessionUpdate: "notice", title: this.#perhaps("note"), severity: this.#perhaps("warning") },
      { sessionUpdate: "compaction_update", compactionId: this.#perhaps("k"), status: this.#perhaps("completed") },
      { sessionUpdate: this.#perhaps("of_tomorrow") },
      this.#junk(),
    ]);
  }

  #announcement(): Fields {
    const state = {
      state: this.#perhaps(this.#seed.pick(states)),
      stopReason: this.#optional(this.#seed.pick(["end_turn", "cancelled", "error"])),
    };
    return {
      sessionUpdate: "subagent_update",
      sessionId: this.#sessionId(),
      title: this.#optional("a title"),
      description: this.#optional("a task"),
      state: this.#optional(this.#seed.chance(0.9) ? state : null, 0.7),
      capabilities: this.#optional(this.#seed.pick([{ cancel: {} }, { cancel: null }, {}, null])),
      cwd: this.#optional("/workspace"),
    };
  }

  #call(): Fields {
    return {
      toolCallId: this.#perhaps(this.#seed.pick(callIds)),
      title: this.#optional("a call"),
      status: this.#optional(this.#seed.pick(statuses), 0.8),
      content: this.#optional([
        { type: "content", content: this.#block() },
        { type: "session", sessionId: this.#sessionId() },
      ]),
      rawInput: this.#optional({ a: 1 }),
    };
  }

  #message(): Fields {
    const head = { messageId: this.#perhaps(this.#seed.pick(messageIds)) };
    if (this.#seed.chance(0.3)) return { sessionUpdate: "session_message_chunk", ...head, content: this.#block() };
    return {
      sessionUpdate: "session_message",
      ...head,
      senderSessionId: this.#optional(this.#sessionId(), 0.8),
      recipientSessionId: this.#optional(this.#sessionId(), 0.8),
      content: this.#perhaps([this.#block()]),
    };
  }

  /** A request of the agent. */
  #asks(): Crossing {
    const params = {
      sessionId: this.#sessionId(),
      toolCall: this.#perhaps(this.#call()),
      options: this.#perhaps([{ optionId: this.#perhaps("yes"), name: "Allow", kind: "allow_once" }]),
    };
    return this.#agent({ id: this.#id(), method: this.#seed.chance(0.9) ? "session/request_permission" : "fs/read_text_file", params });
  }

  /** A request or notification of the client. */
  #asked(): Crossing {
    const methods = ["session/new", "session/prompt", "session/prompt", "session/load", "session/load", "session/resume", "session/close"];
    const method = this.#seed.pick([...methods, "session/cancel", "session/cancel", "initialize"]);
    const params = { sessionId: this.#sessionId(), cwd: "/workspace", prompt: this.#perhaps([this.#block()]) };
    return this.#client(method === "session/cancel" ? { method, params } : { id: this.#id(), method, params });
  }

  #answer(): Fields {
    const id = this.#id();
    if (this.#seed.chance(0.3)) return { id, error: this.#perhaps({ code: -32603, message: this.#perhaps("Internal error") }) };
    const result = { sessionId: this.#sessionId(), stopReason: "end_turn", outcome: { outcome: "selected", optionId: "yes" } };
    return { id, result: this.#perhaps(result) };
  }
}
