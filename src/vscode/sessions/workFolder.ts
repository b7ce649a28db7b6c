import { homedir } from "node:os";
import * as vscode from "vscode";
import { t } from "../../base/words.ts";
import { NotNow } from "../notNow.ts";

/** The folders of the workspace that are on a disk. */
function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

/**
 * The folder that a new session works in; asks when the workspace has several. Undefined when the person does not say;
 * throws `NotNow` when there is none, unless `isHomeEnough`.
 */
export async function chooseWorkFolder(isHomeEnough: boolean): Promise<string | undefined> {
  const [first, ...others] = localFolders();
  if (!first) {
    if (isHomeEnough) return homedir();
    throw new NotNow(t("An agent works in a folder, and none is open. Open one with “File: Open Folder…”."));
  }
  if (others.length === 0) return first.uri.fsPath;
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder: t("In which folder shall the session work?") }))?.uri.fsPath;
}

/** The folders whose sessions are listed first: all of the workspace. Throws `NotNow` when there is none, unless `isHomeEnough`. */
export function listedFolders(isHomeEnough: boolean): readonly string[] {
  const folders = localFolders().map(({ uri }) => uri.fsPath);
  if (folders.length > 0) return folders;
  if (isHomeEnough) return [homedir()];
  throw new NotNow(t("An agent works in a folder, and none is open. Open one with “File: Open Folder…”."));
}

/**
 * The folders that a session in `cwd` may work in besides: the others of a workspace with several, and those that it had
 * before (`had`), each once. Full paths.
 */
export function otherFolders(cwd: string, had: readonly string[] = []): readonly string[] {
  const all = [...localFolders().map(({ uri }) => uri.fsPath), ...had];
  return [...new Set(all)].filter((folder) => folder !== cwd);
}

/** The folder that an agent's program starts in. */
export function startFolder(): string {
  return localFolders()[0]?.uri.fsPath ?? homedir();
}
