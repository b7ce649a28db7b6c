import { isWorking, type Session } from "../session/session.ts";
import { type HubChange, type LiveConnection, sessionKey } from "./hub.ts";

/** The sessions of a connection that are at work now; none of a replay or of a lost connection. */
export function workingSessions({ isReplay, model }: LiveConnection): readonly Session[] {
  if (isReplay || model.isConnectionLost) return [];
  return [...model.sessions].filter((session) => isWorking(session) && !session.isHistory);
}

/** A session whose work came to an end while somebody was watching. */
export interface Ended {
  readonly connection: LiveConnection;
  readonly session: Session;
}

/** Notices when a session that was seen at work is so no longer. History and lost connections end nothing. */
export class EndWatch {
  readonly #working = new Set<string>();

  /** Takes note of a change; returns the sessions whose work ended by it, in the order of the change. */
  apply(hubChange: HubChange): readonly Ended[] {
    if (hubChange.type === "connectionRemoved") this.#forget(hubChange.key);
    if (hubChange.type !== "modelChanged") return [];
    const { connection, change } = hubChange;
    const ended: Ended[] = [];
    for (const delta of change) {
      if (delta.type !== "sessionAdded" && delta.type !== "sessionChanged") continue;
      if (this.#hasEnded(connection, delta.session)) ended.push({ connection, session: delta.session });
    }
    return ended;
  }

  #hasEnded(connection: LiveConnection, session: Session): boolean {
    const key = sessionKey(connection.key, session.id);
    if (isWorking(session) && !connection.model.isConnectionLost && !session.isRestoring) {
      this.#working.add(key);
      return false;
    }
    const wasWorking = this.#working.delete(key);
    return wasWorking && !connection.isReplay && !connection.model.isConnectionLost && !session.isHistory && !session.isRestoring;
  }

  #forget(connectionKey: string): void {
    for (const key of this.#working) if (key.startsWith(`${connectionKey}/`)) this.#working.delete(key);
  }
}
