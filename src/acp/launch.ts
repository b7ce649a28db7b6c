import type { JsonObject } from "../session/content.ts";
import type { RequestHandlersFactory } from "./agentRequests.ts";

/** Environment variables by name. On Windows names are compared without regard to case. */
export type Environment = { readonly [name: string]: string | undefined };

/** How one agent is started. */
export interface AgentLaunch {
  /** What the person calls the agent; used in sentences. */
  readonly label: string;
  /** A name on the PATH, or a full path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Set beside the environment of the host. */
  readonly env: { readonly [name: string]: string };
  /** The folder that the program starts in, as a full path. */
  readonly cwd: string;
}

/** What the surroundings give to every connection. */
export interface AgentHost {
  /** The program that runs our own scripts as plain Node: the editor's runtime (`process.execPath`). */
  readonly runtimePath: string;
  /** Full path of `dist/supervisor.cjs`. */
  readonly supervisorPath: string;
  /** Our version, told to agents in `clientInfo`. */
  readonly clientVersion: string;
  /** Loads the bundle with the ACP SDK; called on the first connection only. */
  readonly loadSdk: () => Promise<typeof import("./sdk.ts")>;
  /** The environment that agents inherit, see `LoginShell`. Never rejects. */
  readonly environment: () => Promise<Environment>;
  /** `clientCapabilities` fragments of the dialects that are built, merged into what `initialize` sends. */
  readonly capabilities: readonly JsonObject[];
  /** Make, for each connection, the answers to requests of the agent that need the surroundings: files, terminals. */
  readonly requestHandlers?: readonly RequestHandlersFactory[];
}
