import type { LineRecorder } from "../acp/connectionOptions.ts";
import { mayHoldSecret } from "../acp/traffic/secretScan.ts";
import type { Masker } from "../acp/traffic/secrets.ts";
import { maskLine } from "../acp/traffic/traffic.ts";
import type { LogEntry, OwnEntry } from "../dialects/logEntry.ts";
import { isObject } from "../session/content.ts";
import type { RequestId, SessionId, TerminalId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import { rootOf } from "../session/session.ts";
import { wholePatch } from "../session/terminals.ts";
import { ownBody } from "./journalLine.ts";

type Frame = Extract<LogEntry, { type: "frame" }>;

/** What is kept of the output of one command, in characters: its end. */
const mostOutput = 256 * 1024;

/** Where the lines of one root go. */
export interface RootSink {
  add(t: number, line: Uint8Array): void;
  end(t: number): void;
}

/** What sending frames to their journals needs. */
export interface RecorderOptions {
  readonly model: SessionModel;
  readonly masker: Masker;
  /**
   * Makes the sink of a root, once for each. `preamble`: the lines that it begins with; `isWhole`: the session began here.
   * Undefined when nothing shall be kept.
   */
  readonly open: (rootId: SessionId, preamble: readonly Uint8Array[], isWhole: boolean) => RootSink | undefined;
  /** A load of this root was answered: what came since its request is all of its history. */
  readonly loaded: (rootId: SessionId) => void;
}

/**
 * Sends each frame of a connection to the journal of its root, as the line that crossed the pipe; keys in it are masked.
 * What belongs to no known root (an agent's own notifications, frames of a session that nobody has announced yet) goes to
 * every journal of the connection, so that each can be read alone.
 */
export class Recorder implements LineRecorder {
  readonly #options: RecorderOptions;
  /** The `initialize` request and its answer. */
  readonly #preamble: Uint8Array[] = [];
  /** Requests that open a session whose id is not known before the answer. */
  readonly #opening = new Map<string | number, Uint8Array>();
  /** Where our own questions that are not answered went. */
  readonly #questions = new Map<RequestId, RootSink | undefined | "unknown">();
  /** Terminals of ours whose command runs, with the session that each was made for. */
  readonly #running = new Map<TerminalId, SessionId>();
  readonly #sinks = new Map<SessionId, RootSink | undefined>();
  /** Session → the sink of its root. A child keeps its root for ever. */
  readonly #bySession = new Map<string, RootSink | undefined>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  frame(entry: Frame, line: Uint8Array): void {
    const { message } = entry;
    const { method, params } = message;
    const masked = this.#masked(line);
    if (method === "initialize") {
      this.#preamble.push(copied(masked));
      return;
    }
    if (method === "session/new" || method === "session/fork") this.#open(entry, copied(masked));
    const sessionId = params.sessionId;
    if (typeof sessionId === "string") {
      const sink = this.#sinkOf(sessionId as SessionId);
      if (sink === "unknown") this.#addToAll(entry.t, masked);
      else sink?.add(entry.t, masked);
      if (method === "session/load" && message.type === "response" && !message.error) this.#options.loaded(sessionId as SessionId);
    } else if (isForAll(entry)) this.#addToAll(entry.t, masked);
  }

  own(entry: OwnEntry): void {
    if (entry.type !== "terminal") {
      this.#keep(entry);
      return;
    }
    // What a command writes is kept in one line, when it ends.
    this.#running.set(entry.terminalId, entry.sessionId);
    if (entry.patch.exit) this.#keepTerminal(entry.terminalId, entry.sessionId, entry.t);
  }

  closed(t: number): void {
    for (const [terminalId, sessionId] of this.#running) this.#keepTerminal(terminalId, sessionId, t);
    for (const sink of this.#sinks.values()) sink?.end(t);
  }

  #keepTerminal(terminalId: TerminalId, sessionId: SessionId, t: number): void {
    this.#running.delete(terminalId);
    const terminal = this.#options.model.terminal(terminalId);
    if (terminal) this.#keep({ type: "terminal", t, sessionId, terminalId, patch: { ...wholePatch(terminal, mostOutput), isLive: true } });
  }

  #keep(entry: OwnEntry): void {
    const line = this.#masked(ownBody(entry));
    const sink = this.#sinkOfOwn(entry);
    if (sink === "unknown") this.#addToAll(entry.t, line);
    else sink?.add(entry.t, line);
  }

  #masked(line: Uint8Array): Uint8Array {
    const { masker } = this.#options;
    if (!mayHoldSecret(line) && !masker.knows(line)) return line;
    return Buffer.from(maskLine(Buffer.from(line).toString("utf8"), masker).trimEnd());
  }

  /** The request that opens a new session waits for its answer, which names it. */
  #open({ message, t }: Frame, line: Uint8Array): void {
    if (message.type === "request") this.#opening.set(message.id, line);
    if (message.type !== "response") return;
    const request = this.#opening.get(message.id);
    this.#opening.delete(message.id);
    const id = isObject(message.result) ? message.result.sessionId : undefined;
    if (typeof id !== "string" || !request) return;
    this.#sinkOfRoot(id as SessionId, [request], message.method === "session/new")?.add(t, line);
  }

  /** The answer to a question goes where that went. */
  #sinkOfOwn(entry: OwnEntry): RootSink | undefined | "unknown" {
    if ("sessionId" in entry) return this.#sinkOf(entry.sessionId);
    if (entry.type === "question") {
      const { sessionId } = entry.question;
      const sink = sessionId === undefined ? undefined : this.#sinkOf(sessionId);
      this.#questions.set(entry.id, sink);
      return sink;
    }
    const sink = this.#questions.get(entry.id);
    this.#questions.delete(entry.id);
    return sink;
  }

  #sinkOf(id: SessionId): RootSink | undefined | "unknown" {
    if (this.#bySession.has(id)) return this.#bySession.get(id);
    const { model } = this.#options;
    const session = model.get(id);
    const root = session && rootOf(session, (above) => model.get(above));
    if (root?.standing !== "root") return "unknown";
    const sink = this.#sinkOfRoot(root.id, [], false);
    this.#bySession.set(id, sink);
    return sink;
  }

  #sinkOfRoot(rootId: SessionId, opening: readonly Uint8Array[], isWhole: boolean): RootSink | undefined {
    if (!this.#sinks.has(rootId)) this.#sinks.set(rootId, this.#options.open(rootId, [...this.#preamble, ...opening], isWhole));
    return this.#sinks.get(rootId);
  }

  #addToAll(t: number, line: Uint8Array): void {
    for (const sink of this.#sinks.values()) sink?.add(t, line);
  }
}

/** A line to keep: what was given is the ring's, which writes it over. (`slice` of a Buffer copies nothing.) */
function copied(line: Uint8Array): Uint8Array {
  return Uint8Array.from(line);
}

/** What an agent says or asks without a session, and our answer to that. Requests of ours about the connection are nobody's history. */
function isForAll({ dir, message }: Frame): boolean {
  return message.type === "response" ? dir === "client" : dir === "agent";
}
