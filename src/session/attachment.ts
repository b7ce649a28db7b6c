/**
 * Something that goes with a prompt. Files, folders and symbols are held by reference and read when the prompt is sent;
 * a selection, problems and terminal output are what they were when the person attached them.
 */
export type Attachment = { readonly id: string; readonly name: string } & (
  | { readonly kind: "file"; readonly uri: string }
  | { readonly kind: "folder"; readonly uri: string }
  /** Lines count from 1, both ends included. */
  | { readonly kind: "symbol"; readonly uri: string; readonly from: number; readonly to: number }
  | { readonly kind: "selection"; readonly uri: string; readonly from: number; readonly to: number; readonly text: string }
  | { readonly kind: "problems"; readonly uri: string; readonly text: string }
  | { readonly kind: "terminal"; readonly uri: string; readonly text: string }
  /** `data` is base64 of a picture that was checked (`imageTypeOf`, `maxImageBytes`); `uri` where it is a file. */
  | { readonly kind: "image"; readonly mimeType: string; readonly data: string; readonly bytes: number; readonly uri?: string }
);

/** An attachment without its id, as something new is made. */
export type NewAttachment = Attachment extends infer A ? (A extends Attachment ? Omit<A, "id"> : never) : never;

/** Two attachments that would say the same to the agent. */
export function isSame(a: NewAttachment, b: NewAttachment): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "image" || b.kind === "image") return "data" in a && "data" in b && a.data === b.data;
  const hasLines = "from" in a && "from" in b;
  if (hasLines && (a.from !== b.from || a.to !== b.to)) return false;
  return a.uri === b.uri && ("text" in a ? a.text : "") === ("text" in b ? b.text : "");
}

/** The path of a URI as a person reads it, from `folder` (full path) where it lies below that. */
export function placeOf(uri: string, folder: string | undefined): string {
  const path = decoded(uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, ""));
  const base = folder?.replaceAll("\\", "/").replace(/\/*$/, "/");
  if (base === undefined) return path;
  const start = /^[a-z]:/i.test(base) ? `/${base}` : base;
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: it is the path as it stands.
    return text;
  }
}
