import type { Masker } from "../acp/traffic/secrets.ts";
import type { InstalledAgents } from "../agents/installedAgents.ts";
import type { Installer } from "../agents/installer.ts";
import type { PresetCatalog } from "../agents/presetCatalog.ts";
import type { Fetch } from "../agents/registry.ts";
import type { Shelf } from "../session/shelf.ts";
import type { SessionData } from "../views/exports/sessionData.ts";
import type { Admission } from "./agents/admission.ts";
import type { FindProgram } from "./agents/programs.ts";
import type { Reconnector } from "./agents/reconnector.ts";
import type { RunningAgents } from "./agents/runningAgents.ts";
import type { Connections } from "./connections.ts";
import type { LastVisited } from "./lastVisited.ts";
import type { Log } from "./log.ts";
import type { Progress } from "./progress.ts";
import type { PromptDesk } from "./prompts/promptDesk.ts";
import type { UnsentPrompts } from "./prompts/unsentPrompts.ts";
import type { Reviews } from "./review/reviews.ts";
import type { History } from "./sessions/history.ts";
import type { Journals } from "./sessions/journals.ts";
import type { RememberedRoots } from "./sessions/rememberedRoots.ts";
import type { SessionLeases } from "./sessions/sessionLeases.ts";
import type { Settings } from "./settings.ts";
import type { Steps } from "./steps.ts";
import type { Teller } from "./teller.ts";
import type { Timelines } from "./timeline/timelines.ts";
import type { TrafficChannel } from "./traffic/trafficChannel.ts";
import type { OutputTerminals } from "./transcripts/outputTerminals.ts";
import type { ReadOnlyDocuments } from "./transcripts/readOnlyDocuments.ts";
import type { Surfaces } from "./transcripts/surfaces.ts";
import type { SubagentsTree } from "./tree/subagentsTree.ts";
import type { WorkspaceMemory } from "./workspaceMemory.ts";

/** Everything that commands work with: made once by `extension.ts`. */
export interface Parts {
  readonly log: Log;
  /** Knows the keys that agents of this window have got: nothing leaves the window without it. */
  readonly masker: Masker;
  readonly admission: () => Promise<Admission>;
  readonly teller: Teller;
  readonly settings: Settings;
  /** Where the rows go that are too old to be kept in memory. */
  readonly shelf: Shelf;
  readonly memory: WorkspaceMemory;
  readonly progress: Progress;
  readonly connections: Connections;
  /** All sessions as other extensions see them. */
  readonly sessions: () => readonly SessionData[];
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
  readonly lastVisited: LastVisited;
  readonly steps: Steps;
  readonly unsent: UnsentPrompts;
  readonly prompts: () => Promise<PromptDesk>;
  readonly traffic: TrafficChannel;
  readonly documents: ReadOnlyDocuments;
  readonly outputTerminals: () => Promise<OutputTerminals>;
}
