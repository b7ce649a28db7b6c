import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { type Session, withBelow } from "../../session/session.ts";

/** The children of a session, in the order they were announced. */
export function childrenOf(session: Session, model: SessionModel): readonly Session[] {
  return session.children.flatMap((id) => model.get(id) ?? []);
}

/** Every session below `id`, parents before children, in the tree's order. */
export function* subagentsBelow(id: SessionId, model: SessionModel): Iterable<Session> {
  const top = model.get(id);
  if (!top) return;
  for (const session of withBelow(top, (above) => childrenOf(above, model))) if (session !== top) yield session;
}
