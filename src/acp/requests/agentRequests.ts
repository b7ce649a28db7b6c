import type { Event } from "../../base/emitter.ts";
import type { Question } from "../../dialects/logEntry.ts";
import type { JsonObject } from "../../session/content.ts";
import type { RequestId, SessionId, TerminalId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import type { AnswerByKind } from "../../session/requests.ts";
import type { TerminalPatch } from "../../session/terminals.ts";

/** What is known of a request of the agent beside its parameters. */
export interface RequestContext {
  readonly requestId: RequestId;
  /** `sessionId` of the parameters as it came; perhaps of a session that nobody has heard of. */
  readonly sessionId: SessionId | undefined;
  /** Aborted when the agent takes the request back (`$/cancel_request`) and when the connection ends. */
  readonly signal: AbortSignal;
}

/**
 * Answers one request of the agent. `params` come as they are: nobody has checked a field of them. What it throws is the
 * answer: a `RequestFailure` with its code, anything else as an internal error with its words; once the signal is
 * aborted, its reason as `-32800`, "request cancelled".
 */
export type RequestHandler = (params: JsonObject, context: RequestContext) => Promise<JsonObject>;

/** Handlers by method. A method that nobody handles is answered -32601 by the SDK. */
export type RequestHandlers = { readonly [method: string]: RequestHandler };

/** What a handler may know of its agent. */
export interface RequestSurroundings {
  /** What the person calls the agent. */
  readonly label: string;
  readonly model: SessionModel;
  /** It runs on another machine: what it asks for here, it cannot do by itself. */
  readonly isRemote: boolean;
  /**
   * Asks the person first; the question waits in the attention bar like every other request. `cancelled` when the asking
   * session was cancelled or the connection ended. Rejects with the signal's reason once that is aborted.
   */
  readonly ask: (question: Question, signal?: AbortSignal) => Promise<AnswerByKind["approval"]>;
  /** Waits for a turn to make an answer that may be large, see `AnswerTurns`. Rejects with the signal's reason. */
  readonly turn: (context: RequestContext) => Promise<void>;
  /** Puts into the log what became of a terminal that we keep for the agent. Nothing is told once the connection has ended. */
  readonly tellTerminal: (sessionId: SessionId, terminalId: TerminalId, patch: TerminalPatch) => void;
  /** The connection ended: what was kept for it can go. */
  readonly onDidClose: Event<string>;
}

/** Makes the handlers of one connection. */
export type RequestHandlersFactory = (agent: RequestSurroundings) => RequestHandlers;

/** What was asked with is wrong. This and the next two are error codes of JSON-RPC and ACP (schema `ErrorCode`). */
export const invalidParams = -32602;
/** Something failed on our side. */
export const internalError = -32603;
/** What was asked for, such as a file, is not there. */
export const resourceNotFound = -32002;

/** An error that a request of the agent is answered with. Its message is for the agent: what was wrong, and what would work. */
export class RequestFailure extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RequestFailure";
    this.code = code;
    this.data = data;
  }
}
