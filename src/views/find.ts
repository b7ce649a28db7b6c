import type { SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";

/** The subagent after (or before) `current` in tree order below `rootId`, going round at the end. */
export function neighbourSubagent(
  _model: SessionModel,
  _rootId: SessionId,
  _current: SessionId | undefined,
  _direction: "next" | "previous",
): SessionId | undefined {
  return undefined;
}
