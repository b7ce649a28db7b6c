import type { Masker } from "../acp/secrets.ts";
import type { InstalledAgents } from "../agents/installedAgents.ts";
import type { Installer } from "../agents/installer.ts";
import type { PresetCatalog } from "../agents/presetCatalog.ts";
import type { Fetch } from "../agents/registry.ts";
import type { Shelf } from "../session/shelf.ts";
import type { AgentKeys } from "./agentKeys.ts";
import type { Approvals } from "./approvals.ts";
import type { Connections } from "./connections.ts";
import type { Teller } from "./errors.ts";
import type { History } from "./history.ts";
import type { Journals } from "./journals.ts";
import type { KeptAnswers } from "./keptAnswers.ts";
import type { Log } from "./log.ts";
import type { OutputTerminals } from "./outputTerminals.ts";
import type { FindProgram } from "./programs.ts";
import type { Progress } from "./progress.ts";
import type { PromptDesk } from "./promptDesk.ts";
import type { ReadOnlyDocuments } from "./readOnlyDocuments.ts";
import type { Reconnector } from "./reconnector.ts";
import type { RememberedRoots } from "./rememberedRoots.ts";
import type { Reviews } from "./reviews.ts";
import type { RunningAgents } from "./runningAgents.ts";
import type { SessionLeases } from "./sessionLeases.ts";
import type { Settings } from "./settings.ts";
import type { SignIn } from "./signIn.ts";
import type { SubagentsTree } from "./subagentsTree.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Timelines } from "./timelines.ts";
import type { Touched } from "./touched.ts";
import type { TrafficChannel } from "./trafficChannel.ts";
import type { UnsentPrompts } from "./unsentPrompts.ts";
import type { WorkspaceMemory } from "./workspaceMemory.ts";

/** Everything that commands work with: made once by `extension.ts`. */
export interface Parts {
  readonly log: Log;
  /** Knows the keys that agents of this window have got: nothing leaves the window without it. */
  readonly masker: Masker;
  readonly keys: AgentKeys;
  readonly signIn: SignIn;
  readonly approvals: Approvals;
  readonly mcpAnswers: KeptAnswers;
  readonly teller: Teller;
  readonly settings: Settings;
  /** Where the rows go that are too old to be kept in memory. */
  readonly shelf: Shelf;
  readonly memory: WorkspaceMemory;
  readonly progress: Progress;
  readonly connections: Connections;
  readonly agents: RunningAgents;
  readonly reconnector: Reconnector;
  readonly installer: Installer;
  readonly catalog: PresetCatalog;
  /** How the registry of agents is asked; only on the person's click. */
  readonly fetch: Fetch;
  readonly installed: InstalledAgents;
  readonly findProgram: FindProgram;
  readonly history: History;
  readonly leases: SessionLeases;
  /** What is kept on disk; loaded when it is needed for the first time. */
  readonly journals: () => Promise<Journals>;
  readonly remembered: RememberedRoots;
  readonly surfaces: Surfaces;
  readonly timelines: Timelines;
  readonly reviews: Reviews;
  readonly tree: SubagentsTree;
  readonly touched: Touched;
  readonly unsent: UnsentPrompts;
  readonly prompts: PromptDesk;
  readonly traffic: TrafficChannel;
  readonly documents: ReadOnlyDocuments;
  readonly outputTerminals: OutputTerminals;
}
