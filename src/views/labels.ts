import type { Change } from "../session/changes.ts";
import type { SessionId } from "../session/ids.ts";
import type { Session } from "../session/session.ts";
import type { LiveConnection } from "./hub.ts";

/** The labels of all sessions of one connection. */
export class Labels {
  readonly #connection: LiveConnection;

  constructor(connection: LiveConnection) {
    this.#connection = connection;
  }

  of(session: Session): string {
    return session.title ?? this.#connection.agentLabel;
  }

  /** Takes note of a change; returns the sessions that have another label now. */
  apply(_change: Change): ReadonlySet<SessionId> {
    return new Set();
  }
}

/** The label of one session, for occasional use. */
export function labelOf(connection: LiveConnection, session: Session): string {
  return new Labels(connection).of(session);
}

/** The agent type of a session, as far as its dialect names it. */
export function roleOf(session: Session): string | undefined {
  return session.role;
}
