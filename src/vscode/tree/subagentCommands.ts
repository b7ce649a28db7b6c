import * as vscode from "vscode";
import { t } from "../../base/words.ts";
import { folderOf, isWorking, type Session } from "../../session/session.ts";
import { requestViews } from "../../views/attention.ts";
import { workingSessions } from "../../views/endWatch.ts";
import { copyText } from "../../views/exports/exportMarkdown.ts";
import { findRequest, sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { stopWords } from "../../views/summary.ts";
import { neighbourSubagent } from "../../views/tree/neighbour.ts";
import { run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick, sessionChoices } from "../picks.ts";
import { mustBeAlive, mustPointAt, type Pointed, pointedAt, rootAbove, visit } from "../pointed.ts";

/** Shows a session: its root in the transcript, its card in view, its row selected. `isFocused`: brings the view to the front. */
export async function reveal(parts: Parts, pointed: Pointed, isFocused: boolean): Promise<void> {
  const root = rootAbove(pointed);
  await parts.surfaces.showInView(root.key, isFocused);
  if (root.key !== pointed.key) parts.surfaces.doInView({ do: "reveal", sessionId: pointed.session.id });
  visit(parts, pointed.key);
}

/** Shows a row of a session's transcript, or its card where there is no row (any more), in the view; the focus goes there. */
export async function revealRow(parts: Parts, pointed: Pointed, rowId: string | undefined): Promise<void> {
  await parts.surfaces.showInView(rootAbove(pointed).key, true);
  parts.surfaces.doInView({ do: "reveal", sessionId: pointed.session.id, rowId });
  visit(parts, pointed.key);
}

/** *Stop Subagent…*: the one that is pointed at by a menu, else one of those that can be stopped. */
export async function stopSubagent(parts: Parts, argument: unknown): Promise<void> {
  const named = typeof argument === "string" ? pointedAt(parts, argument) : undefined;
  const pointed = named ?? (await chooseStoppable(parts));
  if (!pointed) return;
  const { connection, session } = mustBeAlive(pointed);
  if (session.standing !== "root" && !session.canCancel) {
    throw new NotNow(
      t("“{0}” cannot be stopped by itself. “ACP: Cancel Turn” stops the turn that it belongs to.", labelOf(connection, session)),
    );
  }
  await connection.agent.cancel(session.id);
}

async function chooseStoppable(parts: Parts): Promise<Pointed | undefined> {
  const choices = sessionChoices(parts.connections.connections, ({ session, connection }) => session.canCancel && !connection.isReplay);
  if (choices.length > 0) return pick(choices, t("Which subagent shall be stopped?"));
  throw new NotNow(t("No subagent can be stopped by itself now. “ACP: Cancel Turn” stops the whole turn."));
}

/** *Stop Everything*: asks first. */
export async function stopEverything(parts: Parts): Promise<void> {
  const agents = parts.connections.agentConnections.filter(({ agent }) => !agent.isClosed);
  const working = agents.flatMap(workingSessions);
  const open = agents.flatMap(({ model }) => model.openRequests).length;
  if (working.length + open === 0) throw new NotNow(t("Nothing is at work. Send a prompt to begin a turn."));
  const question = t("Stop everything?");
  const children = working.filter(({ standing }) => standing !== "root").length;
  const detail = stopWords({ sessions: working.length - children, children, requests: open });
  if (!(await parts.teller.confirm(question, detail, t("Stop Everything")))) return;
  await Promise.all(agents.map(({ agent }) => agent.stopEverything()));
}

/** *Reveal Subagent…*: of a row without taking the focus from it, else one that is picked. */
export async function revealSubagent(parts: Parts, argument: unknown): Promise<void> {
  if (typeof argument === "string") {
    const pointed = pointedAt(parts, argument);
    if (pointed) await reveal(parts, pointed, false);
    return;
  }
  const choices = sessionChoices(parts.connections.connections, () => true);
  if (choices.length === 0) throw new NotNow(t("No session is open. Start one with “ACP: Start Session…”."));
  const pointed = await pick(choices, t("Show which session?"));
  if (pointed) await reveal(parts, pointed, true);
}

/** *Next Subagent* and *Previous Subagent*: in the order of the tree, going round at the end. */
export async function goToNeighbour(parts: Parts, direction: "next" | "previous"): Promise<void> {
  const pointed = mustPointAt(parts, undefined);
  const { connection, session } = pointed;
  const id = neighbourSubagent(connection.model, rootAbove(pointed).session.id, session.id, direction);
  const next = id === undefined ? undefined : connection.model.get(id);
  if (!next) throw new NotNow(t("This session has no subagents yet. They appear when the agent launches some."));
  await reveal(parts, { key: sessionKey(connection.key, next.id), connection, session: next }, false);
}

/** *Go to Parent*. */
export async function goToParent(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustPointAt(parts, argument);
  const parent = session.parentId === null ? undefined : connection.model.get(session.parentId);
  if (!parent) throw new NotNow(t("This session has no parent: it is where the conversation begins."));
  await reveal(parts, { key: sessionKey(connection.key, parent.id), connection, session: parent }, false);
}

/** *Answer Next Request*: shows the oldest one and puts the focus on its answers. */
export async function answerNextRequest(parts: Parts): Promise<void> {
  const [oldest] = requestViews(parts.connections);
  if (!oldest) throw new NotNow(t("No request waits for you."));
  await bringUpRequest(parts, oldest.key);
}

/** Shows exactly this request and puts the focus on its answers; throws `NotNow` when it does not wait any more. */
export async function bringUpRequest(parts: Parts, requestKey: string): Promise<void> {
  const found = findRequest(parts.connections, requestKey);
  if (!found) throw new NotNow(t("That request does not wait any more: it was answered or taken back."));
  const { connection, request } = found;
  if (request.sessionId === undefined) {
    // The agent itself asks; the bar shows that over whatever session there is.
    await run("acpSubagents.transcript.focus");
    parts.surfaces.doInView({ do: "focusRequest", key: requestKey });
    return;
  }
  const pointed = mustPointAt(parts, sessionKey(connection.key, request.sessionId));
  await parts.surfaces.showInView(rootAbove(pointed).key, true);
  parts.surfaces.doInView({ do: "focusRequest", key: requestKey });
  visit(parts, pointed.key);
}

/** *Open Folder in New Window*: the folder that a session works in, such as a worktree of its own. */
export async function openChildFolder(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustPointAt(parts, argument);
  const label = labelOf(connection, session);
  const folder = folderOf(session, (id) => connection.model.get(id));
  if (folder === undefined) throw new NotNow(t("It was not reported in which folder “{0}” works.", label));
  const uri = vscode.Uri.file(folder);
  if (!(await isFolder(uri))) throw new NotNow(t("The folder of “{0}” is not there: {1}", label, folder));
  await vscode.commands.executeCommand("vscode.openFolder", uri, { forceNewWindow: true });
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    // It is gone, or cannot be read.
    return false;
  }
}

/** *Copy Prompt*, *Copy Answer*, *Copy Session Id*. */
export async function copy(parts: Parts, pointed: Pointed, what: "prompt" | "answer" | "id"): Promise<void> {
  const { connection, session } = pointed;
  const text = what === "id" ? session.id : copyText(session, what);
  const label = labelOf(connection, session);
  if (text === undefined) throw new NotNow(what === "prompt" ? t("“{0}” has got no prompt yet.", label) : noAnswer(session, label));
  await vscode.env.clipboard.writeText(text);
  parts.teller.mention(t("Copied."));
}

function noAnswer(session: Session, label: string): string {
  return isWorking(session) ? t("“{0}” has given no answer yet.", label) : t("“{0}” gave no answer.", label);
}
