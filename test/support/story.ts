// Frames as they cross the pipe, in short words, and what they make: log → translator → store, as live.

import { FrameLog } from "../../src/acp/traffic/frameLog.ts";
import { usualLimits } from "../../src/base/limits.ts";
import { Translator } from "../../src/dialects/translator.ts";
import type { Change } from "../../src/session/changes.ts";
import { toSessionId } from "../../src/session/ids.ts";
import type { Session } from "../../src/session/session.ts";
import { SessionStore } from "../../src/session/store.ts";
import { modelLines, sessionLines } from "../unit/replay/modelText.ts";
import { MemoryShelf } from "./memoryShelf.ts";

type Fields = { readonly [key: string]: unknown };
export type Crossing = { readonly dir: "agent" | "client"; readonly frame: Fields } | { readonly lost: string };

export const agent = (frame: Fields): Crossing => ({ dir: "agent", frame });
export const client = (frame: Fields): Crossing => ({ dir: "client", frame });

/** An update of one session. */
export const update = (sessionId: string, sessionUpdate: string, fields: Fields = {}): Crossing =>
  agent({ method: "session/update", params: { sessionId, update: { sessionUpdate, ...fields } } });

/** A `subagent_update` on `parent`: the first one announces the child, later ones patch it. */
export const child = (parent: string, sessionId: string, fields: Fields = {}): Crossing =>
  update(parent, "subagent_update", { sessionId, ...fields });

export const running: Fields = { state: { state: "running" } };
export const granted: Fields = { capabilities: { cancel: {} } };
export const idle = (stopReason?: string): Fields => ({ state: { state: "idle", ...(stopReason === undefined ? {} : { stopReason }) } });

const words = (text: string): Fields => ({ type: "text", text });

export const says = (sessionId: string, text: string, messageId?: string): Crossing =>
  update(sessionId, "agent_message_chunk", { content: words(text), messageId });

export const call = (sessionId: string, toolCallId: string, fields: Fields = {}): Crossing =>
  update(sessionId, "tool_call", { toolCallId, title: toolCallId, status: "pending", ...fields });

export const callUpdate = (sessionId: string, toolCallId: string, fields: Fields): Crossing =>
  update(sessionId, "tool_call_update", { toolCallId, ...fields });

/** A `session_message` as `transcript` reports it. */
export const message = (transcript: string, messageId: string, from: string, to: string, text: string, fields: Fields = {}): Crossing =>
  update(transcript, "session_message", { messageId, senderSessionId: from, recipientSessionId: to, content: [words(text)], ...fields });

export const messageChunk = (transcript: string, messageId: string, text: string, fields: Fields = {}): Crossing =>
  update(transcript, "session_message_chunk", { messageId, content: words(text), ...fields });

/** The agent asks for permission. */
export const asks = (id: number | string, sessionId: string, toolCallId: string, fields: Fields = {}): Crossing =>
  agent({
    id,
    method: "session/request_permission",
    params: {
      sessionId,
      toolCall: { toolCallId, title: toolCallId, ...fields },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    },
  });

export const allows = (id: number | string): Crossing => client({ id, result: { outcome: { outcome: "selected", optionId: "yes" } } });
export const answersCancelled = (id: number | string): Crossing => client({ id, result: { outcome: { outcome: "cancelled" } } });
export const withdraws = (requestId: number | string): Crossing => agent({ method: "$/cancel_request", params: { requestId } });

/** A request of the client about a session, such as `session/prompt`. */
export const requests = (id: number, method: string, sessionId: string, fields: Fields = {}): Crossing =>
  client({ id, method, params: { sessionId, ...fields } });

export const prompts = (id: number, sessionId: string, text: string): Crossing =>
  requests(id, "session/prompt", sessionId, { prompt: [words(text)] });

export const cancels = (sessionId: string): Crossing => client({ method: "session/cancel", params: { sessionId } });

export const answers = (id: number, result: Fields = {}): Crossing => agent({ id, result });
export const refuses = (id: number, text: string): Crossing => agent({ id, error: { code: -32603, message: text } });
export const loses = (reason = "the agent ended"): Crossing => ({ lost: reason });

/** The agent names itself. */
export const identified = (name: string, version: string): readonly Crossing[] => [
  client({ id: "initialize", method: "initialize", params: {} }),
  agent({ id: "initialize", result: { agentInfo: { name, version } } }),
];

/** A root is opened. */
export const opened = (sessionId: string, cwd = "/workspace"): readonly Crossing[] => [
  client({ id: `new ${sessionId}`, method: "session/new", params: { cwd } }),
  agent({ id: `new ${sessionId}`, result: { sessionId } }),
];

/** What crossed so far and what it made; one frame a millisecond. */
export class Story {
  /** With so few rows in memory, a late word of a row finds it on the shelf. */
  readonly store = new SessionStore("r", { ...usualLimits, rowsInMemory: 3 }, new MemoryShelf());
  /** What the last telling changed. */
  change: Change = [];
  readonly #log = new FrameLog();
  readonly #translator = new Translator();
  #t = 0;

  constructor(...crossings: readonly (Crossing | readonly Crossing[])[]) {
    this.tell(...crossings);
  }

  tell(...crossings: readonly (Crossing | readonly Crossing[])[]): this {
    this.change = crossings.flat().flatMap((crossing) => this.#take(crossing));
    return this;
  }

  #take(crossing: Crossing): Change {
    const t = this.#t++;
    const entry =
      "lost" in crossing
        ? ({ type: "closed", t, reason: crossing.lost } as const)
        : this.#log.add(t, crossing.dir, JSON.parse(JSON.stringify(crossing.frame)));
    return this.#translator.translate(entry).flatMap((timed) => this.store.apply(timed));
  }

  /** The session with this id; the test fails when there is none. */
  session(id: string): Session {
    const session = this.store.get(toSessionId(id));
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  /** Everything, or these sessions only, as lines of text. */
  text(...ids: readonly string[]): string {
    const nameOf = (id: string | undefined) => id ?? "?";
    const lines = ids.length === 0 ? modelLines(this.store) : ids.flatMap((id) => [...sessionLines(this.session(id), nameOf)]);
    return [...lines].join("\n");
  }
}

/** Lines of an expected text, written one by one. */
export const lines = (...all: readonly string[]): string => all.join("\n");
