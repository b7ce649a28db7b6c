import { readFileSync } from "node:fs";
import * as vscode from "vscode";

/** The sentences that the pages' scripts can say, translated; undefined in English. The build lists them (`esbuild.mjs`). */
export function pageWords(dist: vscode.Uri): { readonly [message: string]: string } | undefined {
  const { bundle } = vscode.l10n;
  if (!bundle) return undefined;
  const said: readonly string[] = JSON.parse(readFileSync(vscode.Uri.joinPath(dist, "pageWords.json").fsPath, "utf8"));
  return Object.fromEntries(said.flatMap((sentence) => (bundle[sentence] === undefined ? [] : [[sentence, bundle[sentence]]])));
}
