import { createHash } from "node:crypto";
import { homedir } from "node:os";
import nodePath from "node:path";
import * as vscode from "vscode";
import { diskTree } from "../../acp/requests/diskTree.ts";
import { type Place, placeOf } from "../../acp/requests/filePlaces.ts";
import { messageOf, PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { FilePlace } from "../../views/files/changedFiles.ts";
import {
  type FileContent,
  type FileReader,
  isKnown,
  isSameContent,
  type KnownContent,
  plainBreaks,
} from "../../views/files/fileContent.ts";
import { VsCodeFiles } from "../editorFiles.ts";
import { localPath } from "../localPath.ts";

/** Bytes of a file beyond which its content is not kept. */
const mostBytes = 5_000_000;

/** A file whose content was replaced: what was in it, and what is since. */
export interface Replaced {
  readonly file: FilePlace;
  readonly place: Place;
  readonly was: FileContent;
  readonly is: FileContent;
}

/** The files of reviews, read and put back through the editor: what is put back can be undone, what goes away goes to the bin. */
export class ReviewDisk implements FileReader {
  readonly #files = new VsCodeFiles();

  /** Where a file is on this machine; undefined when its path does not say. `roots` are folders beside those of the workspace. */
  async placeOf({ path, folder }: FilePlace, roots: readonly string[] = []): Promise<Place | undefined> {
    const local = localPath(path, folder, homedir());
    return local === undefined ? undefined : placeOf(local, [...this.#files.folders(), ...roots], diskTree, nodePath);
  }

  async read(file: FilePlace): Promise<FileContent> {
    try {
      const place = await this.placeOf(file);
      return place ? await this.#read(place) : { type: "unreadable", why: "its path does not say where it is" };
    } catch (error) {
      return { type: "unreadable", why: messageOf(error) };
    }
  }

  /**
   * Makes this the content of a file, in one step that can be undone. Throws what the editor says when it cannot be done.
   */
  async write(place: Place, content: KnownContent): Promise<void> {
    const uri = vscode.Uri.file(place.editorPath);
    if (content.type === "text") return this.#files.write(place, content.text);
    const edit = new vscode.WorkspaceEdit();
    if (content.type === "absent") edit.deleteFile(uri, { ignoreIfNotExists: true });
    else edit.createFile(uri, { contents: content.bytes, overwrite: true });
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`The editor did not take the change of ${place.editorPath}.`);
  }

  /** Writes a file, and keeps what was in it. */
  async replace({ key, path, folder }: FilePlace, place: Place, content: KnownContent): Promise<Replaced> {
    const file = { key, path, folder };
    const was = await this.read(file);
    await this.write(place, content);
    return { file, place, was, is: await this.read(file) };
  }

  /** Puts back what was in a file. Throws when somebody changed it since, or it was too big to be kept. */
  async putBack({ file, place, was, is }: Replaced): Promise<void> {
    if (!isSameContent(await this.read(file), is)) throw new PersonError(t("It was changed since it was reverted, and stays as it is."));
    if (!isKnown(was)) throw new PersonError(t("It was too big to be kept."));
    await this.write(place, was);
  }

  async #read(place: Place): Promise<FileContent> {
    const uri = vscode.Uri.file(place.resolved);
    let stat: vscode.FileStat;
    try {
      stat = await vscode.workspace.fs.stat(uri);
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return { type: "absent" };
      throw error;
    }
    // Reading a device or a pipe might never end.
    if ((stat.type & vscode.FileType.File) === 0) return { type: "unreadable", why: "it is no file" };
    if (stat.size > mostBytes) return { type: "huge" };
    const bytes = await vscode.workspace.fs.readFile(uri);
    if (isBinary(bytes)) return { type: "binary", bytes };
    const text = await this.#files.read(place);
    return text === undefined ? { type: "absent" } : { type: "text", text };
  }
}

/** What the editor takes for binary: a zero byte near the beginning, and no mark of UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isWide && bytes.subarray(0, 8000).includes(0);
}

/** A word for a content, the same for the same content; line breaks make no difference. */
export function fingerprintOf(content: FileContent): string {
  if (content.type !== "text" && content.type !== "binary") return content.type;
  const data = content.type === "text" ? plainBreaks(content.text) : content.bytes;
  return createHash("sha256").update(data).digest("hex").slice(0, 24);
}
