import { isObject, type JsonObject } from "../base/json.ts";

// Whoever reads content takes it apart by these.
export { isObject, type JsonObject };

/**
 * A content block as the agent sent it (schema `ContentBlock`). Known `type`s: text, image, audio, resource_link,
 * resource; anything else is kept whole and shown as what it is.
 */
export type ContentBlock = JsonObject & { readonly type: string };

/** One item of a tool call's content (schema `ToolCallContent`): content, diff, terminal, session, or unknown. */
export type ToolContent = JsonObject & { readonly type: string };

/** A place in a file that a tool call touches (schema `ToolCallLocation`). `line` counts from 1. */
export interface Location {
  readonly path: string;
  readonly line?: number;
}

/** The text of a block, or a bracketed word for a block that is not text, such as `[image image/png]`. */
export function blockText(block: ContentBlock): string {
  if (block.type === "text" && typeof block.text === "string") return block.text;
  if (block.type === "resource_link" && typeof block.uri === "string")
    return `[${typeof block.name === "string" ? block.name : block.uri}](${block.uri})`;
  if (block.type === "resource" && isObject(block.resource)) {
    if (typeof block.resource.text === "string") return block.resource.text;
    return `[resource ${typeof block.resource.uri === "string" ? block.resource.uri : ""}]`;
  }
  if (typeof block.mimeType === "string") return `[${block.type} ${block.mimeType}]`;
  return `[${block.type}]`;
}

/** The text of several blocks, in order, as one string. */
export function blocksText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockText).join("");
}
