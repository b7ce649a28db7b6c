import * as vscode from "vscode";
import { UnreadableAttachment } from "../acp/promptContent.ts";
import type { AgentDefinition } from "../agents/agentDefinition.ts";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { SessionId } from "../session/ids.ts";
import { sessionKey } from "../views/hub.ts";
import { addAgent } from "./agentCommands.ts";
import type { AgentConnection } from "./connections.ts";
import { openAgentSettings } from "./names.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import { agentChoice, pick } from "./picks.ts";
import { mustBeAlive, mustPointAt, pointedAt, rootAbove, touch } from "./pointed.ts";
import { bringBack } from "./rememberedRoots.ts";
import { failureKey } from "./runningAgents.ts";
import { withKeptKeys } from "./signInCommands.ts";
import { chooseWorkFolder } from "./workFolder.ts";

/** *Start Session…*: asks for the agent when there are several. `argument`: the id of an agent, or the row that says why it failed. */
export async function startSession(parts: Parts, argument: unknown): Promise<void> {
  const agent = await chooseAgent(parts, argument);
  if (agent) await openNewSession(parts, agent);
}

/** *New Session*: with the default agent, else the one used last, else as *Start Session…*. */
export async function newSession(parts: Parts): Promise<void> {
  const { settings, memory } = parts;
  const wanted = settings.defaultAgent;
  const preferred = wanted
    ? settings.agents.find(({ label }) => label === wanted)
    : memory.lastAgentId === undefined
      ? undefined
      : settings.agent(memory.lastAgentId);
  if (wanted && !preferred) parts.teller.warn(t("The default agent “{0}” is not among the agents that are set up.", wanted));
  if (preferred) await openNewSession(parts, preferred);
  else await startSession(parts, undefined);
}

/** *Try the Demo Agent*: a session with the built-in agent, and a first prompt ready to be sent. */
export async function tryDemoAgent(parts: Parts): Promise<void> {
  // The word "nested" chooses what it plays.
  await openNewSession(parts, parts.settings.demo, t("Who calls the store? Let nested sub-agents find out."));
}

/** *Open Session…*: one of those that an agent keeps. `argument`: the key of a root that was not opened again. */
export async function openSession(parts: Parts, argument: unknown): Promise<void> {
  const { remembered, agents, progress } = parts;
  if (typeof argument === "string" && remembered.get(argument)) return remembered.retry(argument);
  const definition = await chooseAgent(parts, undefined);
  const cwd = definition && (await chooseWorkFolder(definition.isDemo));
  if (!definition || cwd === undefined) return;
  const connection = await progress.run(t("Starting {0}…", definition.label), (signal) => agents.ensure(definition, signal));
  const chosen = await chooseSession(parts, connection, cwd);
  if (!chosen) return;
  const { agent } = connection;
  if (!agent.model.get(chosen.sessionId)) {
    await parts.surfaces.showInView(sessionKey(connection.key, chosen.sessionId), true);
    await progress.run(t("Opening the session…"), () => bringBack(agent, chosen.sessionId, chosen.cwd));
  }
  await showRoot(parts, connection, chosen.sessionId, undefined);
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
  try {
    const end = await parts.prompts.send(connection, sessionId, text, attachments);
    if (end.type === "withdrawn") parts.unsent.giveBack(connection, sessionId, end.prompt.text, end.prompt.attachments);
  } catch (error) {
    if (error instanceof UnreadableAttachment) parts.unsent.giveBack(connection, sessionId, text, attachments);
    // Of an agent that ended the person is told once, where its end is noticed.
    if (agent.isClosed) parts.log.fault("A prompt", error);
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
  const cwd = await chooseWorkFolder(definition.isDemo);
  if (cwd === undefined) return;
  const start = async (signal: AbortSignal) => {
    const started = await parts.agents.ensure(definition, signal);
    signal.throwIfAborted();
    return { connection: started, sessionId: await started.agent.newSession(cwd) };
  };
  const { connection, sessionId } = await withKeptKeys(parts, () => parts.progress.run(t("Starting {0}…", definition.label), start));
  parts.memory.setLastAgentId(definition.id);
  await showRoot(parts, connection, sessionId, draft);
}

async function showRoot(parts: Parts, connection: AgentConnection, sessionId: SessionId, draft: string | undefined): Promise<void> {
  const key = sessionKey(connection.key, sessionId);
  await parts.surfaces.showInView(key, true);
  parts.surfaces.doInView({ do: "focusComposer", text: draft, isProposal: true });
  touch(parts, key);
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

interface ChosenSession {
  readonly sessionId: SessionId;
  readonly cwd: string;
}

async function chooseSession(parts: Parts, connection: AgentConnection, cwd: string): Promise<ChosenSession | undefined> {
  const { agent, agentLabel } = connection;
  if (!agent.offers.load && !agent.offers.resume) throw new NotNow(t("{0} cannot open earlier sessions. Start a new one.", agentLabel));
  if (!agent.offers.list) {
    const id = await vscode.window.showInputBox({
      prompt: t("{0} does not list its sessions. Enter the id of one.", plainLabel(agentLabel)),
    });
    return id?.trim() ? { sessionId: id.trim() as SessionId, cwd } : undefined;
  }
  const { sessions } = await parts.progress.run(t("Asking {0} for its sessions…", agentLabel), (signal) =>
    agent.listSessions({ cwd }, signal),
  );
  if (sessions.length === 0) throw new NotNow(t("{0} keeps no session of this folder. Start a new one.", agentLabel));
  return pick(
    sessions.map((session) => ({
      label: plainLabel(session.title ?? session.sessionId),
      description: session.updatedAt === undefined ? "" : plainLabel(localTime(session.updatedAt)),
      detail: plainLabel(session.title === undefined ? (session.cwd ?? "") : session.sessionId),
      value: { sessionId: session.sessionId, cwd: session.cwd ?? cwd },
    })),
    t("Which session shall be opened?"),
  );
}

function localTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString(vscode.env.language);
}
