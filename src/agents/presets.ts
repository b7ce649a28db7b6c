import { t } from "../base/words.ts";
import { isOlder } from "./versions.ts";

/** How much of its subagents an agent tells. */
export type ChildrenTold = "sessions" | "steps" | "results" | "unknown";

/** The npm package that an agent comes in. */
export interface NpmPackage {
  readonly package: string;
  /** The version that is installed: an agent changes only when the person wants it. */
  readonly version: string;
  /** The first version that tells more of its subagents than those before it; absent when all do the same. */
  readonly childrenSince?: string;
  /** Names that it gives itself in `agentInfo`, beside that of the package. */
  readonly alsoCalled?: readonly string[];
}

/** An agent that many people have. It is offered by *Add Agent…* and, when it comes in a package, can be installed. */
export interface AgentPreset {
  /** Part of keys and folder names: letters, digits and `-`. */
  readonly id: string;
  readonly name: string;
  /** Absent when npm does not have it. */
  readonly npm?: NpmPackage;
  /** The program that it is on the PATH of somebody who has it; absent when that is not known. */
  readonly program?: string;
  /** What makes it speak ACP. */
  readonly args: readonly string[];
  readonly tells: ChildrenTold;
}

/** A preset that can be installed. */
export type NpmPreset = AgentPreset & { readonly npm: NpmPackage };

/**
 * Facts of the public registry of ACP agents (names, packages, arguments) and of recordings (versions, what is told).
 * `childrenSince`: the first versions that answer to the `subagents` capability as it is in ACP now, and for Copilot the
 * first that marks the steps of its subagents.
 */
export const presets: readonly AgentPreset[] = [
  {
    id: "claude-agent",
    name: "Claude Agent",
    npm: {
      package: "@agentclientprotocol/claude-agent-acp",
      version: "0.101.0",
      childrenSince: "0.90.0",
      alsoCalled: ["@zed-industries/claude-agent-acp", "@zed-industries/claude-code-acp"],
    },
    program: "claude-agent-acp",
    args: [],
    tells: "sessions",
  },
  {
    id: "codex",
    name: "Codex",
    npm: {
      package: "@agentclientprotocol/codex-acp",
      version: "2.6.0",
      childrenSince: "2.4.0",
      alsoCalled: ["@zed-industries/codex-acp", "codex-acp"],
    },
    program: "codex-acp",
    args: [],
    tells: "sessions",
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    npm: { package: "@qwen-code/qwen-code", version: "0.24.4" },
    program: "qwen",
    args: ["--acp"],
    tells: "steps",
  },
  {
    id: "copilot",
    name: "GitHub Copilot",
    npm: { package: "@github/copilot", version: "1.0.102", childrenSince: "1.0.81", alsoCalled: ["Copilot"] },
    program: "copilot",
    args: ["--acp"],
    tells: "steps",
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    npm: { package: "@google/gemini-cli", version: "0.61.0" },
    program: "gemini",
    args: ["--acp"],
    tells: "results",
  },
  {
    id: "opencode",
    name: "OpenCode",
    npm: { package: "opencode-ai", version: "1.18.33" },
    program: "opencode",
    args: ["acp"],
    tells: "results",
  },
  { id: "kilo", name: "Kilo", program: "kilo", args: ["acp"], tells: "results" },
  { id: "cline", name: "Cline", npm: { package: "cline", version: "3.0.65" }, program: "cline", args: ["--acp"], tells: "steps" },
  { id: "goose", name: "Goose", program: "goose", args: ["acp"], tells: "steps" },
  { id: "kiro", name: "Kiro", program: "kiro-cli", args: ["acp"], tells: "steps" },
];

/** True for a preset that can be installed. */
export function isFromNpm(preset: AgentPreset): preset is NpmPreset {
  return preset.npm !== undefined;
}

/** Those that can be installed. */
export const npmPresets: readonly NpmPreset[] = presets.filter(isFromNpm);

/** What can be shown of its subagents, in a few words. */
export function tellsInWords({ tells }: AgentPreset): string {
  switch (tells) {
    case "sessions":
      return t("subagents with their steps, answers and states");
    case "steps":
      return t("subagents with their steps");
    case "results":
      return t("subagents with their results, without steps");
    case "unknown":
      return t("what it tells of its subagents is not known");
  }
}

/** An agent that is older than the first version that tells more of its subagents. */
export interface OlderAgent {
  readonly preset: NpmPreset;
  readonly since: string;
}

/** Whether an agent that calls itself so (`agentInfo` of `initialize`) should be updated, and to what. */
export function findOlderAgent(
  name: string | undefined,
  version: string | undefined,
  known: readonly NpmPreset[] = npmPresets,
): OlderAgent | undefined {
  if (name === undefined || version === undefined) return undefined;
  const preset = known.find(({ npm }) => npm.package === name || npm.alsoCalled?.includes(name));
  const since = preset?.npm.childrenSince;
  return preset && since !== undefined && isOlder(version, since) ? { preset, since } : undefined;
}
