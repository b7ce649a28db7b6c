import type { SessionModel } from "../session/model.ts";
import type { ToolCallFields } from "../session/rows.ts";
import type { Session } from "../session/session.ts";
import type { StateMark } from "../shared/protocol.ts";

/** What a session's state looks like and reads. */
export interface StateWords {
  readonly mark: StateMark;
  readonly isDim: boolean;
  readonly words: string;
}

/** The state of a session in glyph and words (`interface.md`, table of states). */
export function stateWords(_session: Session, _model: SessionModel): StateWords {
  return { mark: "idle", isDim: false, words: "" };
}

/** Which group of the tree's filter a session belongs to. */
export type StateGroup = "running" | "waiting" | "failed" | "finished" | "other";

export function stateGroup(_session: Session, _model: SessionModel): StateGroup {
  return "other";
}

/** Codicon id (may end in `~spin`) and theme colour id of a mark. */
export function markIcon(_mark: StateMark, _isDim: boolean): { readonly icon: string; readonly color?: string } {
  return { icon: "circle-outline" };
}

/** The status to show for a tool call. */
export function toolStatus(call: ToolCallFields, _isSettled: boolean): string | undefined {
  return call.status;
}
