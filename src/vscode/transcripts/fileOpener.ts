import { homedir } from "node:os";
import * as vscode from "vscode";
import { t } from "../../base/words.ts";
import { localPath } from "../localPath.ts";
import { NotNow } from "../notNow.ts";

const openableSchemes: readonly string[] = ["http", "https", "mailto"];

/** Opens a link of a transcript outside the editor, which asks first; false when it was not opened. Throws `NotNow` for other schemes. */
export async function openLink(link: string): Promise<boolean> {
  const uri = vscode.Uri.parse(link);
  if (!openableSchemes.includes(uri.scheme)) {
    throw new NotNow(t("Only web and mail addresses are opened from a transcript; this one is neither: {0}", link));
  }
  // Of a `Uri` the editor writes the parts anew, and an address within an address becomes another; a string, which its types
  // do not tell of, it opens to the letter.
  return vscode.env.openExternal(link as unknown as vscode.Uri);
}

/**
 * Opens a file that a transcript names. `folder` is where the session that names it works; `line` counts from 1.
 * Throws `NotNow` when there is no such file.
 */
export async function openFile(path: string, folder: string | undefined, line: number | undefined): Promise<void> {
  const file = localPath(path, folder, homedir());
  const uri = file === undefined ? undefined : vscode.Uri.file(file);
  if (!uri || !(await exists(uri))) throw new NotNow(t("There is no such file: {0}", file ?? path));
  const at = line === undefined ? undefined : new vscode.Position(Math.max(0, Math.floor(line) - 1), 0);
  await vscode.commands.executeCommand("vscode.open", uri, at && { selection: new vscode.Range(at, at) });
}

/** Paths that are looked at in one go, and at the same time. */
const [mostPaths, atOnce] = [200, 20];

/** Those of some paths that are files. `folder` is where the session whose words they are in works. */
export async function filesAmong(paths: readonly string[], folder: string | undefined): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = 0; at < Math.min(paths.length, mostPaths); at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    const isFile = await Promise.all(
      some.map((path) => {
        const file = localPath(path, folder, homedir());
        return file !== undefined && exists(vscode.Uri.file(file));
      }),
    );
    found.push(...some.filter((_, index) => isFile[index]));
  }
  return found;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
