import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { Attachment } from "../session/attachment.ts";
import type { ContentBlock } from "../session/content.ts";
import type { PromptCapabilities } from "./promptCapabilities.ts";

/** Most characters of a file that are put into a prompt; a larger one travels as a link. */
const embedLimit = 256 * 1024;

/** What is behind a URI. `size` is in bytes. Only text comes with its words; what is not there rejects. */
export interface FileContent {
  readonly size?: number;
  readonly text?: string;
  readonly mimeType?: string;
}

/** Reads what the editor shows of a file, unsaved changes included; files larger than `limit` bytes without their text. */
export type ReadContent = (uri: string, limit: number) => Promise<FileContent>;

/** Thrown for an attachment that cannot be sent: nothing of the prompt was. */
export class UnreadableAttachment extends PersonError {}

/**
 * The blocks of a prompt (schema `PromptRequest.prompt`): its text, then what is attached, as far as the agent takes it.
 * Context is embedded where the agent takes that and it is not too large, else linked; pictures only where it takes them.
 * Rejects with an UnreadableAttachment that names what cannot be sent.
 */
export async function promptContent(
  text: string,
  attachments: readonly Attachment[],
  capabilities: PromptCapabilities,
  read: ReadContent,
): Promise<readonly ContentBlock[]> {
  const blocks = await Promise.all(attachments.map((attachment) => blockOf(attachment, capabilities, read)));
  return [...(text === "" ? [] : [{ type: "text", text }]), ...blocks];
}

async function blockOf(attachment: Attachment, capabilities: PromptCapabilities, read: ReadContent): Promise<ContentBlock> {
  const { name } = attachment;
  switch (attachment.kind) {
    case "folder":
      return { type: "resource_link", uri: attachment.uri, name, mimeType: "inode/directory" };
    case "file":
    case "symbol":
      return fileBlock(attachment, capabilities, await contentOf(attachment, read));
    case "selection":
    case "problems":
    case "terminal":
      return excerptBlock(attachment, capabilities);
    case "image": {
      if (!capabilities.image) throw new UnreadableAttachment(t("“{0}” was not sent: this agent takes no pictures. Remove it.", name));
      const { mimeType, data, uri } = attachment;
      return { type: "image", mimeType, data, ...(uri === undefined ? {} : { uri }) };
    }
  }
}

async function contentOf({ name, uri }: Attachment & { readonly uri: string }, read: ReadContent): Promise<FileContent> {
  try {
    return await read(uri, embedLimit * 4);
  } catch (error) {
    throw new UnreadableAttachment(t("“{0}” cannot be read any more. Remove it, or attach it again.", name), String(error));
  }
}

function fileBlock(
  attachment: Attachment & { readonly kind: "file" | "symbol" },
  capabilities: PromptCapabilities,
  { text, size, mimeType }: FileContent,
): ContentBlock {
  const { name } = attachment;
  const uri = attachment.kind === "symbol" ? linesUri(attachment) : attachment.uri;
  const part =
    attachment.kind === "symbol"
      ? text
          ?.split("\n")
          .slice(attachment.from - 1, attachment.to)
          .join("\n")
      : text;
  const type = mimeType === undefined ? {} : { mimeType };
  if (capabilities.embeddedContext && part !== undefined && part.length <= embedLimit) {
    return { type: "resource", resource: { uri, ...type, text: part } };
  }
  return { type: "resource_link", uri, name, ...type, ...(size === undefined ? {} : { size }) };
}

function excerptBlock(
  attachment: Attachment & { readonly kind: "selection" | "problems" | "terminal" },
  capabilities: PromptCapabilities,
): ContentBlock {
  const uri = attachment.kind === "selection" ? linesUri(attachment) : attachment.uri;
  const isShort = attachment.text.length <= embedLimit;
  if (capabilities.embeddedContext && isShort)
    return { type: "resource", resource: { uri, mimeType: "text/plain", text: attachment.text } };
  if (attachment.kind === "selection" && isFile(uri)) return { type: "resource_link", uri, name: attachment.name };
  // Nothing is there that the agent could read by itself: the words themselves, or their end where they are too many.
  const words = isShort ? attachment.text : `…${attachment.text.slice(-embedLimit)}`;
  const fence = "`".repeat(Math.max(3, ...Array.from(words.matchAll(/`+/g), ([run]) => run.length + 1)));
  return { type: "text", text: `\n\n${attachment.name}:\n${fence}\n${words}\n${fence}\n` };
}

function linesUri({ uri, from, to }: { readonly uri: string; readonly from: number; readonly to: number }): string {
  return from === to ? `${uri}#L${from}` : `${uri}#L${from}-L${to}`;
}

function isFile(uri: string): boolean {
  return uri.startsWith("file:");
}
