import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { Session } from "../../session/session.ts";
import type { ComposerView } from "../../shared/composerView.ts";
import type { LiveConnection } from "../hub.ts";
import { reconnectWords } from "../reconnectWords.ts";
import { usageView } from "../usageWords.ts";
import { attachmentView } from "./attachmentView.ts";
import { refusalWords, settingViews } from "./settingViews.ts";

/** True when the agent opens no session again. */
const isLeft = (offers: LiveConnection["offers"]): boolean => offers !== undefined && !offers.load && !offers.resume;

function blockedBecause(connection: LiveConnection, session: Session): string {
  if (connection.storedBecause !== undefined) return connection.storedBecause;
  if (connection.isReplay) return t("This is a recording: it can be read, and takes no prompts.");
  if (connection.model.isConnectionLost) {
    const plan = connection.model.reconnectPlan;
    if (plan.type === "refused") return t("{0} Then “ACP: Reconnect Now” goes on.", plan.because);
    const next = reconnectWords(plan);
    return next === undefined ? t("The agent is not running. “ACP: Restart Agent” goes on.") : t("Disconnected, {0}.", next);
  }
  if (session.takenOverBy !== undefined) return t("Another window ({0}) has taken this session over.", oneLine(session.takenOverBy));
  if (session.isClosed) {
    return isLeft(connection.offers)
      ? t("This session is closed, and its agent cannot open it again. “ACP: New Session” begins another.")
      : t("This session is closed.");
  }
  return session.isRestoring ? t("The session is being loaded.") : "";
}

/** What is offered where nothing can be sent: of a session that is only kept, and of one that was closed here. */
function unblock(
  { storedBecause, goOn, isReplay, model, offers }: LiveConnection,
  { isClosed, takenOverBy }: Session,
): Pick<ComposerView, "unblock"> {
  if (storedBecause === undefined) {
    const isOffered = isClosed && !isLeft(offers) && !isReplay && !model.isConnectionLost;
    return isOffered ? { unblock: takenOverBy === undefined ? t("Open Again") : t("Take Over") } : {};
  }
  if (goOn === "startNew") return { unblock: t("New Session") };
  return { unblock: goOn === "takeOver" ? t("Take Over") : t("Open Again") };
}

/** What the composer of a root may do; null for a child, which takes no prompts of ours (RFD: never prompt a child). */
export function composerView(connection: LiveConnection, session: Session, enterSends: boolean): ComposerView | null {
  if (session.standing !== "root") return null;
  return {
    blockedBecause: blockedBecause(connection, session),
    ...unblock(connection, session),
    isTurnOpen: session.isTurnOpen && !connection.isReplay,
    isStopping: session.isStopping && !connection.isReplay,
    agentLabel: oneLine(connection.agentLabel),
    queued: connection.queued(session.id).map(({ id, text, attachmentCount, isHeld }) => ({ id, text, attachmentCount, isHeld })),
    attachments: (connection.attached?.(session.id) ?? []).map((each) => attachmentView(each, session.cwd)),
    takesImages: connection.takesImages === true,
    canFork: connection.offers?.fork === true && !connection.isReplay && !connection.model.isConnectionLost,
    commands: session.commands.map(({ name, description, hint }) => ({ name, description, hint })),
    settings: settingViews(session),
    refusal: refusalWords(session),
    usage: usageView(session),
    enterSends,
  };
}
