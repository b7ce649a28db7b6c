import { homedir } from "node:os";
import * as vscode from "vscode";
import type { AgentHost } from "../../acp/process/launch.ts";
import { agentEnvironment, findOnPath } from "../../acp/process/platform.ts";
import { systemPlatform } from "../../acp/process/systemPlatform.ts";
import type { McpInput } from "../../agents/mcpServers.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { openMcpSettings } from "../names.ts";
import type { Settings } from "../settings.ts";
import type { Teller } from "../teller.ts";
import type { Approvals } from "./approvals.ts";
import { type McpAnswers, McpServers } from "./mcpServers.ts";

/** What reading MCP servers needs of the window. */
export interface McpHostOptions {
  readonly settings: Settings;
  readonly approvals: Approvals;
  readonly answers: McpAnswers;
  readonly teller: Teller;
  readonly environment: AgentHost["environment"];
}

/** The MCP servers of the settings and of the workspace, as the editor has them. */
export function mcpServersOf({ settings, approvals, answers, teller, environment }: McpHostOptions): McpServers {
  return new McpServers({
    setting: () => settings.mcpServers,
    workspace: readWorkspace,
    isTrusted: () => vscode.workspace.isTrusted,
    approvals,
    answers,
    ask: askForInput,
    environment: async () => agentEnvironment(await environment(), {}, process.platform),
    home: homedir(),
    find: (command, env) => findOnPath(command, env, systemPlatform()) ?? command,
    tell: (sentence) => teller.warn(sentence, { label: t("Open Settings"), run: openMcpSettings }),
  });
}

async function readWorkspace(cwd: string): Promise<{ readonly folder: string; readonly text?: string } | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(cwd));
  if (!folder) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, ".vscode", "mcp.json"));
    return { folder: folder.uri.fsPath, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return { folder: folder.uri.fsPath };
    throw error;
  }
}

async function askForInput({ description, isSecret, options, proposed }: McpInput, server: string): Promise<string | undefined> {
  const question = plainLabel(t("{0}, for the MCP server “{1}”", description, server));
  if (options.length > 0) return vscode.window.showQuickPick([...options], { placeHolder: question, ignoreFocusOut: true });
  return vscode.window.showInputBox({ prompt: question, password: isSecret, value: proposed, ignoreFocusOut: true });
}
