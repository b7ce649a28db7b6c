import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Diagnostic } from "../session/changes.ts";

/** What a report says of one agent. */
export interface AgentFacts {
  /** What the person calls it. */
  readonly label: string;
  /** What it says of itself; absent before it has answered. */
  readonly name?: string;
  readonly version?: string;
  /** `running`, or why it ended, in words. */
  readonly state: string;
  readonly sessions: number;
  readonly subagents: number;
  readonly frames: number;
  /** Pieces on its pipe that were no frames. */
  readonly noise: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The names of what it offers. */
  readonly offers: readonly string[];
  /** The kinds of its ways to sign in. */
  readonly signIn: readonly string[];
}

/** What a report says of everything around the agents: one line each, name and value. */
export type Surroundings = readonly (readonly [name: string, value: string])[];

/** What a report holds beside the diagnostics. */
export interface AgentTrail {
  readonly label: string;
  /** The end of what it wrote on standard error. */
  readonly stderr: string;
  /** Its last frames, one JSON object a line. */
  readonly traffic: string;
}

/** So many of the newest lines of a log, and characters of one agent's frames, are in a report. */
const reportedLines = 400;
const reportedTraffic = 400_000;
/** So many different diagnostics of an agent are named. */
const namedDiagnostics = 20;

/** *Copy Diagnostics*: versions, what agents offer, and counts. Nothing that anybody wrote is in it but names and diagnostics. */
export function diagnosticsText(surroundings: Surroundings, agents: readonly AgentFacts[]): string {
  const around = surroundings.map(([name, value]) => `- ${name}: ${value}`);
  const each = agents.length === 0 ? [t("No agent was started in this window.")] : agents.map(agentText);
  return [...around, "", ...each].join("\n");
}

/**
 * *Report Problem…*: the diagnostics, the log, the agents' last words and frames as one Markdown document. `mask` takes
 * secrets out of everything in it.
 */
export function problemReport(
  surroundings: Surroundings,
  agents: readonly AgentFacts[],
  log: readonly string[],
  trails: readonly AgentTrail[],
  mask: (text: string) => string,
): string {
  const parts = [
    `# ${t("ACP Subagents: problem report")}`,
    t(
      "Look through this before you give it away: secrets are masked by their shape only, and prompts, answers and file contents may be in it. Nothing was sent anywhere; save it where you like.",
    ),
    `## ${t("What happened, and what was expected")}`,
    "…",
    `## ${t("Diagnostics")}`,
    diagnosticsText(surroundings, agents),
    `## ${t("Log")}`,
    fenced(log.slice(-reportedLines).join("\n"), "text"),
    ...trails.flatMap(({ label, stderr, traffic }) => [
      `## ${oneLine(label)}`,
      ...(stderr === "" ? [] : [t("The end of what it wrote on standard error:"), fenced(stderr, "text")]),
      ...(traffic === "" ? [t("No frames.")] : [t("Its last frames:"), fenced(newest(traffic), "jsonl")]),
    ]),
  ];
  return `${mask(parts.join("\n\n"))}\n`;
}

function agentText(facts: AgentFacts): string {
  const { label, name, version, state, sessions, subagents, frames, noise, diagnostics, offers, signIn } = facts;
  const said = name === undefined ? t("says nothing of itself") : [name, version].filter(Boolean).join(" ");
  const lines = [
    `- **${oneLine(label)}** (${oneLine(said)}): ${oneLine(state, 400)}`,
    `  - ${t("sessions: {0}, subagents: {1}, frames: {2}, noise: {3}, diagnostics: {4}", sessions, subagents, frames, noise, diagnostics.length)}`,
    `  - ${t("offers: {0}", offers.join(", ") || t("nothing beside new sessions and prompts"))}`,
    `  - ${t("sign-in: {0}", signIn.join(", ") || t("none"))}`,
    ...counted(diagnostics).map((line) => `  - ${line}`),
  ];
  return lines.join("\n");
}

/** Each different diagnostic once, with how often it came. */
function counted(diagnostics: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { level, message } of diagnostics) {
    const line = `${level}: ${oneLine(message, 300)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => (count === 1 ? line : `${line} (×${count})`));
  const rest = lines.length - namedDiagnostics;
  return rest > 0 ? [...lines.slice(0, namedDiagnostics), t("and {0} more", rest)] : lines;
}

/** Whole lines from the end. */
function newest(traffic: string): string {
  if (traffic.length <= reportedTraffic) return traffic.trimEnd();
  const tail = traffic.slice(-reportedTraffic);
  return tail.slice(tail.indexOf("\n") + 1).trimEnd();
}

/** A block that no run of backticks inside can end. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
