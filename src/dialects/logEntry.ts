import type { JsonObject } from "../session/content.ts";
import type { RequestId, SessionId, TerminalId, ToolCallId } from "../session/ids.ts";
import type { Allowed } from "../session/permissionRules.ts";
import type { PermissionOption, RequestOutcome } from "../session/requests.ts";
import type { TerminalPatch } from "../session/terminals.ts";

/**
 * One entry of a connection's ordered log: everything that crossed the agent's pipe, in both directions, in the order
 * it was read or written. The model is a fold over these entries, live and in replay alike.
 */
export type LogEntry =
  | {
      readonly type: "frame";
      /** ms since the connection began. */
      readonly t: number;
      /** Who sent it. */
      readonly dir: "agent" | "client";
      readonly frame: JsonObject;
      readonly message: Message;
    }
  /** The agent's process ended or its pipe closed. */
  | { readonly type: "closed"; readonly t: number; readonly reason: string }
  /** Something on the pipe that is no frame; never answered. `isLoss`: it may have been one, and was skipped for its size. */
  | { readonly type: "noise"; readonly t: number; readonly text: string; readonly reason: string; readonly isLoss?: true }
  /** We ask the person something ourselves, at this place of the log; it crosses no pipe. */
  | { readonly type: "question"; readonly t: number; readonly id: RequestId; readonly question: Question }
  | { readonly type: "questionSettled"; readonly t: number; readonly id: RequestId; readonly outcome: RequestOutcome }
  /** What became of a terminal that we keep for the agent; `sessionId` is the one that asked, as it came on the wire. It crosses no pipe. */
  | {
      readonly type: "terminal";
      readonly t: number;
      readonly sessionId: SessionId;
      readonly terminalId: TerminalId;
      readonly patch: TerminalPatch;
    }
  /** A rule of the person allowed what this session (as the model knows it) asked for. */
  | ({ readonly type: "allowed"; readonly t: number } & Allowed)
  /** Something to know of this session that we noticed ourselves, in words; `isCutOff`: that its turn was. It crosses no pipe. */
  | { readonly type: "notice"; readonly t: number; readonly sessionId: SessionId; readonly text: string; readonly isCutOff?: boolean };

/** What is ours in the log and kept with a session: it crossed no pipe, so that no agent tells it again. */
export type OwnEntry = Exclude<LogEntry, { readonly type: "frame" | "closed" | "noise" }>;

/** True for what is ours. */
export function isOwn(entry: LogEntry): entry is OwnEntry {
  return entry.type !== "frame" && entry.type !== "closed" && entry.type !== "noise";
}

/** A question of our own in front of something that we do for the agent only when the person allows it. */
export interface Question {
  /** The session on whose behalf it is done, as it came on the wire; undefined when it is the agent itself. */
  readonly sessionId: SessionId | undefined;
  readonly toolCallId?: ToolCallId;
  /** What is to be allowed, in a few words: "Write src/a.ts". */
  readonly title: string;
  /** What exactly is to be allowed, in plain text; empty when the title says it all. */
  readonly detail: string;
  readonly options: readonly PermissionOption[];
}

/** A frame classified as JSON-RPC. A response is paired with the request that it answers, where that was seen. */
export type Message =
  | { readonly type: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly type: "request"; readonly id: string | number; readonly method: string; readonly params: JsonObject }
  | {
      readonly type: "response";
      readonly id: string | number;
      readonly method: string | undefined;
      readonly params: JsonObject;
      readonly result?: unknown;
      readonly error?: { readonly code?: number; readonly message: string; readonly data?: unknown };
    };
