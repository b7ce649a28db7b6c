import * as vscode from "vscode";
import type { ProviderRoute } from "../../acp/calls/settingCalls.ts";
import { headersWith, isHeaderName, type KeyHeader, keyHeader } from "../../acp/providerHeaders.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { AgentConnection } from "../connections.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { chooseConnection } from "./agentCommands.ts";

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
  const headers = await askHeaders(apiType, plainLabel(provider.providerId));
  if (headers === undefined) return;
  const route = { apiType, baseUrl: baseUrl.trim(), headers };
  await parts.progress.run(t("Setting up {0}…", provider.providerId), () => agent.setProvider(provider.providerId, route));
  parts.teller.say(t("{0} uses {1} at {2} now.", agentLabel, provider.providerId, route.baseUrl));
}

async function askHeaders(apiType: string, title: string): Promise<ProviderRoute["headers"] | undefined> {
  const scheme = keyHeader(apiType) ?? (await askHeaderName(apiType, title));
  if (scheme === undefined) return undefined;
  if (scheme.name === "") return {};
  const value = await vscode.window.showInputBox({
    title,
    prompt:
      keyHeader(apiType) === undefined
        ? t("The whole value of the header “{0}”. It goes to the agent only and is kept nowhere.", scheme.name)
        : t("The key. It goes to the agent only and is kept nowhere. Leave it empty when none is needed."),
    password: true,
    ignoreFocusOut: true,
  });
  return value === undefined ? undefined : headersWith(scheme, value);
}

/** How a key is sent is not the same everywhere that this protocol is spoken: the person knows. */
async function askHeaderName(apiType: string, title: string): Promise<KeyHeader | undefined> {
  const name = await vscode.window.showInputBox({
    title,
    prompt: t(
      "The name of the header that holds the key for “{0}”. Leave it empty when the agent signs in there by itself.",
      plainLabel(apiType),
    ),
    placeHolder: "Authorization",
    ignoreFocusOut: true,
    validateInput: (text) => (isHeaderName(text.trim()) ? undefined : t("A header's name has letters, digits and “-”, and no spaces.")),
  });
  return name === undefined ? undefined : { name: name.trim(), prefix: "" };
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
