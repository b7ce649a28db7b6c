import type { Attachment, NewAttachment } from "./attachment.ts";
import { isObject, type JsonObject } from "./content.ts";

/**
 * An attachment as it is kept between two lives of the window: by reference, with the words that were taken at the time.
 * A picture is kept by its address, so one without a file is not kept.
 */
export type StoredAttachment =
  | Exclude<NewAttachment, { readonly kind: "image" }>
  | { readonly kind: "image"; readonly name: string; readonly uri: string };

/** Most characters of a selection or an output that are kept. */
const longest = 64 * 1024;

/** What can be kept of an attachment; undefined for a picture without a file, and for what is too long. */
export function toStored(attachment: Attachment): StoredAttachment | undefined {
  if (attachment.kind === "image") {
    const { kind, name, uri } = attachment;
    return uri === undefined ? undefined : { kind, name, uri };
  }
  if ("text" in attachment && attachment.text.length > longest) return undefined;
  const { id: _id, ...stored } = attachment;
  return stored;
}

/** Reads what was kept; undefined for what another version wrote. */
export function parseStored(value: unknown): StoredAttachment | undefined {
  if (!isObject(value) || typeof value.name !== "string" || typeof value.uri !== "string") return undefined;
  const { kind, name, uri, text } = value;
  switch (kind) {
    case "file":
    case "folder":
    case "image":
      return { kind, name, uri };
    case "problems":
    case "terminal":
      return typeof text === "string" ? { kind, name, uri, text } : undefined;
    case "symbol": {
      const lines = linesOf(value);
      return lines && { kind, name, uri, ...lines };
    }
    case "selection": {
      const lines = linesOf(value);
      return lines && typeof text === "string" ? { kind, name, uri, text, ...lines } : undefined;
    }
    default:
      return undefined;
  }
}

function linesOf({ from, to }: JsonObject): { readonly from: number; readonly to: number } | undefined {
  return Number.isInteger(from) && Number.isInteger(to) ? { from: from as number, to: to as number } : undefined;
}
