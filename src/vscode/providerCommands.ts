import * as vscode from "vscode";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import { chooseConnection } from "./agentCommands.ts";
import type { AgentConnection } from "./connections.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import { pick } from "./picks.ts";

type Provider = Awaited<ReturnType<AgentConnection["agent"]["listProviders"]>>[number];

/** *Set Up Model Providers…*: where an agent sends its requests to models, for agents that let a client say so. */
export async function setUpProviders(parts: Parts, argument: unknown): Promise<void> {
  const isOffered = ({ agent }: AgentConnection) => !agent.isClosed;
  const connection = await chooseConnection(parts, argument, isOffered, t("Of which agent?"));
  if (!connection) return;
  const { agent, agentLabel } = connection;
  if (!agent.offers.providers) throw new NotNow(t("{0} does not let its model providers be set from here.", agentLabel));
  const providers = await parts.progress.run(t("Asking {0} for its model providers…", agentLabel), () => agent.listProviders());
  if (providers.length === 0) throw new NotNow(t("{0} has no model providers to set up.", agentLabel));
  const provider = await pick(providers.map(providerChoice), t("Which model provider?"));
  if (!provider) return;
  const act = await chooseAct(provider);
  if (act === "set") await setProvider(parts, connection, provider);
  if (act === "disable") await disableProvider(parts, connection, provider);
}

function providerChoice(provider: Provider) {
  const { providerId, current, supported } = provider;
  return {
    label: plainLabel(providerId),
    description: current ? plainLabel(current.apiType) : t("disabled"),
    detail: current ? plainLabel(current.baseUrl) : t("Protocols: {0}", plainLabel(supported.join(", "))),
    value: provider,
  };
}

async function chooseAct(provider: Provider): Promise<"set" | "disable" | undefined> {
  // A provider that is required must not be disabled (schema `ProviderInfo`).
  if (provider.isRequired || !provider.current) return "set";
  return pick(
    [
      { label: t("Set address and key…"), value: "set" as const },
      { label: t("Disable"), value: "disable" as const },
    ],
    plainLabel(provider.providerId),
  );
}

async function setProvider(parts: Parts, { agent, agentLabel }: AgentConnection, provider: Provider): Promise<void> {
  const apiType = await chooseProtocol(provider);
  if (!apiType) return;
  const baseUrl = await vscode.window.showInputBox({
    title: plainLabel(provider.providerId),
    prompt: t("The address that requests go to"),
    value: provider.current?.baseUrl ?? "",
    placeHolder: "https://…",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/\S+$/.test(text.trim()) ? undefined : t("Enter an address that begins with https:// or http://."),
  });
  if (baseUrl === undefined) return;
  const key = await vscode.window.showInputBox({
    title: plainLabel(provider.providerId),
    prompt: t("The key. It goes to the agent only and is kept nowhere. Leave it empty when none is needed."),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return;
  const route = { apiType, baseUrl: baseUrl.trim(), headers: headersFor(apiType, key.trim()) };
  await parts.progress.run(t("Setting up {0}…", provider.providerId), () => agent.setProvider(provider.providerId, route));
  parts.teller.say(t("{0} uses {1} at {2} now.", agentLabel, provider.providerId, route.baseUrl));
}

/** The header by which each protocol takes a key. */
function headersFor(apiType: string, key: string): { readonly [name: string]: string } {
  if (key === "") return {};
  if (apiType === "anthropic") return { "x-api-key": key };
  return apiType === "azure" ? { "api-key": key } : { Authorization: `Bearer ${key}` };
}

async function chooseProtocol({ supported, current }: Provider): Promise<string | undefined> {
  if (supported.length <= 1) return supported[0] ?? current?.apiType ?? "openai";
  const choices = supported.map((value) => ({
    label: plainLabel(value),
    description: value === current?.apiType ? t("set now") : "",
    value,
  }));
  return pick(choices, t("Which protocol is spoken there?"));
}

async function disableProvider(parts: Parts, { agent, agentLabel }: AgentConnection, { providerId }: Provider): Promise<void> {
  const question = t("Disable {0}?", plainLabel(providerId));
  if (!(await parts.teller.confirm(question, t("{0} cannot use it until it is set up again.", agentLabel), t("Disable")))) return;
  await parts.progress.run(t("Disabling {0}…", providerId), () => agent.disableProvider(providerId));
  parts.teller.say(t("{0} does not use {1} any more.", agentLabel, providerId));
}
