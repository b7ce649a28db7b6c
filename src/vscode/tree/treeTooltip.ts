import * as vscode from "vscode";
import { writtenMarkdown } from "../../base/plainText.ts";
import type { TreeTooltip } from "../../views/tree/treeRow.ts";

/** A tooltip as Markdown in which every word of an agent is text: no link, no icon, no markup of its own. */
export function tooltipMarkdown({ title, lines, prompt }: TreeTooltip): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString("**");
  markdown.appendMarkdown(writtenMarkdown(title));
  markdown.appendMarkdown("**\n\n");
  for (const { name, value } of lines) {
    markdown.appendMarkdown(writtenMarkdown(`${name}: ${value}`));
    markdown.appendMarkdown("  \n");
  }
  if (prompt) {
    markdown.appendMarkdown("\n---\n\n");
    markdown.appendMarkdown(writtenMarkdown(prompt));
  }
  return markdown;
}
