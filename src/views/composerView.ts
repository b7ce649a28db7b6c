import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Session } from "../session/session.ts";
import type { ComposerView } from "../shared/protocol.ts";
import type { LiveConnection } from "./hub.ts";
import { reconnectWords } from "./reconnectWords.ts";
import { refusalWords, settingViews } from "./settingViews.ts";
import { usageView } from "./usageWords.ts";

function blockedBecause(connection: LiveConnection, session: Session): string {
  if (connection.storedBecause !== undefined) return connection.storedBecause;
  if (connection.isReplay) return t("This is a recording: it can be read, and takes no prompts.");
  if (connection.model.isConnectionLost) {
    const plan = connection.model.reconnectPlan;
    if (plan.type === "refused") return t("{0} Then “ACP: Reconnect Now” goes on.", plan.because);
    const next = reconnectWords(plan);
    return next === undefined ? t("The agent is not running. Restart it to go on.") : t("Disconnected, {0}.", next);
  }
  if (session.isClosed) {
    const { offers } = connection;
    const isLeft = offers && !offers.load && !offers.resume;
    return isLeft
      ? t("This session is closed, and its agent cannot open it again. “ACP: New Session” begins another.")
      : t("This session is closed. “ACP: Open Session Again” goes on with it.");
  }
  return session.isRestoring ? t("The session is being loaded.") : "";
}

function unblock({ storedBecause, goOn }: LiveConnection): Pick<ComposerView, "unblock"> {
  if (storedBecause === undefined) return {};
  if (goOn === "startNew") return { unblock: t("New Session") };
  return { unblock: goOn === "takeOver" ? t("Take Over") : t("Open Again") };
}

/** What the composer of a root may do; null for a child, which takes no prompts of ours (RFD: never prompt a child). */
export function composerView(connection: LiveConnection, session: Session, enterSends: boolean): ComposerView | null {
  if (session.standing !== "root") return null;
  return {
    blockedBecause: blockedBecause(connection, session),
    ...unblock(connection),
    isTurnOpen: session.isTurnOpen && !connection.isReplay,
    isStopping: session.isStopping && !connection.isReplay,
    agentLabel: oneLine(connection.agentLabel),
    queued: connection.queued(session.id).map(({ id, text, attachmentCount }) => ({ id, text, attachmentCount })),
    attachments: connection.attached?.(session.id) ?? [],
    takesImages: connection.takesImages === true,
    canFork: connection.offers?.fork === true && !connection.isReplay && !connection.model.isConnectionLost,
    commands: session.commands.map(({ name, description, hint }) => ({ name, description, hint })),
    settings: settingViews(session),
    refusal: refusalWords(session),
    usage: usageView(session),
    enterSends,
  };
}
