import type { SessionId } from "../../session/ids.ts";
import { isWorking, type Session } from "../../session/session.ts";
import { type LiveConnection, sessionKey } from "../hub.ts";
import { Labels } from "../labels.ts";
import { stateWords } from "../stateWords.ts";
import { requestCounts } from "../transcript/sessionView.ts";
import { subagentsBelow } from "../tree/treeOrder.ts";

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
  const { model } = connection;
  const children = new Map<SessionId, SessionData[]>();
  const data = (session: Session): SessionData => {
    const below: SessionData[] = [];
    children.set(session.id, below);
    return {
      id: sessionKey(connection.key, session.id),
      agent: connection.agentLabel,
      title: labels.of(session),
      state: stateWords(session, connection).words,
      isWorking: isWorking(session) && !model.isConnectionLost,
      waitingRequests: counts.get(session.id) ?? 0,
      children: below,
    };
  };
  return model.roots.map((root) => {
    const top = data(root);
    for (const session of subagentsBelow(root.id, model))
      if (session.parentId !== null) children.get(session.parentId)?.push(data(session));
    return top;
  });
}
