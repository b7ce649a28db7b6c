import { t } from "../base/words.ts";
import type { AgentDefinition, AgentList } from "./agentDefinition.ts";

type Json = { readonly [key: string]: unknown };

const knownFields = ["command", "args", "env", "cwd"];

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first thing that is wrong with an entry, as a sentence; undefined for a good one. */
function problemOf(name: string, entry: unknown): string | undefined {
  if (name.trim() === "") return t("An agent in the setting acpSubagents.agents has an empty name.");
  if (!isObject(entry)) return t('The agent "{0}" in the setting acpSubagents.agents must be an object with a "command".', name);
  const unknownField = Object.keys(entry).find((field) => !knownFields.includes(field));
  if (unknownField !== undefined) {
    return t('The agent "{0}" has a field "{1}" that is not known; known are: {2}.', name, unknownField, knownFields.join(", "));
  }
  if (typeof entry.command !== "string" || entry.command.trim() === "") {
    return t('The agent "{0}" has no "command": name the program to start.', name);
  }
  if (entry.args !== undefined && !(Array.isArray(entry.args) && entry.args.every((arg) => typeof arg === "string"))) {
    return t('The "args" of the agent "{0}" must be a list of strings, one per argument.', name);
  }
  if (entry.env !== undefined && !(isObject(entry.env) && Object.values(entry.env).every((value) => typeof value === "string"))) {
    return t('The "env" of the agent "{0}" must be an object whose values are strings.', name);
  }
  if (entry.cwd !== undefined && typeof entry.cwd !== "string") return t('The "cwd" of the agent "{0}" must be a path.', name);
  return undefined;
}

function toDefinition(name: string, entry: Json): AgentDefinition {
  return {
    // Part of keys in which `/` and `@` have a meaning of their own.
    id: `settings:${name.replace(/[/@%]/g, encodeURIComponent)}`,
    label: name,
    command: (entry.command as string).trim(),
    args: (entry.args as readonly string[] | undefined) ?? [],
    env: (entry.env as { readonly [name: string]: string } | undefined) ?? {},
    ...(entry.cwd ? { cwd: entry.cwd as string } : {}),
    isDemo: false,
  };
}

/**
 * Reads the setting `acpSubagents.agents`: an object from name to `{command, args?, env?, cwd?}`. Entries that cannot be
 * used are left out, each with a sentence that says what to change.
 */
export function parseAgents(setting: unknown): AgentList {
  if (setting === undefined || setting === null) return { agents: [], problems: [] };
  if (!isObject(setting)) {
    return { agents: [], problems: [t('The setting acpSubagents.agents must be an object: "name": {"command": …}.')] };
  }
  const agents: AgentDefinition[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(setting)) {
    const problem = problemOf(name, entry);
    if (problem === undefined) agents.push(toDefinition(name, entry as Json));
    else problems.push(problem);
  }
  return { agents, problems };
}
