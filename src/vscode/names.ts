import * as vscode from "vscode";

/** The ids of the manifest's views and of the editor tabs. */
export const viewIds = {
  subagents: "acpSubagents.subagents",
  transcript: "acpSubagents.transcript",
  transcriptEditor: "acpSubagents.transcriptEditor",
  timelineEditor: "acpSubagents.timeline",
} as const;

/** The full id of one of our commands. */
export function commandId(name: string): string {
  return `acpSubagents.${name}`;
}

/** Sets a key that the manifest's `when` clauses ask for. */
export function setContext(
  name:
    | "isBusy"
    | "isFiltered"
    | "isAnyWorking"
    | "isAnyWaiting"
    | "isReviewing"
    | "isReviewOutdated"
    | "hasAgent"
    | "empty"
    | `ran.${string}`,
  value: boolean | string,
): Thenable<void> {
  return vscode.commands.executeCommand("setContext", `acpSubagents.${name}`, value);
}

/** Runs a command of the editor or of ours. */
export async function run(command: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}

/** Opens the settings at the MCP servers. */
export async function openMcpSettings(): Promise<void> {
  await run("workbench.action.openSettings", "acpSubagents.mcpServers");
}

/** Opens the settings at the list of agents. */
export async function openAgentSettings(): Promise<void> {
  await run("workbench.action.openSettings", "acpSubagents.agents");
}
