import { homedir } from "node:os";
import * as vscode from "vscode";
import { placeOf } from "../../agents/agentDefinition.ts";
import { parseAgents } from "../../agents/agentSettings.ts";
import { type AgentOffer, offersOf } from "../../agents/offers.ts";
import { tellsInWords } from "../../agents/presets.ts";
import { parseUrl } from "../../base/address.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { workingSessions } from "../../views/endWatch.ts";
import { connectionOf, sessionKey } from "../../views/hub.ts";
import { reconnectWords } from "../../views/reconnectWords.ts";
import { stopWords } from "../../views/summary.ts";
import { AgentConnection } from "../connections.ts";
import { commandId, openAgentSettings, run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick, separator } from "../picks.ts";
import { pointedAt } from "../pointed.ts";
import { StoredConnection } from "../sessions/storedConnection.ts";

/** What becomes an entry of the settings. */
interface NewAgent {
  readonly name: string;
  /** What stands in the settings for it. */
  readonly entry: { readonly [field: string]: unknown };
}

/** *Add Agent…*: one that is on this machine, a known one, or any program; it becomes an entry of the settings. */
export async function addAgent(parts: Parts): Promise<void> {
  const offers = await parts.progress.run(t("Looking for agents on this machine…"), () => offersOf(parts.catalog.all, parts.findProgram));
  const chosen = await pick<AgentOffer | (() => Promise<NewAgent | undefined>)>(
    [
      ...(["found", "npx", "missing"] as const).flatMap((place) => {
        const group = offers.filter((offer) => offer.place === place);
        return group.length === 0 ? [] : [separator(placeInWords(place)), ...group.map(offerChoice)];
      }),
      separator(t("Others")),
      { label: t("Another program…"), description: t("any that speaks the Agent Client Protocol"), value: askForProgram },
      { label: t("An agent on a server…"), description: t("by its url"), value: askForUrl },
    ],
    t("Which agent shall be added?"),
  );
  if (!chosen) return;
  const added = typeof chosen === "function" ? await chosen() : { name: chosen.preset.name, entry: chosen.entry };
  if (!added) return;
  const name = await askForName(parts, added.name);
  if (name === undefined) return;
  const { ownAgents } = parts.settings;
  await parts.settings.write("agents", { ...ownAgents, [name]: added.entry });
  const agent = parts.settings.agents.find(({ label }) => label === name);
  const steps = [
    ...(agent ? [{ label: t("Start Session"), run: () => run(commandId("startSession"), agent.id) }] : []),
    { label: t("Open Settings"), run: openAgentSettings },
  ];
  if (typeof chosen !== "function" && chosen.place === "missing") parts.teller.warn(missingInWords(name, chosen.program), ...steps);
  else parts.teller.say(t("{0} is added. Its entry stands in the settings, where more can be said of it.", name), ...steps);
}

function placeInWords(place: AgentOffer["place"]): string {
  switch (place) {
    case "found":
      return t("On this machine");
    case "npx":
      return t("Fetched with npx when they start");
    case "missing":
      return t("Not on this machine yet");
  }
}

function offerChoice(offer: AgentOffer) {
  const { preset, place, program } = offer;
  const [npm] = preset.npm && place !== "found" ? [`${preset.npm.package} ${preset.npm.version}`] : [];
  const missing = place === "missing" ? t("“{0}” is not on your PATH", program) : undefined;
  return {
    label: plainLabel(preset.name),
    description: plainLabel([npm, missing].filter((words) => words !== undefined).join(" · ") || program.replace(homedir(), "~")),
    detail: tellsInWords(preset),
    value: offer,
  };
}

function missingInWords(name: string, program: string): string {
  if (program !== "npx") return t("{0} is added, but “{1}” is not on your PATH. Install it, then start a session.", name, program);
  return t("{0} is added, but “npx” is not on your PATH. Install Node.js, which brings it, then start a session.", name);
}

async function askForProgram(): Promise<NewAgent | undefined> {
  const line = await vscode.window.showInputBox({
    prompt: t("The program and its arguments, separated by spaces. Arguments with spaces are better written in the settings."),
    placeHolder: "my-agent --acp",
    ignoreFocusOut: true,
  });
  const [command, ...args] = line?.trim().split(/\s+/) ?? [];
  return command ? { name: command, entry: { command, args } } : undefined;
}

async function askForUrl(): Promise<NewAgent | undefined> {
  const problem = (url: string) => parseAgents({ agent: { url } }).problems.length > 0;
  const url = await vscode.window.showInputBox({
    prompt: t("Where the agent listens. Headers, such as a key, are written in the settings."),
    placeHolder: "wss://agents.example/acp",
    ignoreFocusOut: true,
    validateInput: (value) => (problem(value) ? t("It begins with ws://, wss://, http:// or https://.") : undefined),
  });
  const parsed = parseUrl(url?.trim() ?? "");
  return parsed ? { name: parsed.hostname, entry: { url: url?.trim() } } : undefined;
}

async function askForName(parts: Parts, proposed: string): Promise<string | undefined> {
  const taken = parts.settings.ownAgents;
  const name = await vscode.window.showInputBox({
    prompt: t("What shall the agent be called?"),
    value: proposed,
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === "") return t("Enter a name.");
      return Object.hasOwn(taken, value.trim()) ? t("There is an agent with this name already.") : undefined;
    },
  });
  return name?.trim();
}

/** *Restart Agent*: its open sessions are loaded again where it can do that. */
export async function restartAgent(parts: Parts, argument: unknown): Promise<void> {
  const connection = await chooseConnection(parts, argument, () => true, t("Which agent shall be restarted?"));
  if (!connection) return;
  const { agentLabel } = connection;
  if (!(await mayInterrupt(parts, connection, t("Restart {0}?", agentLabel), t("Restart")))) return;
  await parts.progress.run(t("Restarting {0}…", agentLabel), (signal) => parts.agents.restart(connection, signal));
}

/** *Reconnect Now*: does not wait until an agent that was lost is tried again by itself. */
export async function reconnectNow(parts: Parts, argument: unknown): Promise<void> {
  const { reconnector, progress } = parts;
  if (reconnector.lost.length === 0) throw new NotNow(t("No agent is waited for. Start one with “ACP: Start Session…”."));
  const isLost = (each: AgentConnection) => reconnector.lost.includes(each);
  const connection = await chooseConnection(parts, argument, isLost, t("Which agent shall be tried again?"));
  if (!connection) return;
  const { agentLabel } = connection;
  await progress.run(t("Connecting to {0}…", agentLabel), () => reconnector.now(connection));
  if (!isLost(connection)) return;
  const plan = connection.model.reconnectPlan;
  if (plan.type === "refused") throw new NotNow(plan.because);
  const next = reconnectWords(plan);
  throw new NotNow(t("{0} cannot be reached yet, {1}.", agentLabel, next ?? ""));
}

/** *Disconnect Agent*: ends it; what it did stays to be read. */
export async function disconnectAgent(parts: Parts, argument: unknown): Promise<void> {
  const connection = await chooseConnection(parts, argument, ({ agent }) => !agent.isClosed, t("Which agent shall be disconnected?"));
  if (!connection) return;
  const { agentLabel } = connection;
  if (!(await mayInterrupt(parts, connection, t("Disconnect {0}?", agentLabel), t("Disconnect")))) return;
  await parts.progress.run(t("Ending {0}…", agentLabel), () => parts.agents.disconnect(connection));
}

/** *Remove from Tree*: recorded traffic, a session from history, a closed session, an agent that ended, or a root that was not opened again. */
export async function removeFromTree(parts: Parts, argument: unknown): Promise<void> {
  const { connections, remembered, agents } = parts;
  const stored = pointedAt(parts, argument)?.connection;
  if (stored instanceof StoredConnection) {
    connections.remove(stored.key);
    remembered.forget(sessionKey(stored.stored.agentId, stored.rootId));
    return;
  }
  if (typeof argument === "string" && (remembered.forget(argument) || agents.forgetFailure(argument))) return;
  const { connection, session } = pointedAt(parts, argument) ?? {};
  if (connection instanceof AgentConnection && !connection.agent.isClosed && session && connection.agent.sessions.forget(session.id))
    return;
  if (!connection || (connection instanceof AgentConnection && !connection.agent.isClosed)) {
    throw new NotNow(
      t("Only closed sessions, recorded traffic and agents that ended can be removed. Close the session or disconnect the agent first."),
    );
  }
  connections.remove(connection.key);
}

/** A connection with an agent behind it: the one that is pointed at, the only one, or the one that is picked. */
export async function chooseConnection(
  parts: Parts,
  argument: unknown,
  isOffered: (connection: AgentConnection) => boolean,
  question: string,
): Promise<AgentConnection | undefined> {
  const { connections, tree } = parts;
  const key = typeof argument === "string" ? (tree.sessionOf(argument) ?? argument) : undefined;
  const named = key === undefined ? undefined : connectionOf(connections, key.slice(0, key.indexOf("/")));
  if (named instanceof AgentConnection && isOffered(named)) return named;
  const offered = connections.agentConnections.filter(isOffered);
  if (offered.length === 0) throw new NotNow(t("No agent is running. Start one with “ACP: Start Session…”."));
  if (offered.length === 1) return offered[0];
  return pick(
    offered.map((connection) => ({ label: plainLabel(connection.agentLabel), description: placeInLine(connection), value: connection })),
    question,
  );
}

function placeInLine({ definition }: AgentConnection): string {
  return definition.isDemo ? "" : plainLabel(placeOf(definition));
}

/** Asks first when work would be lost. */
async function mayInterrupt(parts: Parts, connection: AgentConnection, question: string, yes: string): Promise<boolean> {
  const working = workingSessions(connection);
  const requests = connection.model.isConnectionLost ? 0 : connection.model.openRequests.length;
  if (working.length + requests === 0) return true;
  const children = working.filter(({ standing }) => standing !== "root").length;
  const detail = stopWords({ sessions: working.length - children, children, requests });
  return parts.teller.confirm(question, detail, yes);
}
