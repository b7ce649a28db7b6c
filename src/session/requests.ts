import type { JsonObject } from "./content.ts";
import type { RequestId, SessionId, ToolCallId } from "./ids.ts";

/** One choice of a permission request. `kind` is allow_once, allow_always, reject_once, reject_always or another word, shown as given. */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/** A request of the agent that waits for the person. */
export interface OpenRequest {
  readonly id: RequestId;
  /** Who asks. */
  readonly sessionId: SessionId;
  /** The session id on the request as it came; answers go there. */
  readonly wireSessionId: SessionId;
  readonly kind: "permission";
  /** What is asked for, in the agent's words: the tool call's title. */
  readonly title: string;
  readonly toolCallId?: ToolCallId;
  /** The tool call as the request shows it (schema `ToolCallUpdate`), for the command or diff in view. */
  readonly toolCall: JsonObject;
  readonly options: readonly PermissionOption[];
  /** ms since the connection began. */
  readonly openedAt: number;
  /** True once a session above the asking one was cancelled by us while this one stayed open. */
  readonly isParentStopped: boolean;
}

/** How a request ended. */
export type RequestOutcome =
  | { readonly type: "selected"; readonly optionId: string }
  | { readonly type: "cancelled" }
  | { readonly type: "withdrawn" };
