import * as vscode from "vscode";
import { type InstalledAgents, installedId } from "../../agents/installedAgents.ts";
import type { Install } from "../../agents/installFolder.ts";
import { NpmMissingError } from "../../agents/installPlan.ts";
import { type NpmPreset, tellsInWords } from "../../agents/presets.ts";
import { fetchRegistry, registryAddress } from "../../agents/registry.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { commandId, run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";

/** *Install or Update Agent…*: one that comes in an npm package. `argument`: the id of its preset, or nothing. */
export async function installAgent(parts: Parts, argument: unknown): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new NotNow(t("Installing runs programs, so it waits until you trust this folder: “Workspaces: Manage Workspace Trust”."));
  }
  const named = parts.catalog.npm.find(({ id }) => id === argument);
  const preset = named ?? (await choosePreset(parts));
  if (!preset) return;
  if (parts.installed.state(preset) === "current" && !(await shallRepeat(parts, preset))) return;
  try {
    tellInstalled(parts, await installWithProgress(parts, preset));
  } catch (error) {
    if (!(error instanceof NpmMissingError)) throw error;
    parts.teller.warn(error.message, { label: t("Copy Command"), run: () => vscode.env.clipboard.writeText(error.command) });
  }
}

/** The list can be refreshed in it; then it is shown again. */
async function choosePreset(parts: Parts): Promise<NpmPreset | undefined> {
  const refresh = {
    label: t("$(refresh) Refresh the list of agents"),
    description: "",
    detail: t("Asks {0}; nothing of yours is sent", new URL(registryAddress).host),
    value: "refresh" as const,
  };
  for (;;) {
    const agents = parts.catalog.npm.map((each) => choiceOf(each, parts.installed));
    const chosen = await pick<NpmPreset | "refresh">([...agents, refresh], t("Which agent shall be installed?"));
    if (chosen !== "refresh") return chosen;
    await refreshPresets(parts);
  }
}

async function refreshPresets({ catalog, fetch, progress, teller, settings }: Parts): Promise<void> {
  const text = await progress.run(t("Asking the registry for its agents…"), (signal) => fetchRegistry(fetch, signal));
  const { added, updated, leftOut } = await catalog.take(text);
  settings.tellInstalled();
  teller.say(
    t(
      "The list of agents is fresh: {0} new, {1} in a newer version. {2} cannot be installed from npm and are left out.",
      added,
      updated,
      leftOut,
    ),
  );
}

function choiceOf(preset: NpmPreset, installed: InstalledAgents) {
  const { package: name, version } = preset.npm;
  return {
    label: plainLabel(preset.name),
    description: stateInWords(preset, installed),
    detail: `${name} ${version} · ${tellsInWords(preset)}`,
    value: preset,
  };
}

function stateInWords(preset: NpmPreset, installed: InstalledAgents): string {
  const version = installed.install(preset)?.version ?? "";
  switch (installed.state(preset)) {
    case "missing":
      return "";
    case "incomplete":
      return t("installed, but not all of it");
    case "older":
      return t("{0} is installed, {1} is ready", plainLabel(version), preset.npm.version);
    case "current":
      return t("installed: {0}", plainLabel(version));
  }
}

async function shallRepeat({ teller, installed }: Parts, preset: NpmPreset): Promise<boolean> {
  const version = installed.install(preset)?.version ?? "";
  const detail = t("Installing it again fetches all of it anew. That helps when it does not start.");
  return teller.confirm(t("{0} {1} is installed already.", preset.name, version), detail, t("Install Again"));
}

async function installWithProgress({ installer, settings }: Parts, preset: NpmPreset): Promise<Install> {
  const title = t("Installing {0}", plainLabel(preset.name));
  const location = vscode.ProgressLocation.Notification;
  const installed = await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort(new DOMException(t("Cancelled."), "AbortError")));
    try {
      return await installer.install(preset, abort.signal, (message) => progress.report({ message: plainLabel(message) }));
    } finally {
      cancelled.dispose();
    }
  });
  settings.tellInstalled();
  return installed;
}

function tellInstalled({ teller, agents }: Parts, { preset, version }: Install): void {
  const running = agents.running(installedId(preset.id));
  if (running) {
    const restart = { label: t("Restart Agent"), run: () => run(commandId("restartAgent"), `${running.key}/`) };
    teller.say(t("{0} {1} is installed. The one that runs goes on as it is until you restart it.", preset.name, version), restart);
    return;
  }
  const start = { label: t("Start Session"), run: () => run(commandId("startSession"), installedId(preset.id)) };
  teller.say(t("{0} {1} is installed.", preset.name, version), start);
}
