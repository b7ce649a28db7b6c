import { isObject, type JsonObject } from "../session/content.ts";
import { type RequestId, type SessionId, toToolCallId } from "../session/ids.ts";
import type { AskedElicitation, AskedPermission, PermissionOption, RequestOutcome } from "../session/requests.ts";
import { elicitationAsk } from "./elicitation.ts";
import { object, objects, text } from "./fields.ts";

/** Who asks: the session that it is shown with, and the id that came on the wire. */
export interface Asking {
  readonly id: RequestId;
  readonly sessionId: SessionId;
  readonly wireSessionId: SessionId;
}

/** A `session/request_permission` (schema `RequestPermissionRequest`). */
export function permissionAsked(asking: Asking, params: JsonObject): AskedPermission {
  const toolCall = object(params, "toolCall") ?? {};
  const callId = text(toolCall, "toolCallId");
  return {
    kind: "permission",
    ...asking,
    // The second version of the protocol has words for the request beside those of its call.
    title: text(params, "title") ?? text(toolCall, "title") ?? "",
    toolCallId: callId === undefined ? undefined : toToolCallId(callId),
    toolCall,
    ...(text(params, "description") === undefined ? {} : { description: text(params, "description") }),
    options: (objects(params, "options") ?? []).flatMap(permissionOption),
  };
}

/** An `elicitation/create` (schema `CreateElicitationRequest`). */
export function elicitationAsked(asking: Partial<Asking> & Pick<Asking, "id">, params: JsonObject): AskedElicitation {
  const callId = text(params, "toolCallId");
  return {
    kind: "elicitation",
    id: asking.id,
    sessionId: asking.sessionId,
    wireSessionId: asking.wireSessionId,
    title: text(params, "message") ?? "",
    toolCallId: callId === undefined ? undefined : toToolCallId(callId),
    ask: elicitationAsk(params),
  };
}

function permissionOption(option: JsonObject): readonly PermissionOption[] {
  const optionId = text(option, "optionId");
  return optionId === undefined ? [] : [{ optionId, name: text(option, "name") ?? optionId, kind: text(option, "kind") ?? "" }];
}

/** What our answer to a request that waited for the person says; undefined for every other method. */
export function outcomeOf(method: string | undefined, result: unknown): RequestOutcome | undefined {
  const answer = isObject(result) ? result : {};
  if (method === "session/request_permission") {
    const outcome = object(answer, "outcome") ?? {};
    const optionId = text(outcome, "optionId");
    return outcome.outcome === "selected" && optionId !== undefined ? { type: "selected", optionId } : { type: "cancelled" };
  }
  if (method !== "elicitation/create") return undefined;
  if (answer.action === "accept") return { type: "accepted", content: contentOf(object(answer, "content")) };
  return { type: answer.action === "decline" ? "declined" : "cancelled" };
}

type Content = Extract<RequestOutcome, { type: "accepted" }>["content"];

/** The values that a form can have (schema `ElicitationContentValue`). */
function contentOf(content: JsonObject | undefined): Content {
  const isValue = (value: unknown) => ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);
  return content && (Object.fromEntries(Object.entries(content).filter(([, value]) => isValue(value))) as Content);
}
