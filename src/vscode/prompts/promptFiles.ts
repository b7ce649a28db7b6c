import * as vscode from "vscode";
import type { FileContent } from "../../acp/promptContent.ts";
import { formatSize } from "../../base/numbers.ts";
import { t } from "../../base/words.ts";
import type { NewAttachment } from "../../session/attachment.ts";
import { imageTypeOf, maxImageBytes } from "../../shared/attachments.ts";
import { NotNow } from "../notNow.ts";

/** Files with these endings are taken for pictures until their first bytes say otherwise. */
const imageNames = /\.(png|jpe?g|gif|webp)$/i;

/** The last part of a path. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.split("/").findLast((part) => part !== "") ?? uri.toString();
}

/** What the editor shows of a file, unsaved changes included (see `ReadContent`). */
export async function readContent(address: string, limit: number): Promise<FileContent> {
  const uri = vscode.Uri.parse(address, true);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) {
    const text = open.getText();
    return text.length > limit ? { size: Buffer.byteLength(text) } : { text, size: Buffer.byteLength(text) };
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > limit) return { size };
  const bytes = await vscode.workspace.fs.readFile(uri);
  const mimeType = imageTypeOf(bytes);
  return mimeType === undefined ? { size, text: textOf(bytes) } : { size, mimeType };
}

/** The text that bytes are, or undefined when they are none. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8000).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Another encoding: the agent reads the file by itself.
    return undefined;
  }
}

/**
 * What a URI of the editor's own lists becomes in a prompt: a folder, a picture where the agent takes them, else a file.
 * Throws `NotNow` for what is not there.
 */
export async function attachmentOf(uri: vscode.Uri, takesImages: boolean): Promise<NewAttachment> {
  // A window on another machine names files by its own address; the agent runs where the files are, as we do.
  const local = uri.scheme === "vscode-remote" ? vscode.Uri.file(uri.path) : uri;
  const [name, address] = [nameOf(local), local.toString()];
  if (local.scheme === "untitled") return { kind: "file", name, uri: address };
  const stat = await statOf(local, name);
  if ((stat.type & vscode.FileType.Directory) !== 0) return { kind: "folder", name, uri: address };
  const file = { kind: "file", name, uri: address } as const;
  if (!takesImages || !imageNames.test(name)) return file;
  const image = await readImage(local);
  return "problem" in image ? file : image;
}

/** A picture on the disk, or the sentence why it cannot be sent. */
export async function readImage(uri: vscode.Uri): Promise<ReturnType<typeof imageOf>> {
  const name = nameOf(uri);
  const { size } = await statOf(uri, name);
  if (size > maxImageBytes) return tooLarge(name, size);
  const image = imageOf(name, await vscode.workspace.fs.readFile(uri));
  return "problem" in image ? image : { ...image, uri: uri.toString() };
}

function tooLarge(name: string, size: number): { readonly problem: string } {
  return { problem: t("“{0}” is too large: {1}. Pictures up to {2} are sent.", name, formatSize(size), formatSize(maxImageBytes)) };
}

/** A picture by its bytes, or the sentence why it cannot be sent. */
export function imageOf(
  name: string,
  bytes: Uint8Array,
): Extract<NewAttachment, { readonly kind: "image" }> | { readonly problem: string } {
  if (bytes.length > maxImageBytes) return tooLarge(name, bytes.length);
  const mimeType = imageTypeOf(bytes);
  if (mimeType === undefined) return { problem: t("“{0}” is not a picture that can be sent: PNG, JPEG, GIF or WebP.", name) };
  return { kind: "image", name, mimeType, data: Buffer.from(bytes).toString("base64"), bytes: bytes.length };
}

async function statOf(uri: vscode.Uri, name: string): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    throw new NotNow(t("“{0}” cannot be attached: it is not a file or folder that the editor can read.", name));
  }
}
