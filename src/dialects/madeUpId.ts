import { type SessionId, toSessionId } from "../session/ids.ts";

/** The id of a child that has no session of its own: the session on whose stream it is, and what it is called there. */
export function madeUpId(streamId: SessionId, name: string): SessionId {
  return toSessionId(`${streamId}#${name}`);
}

/** True for an id that we made ourselves, which its agent does not know. */
export function isMadeUpId(id: SessionId, isSession: (id: SessionId) => boolean): boolean {
  for (let at = id.indexOf("#"); at > 0; at = id.indexOf("#", at + 1)) if (isSession(toSessionId(id.slice(0, at)))) return true;
  return false;
}
