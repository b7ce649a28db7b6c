import { isObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import type { LogEntry, Message } from "./logEntry.ts";

/** The code of a request that is refused until the person has signed in (schema `ErrorCode`). */
const authRequired = -32000;

/** Requests that an agent refuses while nobody is signed in. */
const refusable = ["session/new", "session/load", "session/resume", "session/fork", "session/list", "session/prompt"];

/**
 * What a frame says of whether the person has to sign in: a refusal (error -32000), its opposite, `authenticate` and
 * `logout`, and the status that an agent tells (`auth/status`, `auth/status_update`, schema `AuthState`; `_auth/status_update` of claude-agent-acp, recorded). A request that
 * is sent again makes the refusal before it old news.
 */
export function readSignIn(entry: LogEntry): readonly SessionEvent[] {
  const isNeeded = entry.type === "frame" ? needed(entry) : undefined;
  return isNeeded === undefined ? [] : [{ type: "signInReported", isNeeded }];
}

/** True for an answer that only says that somebody has to sign in first. */
export function isSignInRefusal({ error }: Pick<Extract<Message, { type: "response" }>, "error">): boolean {
  return error?.code === authRequired;
}

function needed({ dir, message }: Extract<LogEntry, { type: "frame" }>): boolean | undefined {
  const { method } = message;
  if (method === "session/update") return undefined;
  if (method === undefined) return undefined;
  if (dir === "client") return message.type === "request" && refusable.includes(method) ? false : undefined;
  if (message.type === "notification") {
    if (method === "_auth/status_update") return byKind(message.params.authStatus);
    return method === "auth/status_update" ? byState(message.params.state) : undefined;
  }
  if (message.type !== "response") return undefined;
  if (refusable.includes(method)) return isSignInRefusal(message) ? true : undefined;
  if (message.error) return undefined;
  if (method === "authenticate") return false;
  if (method === "logout") return true;
  return method === "auth/status" && isObject(message.result) ? byState(message.result.state) : undefined;
}

/** Claude's adapter says by which account it works, and of nobody that the kind is `none`. */
function byKind(status: unknown): boolean | undefined {
  const kind = isObject(status) ? status.kind : undefined;
  return typeof kind === "string" ? kind === "none" : undefined;
}

/** Values that are not known mean `unknown`, which says nothing (schema `AuthState`). */
function byState(state: unknown): boolean | undefined {
  if (state === "unauthenticated") return true;
  return state === "authenticated" || state === "not_required" ? false : undefined;
}
