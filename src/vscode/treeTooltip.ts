import * as vscode from "vscode";
import type { TreeTooltip } from "../views/treeRow.ts";

/** A tooltip as Markdown in which every word of an agent is text: no link, no icon, no markup of its own. */
export function tooltipMarkdown({ title, lines, prompt }: TreeTooltip): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString("**");
  markdown.appendText(title);
  markdown.appendMarkdown("**\n\n");
  for (const { name, value } of lines) {
    markdown.appendText(`${name}: ${value}`);
    markdown.appendMarkdown("  \n");
  }
  if (prompt) {
    markdown.appendMarkdown("\n---\n\n");
    markdown.appendText(prompt);
  }
  return markdown;
}
