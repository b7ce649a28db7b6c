import type { FormContent, FormField } from "../shared/form.ts";
import type { JsonObject } from "./content.ts";
import type { RequestId, SessionId, ToolCallId } from "./ids.ts";

/** One choice of a request. `kind` is allow_once, allow_always, reject_once, reject_always or another word, shown as given. */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

interface Asked {
  readonly id: RequestId;
  /** Who asks; undefined when it is the agent itself, on behalf of no session. */
  readonly sessionId: SessionId | undefined;
  /** The session id on the request as it came, which `session/cancel` of that session settles. */
  readonly wireSessionId: SessionId | undefined;
  /** What is asked for, in the agent's words; empty = the title of the tool call, where that is known. */
  readonly title: string;
  readonly toolCallId?: ToolCallId;
}

/** The agent wants to do something (`session/request_permission`). */
export interface AskedPermission extends Asked {
  readonly kind: "permission";
  /** The tool call as the request shows it (schema `ToolCallUpdate`), for the command or diff in view. */
  readonly toolCall: JsonObject;
  /** The agent's own words on why it asks (schema v2 `RequestPermissionRequest`). */
  readonly description?: string;
  readonly options: readonly PermissionOption[];
}

/** A question of our own, in front of something that we do for the agent only when the person allows it. */
export interface AskedApproval extends Asked {
  readonly kind: "approval";
  /** What exactly is to be allowed, in plain text; empty when the title says it all. */
  readonly detail: string;
  readonly options: readonly PermissionOption[];
}

/** What an agent wants to know (schema `CreateElicitationRequest`). */
export type ElicitationAsk =
  | { readonly mode: "form"; readonly title?: string; readonly description?: string; readonly fields: readonly FormField[] }
  /** The person is to open a page. `elicitationId` is what the agent calls it when it tells of its completion. */
  | { readonly mode: "url"; readonly url: string; readonly elicitationId?: string }
  /** A way of asking that is not known; it can be declined only. */
  | { readonly mode: "unknown"; readonly name: string };

/** The agent wants to know something of the person (`elicitation/create`); its title is the agent's message. */
export interface AskedElicitation extends Asked {
  readonly kind: "elicitation";
  readonly ask: ElicitationAsk;
}

/** Something that the person is asked, as it comes in. */
export type AskedRequest = AskedPermission | AskedApproval | AskedElicitation;

/** A request that waits for the person. */
export type OpenRequest = AskedRequest & {
  /** ms since the connection began. */
  readonly openedAt: number;
  /** True once a session above the asking one was cancelled by us while this one stayed open. */
  readonly isParentStopped: boolean;
};

/** What kinds of requests there are. */
export type RequestKind = AskedRequest["kind"];

type Selected = { readonly type: "selected"; readonly optionId: string };
type Cancelled = { readonly type: "cancelled" };

/** How each kind of request can be answered. */
export interface AnswerByKind {
  readonly permission: Selected | Cancelled;
  readonly approval: Selected | Cancelled;
  /** `content` is there when a form was filled in. */
  readonly elicitation: { readonly type: "accepted"; readonly content?: FormContent } | { readonly type: "declined" } | Cancelled;
}

/** An answer to a request of any kind. */
export type RequestAnswer = AnswerByKind[RequestKind];

/** How a request ended: answered, or withdrawn by the one who asked. */
export type RequestOutcome = RequestAnswer | { readonly type: "withdrawn" };

const answerTypes: { readonly [Kind in RequestKind]: readonly RequestAnswer["type"][] } = {
  permission: ["selected", "cancelled"],
  approval: ["selected", "cancelled"],
  elicitation: ["accepted", "declined", "cancelled"],
};

/** True for an answer that a request of this kind can have. */
export function fitsKind<Kind extends RequestKind>(kind: Kind, outcome: RequestOutcome): outcome is AnswerByKind[Kind] {
  return outcome.type !== "withdrawn" && answerTypes[kind].includes(outcome.type);
}
