import type { FilePlace } from "./changedFiles.ts";

/** What is in a file, as far as that can be kept and shown. */
export type FileContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "binary"; readonly bytes: Uint8Array }
  /** There is no such file. */
  | { readonly type: "absent" }
  /** It is too big to be kept. */
  | { readonly type: "huge" }
  /** It is no file, or cannot be read; `why` is for the log. */
  | { readonly type: "unreadable"; readonly why: string };

/** Reads files as the editor has them: what is typed and not saved counts. Never throws. */
export interface FileReader {
  read(place: FilePlace): Promise<FileContent>;
}

/** The content when all of it is known. */
export type KnownContent = Exclude<FileContent, { readonly type: "huge" | "unreadable" }>;

/** True for a content of which all is known. */
export function isKnown(content: FileContent): content is KnownContent {
  return content.type !== "huge" && content.type !== "unreadable";
}

/** True when a file is known to hold the same; line breaks make no difference. */
export function isSameContent(one: FileContent, other: FileContent): boolean {
  if (one.type === "text" && other.type === "text") return plainBreaks(one.text) === plainBreaks(other.text);
  if (one.type === "binary" && other.type === "binary")
    return one.bytes.length === other.bytes.length && one.bytes.every((byte, index) => byte === other.bytes[index]);
  return one.type === "absent" && other.type === "absent";
}

/** A text as agents write it, whatever line breaks the editor keeps in the file. */
export function plainBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Bytes of memory that a content takes. */
export function sizeOf(content: FileContent): number {
  return content.type === "text" ? content.text.length * 2 : content.type === "binary" ? content.bytes.length : 0;
}
