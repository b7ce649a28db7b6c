import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { subagentsBelow } from "./treeOrder.ts";

/** The subagent after (or before) `current` in tree order below `rootId`, going round at the end; undefined when there is none. */
export function neighbourSubagent(
  model: SessionModel,
  rootId: SessionId,
  current: SessionId | undefined,
  direction: "next" | "previous",
): SessionId | undefined {
  const ids = Array.from(subagentsBelow(rootId, model), (session) => session.id);
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (direction === "next") return ids[at + 1] ?? ids[0];
  return at > 0 ? ids[at - 1] : ids.at(-1);
}
