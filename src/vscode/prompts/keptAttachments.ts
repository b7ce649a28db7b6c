import * as vscode from "vscode";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { NewAttachment } from "../../session/attachment.ts";
import type { KeptAttachments } from "../workspaceMemory.ts";
import { attachmentOf } from "./promptFiles.ts";

/** What was kept, as it is attached again; `gone`: names of what could not be kept or is not there any more. */
export async function attachedAgain(
  { kept, lost }: KeptAttachments,
  takesImages: boolean,
  log: Logger,
): Promise<{ readonly found: readonly NewAttachment[]; readonly gone: readonly string[] }> {
  const found: NewAttachment[] = [];
  const gone = [...lost];
  for (const each of kept) {
    try {
      found.push(each.kind === "image" ? await attachmentOf(vscode.Uri.parse(each.uri, true), takesImages) : each);
    } catch (error) {
      log.info(`An attachment was not brought back: ${messageOf(error)}`);
      gone.push(each.name);
    }
  }
  return { found, gone };
}

/** Says which attachments are not there any more. */
export function goneWords(names: readonly string[]): string {
  return t("Not kept with the prompt, please attach again: {0}", names.join(", "));
}
