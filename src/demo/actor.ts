import { join } from "node:path";
import { isObject, type JsonObject } from "../session/content.ts";
import type { SessionIds } from "./ids.ts";
import type { ChildEnd, ClientAnswer, ClientRequest, LaunchSpec, PermissionQuestion, Play, Script, StepReply } from "./script.ts";
import type { WorkEvent } from "./spawnEvents.ts";

/** The script ms from one streamed piece of text to the next. */
const pieceMs = 110;
const pieceLength = 28;

/** The script ms that a model takes before it calls a tool. */
const decisionMs = 400;

/** What a tool call brings: as it is in `rawOutput`, in a fence of this language as content. */
export interface Output {
  readonly text: string;
  readonly language: string;
}

/** A tool call of a script: what is shown when it starts and when it ends. */
export interface Call {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly input: JsonObject;
  /** Script ms from start to end. */
  readonly ms: number;
  readonly startContent?: readonly JsonObject[];
  readonly locations?: readonly JsonObject[];
  readonly output?: Output;
  readonly status?: "completed" | "failed";
}

/** The words in which a script tells its session's work. Each is a piece of script, to be used with `yield*`. */
export class Actor {
  readonly sessionId: string;
  /** What the client gave to the session, in words. */
  readonly given: string;
  readonly #cwd: string;
  readonly #ids: SessionIds;

  constructor(sessionId: string, cwd: string, ids: SessionIds, given = "") {
    this.sessionId = sessionId;
    this.given = given;
    this.#cwd = cwd;
    this.#ids = ids;
  }

  /** The full path of a file of the sample project. */
  path(relative: string): string {
    return join(this.#cwd, relative);
  }

  *pause(ms: number): Script<void> {
    yield { type: "pause", ms };
  }

  /** One message, streamed in pieces. */
  *say(text: string): Script<void> {
    const messageId = this.#ids.message();
    for (const piece of piecesOf(text)) {
      yield* this.pause(pieceMs);
      yield* this.work({ type: "textStreamed", messageId, text: piece });
    }
  }

  /** One thought, streamed in pieces. */
  *think(text: string): Script<void> {
    const messageId = this.#ids.message();
    for (const piece of piecesOf(text)) {
      yield* this.pause(pieceMs);
      yield* this.work({ type: "thoughtStreamed", messageId, text: piece });
    }
  }

  /** Starts a tool call and leaves it open; returns its id. */
  *startCall(call: Omit<Call, "output" | "status">, status: "pending" | "in_progress" = "in_progress"): Script<string> {
    const toolCallId = this.#ids.toolCall();
    yield* this.pause(decisionMs);
    yield* this.work({
      type: "toolCallStarted",
      toolCallId,
      name: call.name,
      title: call.title,
      kind: call.kind,
      status,
      rawInput: call.input,
      ...(call.startContent && { content: call.startContent }),
      ...(call.locations && { locations: call.locations }),
    });
    return toolCallId;
  }

  *endCall(toolCallId: string, output?: Output, status: "completed" | "failed" = "completed"): Script<void> {
    const result = output && { content: [textContent(fenced(output))], rawOutput: output.text };
    yield* this.work({ type: "toolCallEnded", toolCallId, status, ...result });
  }

  /** A whole tool call, from its start to its end. */
  *call(call: Call): Script<void> {
    const toolCallId = yield* this.startCall(call);
    yield* this.pause(call.ms);
    yield* this.endCall(toolCallId, call.output, call.status);
  }

  /** Asks the client for something, such as a file, and returns what it said. */
  *request(request: ClientRequest): Script<ClientAnswer> {
    const reply = yield { type: "request", request };
    return expectReply(reply, "answered").answer;
  }

  /** Asks the person; returns the chosen option's id, or undefined when the question was cancelled or taken back. */
  *ask({ toolCall, options }: PermissionQuestion, takenBackAfter?: number): Script<string | undefined> {
    const params = { toolCall, options };
    const { result } = yield* this.request({
      method: "session/request_permission",
      params,
      waitsFor: toolCall.toolCallId,
      takenBackAfter,
    });
    const outcome = isObject(result?.outcome) ? result.outcome : {};
    return outcome.outcome === "selected" && typeof outcome.optionId === "string" ? outcome.optionId : undefined;
  }

  /** Wants to know something of the person (`elicitation/create`); returns what was filled in, or undefined when it was not answered. */
  *elicit(params: JsonObject): Script<JsonObject | undefined> {
    const { result, error } = yield* this.request({ method: "elicitation/create", params, waitsFor: this.#ids.toolCall() });
    if (error !== undefined) yield* this.say(`I could not ask: ${error}. `);
    if (result?.action !== "accept") return undefined;
    return isObject(result.content) ? result.content : {};
  }

  /** Tells the client that all is done on a page that the person was sent to. */
  *completePage(elicitationId: string): Script<void> {
    yield { type: "notify", method: "elicitation/complete", params: { elicitationId } };
  }

  /** Starts a child and goes on; returns its session id for `join`. */
  *launch(spec: LaunchSpec): Script<string> {
    yield* this.pause(spec.afterMs ?? decisionMs);
    const reply = yield { type: "launch", spec };
    return expectReply(reply, "launched").childSessionId;
  }

  /** Waits until these children have ended. */
  *join(...childSessionIds: string[]): Script<readonly ChildEnd[]> {
    const reply = yield { type: "join", childSessionIds };
    return expectReply(reply, "joined").ends;
  }

  /** Starts one child and waits for it. */
  *delegate(spec: LaunchSpec): Script<ChildEnd> {
    const childSessionId = yield* this.launch(spec);
    const [end] = yield* this.join(childSessionId);
    return end ?? { childSessionId, outcome: "notStarted", result: "" };
  }

  /** Sends a message to an ended child, which works again. */
  *message(childSessionId: string, text: string, play: Play): Script<void> {
    yield* this.pause(decisionMs);
    yield { type: "message", childSessionId, text, play };
  }

  *work(event: WorkEvent): Script<void> {
    yield { type: "work", event };
  }
}

/** The content of a tool call that shows text. */
export function textContent(text: string): JsonObject {
  return { type: "content", content: { type: "text", text } };
}

function fenced({ text, language }: Output): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** Cuts text after spaces into pieces of about the same length; joined they are the text again. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const word of text.split(/(?<= )/)) {
    piece += word;
    if (piece.length < pieceLength) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece === "" ? pieces : [...pieces, piece];
}

function expectReply<Type extends StepReply["type"]>(reply: StepReply, type: Type): StepReply & { type: Type } {
  if (reply.type !== type) throw new Error(`The stage answered ${reply.type} where ${type} was expected.`);
  return reply as StepReply & { type: Type };
}
