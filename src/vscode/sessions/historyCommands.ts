import * as vscode from "vscode";
import { oneLine, plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { StoredSession } from "../../journal/library.ts";
import { toSessionId } from "../../session/ids.ts";
import { sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { AgentConnection, resolveKey } from "../connections.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { pointedAt, rootAbove } from "../pointed.ts";
import { reveal } from "../tree/subagentCommands.ts";
import { isHeldElsewhere, reopenSession } from "./sessionActs.ts";
import { HeldElsewhere } from "./sessionLeases.ts";
import { StoredConnection } from "./storedConnection.ts";
import { whyStored } from "./whyStored.ts";

/** *Open from History…*: a session of this workspace as it was kept. */
export async function openFromHistory(parts: Parts): Promise<void> {
  await readOneOf(parts);
}

/** Has the person choose what to read; `agentId`: among the sessions of one agent. */
export async function readOneOf(parts: Parts, agentId?: string): Promise<void> {
  const stored = await chooseStored(parts, t("Which session shall be read?"), agentId);
  if (stored) await showFromHistory(parts, stored);
}

async function showFromHistory(parts: Parts, stored: StoredSession): Promise<void> {
  const { connections, history, leases } = parts;
  const { agentId, sessionId } = stored;
  const holder = await leases.holder(agentId, sessionId);
  if (holder && (await showHeld(parts, agentId, sessionId, new HeldElsewhere(holder)))) return;
  const open = resolveKey(connections, sessionKey(agentId, sessionId as never));
  const because = t("From history, read-only. {0} can be asked to go on with it.", plainLabel(stored.agentLabel));
  const key = open?.key ?? (await history.showStored(stored, { because }));
  const found = resolveKey(connections, key);
  if (found) await reveal(parts, found, true);
}

/** Shows what was kept of a session that another window has open; false when nothing was. */
export async function showHeld(parts: Parts, agentId: string, sessionId: string, error: HeldElsewhere): Promise<boolean> {
  const key = await parts.history.show(agentId, sessionId, whyStored(error));
  const found = key === undefined ? undefined : resolveKey(parts.connections, key);
  if (found) await reveal(parts, found, true);
  return found !== undefined;
}

/** *Delete from History…*: what is pointed at, or one that is picked; asks first. The agent's own session stays. */
export async function deleteFromHistory(parts: Parts, argument: unknown): Promise<void> {
  const { history, teller, remembered } = parts;
  const pointed = typeof argument === "string" ? pointedAt(parts, argument) : undefined;
  const root = pointed && rootAbove(pointed).connection;
  const stored = root instanceof StoredConnection ? root.stored : await chooseStored(parts, t("What shall be deleted from history?"));
  if (!stored) return;
  const journals = await parts.journals();
  const label = stored.title || stored.sessionId;
  if (await isHeldElsewhere(parts, stored.agentId, toSessionId(stored.sessionId), label)) return;
  if (journals.isWritten(stored)) throw new NotNow(t("“{0}” is open. Close the session or disconnect its agent first.", label));
  const detail = t("What this extension kept of it is deleted. What its agent keeps stays.");
  if (!(await teller.confirm(t("Delete “{0}” from history?", label), detail, t("Delete")))) return;
  await journals.remove(stored);
  history.hide(stored.agentId, stored.sessionId);
  remembered.forget(sessionKey(stored.agentId, toSessionId(stored.sessionId)));
  teller.mention(t("Deleted from history: {0}", label));
}

/** *Take Over Session*: from another window that has it open. Asks first when something is at work in it there. */
export async function takeOverSession(parts: Parts, argument: unknown): Promise<void> {
  const pointed = pointedAt(parts, argument);
  const { connection, session } = pointed ? rootAbove(pointed) : {};
  const stored = connection instanceof StoredConnection ? connection.stored.agentId : undefined;
  const closed = connection instanceof AgentConnection && session?.isClosed ? connection.definition.id : undefined;
  const agentId = stored ?? closed;
  if (!connection || !session || agentId === undefined)
    throw new NotNow(t("No other window is known to have this session open. “ACP: Open Session…” lists sessions."));
  const label = labelOf(connection, session);
  const holder = await parts.leases.holder(agentId, session.id);
  if (holder && holder.isWorking !== false) {
    const detail = holder.isWorking
      ? t("The other window ({0}) is at work in it, or it waits for you there. What goes on there is stopped.", oneLine(holder.label))
      : t("What goes on in it in the other window ({0}) is stopped.", oneLine(holder.label));
    if (!(await parts.teller.confirm(t("Take over “{0}”?", label), detail, t("Take Over")))) return;
  }
  await parts.progress.run(t("Asking the other window for “{0}”…", label), () => parts.leases.takeOver(agentId, session.id));
  await reopenSession(parts, sessionKey(connection.key, session.id));
}

async function chooseStored(parts: Parts, question: string, agentId?: string): Promise<StoredSession | undefined> {
  const all = await parts.progress.run(t("Looking into the history…"), async () => (await parts.journals()).sessions());
  const sessions = agentId === undefined ? all : all.filter((session) => session.agentId === agentId);
  if (sessions.length === 0) throw new NotNow(t("No session of this folder is in the history. Start one with “ACP: Start Session…”."));
  return pick(
    sessions.map((value) => ({
      label: plainLabel(value.title || value.sessionId),
      description: plainLabel(`${value.agentLabel} · ${new Date(value.lastAt).toLocaleString(vscode.env.language)}`),
      detail: plainLabel(value.cwd ?? ""),
      value,
    })),
    question,
  );
}

/** True when an agent that cannot bring sessions back has some in the history. */
export async function hasHistoryOf({ journals }: Parts, agentId: string): Promise<boolean> {
  return (await (await journals()).sessions()).some((session) => session.agentId === agentId);
}
