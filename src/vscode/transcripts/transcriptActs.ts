import { assertNever } from "../../base/assertNever.ts";
import { t } from "../../base/words.ts";
import { toRowId, toSessionId, toTerminalId } from "../../session/ids.ts";
import { callOf } from "../../session/rows.ts";
import { folderOf } from "../../session/session.ts";
import { sessionKey } from "../../views/hub.ts";
import { otherSideOf } from "../../views/transcript/otherSide.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { mustBeAlive, type Pointed, type PointedAlive, visit } from "../pointed.ts";
import { actOnComposer } from "../prompts/composerActs.ts";
import { reviewChanges, reviewLastTurn } from "../review/reviewCommands.ts";
import { takeOverSession } from "../sessions/historyCommands.ts";
import { reopenSession } from "../sessions/sessionActs.ts";
import { startSession } from "../sessions/sessionCommands.ts";
import { changeAny, changeSetting } from "../sessions/settingCommands.ts";
import { StoredConnection } from "../sessions/storedConnection.ts";
import { copy, openChildFolder, reveal, stopSubagent } from "../tree/subagentCommands.ts";
import { useCode } from "./codeActs.ts";
import { openDiff } from "./diffOpener.ts";
import { filesAmong, openFile, openLink } from "./fileOpener.ts";
import { answerRequest } from "./requestActs.ts";
import type { SurfaceAct } from "./surfaces.ts";
import { openTranscriptInEditor } from "./transcriptCommands.ts";
import type { ShownSession } from "./webviewSurface.ts";

/**
 * Does what the reader of a transcript asked for. Session ids are looked up on the connection that the transcript shows,
 * and nowhere else. Rejects with `NotNow` when it cannot be done.
 */
export async function actOnTranscript(parts: Parts, { surface, action }: SurfaceAct): Promise<void> {
  const { shown } = surface;
  switch (action.type) {
    case "prompt":
    case "withdraw":
    case "sendQueued":
    case "editQueued":
    case "editingQueued":
    case "editSent":
    case "complete":
    case "stopCompleting":
    case "attach":
    case "attachUris":
    case "attachImage":
    case "detach":
    case "pickAttachment":
      return actOnComposer(parts, surface, action);
    case "unblock": {
      const { connection, session } = mustShow(shown);
      const key = sessionKey(connection.key, session.id);
      if (connection instanceof StoredConnection && connection.goOn === "startNew") return startSession(parts, connection.stored.agentId);
      return connection.goOn === "takeOver" || session.takenOverBy !== undefined ? takeOverSession(parts, key) : reopenSession(parts, key);
    }
    case "stop":
      return stopSubagent(parts, sessionOf(shown, action.sessionId).key);
    case "changeSetting":
      return tellOnce(parts, mustBeAlive(mustShow(shown)), (pointed) => changeSetting(pointed, action.key));
    case "changeAnySetting":
      return tellOnce(parts, mustBeAlive(mustShow(shown)), changeAny);
    case "answer":
    case "fillIn":
    case "openPage":
    case "refuse":
      await answerRequest(parts.connections, action);
      return parts.steps.did("answerNextRequest");
    case "openLink":
      await openLink(action.uri);
      return;
    case "openFile": {
      const { connection, session } = sessionOf(shown, action.sessionId);
      return openFile(
        action.path,
        folderOf(session, (id) => connection.model.get(id)),
        action.line,
      );
    }
    case "openSession": {
      const pointed = sessionOf(shown, action.sessionId);
      if (action.where === "editor") return openTranscriptInEditor(parts, pointed.key);
      if (action.where === "same" && parts.surfaces.editors.move(surface, pointed.key)) return visit(parts, pointed.key);
      return reveal(parts, pointed, true);
    }
    case "openOtherSide": {
      const { connection, session } = sessionOf(shown, action.sessionId);
      const row = session.rows.get(toRowId(action.rowId));
      const other = row?.kind === "session_message" ? otherSideOf(row, (id) => connection.model.get(id)) : undefined;
      if (!other) throw new NotNow(t("This session is not open any more."));
      return surface.do({ do: "reveal", ...other });
    }
    case "findFiles": {
      const { sessionId, paths } = action;
      const session = shown?.connection.model.get(toSessionId(sessionId));
      // Nobody clicked: for a session that is gone there is nothing to say.
      const folder = session && folderOf(session, (id) => shown?.connection.model.get(id));
      return surface.do({ do: "files", sessionId, asked: paths, found: session ? await filesAmong(paths, folder) : [] });
    }
    case "useCode":
      return useCode(parts, action);
    case "openDiff": {
      const { session } = sessionOf(shown, action.sessionId);
      return openDiff(parts, callOf(session.rows.get(toRowId(action.rowId))), action.index);
    }
    case "review": {
      const pointed = sessionOf(shown, action.sessionId);
      return action.of === "turn" ? reviewLastTurn(parts, pointed) : reviewChanges(parts, pointed.key);
    }
    case "openFolder":
      return openChildFolder(parts, sessionOf(shown, action.sessionId).key);
    case "openTerminal": {
      const { connection, session } = sessionOf(shown, action.sessionId);
      return (await parts.outputTerminals()).open(connection, session.id, toTerminalId(action.terminalId));
    }
    case "copy":
      return copy(parts, sessionOf(shown, action.sessionId), action.what);
    case "focus": {
      const { key } = sessionOf(shown, action.sessionId);
      visit(parts, key);
      // The cursor is in a card: it is read.
      return key === shown?.key ? undefined : parts.steps.did("revealSubagent");
    }
    case "fault":
      return parts.log.error(`A transcript's page failed: ${action.message}`);
    default:
      return assertNever(action);
  }
}

/** A change that the agent refused is told where it was asked for, in the composer. */
async function tellOnce(parts: Parts, pointed: PointedAlive, change: (pointed: PointedAlive) => Promise<void>): Promise<void> {
  try {
    await change(pointed);
  } catch (error) {
    if (!pointed.session.refusedSetting) throw error;
    parts.log.fault("A setting", error);
  }
}

function mustShow(shown: ShownSession | undefined): ShownSession {
  if (!shown) throw new NotNow(t("No session is shown here. Start one with “ACP: Start Session…”."));
  return shown;
}

function sessionOf(shown: ShownSession | undefined, id: string): Pointed {
  const { connection } = mustShow(shown);
  const session = connection.model.get(toSessionId(id));
  if (!session) throw new NotNow(t("This session is not open any more."));
  return { key: sessionKey(connection.key, session.id), connection, session };
}
