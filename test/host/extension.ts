// What the tests inside the editor share: the activated extension, and a session with the demo agent.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestApi } from "../../src/extension.ts";
import type { toSessionId } from "../../src/session/ids.ts";
import type { AgentConnection } from "../../src/vscode/connections.ts";
import type { NextStep } from "../../src/vscode/teller.ts";
import { until } from "../workbench/until.ts";

/** The manifest of a VS Code extension, as far as the tests read it. */
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly menus: { readonly [place: string]: readonly { readonly command: string; readonly when?: string }[] };
    readonly views: { readonly [container: string]: readonly { readonly id: string }[] };
  };
}

const extension = vscode.extensions.getExtension<TestApi>("acp-subagents.acp-subagents");

/** The activated extension. */
export async function activated(): Promise<TestApi> {
  assert.ok(extension, "the extension is there");
  const api = await extension.activate();
  assert.ok(api, "it lets tests look inside");
  return api;
}

/** A file of the extension, as JSON. */
export function extensionJson<T>(name: string): T {
  assert.ok(extension, "the extension is there");
  return JSON.parse(readFileSync(join(extension.extensionPath, name), "utf8")) as T;
}

/** The path of a file of the project. */
export function projectFile(...path: readonly string[]): string {
  assert.ok(extension, "the extension is there");
  return join(extension.extensionPath, ...path);
}

/** Runs one of our commands. */
export async function run(name: string, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`acpSubagents.${name}`, ...args);
}

/** A new session with the demo agent, through the command. */
export interface DemoSession {
  readonly connection: AgentConnection;
  readonly id: ReturnType<typeof toSessionId>;
  /** The key of a session of this connection. */
  key(sessionId: string): string;
  /** The first session whose label in the tree is this. */
  child(label: string): string;
  /** The tree below a row, one line each: indent, label, description. */
  drawn(): Promise<string>;
}

/** The id of the quick demo agent. */
export const quickId = "settings:Quick Demo";

/** The demo agent, ten times as fast, as a person would set it up. */
async function addQuickDemo(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "acp-demo-"));
  const args = [projectFile("dist", "demoAgent.cjs"), "--speed", "0.1", "--state", state];
  const agents = { "Quick Demo": { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: "1" } } };
  await vscode.workspace.getConfiguration("acpSubagents").update("agents", agents, vscode.ConfigurationTarget.Global);
}

/** Starts a session with the quick demo agent. */
export async function startDemo(): Promise<DemoSession> {
  const { parts } = await activated();
  const { tree, connections, settings, agents } = parts;
  if (!settings.agent(quickId)) await addQuickDemo();
  const before = new Set(connections.agentConnections.flatMap(({ model }) => model.roots.map(({ id }) => id)));
  await run("startSession", quickId);
  const connection = agents.running(quickId);
  const root = connection?.model.roots.find(({ id }) => !before.has(id));
  assert.ok(connection && root, "a session is open");
  const key = (sessionId: string) => `${connection.key}/${sessionId}`;
  const lines = (row: string, depth: number): readonly string[] => {
    const item = tree.getTreeItem(row);
    const line = `${"  ".repeat(depth)}${item.label} · ${item.description}`.replace(/\d+s\b/g, "Ns");
    return [line, ...tree.getChildren(row).flatMap((below) => lines(below, depth + 1))];
  };
  const child = (label: string) => {
    const below = (row: string): readonly string[] => tree.getChildren(row).flatMap((each) => [each, ...below(each)]);
    const found = below(key(root.id)).find((each) => tree.getTreeItem(each).label === label);
    assert.ok(found, `a row "${label}"`);
    return found;
  };
  return { connection, id: root.id, key, child, drawn: async () => lines(key(root.id), 0).join("\n") };
}

/** Sends a prompt without waiting for the turn's end. Rejections are the test's to see by what does not happen. */
export function send({ connection, id }: DemoSession, text: string): Promise<unknown> {
  return connection.agent.sendPrompt(id, text);
}

/** Waits until a root's turn has ended. */
export async function turnEnded({ connection, id }: DemoSession): Promise<void> {
  await until("the turn ends", () => connection.model.get(id)?.isTurnOpen === false);
}

/** What the person was told or asked while `work` ran; every question is answered with `answer`. `steps` takes the buttons of messages. */
export async function told(work: () => Promise<unknown>, answer = true, steps: NextStep[] = []): Promise<readonly string[]> {
  const { teller } = (await activated()).parts;
  const { say, confirm, explain } = teller;
  const sentences: string[] = [];
  teller.say = (sentence, ...offered) => {
    sentences.push(sentence);
    steps.push(...offered);
  };
  teller.explain = (sentence, detail) => sentences.push(`${sentence} ${detail}`);
  teller.confirm = async (question, detail) => {
    sentences.push(`${question} ${detail}`);
    return answer;
  };
  try {
    await work();
    return sentences;
  } finally {
    Object.assign(teller, { say, confirm, explain });
  }
}
