import * as vscode from "vscode";
import { UnreadableAttachment } from "../../acp/promptContent.ts";
import type { AgentDefinition } from "../../agents/agentDefinition.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { type SessionId, toSessionId } from "../../session/ids.ts";
import { sessionKey } from "../../views/hub.ts";
import type { KeptSession } from "../../views/sessionCatalogue.ts";
import { addAgent } from "../agents/agentCommands.ts";
import { failureKey } from "../agents/runningAgents.ts";
import { withKeptKeys } from "../agents/signInCommands.ts";
import type { AgentConnection } from "../connections.ts";
import { openAgentSettings } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { agentChoice, pick } from "../picks.ts";
import { mustBeAlive, mustPointAt, pointedAt, rootAbove } from "../pointed.ts";
import { bringBack, CannotReopen } from "./bringBack.ts";
import { hasHistoryOf, readOneOf, showHeld } from "./historyCommands.ts";
import { archiveKept, deleteKept } from "./sessionActs.ts";
import { HeldElsewhere } from "./sessionLeases.ts";
import { type ListActs, SessionPick } from "./sessionPick.ts";
import { showRoot } from "./showRoot.ts";
import { chooseWorkFolder, listedFolders, otherFolders } from "./workFolder.ts";

/** *Start Session…*: asks for the agent when there are several. `argument`: the id of an agent, or the row that says why it failed. */
export async function startSession(parts: Parts, argument: unknown): Promise<void> {
  const agent = await chooseAgent(parts, argument);
  if (agent) await openNewSession(parts, agent);
}

/** *New Session*: with the default agent, else the one used last, else as *Start Session…*. */
export async function newSession(parts: Parts): Promise<void> {
  const preferred = preferredAgent(parts);
  if (preferred) await openNewSession(parts, preferred);
  else await startSession(parts, undefined);
}

/** The default agent, else the one used last. */
export function preferredAgent({ settings, memory, teller }: Parts): AgentDefinition | undefined {
  const wanted = settings.defaultAgent;
  if (!wanted) return memory.lastAgentId === undefined ? undefined : settings.agent(memory.lastAgentId);
  const preferred = settings.agents.find(({ label }) => label === wanted);
  if (!preferred) teller.warn(t("The default agent “{0}” is not among the agents that are set up.", wanted));
  return preferred;
}

/** *Try the Demo Agent*: a session with the built-in agent, and a first prompt ready to be sent. */
export async function tryDemoAgent(parts: Parts): Promise<void> {
  // The word "nested" chooses what it plays.
  await openNewSession(parts, parts.settings.demo, t("Who calls the store? Let nested subagents find out."));
}

/** *Open Session…*: one of those that an agent keeps. One that is open already is only shown: what goes on in it goes on. */
export async function openSession(parts: Parts): Promise<void> {
  const { agents, progress } = parts;
  const definition = await chooseKeeper(parts);
  if (!definition) return;
  const folders = listedFolders(definition.isDemo);
  const connection = await progress.run(t("Starting {0}…", definition.label), (signal) => agents.ensure(definition, signal));
  const { load, resume } = connection.agent.offers;
  // What its agent cannot open again can be read all the same.
  if (!load && !resume && (await hasHistoryOf(parts, definition.id))) return readOneOf(parts, definition.id);
  const chosen = await chooseSession(parts, connection, folders);
  if (!chosen) return;
  const { agent } = connection;
  const { sessionId, cwd = folders[0] ?? "" } = chosen;
  if (agent.model.get(sessionId)?.isClosed !== false) {
    await parts.surfaces.showInView(sessionKey(connection.key, sessionId), true);
    const additionalDirectories = otherFolders(cwd, chosen.additionalDirectories);
    try {
      await progress.run(t("Opening “{0}”…", chosen.title ?? sessionId), (signal) =>
        bringBack(agent, { sessionId, cwd, additionalDirectories, title: chosen.title }, signal),
      );
    } catch (error) {
      if (!(error instanceof HeldElsewhere) || !(await showHeld(parts, definition.id, sessionId, error))) throw error;
      return;
    }
  }
  parts.history.hide(definition.id, sessionId);
  await showRoot(parts, connection, sessionId);
}

/** *Send Prompt…*: to the root of the session that is pointed at. */
export async function sendPrompt(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustBeAlive(rootAbove(mustPointAt(parts, argument)));
  const text = await vscode.window.showInputBox({
    prompt: session.isTurnOpen ? t("It is sent when the running turn has ended.") : undefined,
    placeHolder: t("Ask {0}…", plainLabel(connection.agentLabel)),
    ignoreFocusOut: true,
  });
  if (text?.trim()) await prompt(parts, connection, session.id, text);
}

/** Sends a prompt. What was taken back before it was sent returns to the composer. */
export async function prompt(
  parts: Parts,
  connection: AgentConnection,
  sessionId: SessionId,
  text: string,
  attachmentIds: readonly string[] = [],
): Promise<void> {
  const { agent } = connection;
  const attachments = agent.attachments.take(sessionId, attachmentIds);
  // It was sent twice in a moment: the first time took all that there was.
  if (text === "" && attachments.length === 0) return;
  let asked = connection;
  try {
    const end = await withKeptKeys(parts, async () => {
      const prompts = await parts.prompts();
      // Keys that were entered because of this prompt have had the agent started again.
      asked = parts.agents.running(connection.definition.id) ?? connection;
      return prompts.send(asked, sessionId, text, attachments);
    });
    if (end.type === "withdrawn") parts.unsent.giveBack(connection, sessionId, end.prompt.text, end.prompt.attachments);
  } catch (error) {
    if (error instanceof UnreadableAttachment) parts.unsent.giveBack(connection, sessionId, text, attachments);
    // Of an agent that ended the person is told once, where its end is noticed.
    if (asked.agent.isClosed) parts.log.fault("A prompt", error);
    else throw error;
  }
}

/** *Cancel Turn*: of the root of the session that is pointed at. */
export async function cancelTurn(parts: Parts, argument: unknown): Promise<void> {
  const pointed = pointedAt(parts, argument);
  const root = pointed && rootAbove(pointed);
  if (!root?.session.isTurnOpen) throw new NotNow(t("No turn is running here. Send a prompt to begin one."));
  const { connection, session } = mustBeAlive(root);
  await connection.agent.cancel(session.id);
}

async function openNewSession(parts: Parts, definition: AgentDefinition, draft?: string): Promise<void> {
  const begun = await beginSession(parts, definition);
  if (!begun) return;
  parts.memory.setLastAgentId(definition.id);
  await showRoot(parts, begun.connection, begun.sessionId, draft);
}

/** Begins a session; the agent is started when it does not run. Undefined when the person did not choose a folder. */
export async function beginSession(
  parts: Parts,
  definition: AgentDefinition,
): Promise<{ readonly connection: AgentConnection; readonly sessionId: SessionId } | undefined> {
  const cwd = await chooseWorkFolder(definition.isDemo);
  if (cwd === undefined) return undefined;
  const start = async (signal: AbortSignal) => {
    const started = await parts.agents.ensure(definition, signal);
    signal.throwIfAborted();
    const options = { additionalDirectories: otherFolders(cwd), signal };
    return { connection: started, sessionId: await started.agent.newSession(cwd, options) };
  };
  return withKeptKeys(parts, () => parts.progress.run(t("Starting {0}…", definition.label), start));
}

async function chooseAgent(parts: Parts, id: unknown): Promise<AgentDefinition | undefined> {
  const { settings, teller } = parts;
  for (const problem of settings.configuredAgents.problems) teller.warn(problem, { label: t("Open Settings"), run: openAgentSettings });
  const named = settings.agents.find((agent) => agent.id === id || failureKey(agent.id) === id);
  if (named) return named;
  const [only, ...others] = settings.workingAgents;
  if (only && others.length === 0) return only;
  const add = { label: t("Add Agent…"), value: undefined };
  const chosen = await pick<AgentDefinition | undefined | "none">(
    [...settings.agents.map(agentChoice), { ...add, value: "none" as const }],
    t("Which agent shall work?"),
  );
  if (chosen !== "none") return chosen;
  await addAgent(parts);
  return undefined;
}

/** Whose sessions are listed: an agent that runs, or one that is set up. */
async function chooseKeeper(parts: Parts): Promise<AgentDefinition | undefined> {
  const running = parts.connections.agentConnections.filter(({ agent }) => !agent.isClosed).map(({ definition }) => definition);
  const all = new Map([...running, ...parts.settings.workingAgents].map((definition) => [definition.id, definition]));
  const [only, ...others] = all.values();
  if (!only) return chooseAgent(parts, undefined);
  return others.length === 0 ? only : pick([...all.values()].map(agentChoice), t("Whose sessions?"));
}

async function chooseSession(parts: Parts, connection: AgentConnection, folders: readonly string[]): Promise<KeptSession | undefined> {
  const { agent, agentLabel } = connection;
  if (!agent.offers.load && !agent.offers.resume) throw new CannotReopen(agentLabel);
  if (!agent.offers.list) {
    const id = await vscode.window.showInputBox({
      prompt: t("{0} does not list its sessions. Enter the id of one.", plainLabel(agentLabel)),
    });
    return id?.trim() ? { sessionId: toSessionId(id.trim()) } : undefined;
  }
  const acts: ListActs = {
    isElsewhere: async (sessionId) => (await parts.leases.holder(connection.definition.id, sessionId)) !== undefined,
    delete: (session) => deleteKept(parts, connection, session),
    archive: (session, isArchived) => archiveKept(parts, connection, session, isArchived),
  };
  return new SessionPick(connection, folders, acts, parts.log).choose();
}
