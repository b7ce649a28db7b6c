import * as vscode from "vscode";
import { isVariableName } from "../../acp/signInMethods.ts";
import { valuesOf } from "../../agents/agentDefinition.ts";
import { secretsIn } from "../../agents/secretReferences.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { commandId, run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { agentChoice, askSecret, pick } from "../picks.ts";
import { chooseConnection } from "./agentCommands.ts";
import { KeyKept } from "./signIn.ts";

/** *Sign In…*: by one of the ways that a running agent names. */
export async function signIn(parts: Parts, argument: unknown): Promise<void> {
  const connection = await chooseConnection(parts, argument, ({ agent }) => !agent.isClosed, t("To which agent do you want to sign in?"));
  if (!connection) return;
  const { agent, definition, agentLabel } = connection;
  if (agent.signInMethods.length === 0) {
    throw new NotNow(
      t("{0} names no way to sign in. Sign in with its own program in a terminal, or enter a key with “ACP: Set Agent Key…”.", agentLabel),
    );
  }
  const isDone = await withKeptKeys(parts, async () => {
    const current = parts.agents.running(definition.id)?.agent ?? agent;
    return current === agent ? (await parts.admission()).signIn.to(agent, definition.id) : true;
  });
  if (!isDone) return;
  if (agent.model.roots.length > 0) return parts.teller.mention(t("Signed in to {0}.", agentLabel));
  const start = { label: t("Start Session"), run: () => run(commandId("startSession"), definition.id) };
  parts.teller.say(t("Signed in to {0}.", agentLabel), start);
}

/** *Sign Out*: has the agent forget who is signed in, and forgets its keys. */
export async function signOut(parts: Parts, argument: unknown): Promise<void> {
  const connection = await chooseConnection(
    parts,
    argument,
    ({ agent }) => !agent.isClosed,
    t("From which agent do you want to sign out?"),
  );
  if (!connection) return;
  const { agent, definition, agentLabel } = connection;
  const { keys } = await parts.admission();
  const names = await keys.names(definition.id);
  if (!agent.offers.logout && names.length === 0)
    throw new NotNow(t("{0} offers no sign-out. Sign out with its own program in a terminal.", agentLabel));
  if (agent.offers.logout) await parts.progress.run(t("Signing out from {0}…", agentLabel), () => agent.logout());
  await keys.forget(definition.id);
  if (names.length === 0) return parts.teller.mention(t("Signed out from {0}.", agentLabel));
  parts.teller.say(
    t("Signed out from {0}. Its keys are forgotten; the process that runs has them until it ends.", agentLabel),
    restartStep(connection.key),
  );
}

/** *Set Agent Key…*: a variable that one agent gets from the secret storage when it is started. */
export async function setAgentKey(parts: Parts): Promise<void> {
  const { settings, agents, teller } = parts;
  const { keys } = await parts.admission();
  const definition = await pick(settings.agents.map(agentChoice), t("Which agent is the key for?"));
  if (!definition) return;
  const kept = await keys.names(definition.id);
  const known = [...new Set([...kept, ...secretsIn(Object.values(valuesOf(definition)))])];
  const name = await chooseName(known, kept);
  if (name === undefined) return;
  const value = await askSecret(
    kept.includes(name)
      ? t("The value of {0} for {1}. Leave it empty to forget the one that is kept.", name, definition.label)
      : t("The value of {0} for {1}. It is kept in the editor's secret storage, and given to this agent alone.", name, definition.label),
  );
  if (value === undefined) return;
  if (value === "") await keys.forget(definition.id, name);
  else await keys.keep(definition.id, name, value);
  const running = agents.running(definition.id);
  const sentence = value === "" ? t("{0} of {1} is forgotten.", name, definition.label) : t("{0} of {1} is kept.", name, definition.label);
  if (running) teller.say(t("{0} The process that runs goes on as it is until you restart it.", sentence), restartStep(running.key));
  else teller.mention(sentence);
}

/** *Forget Answers for MCP Servers*: what was entered for them, and what was not allowed, is asked for again. */
export async function forgetMcpAnswers({ admission, teller }: Parts): Promise<void> {
  const { approvals, mcpAnswers } = await admission();
  approvals.forgetRefusals();
  const count = await mcpAnswers.forget();
  teller.mention(count === 0 ? t("Nothing was entered for MCP servers.") : t("Forgotten. The next session asks again."));
}

/**
 * Does `work`; when keys were entered in it, their agent is started again and `work` is done once more, and not again
 * after that.
 */
export async function withKeptKeys<T>(parts: Parts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyKept)) throw error;
    await restartWithKeys(parts, error);
    return work();
  }
}

async function restartWithKeys({ connections, agents, progress }: Parts, { agent, method }: KeyKept): Promise<void> {
  const connection = connections.agentConnections.find((each) => each.agent === agent);
  if (!connection) return;
  const { agentLabel } = connection;
  const restarted = await progress.run(t("Restarting {0}…", agentLabel), (signal) => agents.restart(connection, signal));
  if (method.type === "key" && method.isAsked) await restarted.agent.authenticate(method.id);
}

async function chooseName(known: readonly string[], kept: readonly string[]): Promise<string | undefined> {
  const other = { label: t("Another variable…"), value: undefined };
  const choices = known.map((value) => ({ label: plainLabel(value), description: kept.includes(value) ? t("kept") : "", value }));
  const chosen = known.length === 0 ? other : await pick<string | undefined | "">([...choices, { ...other, value: "" }], t("Which key?"));
  if (chosen === undefined) return undefined;
  if (typeof chosen === "string" && chosen !== "") return chosen;
  const name = await vscode.window.showInputBox({
    prompt: t("The name of the variable that the agent reads its key from."),
    placeHolder: "MY_API_KEY",
    ignoreFocusOut: true,
    validateInput: (value) => (isVariableName(value.trim()) ? undefined : t("Letters, digits and _ only, and no digit in front.")),
  });
  return name?.trim();
}

function restartStep(connectionKey: string) {
  return { label: t("Restart Agent"), run: () => run(commandId("restartAgent"), `${connectionKey}/`) };
}
