import type { ContentBlock } from "../session/content.ts";

/** Claude Code's own markup at the head of what a child hands back (0.101.0, surprise 6): not the child's words. */
const runtimeMarkup = /^<tools-used-before-summary>[\s\S]*?<\/tools-used-before-summary>\s*/;

/** How the answer begins that Claude Code gives for a launch in the background (0.101.0, §6): not the child's answer. */
export const launchNote = "Async agent launched successfully";

/** How Claude Code begins what a child hands back that an error of the model's server ended (0.79.0 – 0.101.0). */
export const earlyEndNote = "Agent terminated early due to an API error";

/** What Copilot CLI itself says in one piece among its model's words when a turn was cancelled or a call refused (1.0.102). */
export const cancelNote = "Info: Operation cancelled by user";

/** The text without the runtime's markup at its head. */
export function withoutMarkupText(words: string): string {
  return words.replace(runtimeMarkup, "");
}

/**
 * The blocks without the runtime's markup, which may stand at the head of any of them (0.101.0, after the words of an error).
 * A block between two others that is nothing else leaves a gap, so that what stood before and behind it stays apart.
 */
export function withoutMarkup(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return content.flatMap((item, index) => {
    if (item.type !== "text" || typeof item.text !== "string" || !runtimeMarkup.test(item.text)) return [item];
    const left = withoutMarkupText(item.text);
    const isBetween = index > 0 && index < content.length - 1;
    return left === "" && !isBetween ? [] : [{ ...item, text: left || "\n\n" }];
  });
}

/** The end of a background child as Claude Code tells it to the model, and 0.79.0 replays it as a user's message. */
export function taskNotification(words: string): TaskNotification | undefined {
  if (!words.startsWith("<task-notification>")) return undefined;
  const part = (tag: string): string | undefined => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(words)?.[1];
  const callId = part("tool-use-id");
  return callId === undefined ? undefined : { callId, status: part("status"), result: part("result"), summary: part("summary") };
}

interface TaskNotification {
  readonly callId: string;
  readonly status?: string;
  readonly result?: string;
  readonly summary?: string;
}
