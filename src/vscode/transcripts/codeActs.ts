import * as vscode from "vscode";
import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import { codeLanguage } from "../../shared/codeLanguage.ts";
import type { HostAction } from "../../views/transcript/port.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";

/** Does what the reader wants with a block of code of a transcript. Throws `NotNow` when there is nowhere to insert it. */
export async function useCode({ teller }: Parts, { act, code, language }: HostAction & { readonly type: "useCode" }): Promise<void> {
  switch (act) {
    case "copy":
      await vscode.env.clipboard.writeText(code);
      teller.mention(t("Copied."));
      return;
    case "insert":
      return insert(code);
    case "open": {
      const document = await vscode.workspace.openTextDocument({ content: code, language: codeLanguage(language)?.editor });
      await vscode.window.showTextDocument(document, { preview: false });
    }
  }
}

/** Replaces what is selected in the editor that the person was in last. */
async function insert(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined);
  if (!editor) throw new NotNow(t("There is no editor to insert the code into. Open a file, and put the cursor where it shall go."));
  const { version } = editor.document;
  const isTaken = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, code);
  });
  // Of a document that cannot be changed the editor says that it took the edit, and does nothing.
  if (!isTaken || editor.document.version === version)
    throw new PersonError(t("The editor did not take the code. If the file is read-only, copy the code instead."));
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}
