import type { Agent } from "../../acp/agent.ts";
import { promptContent } from "../../acp/promptContent.ts";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import type { Attachment } from "../../session/attachment.ts";
import type { ContentBlock } from "../../session/content.ts";
import type { Teller } from "../teller.ts";
import type { KeptPrompt } from "../workspaceMemory.ts";
import { attachedAgain, goneWords } from "./keptAttachments.ts";
import { readContent } from "./promptFiles.ts";

/** A kept prompt as it is held. */
export interface MadePrompt {
  readonly content: readonly ContentBlock[];
  readonly attachments: readonly Attachment[];
}

/** A kept prompt with its attachments as they are now; those that are not there any more are told. */
export async function madeAgain(
  { offers }: Agent,
  kept: KeptPrompt,
  { log, teller }: { readonly log: Logger; readonly teller: Teller },
): Promise<MadePrompt> {
  const { found, gone } = await attachedAgain(kept, offers.prompt.image, log);
  const content: ContentBlock[] = kept.text === "" ? [] : [{ type: "text", text: kept.text }];
  const attachments: Attachment[] = [];
  const unreadable: string[] = [];
  for (const [at, each] of found.entries()) {
    const attachment = { ...each, id: `kept-${at}` };
    try {
      content.push(...(await promptContent("", [attachment], offers.prompt, readContent)));
      attachments.push(attachment);
    } catch (error) {
      log.info(`An attachment was not brought back: ${messageOf(error)}`);
      unreadable.push(each.name);
    }
  }
  if (gone.length + unreadable.length > 0) teller.say(goneWords([...gone, ...unreadable]));
  return { content, attachments };
}
