import { type NewAttachment, placeOf } from "./attachment.ts";
import { blockText, type ContentBlock, isObject } from "./content.ts";

/** A prompt that was sent, as it was written: its text, and what went with it. Pictures are blocks still: their bytes are to be checked. */
export interface SentPrompt {
  readonly text: string;
  readonly attachments: readonly NewAttachment[];
  readonly images: readonly ContentBlock[];
}

/** Reads the blocks of a prompt back into what they were made from, to be changed and sent again. */
export function sentPrompt(text: string, blocks: readonly ContentBlock[] | undefined): SentPrompt {
  if (!blocks) return { text, attachments: [], images: [] };
  const words = blocks.filter(({ type }) => type === "text").map(blockText);
  return {
    text: words.join("").trim(),
    attachments: blocks.map(attachmentOf).filter((each) => each !== undefined),
    images: blocks.filter(({ type }) => type === "image"),
  };
}

function attachmentOf(block: ContentBlock): NewAttachment | undefined {
  if (block.type === "resource_link" && typeof block.uri === "string") {
    const { uri, lines } = split(block.uri);
    const name = typeof block.name === "string" && !lines ? block.name : nameOf(uri);
    return { kind: block.mimeType === "inode/directory" ? "folder" : "file", name, uri };
  }
  if (block.type !== "resource" || !isObject(block.resource)) return undefined;
  const { uri: address, text } = block.resource;
  if (typeof address !== "string" || typeof text !== "string") return undefined;
  const { uri, lines } = split(address);
  if (uri.startsWith("acp-subagents:")) return { kind: uri.includes("/terminal/") ? "terminal" : "problems", name: nameOf(uri), uri, text };
  if (!lines) return { kind: "file", name: nameOf(uri), uri };
  const [from, to] = lines;
  return { kind: "selection", name: `${nameOf(uri)}:${from === to ? from : `${from}-${to}`}`, uri, from, to, text };
}

function nameOf(uri: string): string {
  return (
    placeOf(uri, undefined)
      .split("/")
      .findLast((part) => part !== "") ?? uri
  );
}

function split(address: string): { readonly uri: string; readonly lines?: readonly [number, number] } {
  const [, uri, from, to] = /^([^#]*)#L(\d+)(?:-L?(\d+))?$/.exec(address) ?? [];
  if (uri === undefined) return { uri: address };
  return { uri, lines: [Number(from), Number(to ?? from)] };
}
