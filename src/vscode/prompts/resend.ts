import { t } from "../../base/words.ts";
import type { NewAttachment } from "../../session/attachment.ts";
import type { RowId } from "../../session/ids.ts";
import { sentPrompt } from "../../session/sentAttachments.ts";
import { sessionKey } from "../../views/hub.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { fork } from "../sessions/sessionActs.ts";
import { showRoot } from "../sessions/showRoot.ts";
import type { PromptPlace } from "./promptDesk.ts";
import { imageOf } from "./promptFiles.ts";

/**
 * An earlier prompt is to be changed and sent again: the session is forked, and the prompt stands in the composer of the
 * fork with what went with it. A fork knows everything that was said up to now (schema `ForkSessionRequest`).
 */
export async function editSent(parts: Parts, { connection, sessionId }: PromptPlace, rowId: string): Promise<void> {
  const row = connection.model.get(sessionId)?.rows.get(rowId as RowId);
  if (row?.kind !== "user_message") throw new NotNow(t("This prompt is not in the transcript any more."));
  const { text, attachments, images } = sentPrompt(row.text, row.blocks);
  const pictures = connection.agent.offers.prompt.image ? images.map(({ data }) => pictureOf(data)) : [];
  const forked = await fork(parts, sessionKey(connection.key, sessionId));
  await showRoot(parts, forked.connection, forked.sessionId);
  forked.connection.agent.attachments.add(forked.sessionId, [...attachments, ...pictures.filter((each) => each !== undefined)]);
  parts.surfaces.doInView({ do: "focusComposer", text });
}

/** The bytes were perhaps replayed by the agent: they are looked at like those of a page. */
function pictureOf(data: unknown): NewAttachment | undefined {
  if (typeof data !== "string") return undefined;
  const image = imageOf(t("Picture"), Buffer.from(data, "base64"));
  return "problem" in image ? undefined : image;
}
