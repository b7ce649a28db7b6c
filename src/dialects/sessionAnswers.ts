import type { JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import { brief, diagnostic } from "./diagnostics.ts";
import { object, text, texts } from "./fields.ts";
import { configOptions, sessionModes } from "./sessionUpdates.ts";

/** The folders that a request names for a session. */
export function folders(params: JsonObject): { readonly cwd?: string; readonly additionalDirectories?: readonly string[] } {
  return { cwd: text(params, "cwd"), additionalDirectories: texts(params, "additionalDirectories") };
}

/** A session was opened, or forked from another: the answer to `session/new` or `session/fork`. */
export function opened(params: JsonObject, result: JsonObject): readonly SessionEvent[] {
  const id = text(result, "sessionId");
  if (id === undefined) return [diagnostic("error", `The agent opened a session without an id: ${brief(result)}`)];
  const sessionId = toSessionId(id);
  // Only a fork names a session in its request.
  const source = text(params, "sessionId");
  const forkOf = source === undefined ? undefined : toSessionId(source);
  return [{ type: "rootOpened", sessionId, ...folders(params), forkOf }, ...settings(sessionId, result)];
}

/** A request that ends or names a session was granted. Archiving frees the session as closing does (schema `ArchiveSessionRequest`). */
export function changed(method: string, sessionId: SessionId, result: JsonObject): readonly SessionEvent[] {
  if (method === "session/delete") return [{ type: "sessionRemoved", sessionId }];
  if (method !== "session/set_title") return [{ type: "sessionClosed", sessionId }];
  const title = text(result, "title");
  return title === undefined ? [] : [{ type: "sessionRenamed", sessionId, title }];
}

/** Such a request was refused: a session that was to end goes on. */
export function refused(method: string, sessionId: SessionId, error: string): readonly SessionEvent[] {
  const told = diagnostic("error", `${method}: ${error}`, sessionId);
  return method === "session/set_title" ? [told] : [{ type: "letGoRefused", sessionId }, told];
}

/** The modes and options that come with the answer to session/new, load, resume or fork. */
export function settings(sessionId: SessionId, result: JsonObject): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  const modes = object(result, "modes");
  if (modes) {
    events.push({ type: "modesReported", sessionId, ...sessionModes(modes) });
  }
  const options = configOptions(result);
  if (options) events.push({ type: "configReported", sessionId, options });
  return events;
}
