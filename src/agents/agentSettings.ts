import { parseUrl } from "../base/address.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import type { ProtocolChoice } from "../base/protocolVersion.ts";
import { t } from "../base/words.ts";
import type { AgentDefinition, AgentList } from "./agentDefinition.ts";

const programFields = ["command", "args", "env", "cwd"];
const remoteFields = ["url", "headers"];
const protocols: readonly (ProtocolChoice | undefined)[] = [undefined, 1, 2, "auto"];

/** The first thing that is wrong with an entry, as a sentence; undefined for a good one. */
function problemOf(name: string, entry: unknown): string | undefined {
  if (name.trim() === "") return t("An agent in the setting acpSubagents.agents has an empty name.");
  if (!isObject(entry)) return t('The agent "{0}" in the setting acpSubagents.agents must be an object with a "command" or a "url".', name);
  if (entry.command !== undefined && entry.url !== undefined)
    return t('The agent "{0}" has a "command" and a "url": it can only have one of them.', name);
  const fields = [...(entry.url === undefined ? programFields : remoteFields), "protocol"];
  const unknownField = Object.keys(entry).find((field) => !fields.includes(field));
  if (unknownField !== undefined) {
    return t('The agent "{0}" has a field "{1}" that is not known; known are: {2}.', name, unknownField, fields.join(", "));
  }
  if (!protocols.includes(entry.protocol as ProtocolChoice)) return t('The "protocol" of the agent "{0}" must be 1, 2 or "auto".', name);
  return entry.url === undefined ? programProblem(name, entry) : remoteProblem(name, entry);
}

function programProblem(name: string, entry: JsonObject): string | undefined {
  if (!isText(entry.command)) return t('The agent "{0}" has no "command": name the program to start, or a "url".', name);
  if (entry.args !== undefined && !(Array.isArray(entry.args) && entry.args.every((arg) => typeof arg === "string"))) {
    return t('The "args" of the agent "{0}" must be a list of strings, one per argument.', name);
  }
  if (entry.env !== undefined && !isTexts(entry.env))
    return t('The "env" of the agent "{0}" must be an object whose values are strings.', name);
  if (entry.cwd !== undefined && typeof entry.cwd !== "string") return t('The "cwd" of the agent "{0}" must be a path.', name);
  return undefined;
}

function remoteProblem(name: string, entry: JsonObject): string | undefined {
  const url = isText(entry.url) ? parseUrl(entry.url) : undefined;
  if (!url || !["ws:", "wss:", "http:", "https:"].includes(url.protocol)) {
    return t('The "url" of the agent "{0}" must begin with ws://, wss://, http:// or https://.', name);
  }
  if (entry.headers !== undefined && !isTexts(entry.headers)) {
    return t('The "headers" of the agent "{0}" must be an object whose values are strings.', name);
  }
  const wrong = Object.entries(entry.headers ?? {}).find(
    ([header, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(header) || /[\r\n\0]/.test(value),
  );
  return wrong && t('The agent "{0}" has a header "{1}" that cannot be sent.', name, wrong[0]);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isTexts(value: unknown): value is { readonly [name: string]: string } {
  return isObject(value) && Object.values(value).every((each) => typeof each === "string");
}

function toDefinition(name: string, entry: JsonObject): AgentDefinition {
  const described = {
    // Part of keys in which `/` and `@` have a meaning of their own.
    id: `settings:${name.replace(/[/@%]/g, encodeURIComponent)}`,
    label: name,
    isDemo: false,
    ...(entry.protocol === undefined ? {} : { protocol: entry.protocol as ProtocolChoice }),
  };
  if (isText(entry.url)) return { ...described, url: entry.url.trim(), headers: isTexts(entry.headers) ? entry.headers : {} };
  return {
    ...described,
    command: (entry.command as string).trim(),
    args: (entry.args as readonly string[] | undefined) ?? [],
    env: isTexts(entry.env) ? entry.env : {},
    ...(entry.cwd ? { cwd: entry.cwd as string } : {}),
  };
}

/**
 * Reads the setting `acpSubagents.agents`: an object from name to `{command, args?, env?, cwd?}` or `{url, headers?}`, either with `protocol?`. Entries that cannot be
 * used are left out, each with a sentence that says what to change.
 */
export function parseAgents(setting: unknown): AgentList {
  if (setting === undefined || setting === null) return { agents: [], problems: [] };
  if (!isObject(setting)) {
    return { agents: [], problems: [t('The setting acpSubagents.agents must be an object: "name": {"command": …} or {"url": …}.')] };
  }
  const agents: AgentDefinition[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(setting)) {
    const problem = problemOf(name, entry);
    if (problem === undefined) agents.push(toDefinition(name, entry as JsonObject));
    else problems.push(problem);
  }
  return { agents, problems };
}
