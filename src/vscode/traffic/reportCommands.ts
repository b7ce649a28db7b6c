import { homedir, release } from "node:os";
import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import type { AgentDefinition } from "../../agents/agentDefinition.ts";
import { t } from "../../base/words.ts";
import { type AgentFacts, type AgentTrail, diagnosticsText, problemReport, type Surroundings } from "../../views/problemReport.ts";
import { run } from "../names.ts";
import type { Parts } from "../parts.ts";

/** *Copy Diagnostics*: versions, what the agents offer and counts, to the clipboard. */
export async function copyDiagnostics(parts: Parts): Promise<void> {
  const text = diagnosticsText(surroundings(), processes(parts).map(factsOf));
  await vscode.env.clipboard.writeText(maskFor(parts)(text));
  parts.teller.mention(t("Copied."));
}

/** *Report Problem…*: one document with everything that helps, masked, in an editor: the person looks, writes, and saves. */
export async function reportProblem(parts: Parts): Promise<void> {
  const content = await parts.progress.run(t("Gathering the report…"), async (signal) => {
    const all = processes(parts);
    const trails: AgentTrail[] = [];
    for (const { definition, agent } of all) {
      trails.push({ label: definition.label, stderr: agent.stderrTail, traffic: await agent.traffic.save(parts.masker) });
      signal.throwIfAborted();
    }
    return problemReport(surroundings(), all.map(factsOf), parts.log.lastLines, trails, maskFor(parts));
  });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }), { preview: false });
  const save = { label: t("Save As…"), run: () => run("workbench.action.files.saveAs") };
  parts.teller.say(t("This is the report. Say in it what happened, look through it, and save it. Nothing is sent anywhere."), save);
}

interface Process {
  readonly definition: AgentDefinition;
  readonly agent: Agent;
}

/** Also those that did not start or were replaced: a report is often about them. */
function processes({ connections, agents }: Parts): readonly Process[] {
  return [...connections.agentConnections, ...agents.gone];
}

function factsOf({ definition, agent }: Process): AgentFacts {
  const { model, info, offers, counts } = agent;
  const all = [...model.sessions];
  return {
    label: definition.label,
    name: info.name,
    version: info.version,
    state: agent.isClosed ? t("ended: {0}", model.connectionLostReason ?? "") : t("running"),
    sessions: all.filter(({ standing }) => standing === "root").length,
    subagents: all.filter(({ standing }) => standing === "child").length,
    frames: counts.frames,
    noise: counts.noise,
    diagnostics: model.diagnostics,
    offers: Object.entries(offers).flatMap(([name, isOffered]) => (isOffered === true ? [name] : [])),
    signIn: agent.signInMethods.map(({ type }) => type),
  };
}

function surroundings(): Surroundings {
  const { packageJSON } = vscode.extensions.getExtension("acp-subagents.acp-subagents") ?? {};
  return [
    [t("extension"), String((packageJSON as { readonly version?: unknown } | undefined)?.version ?? "")],
    [t("editor"), `${vscode.env.appName} ${vscode.version}`],
    [t("where it runs"), vscode.env.remoteName ?? t("on this machine")],
    [t("system"), `${process.platform} ${process.arch} ${release()}`],
    ["Node", process.versions.node],
    [t("language"), vscode.env.language],
    [t("workspace trusted"), String(vscode.workspace.isTrusted)],
  ];
}

/** Secrets, and the name of the person that stands in the path of their home. */
function maskFor({ masker }: Parts): (text: string) => string {
  const home = homedir();
  return (text) => {
    const masked = masker.text(text);
    return home.length > 2 ? masked.replaceAll(home, "~") : masked;
  };
}
