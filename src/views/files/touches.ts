import type { ToolCallFields } from "../../session/rows.ts";
import type { TouchedFileView } from "../../shared/sessionView.ts";

/** How a call touched a file. `created` and `edited` come of diffs, the others of the call's kind. */
export type Touch = TouchedFileView["how"][number];

const touches: { readonly [kind: string]: Touch } = { edit: "edited", delete: "deleted", move: "moved" };

/**
 * What a call touched, by the path as it is written (schema `ToolCallContent` diff, `ToolCallLocation`, `ToolKind`). What
 * failed or was cancelled touched nothing.
 */
export function touchesOf(call: ToolCallFields): Map<string, Set<Touch>> {
  const found = new Map<string, Set<Touch>>();
  if (call.status === "failed" || call.status === "cancelled") return found;
  const add = (path: string, how: Touch) => found.set(path, (found.get(path) ?? new Set()).add(how));
  for (const part of call.content) {
    if (part.type !== "diff" || typeof part.path !== "string") continue;
    add(part.path, typeof part.oldText === "string" ? "edited" : "created");
  }
  const how = touches[call.toolKind];
  // Its diffs say exactly what an edit did; places beside them may only be where it looked.
  if (how !== undefined && (how !== "edited" || found.size === 0)) for (const { path } of call.locations) add(path, how);
  return found;
}

/** A path in one spelling, so that two sessions mean the same file by it; a relative one is meant from `folder`. */
export function fullPath(path: string, folder: string | undefined): string {
  const plain = path.replace(/^file:\/\//i, "").replaceAll("\\", "/");
  const isFull = plain.startsWith("/") || /^[a-z]:\//i.test(plain);
  const parts: string[] = [];
  for (const part of (isFull || folder === undefined ? plain : `${folder.replaceAll("\\", "/")}/${plain}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
