import { objectOr } from "../base/json.ts";
import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import { compareVersions } from "./versions.ts";

/** The public registry of ACP agents. It is asked when the person wants that, and never otherwise. */
export const registryAddress = "https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json";

/** How long an answer may take, in ms. */
const timeLimit = 20_000;
/** The longest text of the registry that is taken, in bytes. */
export const longestRegistry = 4 * 1024 * 1024;
/** So many entries are looked at. */
const mostAgents = 500;

/** What is known of an agent that npm has, from the registry. */
export interface RegistryAgent {
  /** Part of keys and folder names: lower-case letters, digits and `-`. */
  readonly id: string;
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly args: readonly string[];
}

/** The registry, as far as it can be used. */
export interface Registry {
  readonly agents: readonly RegistryAgent[];
  /** How many entries have a form that we do not take: no npm package, or a field that is not what it should be. */
  readonly leftOut: number;
}

/** As much of `fetch` as asking the registry takes; a redirect is an error. */
export type Fetch = (address: string, options: { readonly signal: AbortSignal; readonly redirect: "error" }) => Promise<Response>;

/** Fetches the registry's text. Rejects with a PersonError that says what to do, and with the signal's reason once that is aborted. */
export async function fetchRegistry(fetch: Fetch, signal: AbortSignal): Promise<string> {
  const timeUp = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(registryAddress, { signal: AbortSignal.any([signal, timeUp]), redirect: "error" });
    if (!response.ok)
      throw new PersonError(t("The list of agents was not refreshed: the registry answered with {0}. Try again later.", response.status));
    return await readText(response);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PersonError) throw error;
    if (timeUp.aborted)
      throw new PersonError(
        t("The list of agents was not refreshed: there was no answer within {0} seconds. Try again later.", timeLimit / 1000),
      );
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PersonError(t("The list of agents was not refreshed: the registry cannot be reached. Are you online? ({0})", why));
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestRegistry)
      throw new PersonError(t("The list of agents was not refreshed: the answer is too long to be the registry. Try again later."));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads the registry's text; every field is checked. Throws a PersonError when nothing of it can be used. */
export function parseRegistry(text: string): Registry {
  const entries = entriesOf(text);
  if (entries === undefined)
    throw new PersonError(t("The list of agents was not refreshed: the answer is not the registry. Try again later."));
  const agents = new Map<string, RegistryAgent>();
  for (const entry of entries.slice(0, mostAgents)) {
    const agent = readAgent(entry);
    if (agent && !agents.has(agent.id)) agents.set(agent.id, agent);
  }
  if (agents.size === 0)
    throw new PersonError(t("The list of agents was not refreshed: the registry names no agent that npm has. Try again later."));
  return { agents: [...agents.values()], leftOut: entries.length - agents.size };
}

function entriesOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const { agents } = objectOr(value);
    return Array.isArray(agents) ? agents : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `{id, name, distribution: {npx: {package: "name@version", args?}}}`; with variables of its own it could not be started as it wants. */
function readAgent(entry: unknown): RegistryAgent | undefined {
  const { id, name, distribution } = objectOr(entry);
  const { package: spec, args = [], env } = objectOr(objectOr(distribution).npx);
  if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,60}$/.test(id)) return undefined;
  if (typeof name !== "string" || name.trim() === "" || name.length > 80) return undefined;
  const [, packageName, version] =
    (typeof spec === "string" && /^((?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)@([^@\s]{1,60})$/.exec(spec)) || [];
  if (packageName === undefined || version === undefined || compareVersions(version, version) === undefined) return undefined;
  if (!Array.isArray(args) || args.length > 20 || !args.every(isPlainArgument)) return undefined;
  if (Object.keys(objectOr(env)).length > 0) return undefined;
  return { id, name: name.trim(), package: packageName, version, args };
}

function isPlainArgument(value: unknown): value is string {
  return typeof value === "string" && /^[\w@%+=:,./-]{1,200}$/.test(value);
}
