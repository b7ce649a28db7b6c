import { t } from "../base/words.ts";
import type { SessionId } from "../session/ids.ts";
import { rootOf, type Session } from "../session/session.ts";
import { type LiveConnection, sessionKey } from "../views/hub.ts";
import { AgentConnection, resolveKey } from "./connections.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";

/** A session together with the connection that it lives on. */
export interface Pointed {
  readonly key: string;
  readonly connection: LiveConnection;
  readonly session: Session;
}

/** A session of a running agent. */
export interface PointedAlive extends Pointed {
  readonly connection: AgentConnection;
}

/**
 * The session that the person means: the row whose menu was used; else what they were at last, in the tree or in a
 * transcript. Before they were anywhere: the tab with the focus; else the selected row, while the tree is in sight;
 * else what the view *Transcript* shows.
 */
export function pointedAt(parts: Parts, argument: unknown): Pointed | undefined {
  const { connections, surfaces, lastVisited, tree } = parts;
  if (typeof argument === "string") return resolveKey(connections, argument);
  const { active } = surfaces.editors;
  const selected = tree.isVisible ? tree.selectedKey : undefined;
  const candidates = [lastVisited.key, active?.focusedKey, selected, surfaces.current?.focusedKey, surfaces.viewKey];
  for (const key of candidates) {
    const found = key === undefined ? undefined : resolveKey(connections, key);
    if (found) return found;
  }
  return undefined;
}

/** The same; throws `NotNow` with the next step when there is none. */
export function mustPointAt(parts: Parts, argument: unknown): Pointed {
  const pointed = pointedAt(parts, argument);
  if (!pointed) throw new NotNow(t("No session is open. Start one with “ACP: Start Session…”."));
  return pointed;
}

/** Makes a session the one that the person is at: the next command acts on it, and its row is selected. */
export function visit({ lastVisited, tree }: Parts, key: string): void {
  lastVisited.note(key);
  tree.select(key);
}

/** The root above a session. */
export function rootAbove({ connection, session }: Pointed): Pointed {
  const root = rootOf(session, (id: SessionId) => connection.model.get(id));
  return { key: sessionKey(connection.key, root.id), connection, session: root };
}

/** Throws `NotNow` with the next step when nothing can be sent to the agent of this session. */
export function mustBeAlive(pointed: Pointed): PointedAlive {
  const { connection } = pointed;
  if (connection.storedBecause !== undefined) throw new NotNow(connection.storedBecause);
  if (!(connection instanceof AgentConnection)) {
    throw new NotNow(t("This is recorded traffic: it can be read, and nothing can be sent. Start a session to work with an agent."));
  }
  if (connection.agent.isClosed) {
    throw new NotNow(t("{0} is not running any more. Start it with “ACP: Restart Agent”.", connection.agentLabel));
  }
  return { ...pointed, connection };
}
