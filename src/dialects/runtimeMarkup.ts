import type { ContentBlock } from "../session/content.ts";

/** Claude Code's own markup at the head of what a child hands back (0.101.0, surprise 6): not the child's words. */
const runtimeMarkup = /^<tools-used-before-summary>[\s\S]*?<\/tools-used-before-summary>\s*/;

/** The text without the runtime's markup at its head. */
export function withoutMarkupText(words: string): string {
  return words.replace(runtimeMarkup, "");
}

/** The blocks without the runtime's markup, which comes as a block of its own or at the head of the first. */
export function withoutMarkup(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const [first, ...rest] = content;
  if (first?.type !== "text" || typeof first.text !== "string" || !runtimeMarkup.test(first.text)) return content;
  const left = withoutMarkupText(first.text);
  return left === "" ? rest : [{ ...first, text: left }, ...rest];
}
