import type { JsonObject } from "../session/content.ts";

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
  /** Something on the pipe that is no frame: a line of noise, a line over the limit. Never answered. */
  | { readonly type: "noise"; readonly t: number; readonly text: string; readonly reason: string };

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
