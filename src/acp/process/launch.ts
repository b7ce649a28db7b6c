import type { Limits } from "../../base/limits.ts";
import type { ProtocolChoice } from "../../base/protocolVersion.ts";
import type { JsonObject } from "../../session/content.ts";
import type { PermissionRule } from "../../session/permissionRules.ts";
import type { Shelf } from "../../session/shelf.ts";
import type { AgentOffers } from "../calls/agentAnswers.ts";
import type { RemoteLimits } from "../remote/remoteLimits.ts";
import type { RequestHandlersFactory } from "../requests/agentRequests.ts";

/** Environment variables by name. On Windows names are compared without regard to case. */
export type Environment = { readonly [name: string]: string | undefined };

/** What is the same wherever an agent is. */
interface Launch {
  /** The version of the protocol that it is asked for; absent = 1. */
  readonly protocol?: ProtocolChoice;
}

/** How one agent that is a program on this machine is started. */
export interface ProgramLaunch extends Launch {
  /** What the person calls the agent; used in sentences. */
  readonly label: string;
  /** A name on the PATH, or a full path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Set beside the environment of the host. */
  readonly env: { readonly [name: string]: string };
  /** The folder that the program starts in, as a full path. */
  readonly cwd: string;
  /** What it writes on standard error comes on standard output too, in the order in which it was written. */
  readonly isOneOutput?: boolean;
}

/** How one agent that a server runs is reached. */
export interface RemoteLaunch extends Launch {
  /** What the person calls the agent; used in sentences. */
  readonly label: string;
  /** `ws:` or `wss:` for a WebSocket, `http:` or `https:` for streamable HTTP. */
  readonly url: string;
  /** Sent with each HTTP request, the one that opens a WebSocket included. They may hold secrets and are never logged. */
  readonly headers: { readonly [name: string]: string };
  /** What is left out is as in `defaultRemoteLimits` and the limits of the host. */
  readonly limits?: Partial<RemoteLimits>;
}

/** How one agent is started or reached. */
export type AgentLaunch = ProgramLaunch | RemoteLaunch;

/** A session that is about to be opened. */
export interface SessionSetup {
  /** What the person calls the agent. */
  readonly label: string;
  /** The folder that the session works in, as a full path. */
  readonly cwd: string;
  readonly offers: AgentOffers;
}

/** What is needed to run a program under our supervisor. */
export type ProgramHost = Pick<AgentHost, "runtimePath" | "supervisorPath" | "environment" | "limits">;

/** What the surroundings give to every connection. */
export interface AgentHost {
  /** The program that runs our own scripts as plain Node: the editor's runtime (`process.execPath`). */
  readonly runtimePath: string;
  /** Full path of `dist/supervisor.cjs`. */
  readonly supervisorPath: string;
  /** Our version, told to agents in `clientInfo`. */
  readonly clientVersion: string;
  /** Loads the bundle with the ACP SDK; called on the first connection only. */
  readonly loadSdk: () => Promise<typeof import("../sdk.ts")>;
  /** The environment that agents inherit, see `LoginShell`. Never rejects. */
  readonly environment: () => Promise<Environment>;
  /** `clientCapabilities` fragments of the dialects that are built, merged into what `initialize` sends. */
  readonly capabilities: () => Promise<readonly JsonObject[]>;
  /** The MCP servers that go with a session (schema `McpServer`), as far as the agent takes them; none when absent. */
  readonly mcpServers?: (session: SessionSetup) => Promise<readonly JsonObject[]>;
  /** The limits for an agent that is started now; the usual ones when absent. */
  readonly limits?: () => Limits;
  /** Where the rows go that are too old to be kept in memory; without it all are. */
  readonly shelf?: Shelf;
  /** What the person allows beforehand, as it is now. */
  readonly permissionRules?: () => readonly PermissionRule[];
  /** Make, for each connection, the answers to requests of the agent that need the surroundings: files, terminals. */
  readonly requestHandlers?: readonly RequestHandlersFactory[];
}
