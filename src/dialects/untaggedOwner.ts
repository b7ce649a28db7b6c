import type { SessionId } from "../session/ids.ts";
import type { ChildBook } from "./childBook.ts";
import { callFrom, type Frame } from "./flatChild.ts";

/** Whose an untagged frame is while children of a half-tagging agent run in the foreground. */
export function untaggedOwner(book: ChildBook, frame: Frame, what: "text" | "all"): SessionId | "unattributed" | undefined {
  const kind = frame.update.sessionUpdate;
  const isText = kind === "agent_message_chunk" || kind === "agent_thought_chunk";
  if (what === "text" && !isText) return undefined;
  if (!book.hasOpenOn(frame.streamId)) return undefined;
  const open = book
    .openOn(frame.streamId)
    .filter((child) => child.row.untagged === "all" || (child.row.untagged === "text" && what === "text"));
  // Of nested children the innermost speaks: those above it wait.
  const speaking = open.filter((child) => !open.some((other) => other.parentId === child.id));
  const [only] = speaking;
  if (only === undefined) return undefined;
  // The session itself goes on beside a child in the background.
  if (speaking.length > 1 || only.launch.isBackground) {
    for (const child of speaking) child.isMixed = true;
    return "unattributed";
  }
  // The rest of a message goes where its beginning stands, and moves with it. A call of the child ends it.
  if (isText && only.isMixed) return "unattributed";
  if (!isText && !only.hasSpoken && only.row.launch?.(callFrom(frame.update)) !== undefined) return undefined;
  only.hasSpoken = true;
  return only.id;
}
