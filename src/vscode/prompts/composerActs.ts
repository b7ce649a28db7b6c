import { t } from "../../base/words.ts";
import type { HostAction } from "../../views/transcript/port.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { mustBeAlive } from "../pointed.ts";
import { prompt } from "../sessions/sessionCommands.ts";
import type { WebviewSurface } from "../transcripts/webviewSurface.ts";
import { pickAttachment } from "./promptCommands.ts";
import type { AttachMessage } from "./promptDesk.ts";
import { editSent } from "./resend.ts";

/** What the composer of a transcript asks for. */
type ComposerAction =
  | Extract<
      HostAction,
      {
        readonly type:
          | "prompt"
          | "withdraw"
          | "sendQueued"
          | "editQueued"
          | "editingQueued"
          | "editSent"
          | "pickAttachment"
          | "stopCompleting";
      }
    >
  | AttachMessage;

/** Does what the composer of a transcript asked for, in the session that this shows. Rejects with `NotNow` when it cannot be done. */
export async function actOnComposer(parts: Parts, surface: WebviewSurface, action: ComposerAction): Promise<void> {
  // Wanted whatever is shown by now.
  if (action.type === "stopCompleting") return (await parts.prompts()).stopCompleting(surface);
  const { shown } = surface;
  if (!shown) throw new NotNow(t("No session is shown here. Start one with “ACP: Start Session…”."));
  // Nothing to tell when its session is closed by now.
  if (action.type === "editingQueued" && !action.isOpen) return surface.setEdit(shown.key, undefined);
  const { connection, session } = mustBeAlive(shown);
  const place = { connection, sessionId: session.id };
  switch (action.type) {
    case "prompt":
      return prompt(parts, connection, session.id, action.text, action.attachments);
    case "withdraw":
      connection.agent.withdrawPrompt(action.queuedId);
      return;
    case "sendQueued":
      connection.agent.releasePrompt(action.queuedId);
      return;
    case "editQueued":
      // It was sent while the person wrote: their words are not lost.
      if (!connection.agent.editPrompt(action.queuedId, action.text)) {
        parts.unsent.giveBack(connection, session.id, action.text);
        throw new NotNow(t("This prompt was sent meanwhile. What you changed is in the composer."));
      }
      return;
    case "editingQueued":
      return surface.setEdit(shown.key, connection.agent.beginPromptEdit(action.queuedId));
    case "editSent":
      return (await parts.prompts()).takeUp(place, () => editSent(parts, place, action.rowId));
    case "pickAttachment":
      return pickAttachment(parts, place);
    default:
      return (await parts.prompts()).act(surface, place, action);
  }
}
