import { parseUrl } from "../base/address.ts";
import type { ProtocolChoice } from "../base/protocolVersion.ts";

interface Described {
  /**
   * Stable over reloads, without `/` and `@`: `demo` for the built-in one, `installed:` and the preset's id for one that
   * the extension installed, else `settings:` and the encoded name.
   */
  readonly id: string;
  /** What the person calls it. */
  readonly label: string;
  /** True for the one that comes with the extension and needs neither key nor network. */
  readonly isDemo: boolean;
  /** The preset of an agent that the extension installed; absent for the person's own. */
  readonly presetId?: string;
  /** Absent = 1. */
  readonly protocol?: ProtocolChoice;
}

/** An agent that is a program: it speaks ACP on its standard input and output. */
export interface ProgramDefinition extends Described {
  /** A name on the PATH, or a full path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Set beside the environment of the login shell. */
  readonly env: { readonly [name: string]: string };
  /** The folder that the program starts in; absent = the workspace folder. */
  readonly cwd?: string;
}

/** An agent that a server runs. */
export interface RemoteDefinition extends Described {
  /** `ws:` or `wss:` for a WebSocket, `http:` or `https:` for streamable HTTP. */
  readonly url: string;
  /** Sent with each HTTP request. */
  readonly headers: { readonly [name: string]: string };
}

/** One agent that can be started or reached. */
export type AgentDefinition = ProgramDefinition | RemoteDefinition;

/** The agents there are, and a sentence for each entry of the settings that could not be read. */
export interface AgentList {
  readonly agents: readonly AgentDefinition[];
  readonly problems: readonly string[];
}

/** The values by name in which an entry may refer to secrets: a program's variables, a server's headers. */
export function valuesOf(definition: AgentDefinition): { readonly [name: string]: string } {
  return "url" in definition ? definition.headers : definition.env;
}

/** The definition with other values, see `valuesOf`. */
export function withValues(definition: AgentDefinition, values: { readonly [name: string]: string }): AgentDefinition {
  return "url" in definition ? { ...definition, headers: values } : { ...definition, env: values };
}

/** Where an agent is, in one line: its command, or its url without what may be secret. */
export function placeOf(definition: AgentDefinition): string {
  if (!("url" in definition)) return [definition.command, ...definition.args].join(" ");
  const url = parseUrl(definition.url);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : definition.url;
}
