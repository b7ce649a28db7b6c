/** What a prompt may carry beside its text. Shared by the page, which shows it, and the host, which holds and checks it. */

/** What an attachment is; each has a glyph in the composer. */
export type AttachmentKind = "file" | "folder" | "symbol" | "selection" | "problems" | "terminal" | "image";

/** One attachment of the prompt that is being written, as a chip says it. Texts are plain, never HTML. */
export interface AttachmentView {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  /** Where it is from, or how large it is; perhaps empty. */
  readonly detail: string;
}

/** One thing that `@` offers. `id` means it in every answer until nothing is wanted any more. */
export interface MentionView {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly detail: string;
}

/** Largest picture that is sent, in bytes: what the services behind most agents take. */
export const maxImageBytes = 5 * 1024 * 1024;

/** The kinds of picture that are sent, and that a page can show. */
export const promptImageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const signatures: readonly { readonly mimeType: string; readonly at: readonly (readonly [number, string])[] }[] = [
  { mimeType: "image/png", at: [[0, "\x89PNG\r\n\x1a\n"]] },
  { mimeType: "image/jpeg", at: [[0, "\xff\xd8\xff"]] },
  { mimeType: "image/gif", at: [[0, "GIF87a"]] },
  { mimeType: "image/gif", at: [[0, "GIF89a"]] },
  {
    mimeType: "image/webp",
    at: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
];

/** The type of a picture by its first bytes; undefined when it is none of `promptImageTypes`, whatever it is called. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const holds = ([offset, text]: readonly [number, string]) =>
    Array.from(text).every((character, index) => bytes[offset + index] === character.charCodeAt(0));
  return signatures.find(({ at }) => at.every(holds))?.mimeType;
}
