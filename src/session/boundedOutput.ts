import { toldLimit } from "../base/limits.ts";
import { isObject, type ToolContent } from "./content.ts";
import type { Draft } from "./draft.ts";
import type { ToolCallPatch } from "./events.ts";
import type { SessionRecord } from "./sessionRecord.ts";

/** Of an output that is longer than the limit the beginning is kept, and the text itself says so. */
export function boundedPatch(draft: Draft, session: SessionRecord, patch: ToolCallPatch): ToolCallPatch {
  const most = draft.limits.outputCharacters;
  const note = () => `\n\n[${toldLimit("outputCharacters", draft.limits)}]`;
  const content = patch.content && boundedContent(patch.content, most, note);
  const rawOutput = boundedOutput(patch.rawOutput, most, note);
  if (content === patch.content && rawOutput === patch.rawOutput) return patch;
  draft.diagnose("warning", toldLimit("outputCharacters", draft.limits), session.id);
  return { ...patch, content, rawOutput };
}

/**
 * The content of a call with at most `most` characters of text: what is over is left out, with `note` behind the last that is
 * kept. The same list when nothing is over. Diffs, pictures and sound are whole or worthless, and stay.
 */
function boundedContent(content: readonly ToolContent[], most: number, note: () => string): readonly ToolContent[] {
  let left = most;
  if (content.reduce((sum, part) => sum + (textOf(part)?.length ?? 0), 0) <= most) return content;
  return content.flatMap((part) => {
    const text = textOf(part);
    if (text === undefined) return [part];
    if (left <= 0) return [];
    const kept = text.slice(0, left);
    left -= text.length;
    return [left >= 0 && kept === text ? part : { type: "content", content: { type: "text", text: kept + note() } }];
  });
}

/** An output of any shape; one with more than `most` characters becomes the beginning of its JSON text, with `note` behind it. */
function boundedOutput(output: unknown, most: number, note: () => string): unknown {
  if (lengthOf(output) <= most) return output;
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return text.slice(0, most) + note();
}

/** The text of a part that is text, or an embedded text file. */
function textOf({ content }: ToolContent): string | undefined {
  if (!isObject(content)) return undefined;
  const { text } = isObject(content.resource) ? content.resource : content;
  return typeof text === "string" ? text : undefined;
}

/** The characters of all strings in a value. A value of the wire is never too deep for this. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const each of Object.values(value)) sum += lengthOf(each);
  return sum;
}
