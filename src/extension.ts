import { join } from "node:path";
import * as vscode from "vscode";
import type { AgentHost, ProgramHost } from "./acp/process/launch.ts";
import { withProxy } from "./acp/remote/proxyEnvironment.ts";
import { serviceCapabilities } from "./acp/requests/serviceCapabilities.ts";
import { Masker } from "./acp/traffic/secrets.ts";
import { demoAgent } from "./agents/demoAgent.ts";
import { InstalledAgents } from "./agents/installedAgents.ts";
import { Installer } from "./agents/installer.ts";
import { PresetCatalog } from "./agents/presetCatalog.ts";
import { DisposableStore } from "./base/disposables.ts";
import { lazily } from "./base/lazily.ts";
import { systemTimer as timer } from "./base/timer.ts";
import { t, useTranslations } from "./base/words.ts";
import type { SessionId } from "./session/ids.ts";
import type { SessionModel } from "./session/model.ts";
import { agentServices } from "./vscode/agents/agentServices.ts";
import { installerHost } from "./vscode/agents/installerHost.ts";
import { programFinder } from "./vscode/agents/programs.ts";
import { Reconnector } from "./vscode/agents/reconnector.ts";
import { RunningAgents } from "./vscode/agents/runningAgents.ts";
import { type AcpSubagentsApi, createApi } from "./vscode/api.ts";
import type { Attendants } from "./vscode/attendants.ts";
import { orTell, registerCommands } from "./vscode/commands.ts";
import { type AgentConnection, Connections } from "./vscode/connections.ts";
import { LastVisited } from "./vscode/lastVisited.ts";
import { Log } from "./vscode/log.ts";
import type { Parts } from "./vscode/parts.ts";
import { Progress } from "./vscode/progress.ts";
import { UnsentPrompts } from "./vscode/prompts/unsentPrompts.ts";
import { Reviews } from "./vscode/review/reviews.ts";
import { closeLeftTabs } from "./vscode/review/reviewTabs.ts";
import { bringBackOnSight } from "./vscode/sessions/bringBackOnSight.ts";
import { History } from "./vscode/sessions/history.ts";
import type { Journals, JournalsOptions } from "./vscode/sessions/journals.ts";
import { RememberedRoots } from "./vscode/sessions/rememberedRoots.ts";
import { rowShelf } from "./vscode/sessions/rowShelf.ts";
import { SessionLeases, type SessionLeasesOptions } from "./vscode/sessions/sessionLeases.ts";
import { otherFolders, startFolder } from "./vscode/sessions/workFolder.ts";
import { proxySettings, Settings, tellWrongRules } from "./vscode/settings.ts";
import { Steps } from "./vscode/steps.ts";
import { Teller } from "./vscode/teller.ts";
import { Timelines } from "./vscode/timeline/timelines.ts";
import { TrafficChannel } from "./vscode/traffic/trafficChannel.ts";
import { ReadOnlyDocuments } from "./vscode/transcripts/readOnlyDocuments.ts";
import { Surfaces } from "./vscode/transcripts/surfaces.ts";
import { followSelection } from "./vscode/tree/followSelection.ts";
import { SubagentsTree } from "./vscode/tree/subagentsTree.ts";
import { WorkspaceMemory } from "./vscode/workspaceMemory.ts";

/** What tests inside the editor may look at. */
export interface TestApi extends AcpSubagentsApi {
  models(): readonly SessionModel[];
  readonly parts: Parts;
}

/** What `deactivate` has to end; VS Code gives it nothing to find that by. */
const active = new Set<Pick<Parts, "agents" | "leases" | "remembered">>();

/** Called by the editor, once: builds everything and ties it together. */
export function activate(context: vscode.ExtensionContext): AcpSubagentsApi | TestApi {
  if (vscode.l10n.bundle) useTranslations(vscode.l10n.bundle);
  const lifetime = new DisposableStore();
  context.subscriptions.push(lifetime);
  const parts = build(context, lifetime);
  connect(parts, context, lifetime);
  active.add(parts);
  const isTest = context.extensionMode !== vscode.ExtensionMode.Production || process.env.ACP_SUBAGENTS_TEST !== undefined;
  const api = createApi(parts, timer, lifetime);
  return isTest ? { ...api, parts, models: () => parts.connections.connections.map(({ model }) => model) } : api;
}

/** Remembers what goes on, says which sessions this window gives back, and ends all agents. Should the host be killed instead, the supervisor of each agent notices that by itself. */
export async function deactivate(): Promise<void> {
  for (const { remembered } of active) remembered.leave();
  await Promise.all(Array.from(active, ({ agents, leases }) => [leases.leave(), agents.endAll()]).flat());
}

function build(context: vscode.ExtensionContext, lifetime: DisposableStore): Parts {
  const { extensionUri, workspaceState } = context;
  const masker = new Masker();
  const log = lifetime.add(new Log(masker));
  const teller = new Teller(log);
  const demoState = vscode.Uri.joinPath(context.globalStorageUri, "demo").fsPath;
  const shelf = lifetime.add(rowShelf(vscode.Uri.joinPath(context.globalStorageUri, "rows").fsPath, teller, log));
  const memory = new WorkspaceMemory(workspaceState, log);
  let attendants: Attendants | undefined;
  const attend = async () => {
    const { Attendants } = await import("./vscode/attendants.ts");
    attendants = lifetime.add(new Attendants(parts, context.globalState, timer));
  };
  const connections = lifetime.add(new Connections(attend));
  const reviews = lifetime.add(new Reviews(connections, memory));
  const host = { ...agentHost(context, log, () => reviews.baselines.caughtUp()), shelf };
  const catalog = new PresetCatalog(vscode.Uri.joinPath(context.globalStorageUri, "registry.json").fsPath, log);
  const installer = new Installer(installerHost(host, vscode.Uri.joinPath(context.globalStorageUri, "agents").fsPath, log, catalog));
  const installed = new InstalledAgents(installer);
  const demo = demoAgent(join(context.extensionPath, "dist", "demoAgent.cjs"), process.execPath, demoState);
  const settings = lifetime.add(new Settings({ demo, installed }));
  const progress = lifetime.add(new Progress(timer));
  const traffic = lifetime.add(new TrafficChannel(settings, masker));
  const isTrusted = () => vscode.workspace.isTrusted;
  const admission = lazily(async () =>
    (await import("./vscode/agents/admission.ts")).admission({ context, host, settings, installed, masker, progress, teller, log }),
  );
  const admitting = async () => (await admission()).forAgents;
  const leases = lifetime.add(new SessionLeases({ connections, teller, timer, open: leasesOf(context, log) }));
  const admit = (agentId: string, sessionId: SessionId) => leases.admit(agentId, sessionId);
  const journals = lazyJournals(context, { history: () => settings.history, limits: () => settings.limits, masker, shelf, log, timer });
  const agents = lifetime.add(
    new RunningAgents({ admitting, journals, admit, connections, log, traffic, isTrusted, startFolder, otherFolders }),
  );
  const reach = (lost: AgentConnection, signal: AbortSignal) => agents.reach(settings.agent(lost.definition.id) ?? lost.definition, signal);
  const reconnector = lifetime.add(new Reconnector({ connections, reach, timer, log }));
  const history = new History({ connections, progress, journals });
  const remembered = lifetime.add(new RememberedRoots({ memory, connections, agents, leases, history, settings, progress, log, timer }));
  const surfaces = lifetime.add(new Surfaces({ connections, settings, memory, log, timer, extensionUri }, progress));
  const tree = lifetime.add(new SubagentsTree({ connections, memory, remembered, agents, settings, progress, log, timer }));
  const timelines = lifetime.add(new Timelines(extensionUri));
  const documents = lifetime.add(new ReadOnlyDocuments());
  const outputTerminals = lazily(async () => lifetime.add(new (await import("./vscode/transcripts/outputTerminals.ts")).OutputTerminals()));
  const unsent = lifetime.add(new UnsentPrompts({ connections, agents, surfaces, memory, teller, log, timer }));
  void installer.sweep();
  const running = {
    history,
    leases,
    journals,
    masker,
    admission,
    outputTerminals,
    progress,
    connections,
    sessions: () => attendants?.sessions ?? [],
    agents,
    reconnector,
    installer,
    catalog,
    fetch,
    installed,
    findProgram: programFinder(host),
    remembered,
  };
  const prompts = lazily(async () => new (await import("./vscode/prompts/promptDesk.ts")).PromptDesk(log, timer));
  const parts: Parts = {
    log,
    teller,
    settings,
    shelf,
    memory,
    ...running,
    surfaces,
    timelines,
    reviews,
    tree,
    lastVisited: new LastVisited(),
    steps: new Steps(context.globalState),
    unsent,
    prompts,
    traffic,
    documents,
  };
  return parts;
}

/** Who has which session open is told in a folder that all windows share. */
function leasesOf({ globalStorageUri }: vscode.ExtensionContext, log: Log): SessionLeasesOptions["open"] {
  return async (own) => {
    const { Leases } = await import("./journal/leases.ts");
    const label = vscode.workspace.name ?? t("a window without a folder");
    return new Leases({ folder: vscode.Uri.joinPath(globalStorageUri, "leases").fsPath, label, timer, log, ...own });
  };
}

/** What is kept on disk lies in the folder that all windows share; its code is loaded with the first agent. */
function lazyJournals(
  { globalStorageUri }: vscode.ExtensionContext,
  options: Omit<JournalsOptions, "folder" | "workspace">,
): () => Promise<Journals> {
  return lazily(async () => {
    const { Journals } = await import("./vscode/sessions/journals.ts");
    const { folderName } = await import("./journal/library.ts");
    const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
    const workspace = folderName(...(workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri)).map(String));
    return new Journals({ ...options, folder: vscode.Uri.joinPath(globalStorageUri, "history").fsPath, workspace });
  });
}

function agentHost(context: vscode.ExtensionContext, log: Log, beforeWrite: () => Promise<void>): AgentHost {
  const runtimePath = process.execPath;
  const shell = lazily(async () => {
    const { LoginShell } = await import("./acp/process/loginShell.ts");
    return new LoginShell({ env: process.env, os: process.platform, runtimePath, log });
  });
  const programs: ProgramHost = {
    runtimePath,
    supervisorPath: join(context.extensionPath, "dist", "supervisor.cjs"),
    environment: async () => withProxy(await (await shell()).environment(), proxySettings()),
  };
  return {
    ...programs,
    clientVersion: String((context.extension.packageJSON as { readonly version?: unknown }).version ?? ""),
    loadSdk: () => import("./acp/sdk.ts"),
    capabilities: async () => [...(await import("./dialects/optIns.ts")).optIns, ...serviceCapabilities],
    requestHandlers: [agentServices(programs, log, beforeWrite)],
  };
}

/** Ties the parts together: who is told of what. */
function connect(parts: Parts, context: vscode.ExtensionContext, lifetime: DisposableStore): void {
  lifetime.add(tellWrongRules(parts.settings, parts.log));
  const { surfaces, tree, lastVisited } = parts;
  parts.timelines.restoreWith(parts);
  void orTell(parts, t("The review"), () => closeLeftTabs(parts.memory));
  lifetime.add(registerCommands(parts, contributedCommands(context)));
  lifetime.add(
    surfaces.onDidAct((act) => {
      void orTell(parts, t("The transcript"), async () => {
        const { actOnTranscript } = await import("./vscode/transcripts/transcriptActs.ts");
        await actOnTranscript(parts, act);
      });
    }),
  );
  surfaces.setEmptiness(tree.emptiness);
  lifetime.add(tree.onDidChangeEmptiness((emptiness) => surfaces.setEmptiness(emptiness)));
  lifetime.add(followSelection(parts));
  lifetime.add(surfaces.editors.onDidActivate(({ focusedKey }) => focusedKey !== undefined && lastVisited.note(focusedKey)));
  lifetime.add(bringBackOnSight(parts));
}

/** The manifest's commands, without `acpSubagents.`. */
function contributedCommands({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
  return contributes.commands.map(({ command }) => command.replace("acpSubagents.", ""));
}
