import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import type { Place } from "../acp/requests/filePlaces.ts";
import type { EditorFiles } from "../acp/requests/fileRequests.ts";
import { middleChange } from "../views/files/middleChange.ts";

/** How long the editor may take to see a change on the disk, or to save one by itself, and how often we look, in ms. */
const catchUpTime = 1000;
const catchUpStep = 50;

/** Files through the editor: what is unsaved counts, and what is written can be undone. */
export class VsCodeFiles implements EditorFiles {
  /** Writes to one file follow each other: an edit made while the file is being saved would be lost. */
  readonly #writing = new Map<string, Promise<void>>();

  folders(): readonly string[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
  }

  async read(place: Place): Promise<string | undefined> {
    await this.#writing.get(place.resolved)?.catch(() => undefined);
    const open = openDocument(place);
    if (open?.isDirty) return open.getText();
    const uri = vscode.Uri.file(place.editorPath);
    if (!(await isThere(uri))) return undefined;
    // A document that is clean may be older than the disk for a moment; one in another encoding has to be read by the editor.
    return (await textOnDisk(uri)) ?? (await vscode.workspace.openTextDocument(uri)).getText();
  }

  async write(place: Place, content: string): Promise<void> {
    const before = this.#writing.get(place.resolved) ?? Promise.resolve();
    const writing = before.catch(() => undefined).then(() => this.#write(place, content));
    this.#writing.set(place.resolved, writing);
    try {
      await writing;
    } finally {
      if (this.#writing.get(place.resolved) === writing) this.#writing.delete(place.resolved);
    }
  }

  async #write(place: Place, content: string): Promise<void> {
    const uri = vscode.Uri.file(place.editorPath);
    const open = openDocument(place);
    // The editor keeps the document of a file that has gone while something shows it.
    if (!open?.isDirty && !(await isThere(uri))) {
      await create(uri, isUtf8(uri) ? content : "");
      if (isUtf8(uri)) return;
    }
    const document = open ?? (await vscode.workspace.openTextDocument(uri));
    const newer = document.isDirty ? undefined : await catchUp(document);
    if (newer !== undefined) {
      // An edit of the older text would be refused. The editor takes the file in from the disk, as it will do with the change before.
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(withLineBreak(content, newer.includes("\r\n") ? "\r\n" : "\n")));
      return;
    }
    const after = withLineBreak(content, document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n");
    const change = middleChange(document.getText(), after);
    if (change) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(document.positionAt(change.from), document.positionAt(change.to)), change.text);
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`The editor did not take the change of ${place.editorPath}.`);
    }
    if (document.isDirty && !(await document.save()) && !(await isSaved(document)))
      throw new Error(`${place.editorPath} was changed in the editor, but the editor could not save it.`);
  }
}

/** A file that is not there: made with its folders and its content in one step that can be undone. */
async function create(uri: vscode.Uri, content: string): Promise<void> {
  await mkdir(dirname(uri.fsPath), { recursive: true });
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(content), overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`The editor could not make the file ${uri.fsPath}.`);
}

/** True when the editor's settings keep files like this one in UTF-8. */
function isUtf8(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration("files", uri).get("encoding") === "utf8";
}

/** What is on the disk; undefined when only the editor can tell how to read it. */
async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (!isUtf8(uri) || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function withLineBreak(text: string, lineBreak: string): string {
  return text.replaceAll(/\r\n|\n/g, lineBreak);
}

/**
 * Waits until the editor has seen what happened to a file on the disk: on what is older it would refuse to save. Returns what is
 * on the disk when the editor does not see it in time, else undefined.
 */
async function catchUp(document: vscode.TextDocument): Promise<string | undefined> {
  const onDisk = await textOnDisk(document.uri);
  if (onDisk === undefined) return undefined;
  const isSeen = () => document.isDirty || withLineBreak(document.getText(), "\n") === withLineBreak(onDisk, "\n");
  for (let waited = 0; waited < catchUpTime && !isSeen(); waited += catchUpStep) await delay(catchUpStep);
  return isSeen() ? undefined : onDisk;
}

/** Waits whether a document that the editor refused to save is saved all the same: it may have been about to do so by itself. */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  for (let waited = 0; waited < catchUpTime && document.isDirty; waited += catchUpStep) await delay(catchUpStep);
  return !document.isDirty;
}

/** The document of this file that is open in the editor, under either of its names. */
function openDocument({ resolved, editorPath }: Place): vscode.TextDocument | undefined {
  const names = [editorPath, resolved].map((path) => vscode.Uri.file(path).toString());
  return vscode.workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && names.includes(uri.toString()));
}

/** False when there is nothing; a folder is told by the error of whoever opens it. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return false;
    throw error;
  }
}
