import type { ExtensionContext } from "vscode";
import type { AgentHost } from "../../acp/process/launch.ts";
import type { Masker } from "../../acp/traffic/secrets.ts";
import type { InstalledAgents } from "../../agents/installedAgents.ts";
import type { Log } from "../log.ts";
import { askSecret, pickUntil } from "../picks.ts";
import type { Progress } from "../progress.ts";
import type { Settings } from "../settings.ts";
import type { Teller } from "../teller.ts";
import { AgentKeys } from "./agentKeys.ts";
import { Approvals } from "./approvals.ts";
import { KeptAnswers } from "./keptAnswers.ts";
import type { McpServers } from "./mcpServers.ts";
import { prepareAgent } from "./preparation.ts";
import type { Admitting } from "./runningAgents.ts";
import { SignIn } from "./signIn.ts";
import { signInByTerminal } from "./signInTerminal.ts";

/** What is needed to settle who may do what. */
export interface AdmissionOptions {
  readonly context: Pick<ExtensionContext, "secrets" | "workspaceState">;
  readonly host: AgentHost;
  readonly settings: Settings;
  readonly installed: InstalledAgents;
  readonly masker: Masker;
  readonly progress: Progress;
  readonly teller: Teller;
  readonly log: Log;
}

/** What is settled before agents start and while they run: keys, sign-ins, and what a workspace brings along. */
export interface Admission {
  readonly keys: AgentKeys;
  readonly signIn: SignIn;
  readonly approvals: Approvals;
  readonly mcpAnswers: KeptAnswers;
  /** What `RunningAgents` works with. */
  readonly forAgents: Admitting;
}

/** Makes what settles that, once for the window. */
export function admission({ context, host, settings, installed, masker, progress, teller, log }: AdmissionOptions): Admission {
  const { secrets, workspaceState } = context;
  const ask = (question: string, exactly: string, yes: string) => teller.confirm(question, exactly, yes);
  const approvals = new Approvals(workspaceState, ask, log);
  const mcpAnswers = new KeptAnswers(secrets, workspaceState, masker);
  const keys = new AgentKeys({ secrets, masker, ask: askSecret });
  const signIn = new SignIn({
    keys,
    askSecret,
    pick: pickUntil,
    runInTerminal: (launch) => signInByTerminal(launch, host),
    progress: (text, work) => progress.run(text, work),
  });
  let servers: Promise<McpServers> | undefined;
  const startServers = async () =>
    (await import("./mcpHost.ts")).mcpServersOf({ settings, approvals, answers: mcpAnswers, teller, environment: host.environment });
  const mcpServers: AgentHost["mcpServers"] = async (session) => {
    servers ??= startServers();
    return (await servers).for(session);
  };
  const isOwn: Parameters<typeof prepareAgent>[0]["isOwn"] = (definition) => settings.isOwn(definition);
  return {
    keys,
    signIn,
    approvals,
    mcpAnswers,
    forAgents: {
      host: { ...host, mcpServers, permissionRules: () => settings.permissionRules.rules, limits: () => settings.limits },
      prepare: (definition, signal) => prepareAgent({ approvals, keys, installed, isOwn }, definition, signal),
      signIn: (agent, { id }) => signIn.to(agent, id),
    },
  };
}
