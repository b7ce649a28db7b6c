import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { ToolCallFields } from "../../session/rows.ts";
import { isDiff } from "../../views/transcript/toolSummary.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";

/**
 * Opens one change of a tool call in the editor's view of changes: the two texts as the agent sent them, whatever the file
 * holds by now. Throws `NotNow` when the call does not show that change any more.
 */
export async function openDiff({ documents }: Parts, call: ToolCallFields | undefined, index: number): Promise<void> {
  const part = call?.content[index];
  if (!part || !isDiff(part)) throw new NotNow(t("This tool call does not show these changes any more."));
  const name = part.path.split(/[\\/]/).findLast((piece) => piece !== "") ?? part.path;
  const before = typeof part.oldText === "string" ? part.oldText : "";
  await documents.showChange(name, before, part.newText, t("{0}: as the agent changed it", plainLabel(name)));
}
