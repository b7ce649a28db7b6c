import * as vscode from "vscode";
import { t } from "../../base/words.ts";
import type { NewAttachment } from "../../session/attachment.ts";
import { nameOf } from "./promptFiles.ts";

/** Most problems that are put into words. */
const mostProblems = 200;

/** Where the addresses of what has no file of its own begin. */
const ownAddress = "acp-subagents:";

/** The editor that the person was in last, with the transcript having the focus now. */
export function editorAtHand(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme !== "output");
}

/** What is selected in an editor, in whole lines for the agent to find again; undefined when nothing is. */
export function selectionOf(editor: vscode.TextEditor | undefined): Extract<NewAttachment, { readonly kind: "selection" }> | undefined {
  if (!editor || editor.selection.isEmpty) return undefined;
  const { document, selection } = editor;
  const from = selection.start.line + 1;
  // A selection that ends before the first character of a line does not hold that line.
  const to = selection.end.character === 0 && selection.end.line >= from ? selection.end.line : selection.end.line + 1;
  const name = `${nameOf(document.uri)}:${from === to ? from : `${from}-${to}`}`;
  return { kind: "selection", name, uri: document.uri.toString(), from, to, text: document.getText(selection) };
}

/** The files that are open in tabs, those of the active group first. */
export function openFiles(): readonly vscode.Uri[] {
  const groups = [...vscode.window.tabGroups.all].sort((a, b) => Number(b.isActive) - Number(a.isActive));
  const uris = groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [])),
  );
  return uris.filter((uri, index) => uris.findIndex((other) => other.toString() === uri.toString()) === index);
}

/** The problems of one file, or of all; undefined when there are none. */
export function problemsOf(uri: vscode.Uri | undefined): Extract<NewAttachment, { readonly kind: "problems" }> | undefined {
  const all = uri ? [[uri, vscode.languages.getDiagnostics(uri)] as const] : vscode.languages.getDiagnostics();
  const lines = all.flatMap(([file, diagnostics]) => diagnostics.map((diagnostic) => problemLine(file, diagnostic)));
  if (lines.length === 0) return undefined;
  const more = lines.length > mostProblems ? [t("… and {0} more", lines.length - mostProblems)] : [];
  const name = uri ? t("Problems in {0}", nameOf(uri)) : t("All problems");
  const address = uri ? `${ownAddress}/problems${uri.path}` : `${ownAddress}/problems`;
  return { kind: "problems", name, uri: address, text: [...lines.slice(0, mostProblems), ...more].join("\n") };
}

const severities: readonly string[] = ["error", "warning", "information", "hint"];

function problemLine(uri: vscode.Uri, { range, severity, message, source }: vscode.Diagnostic): string {
  const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${place} ${severities[severity]}: ${message.replaceAll("\n", " ")}${source === undefined ? "" : ` (${source})`}`;
}

/** Output of a terminal as an attachment. */
export function terminalText(name: string, text: string): NewAttachment {
  return { kind: "terminal", name: t("Terminal {0}", name), uri: `${ownAddress}/terminal/${encodeURIComponent(name)}`, text };
}
