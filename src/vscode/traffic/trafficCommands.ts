import { basename } from "node:path";
import * as vscode from "vscode";
import { toldLimit } from "../../base/limits.ts";
import { PersonError } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { sessionKey } from "../../views/hub.ts";
import type { GoneAgent } from "../agents/runningAgents.ts";
import { fileStem } from "../fileStem.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { reveal } from "../tree/subagentCommands.ts";

/** *Show Traffic*: says so when frames are not shown, and offers to show them. */
export function showTraffic({ traffic, settings, teller }: Parts): void {
  traffic.show();
  if (settings.logsTraffic) return;
  const isOn = { label: t("Switch On"), run: () => settings.write("log.traffic", true) };
  teller.say(t("Frames are shown here only while the setting “acpSubagents.log.traffic” is on."), isOn);
}

/** *Save Traffic…*: the last frames of an agent, secrets masked. */
export async function saveTraffic(parts: Parts): Promise<void> {
  const chosen = await chooseTraffic(parts);
  if (!chosen) return;
  const { label } = chosen.definition;
  const uri = await askWhereToSave(`${fileStem(label)}-traffic.jsonl`, { [t("Traffic")]: ["jsonl"] });
  if (!uri) return;
  const saved = await chosen.agent.traffic.save(parts.masker);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(saved));
  const { forgotten } = chosen.agent.traffic;
  const isWhole = forgotten === 0;
  const told = t("The traffic of {0} is saved. Look through it before you give it away: only known forms of secrets are masked.", label);
  parts.teller.say(
    isWhole ? told : t("{0} The first {1} frames are not in it: {2}.", told, forgotten, toldLimit("logBytes", parts.settings.limits)),
  );
}

/** Also of agents that did not start or were restarted: that is when traffic is wanted. */
async function chooseTraffic({ connections, agents }: Parts): Promise<GoneAgent | undefined> {
  const choices = [
    ...connections.agentConnections.map((value) => ({ value, state: value.agent.isClosed ? t("ended") : t("running") })),
    ...agents.gone.map((value) => ({ value, state: t("an earlier process") })),
  ];
  const [first, ...others] = choices;
  if (!first) throw new NotNow(t("There is no traffic yet: no agent was started in this window. Start one with “ACP: Start Session…”."));
  if (others.length === 0) return first.value;
  return pick(
    choices.map(({ value, state }) => ({ label: plainLabel(value.definition.label), description: state, value })),
    t("Save the traffic of which agent?"),
  );
}

/** *Replay Traffic…*: a saved file, read-only, in tree and transcript. `argument`: the file, else the person is asked. */
export async function replayTrafficFile(parts: Parts, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await askForTraffic();
  if (!uri) return;
  const name = basename(uri.path);
  const replayed = await parts.progress.run(t("Reading {0}…", name), async () => {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const { replayTraffic } = await import("../../replay/replay.ts");
    return replayTraffic(new TextDecoder().decode(bytes), parts.settings.limits, parts.shelf);
  });
  const { model, errors } = replayed;
  const [firstError] = errors;
  const [root] = model.roots;
  if (!root) {
    throw new PersonError(
      firstError
        ? t("{0} cannot be replayed: line {1} {2}.", name, firstError.line, firstError.message)
        : t("{0} cannot be replayed: it holds no session.", name),
    );
  }
  if (firstError) {
    parts.teller.warn(
      errors.length === 1
        ? t("{0}: line {1} {2}. It was left out.", name, firstError.line, firstError.message)
        : t("{0}: {1} lines were left out. The first of them, line {2}, {3}.", name, errors.length, firstError.line, firstError.message),
    );
  }
  const { mtime } = await vscode.workspace.fs.stat(uri);
  const { replayConnection } = await import("../../replay/replayConnection.ts");
  await parts.connections.attended();
  const connection = replayConnection(model, parts.connections.freeKey("replay"), mtime);
  parts.connections.add(connection);
  await reveal(parts, { key: sessionKey(connection.key, root.id), connection, session: root }, true);
}

async function askForTraffic(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t("Replay Traffic"),
    openLabel: t("Replay"),
    filters: { [t("Traffic")]: ["jsonl"], [t("All files")]: ["*"] },
  });
  return chosen?.[0];
}

/** Asks where a file shall be saved, beginning in the workspace folder. */
export async function askWhereToSave(name: string, filters: { [name: string]: string[] }): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({ defaultUri: folder ? vscode.Uri.joinPath(folder, name) : undefined, filters });
}
