import { parseMarkdown } from "./markdown.ts";

type Token = ReturnType<typeof parseMarkdown>[number];

function inlineWords(tokens: readonly Token[]): string {
  return tokens.map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? "\n" : content)).join("");
}

/** The words of Markdown as a reader sees them, without marks and addresses; `between` stands between its blocks. */
export function markdownWords(source: string, between: string): string {
  return parseMarkdown(source)
    .flatMap(({ type, content, children }) => {
      if (type === "inline") return [inlineWords(children ?? [])];
      return type === "fence" || type === "code_block" ? [content] : [];
    })
    .join(between);
}
