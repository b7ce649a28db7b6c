import type { SessionId } from "../session/ids.ts";
import { isWorking, type Session } from "../session/session.ts";
import { type LiveConnection, sessionKey } from "./hub.ts";
import { Labels } from "./labels.ts";
import { requestCounts } from "./sessionView.ts";
import { stateWords } from "./stateWords.ts";

/** One session as other extensions see it: plain data (see docs/api.d.ts, which they copy). */
export interface SessionData {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly state: string;
  readonly isWorking: boolean;
  readonly waitingRequests: number;
  readonly children: readonly SessionData[];
}

/** The sessions of some connections, roots first; recordings are no sessions. */
export function sessionsData(connections: readonly LiveConnection[]): readonly SessionData[] {
  return connections.filter(({ isReplay }) => !isReplay).flatMap(rootsOf);
}

function rootsOf(connection: LiveConnection): readonly SessionData[] {
  const labels = new Labels(connection);
  const counts = requestCounts(connection);
  const data = (session: Session): SessionData => ({
    id: sessionKey(connection.key, session.id),
    agent: connection.agentLabel,
    title: labels.of(session),
    state: stateWords(session, connection).words,
    isWorking: isWorking(session) && !connection.model.isConnectionLost,
    waitingRequests: counts.get(session.id) ?? 0,
    children: session.children.flatMap((id) => below(id)),
  });
  const below = (id: SessionId): readonly SessionData[] => {
    const session = connection.model.get(id);
    return session ? [data(session)] : [];
  };
  return connection.model.roots.map(data);
}
