import * as vscode from "vscode";
import type { AgentOffers } from "../../acp/calls/agentAnswers.ts";
import { oneLine, plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import { isWorking } from "../../session/session.ts";
import { sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import type { KeptSession } from "../../views/sessionCatalogue.ts";
import { stopWords } from "../../views/summary.ts";
import { subagentsBelow } from "../../views/tree/treeOrder.ts";
import { type AgentConnection, resolveKey } from "../connections.ts";
import { commandId, run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { mustBeAlive, mustPointAt, type PointedAlive, pointedAt, rootAbove } from "../pointed.ts";
import type { NextStep } from "../teller.ts";
import { bringBack } from "./bringBack.ts";
import { HeldElsewhere } from "./sessionLeases.ts";
import { showRoot } from "./showRoot.ts";
import { StoredConnection } from "./storedConnection.ts";
import { whyStored } from "./whyStored.ts";
import { otherFolders } from "./workFolder.ts";

/** The root that is pointed at, of an agent that runs and offers this; else one sentence with the next step. */
function mustOffer(parts: Parts, argument: unknown, offer: keyof AgentOffers, what: string): PointedAlive {
  const pointed = mustBeAlive(rootAbove(mustPointAt(parts, argument)));
  const { agent, agentLabel } = pointed.connection;
  if (!agent.offers[offer]) throw new NotNow(t("{0} does not offer {1}.", oneLine(agentLabel), what));
  return pointed;
}

/** *Fork Session*: a session of its own that begins where this one stands. */
export async function forkSession(parts: Parts, argument: unknown): Promise<void> {
  const { connection, sessionId } = await fork(parts, argument);
  await showRoot(parts, connection, sessionId);
}

/** A fork of the session that is pointed at, not shown yet. */
export async function fork(
  parts: Parts,
  argument: unknown,
): Promise<{ readonly connection: AgentConnection; readonly sessionId: SessionId }> {
  const { connection, session } = mustOffer(parts, argument, "fork", t("to fork a session. “ACP: New Session” begins an empty one"));
  const cwd = session.cwd;
  if (cwd === undefined) throw new NotNow(t("The folder of this session is not known, so it cannot be forked."));
  const additionalDirectories = otherFolders(cwd, session.additionalDirectories);
  const sessionId = await parts.progress.run(t("Forking “{0}”…", labelOf(connection, session)), (signal) =>
    connection.agent.sessions.fork(session.id, cwd, { additionalDirectories, signal }),
  );
  return { connection, sessionId };
}

/** *Close Session*: its agent lets it go; what it did stays to be read. Asks first when something is at work in it. */
export async function closeSession(parts: Parts, argument: unknown): Promise<void> {
  const pointed = mustOffer(parts, argument, "close", t("to close a session. “ACP: Disconnect Agent” ends all of its sessions"));
  const { connection, session } = pointed;
  if (session.isClosed) throw new NotNow(t("This session is closed already. “ACP: Open Session Again” goes on with it."));
  const label = labelOf(connection, session);
  const detail = workOf(connection, session.id);
  if (detail !== "" && !(await parts.teller.confirm(t("Close “{0}”?", label), detail, t("Close Session")))) return;
  await parts.progress.run(t("Closing “{0}”…", label), (signal) => connection.agent.sessions.close(session.id, signal));
}

/** *Delete Session…*: asks first, always. */
export async function deleteSession(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustOffer(
    parts,
    argument,
    "delete",
    t("to delete a session. “ACP: Remove from Tree” takes a closed one off"),
  );
  await deleteKept(parts, connection, { sessionId: session.id, title: labelOf(connection, session) });
}

/** Deletes a session that may not be open here; false when the person does not want that, or another window has it. */
export async function deleteKept(parts: Parts, connection: AgentConnection, { sessionId, title }: KeptSession): Promise<boolean> {
  const label = title ?? sessionId;
  if (await isHeldElsewhere(parts, connection.definition.id, sessionId, label)) return false;
  const detail = [
    t("{0} forgets it for ever.", connection.agentLabel),
    workOf(connection, sessionId),
    waitWords(parts.unsent.countOf(connection, sessionId)),
  ]
    .filter((part) => part !== "")
    .join(" ");
  if (!(await parts.teller.confirm(t("Delete “{0}”?", label), detail, t("Delete Session")))) return false;
  await parts.progress.run(t("Deleting “{0}”…", label), (signal) => connection.agent.sessions.delete(sessionId, signal));
  parts.unsent.forget(connection, sessionId);
  await forgetHistory(parts, connection.definition.id, sessionId);
  return true;
}

/** True when another window has a session, which is told then: what would take it away there is not done. */
export async function isHeldElsewhere(parts: Parts, agentId: string, sessionId: SessionId, label: string): Promise<boolean> {
  const { connections, leases, teller } = parts;
  const holder = await leases.holder(agentId, sessionId);
  if (!holder) return false;
  const words = t(
    "“{0}” is open in another window ({1}). Close it there first, or open it here and take it over.",
    label,
    oneLine(holder.label),
  );
  const shown = resolveKey(connections, sessionKey(agentId, sessionId));
  teller.say(words, ...(shown ? [takeOverStep(shown.key)] : []));
  return true;
}

function takeOverStep(key: string): NextStep {
  return { label: t("Take Over"), run: () => run(commandId("takeOverSession"), key) };
}

/** That so many prompts which wait for a session go with it; empty for none. */
function waitWords(prompts: number): string {
  if (prompts === 0) return "";
  return prompts === 1 ? t("A prompt that waits for it is lost.") : t("{0} prompts that wait for it are lost.", prompts);
}

/** What we kept of a session goes with the session. */
async function forgetHistory({ journals, history }: Parts, agentId: string, sessionId: SessionId): Promise<void> {
  const room = await journals();
  const stored = await room.find(agentId, sessionId);
  if (stored) await room.remove(stored);
  history.hide(agentId, sessionId);
}

/** *Rename Session…* */
export async function renameSession(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustOffer(parts, argument, "title", t("to rename a session: it finds the title itself"));
  const before = labelOf(connection, session);
  const title = await vscode.window.showInputBox({
    prompt: t("What shall the session be called?"),
    value: oneLine(before),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? t("Enter a title.") : undefined),
  });
  if (title === undefined || title.trim() === before) return;
  await parts.progress.run(t("Renaming “{0}”…", before), (signal) => connection.agent.sessions.rename(session.id, title.trim(), signal));
}

/** *Archive Session*: out of the usual list; its agent lets it go. Asks first when something is at work in it. */
export async function archiveSession(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustOffer(parts, argument, "archive", t("to archive a session"));
  await archiveKept(parts, connection, { sessionId: session.id, title: labelOf(connection, session) }, true);
}

/** Archives a session that may not be open here, or takes it out of the archive; false as for a deletion. */
export async function archiveKept(
  parts: Parts,
  connection: AgentConnection,
  { sessionId, title }: KeptSession,
  isArchived: boolean,
): Promise<boolean> {
  const label = title ?? sessionId;
  if (isArchived && (await isHeldElsewhere(parts, connection.definition.id, sessionId, label))) return false;
  const detail = isArchived ? workOf(connection, sessionId) : "";
  if (detail !== "" && !(await parts.teller.confirm(t("Archive “{0}”?", label), detail, t("Archive Session")))) return false;
  await parts.progress.run(isArchived ? t("Archiving “{0}”…", label) : t("Taking “{0}” out of the archive…", label), (signal) =>
    connection.agent.sessions.archive(sessionId, isArchived, signal),
  );
  return true;
}

/** *Open Session Again*: a closed root, or one that was not opened again after a reload. */
export async function reopenSession(parts: Parts, argument: unknown): Promise<void> {
  const { remembered, progress } = parts;
  if (typeof argument === "string" && remembered.get(argument)) return remembered.retry(argument);
  const pointed = pointedAt(parts, argument)?.connection;
  if (pointed instanceof StoredConnection) return reopenStored(parts, pointed);
  const { connection, session } = mustBeAlive(rootAbove(mustPointAt(parts, argument)));
  if (!session.isClosed) throw new NotNow(t("This session is open. “ACP: Open Session…” lists those that are not."));
  const { cwd, id } = session;
  if (cwd === undefined) throw new NotNow(t("The folder of this session is not known, so it cannot be opened again."));
  try {
    await progress.run(t("Opening “{0}” again…", labelOf(connection, session)), (signal) =>
      bringBack(connection.agent, { sessionId: id, cwd, additionalDirectories: otherFolders(cwd, session.additionalDirectories) }, signal),
    );
  } catch (error) {
    if (!(error instanceof HeldElsewhere)) throw error;
    parts.teller.say(error.message, takeOverStep(sessionKey(connection.key, id)));
    return;
  }
  await showRoot(parts, connection, id);
}

/** Asks the agent for a session that is shown from history. */
async function reopenStored(parts: Parts, { stored, rootId }: StoredConnection): Promise<void> {
  const { remembered, settings, agents, progress, history, leases } = parts;
  const key = sessionKey(stored.agentId, rootId);
  if (remembered.get(key)) return remembered.retry(key);
  const definition = settings.agent(stored.agentId);
  if (!definition) throw new NotNow(t("Its agent is not set up any more."));
  const { cwd } = stored;
  if (cwd === undefined) throw new NotNow(t("The folder of this session is not known, so it cannot be opened again."));
  const open = async (signal: AbortSignal) => {
    await leases.look(stored.agentId, rootId);
    const running = await agents.ensure(definition, signal);
    await bringBack(running.agent, { sessionId: rootId, cwd, additionalDirectories: otherFolders(cwd), title: stored.title }, signal);
    return running;
  };
  const connection = await progress.run(t("Opening “{0}” again…", stored.title), open).catch(async (error: unknown) => {
    // What goes on in it elsewhere is read again.
    if (error instanceof HeldElsewhere) await history.show(stored.agentId, rootId, whyStored(error));
    throw error;
  });
  history.hide(stored.agentId, rootId);
  await showRoot(parts, connection, rootId);
}

/** What goes on in a session and below it, as far as it is open here; empty when nothing does. */
function workOf({ model }: AgentConnection, id: SessionId): string {
  const root = model.get(id);
  if (!root) return "";
  const children = [...subagentsBelow(id, model)];
  const requests = [root, ...children].reduce((sum, { openRequestCount }) => sum + openRequestCount, 0);
  const working = children.filter(isWorking).length;
  if (!isWorking(root) && working + requests === 0) return "";
  return plainLabel(stopWords({ sessions: isWorking(root) ? 1 : 0, children: working, requests }), 400);
}
