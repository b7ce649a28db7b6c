import type { Change } from "../session/changes.ts";
import type { SessionId } from "../session/ids.ts";
import { isWorking, type Session } from "../session/session.ts";
import type { LiveConnection } from "./hub.ts";
import { isFromHistory } from "./stateWords.ts";

/** Notices, from change to change of one connection, which sessions' work came to an end that was told. */
export class Endings {
  readonly #working = new Set<SessionId>();

  constructor(connection: LiveConnection) {
    for (const session of connection.model.sessions) if (isWorking(session)) this.#working.add(session.id);
  }

  /** The sessions that worked before this change and are reported idle now; none for what was stopped by the person or lost. */
  apply(change: Change): readonly Session[] {
    const ended: Session[] = [];
    for (const delta of change) {
      if (delta.type === "sessionRemoved") this.#working.delete(delta.sessionId);
      if (delta.type !== "sessionChanged" && delta.type !== "sessionAdded") continue;
      const { session } = delta;
      if (isWorking(session)) this.#working.add(session.id);
      else if (this.#working.delete(session.id) && isToldEnd(session)) ended.push(session);
    }
    return ended;
  }
}

function isToldEnd(session: Session): boolean {
  return session.state?.state === "idle" && session.state.stopReason !== "cancelled" && !isFromHistory(session);
}
