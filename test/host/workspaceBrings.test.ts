// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of MCP servers
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { activated, quickId, run, startDemo } from "./extension.ts";

/** Answers the questions that are asked meanwhile, and keeps them. */
async function asked(answer: boolean, work: () => Promise<void>): Promise<readonly string[]> {
  const { teller } = (await activated()).parts;
  const { confirm, say } = teller;
  const questions: string[] = [];
  teller.confirm = async (question, detail) => {
    questions.push(`${question} ${detail}`);
    return answer;
  };
  teller.say = (sentence) => questions.push(sentence);
  try {
    await work();
  } finally {
    teller.confirm = confirm;
    teller.say = say;
  }
  return questions;
}

describe("what a workspace brings along", () => {
  const folder = () => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first, "a folder is open");
    return first.uri.fsPath;
  };

  it("MCP servers of its file go with a session, once the person has allowed exactly them", async () => {
    const file = join(folder(), ".vscode", "mcp.json");
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(
      file,
      '{ /* ours */ "servers": { "files": { "command": "node", "args": ["${workspaceFolder}"], "env": { "N": "12345" } } } }',
    );
    try {
      const given = async () => {
        const demo = await startDemo();
        await demo.connection.agent.sendPrompt(demo.id, "/given");
        const rows = demo.connection.model.get(demo.id)?.rows;
        return JSON.stringify(rows ? await rows.read(0, rows.count) : []);
      };
      let text = "";
      const questions = await asked(true, async () => {
        text = await given();
        await given();
      });
      assert.deepEqual(questions, [
        ".vscode/mcp.json of “" +
          (folder().split(/[/\\]/).at(-1) ?? "") +
          "” names an MCP server that agents shall use. Allow it? files: N=12345 node ${workspaceFolder}",
      ]);
      assert.match(text, /- `files`: `\/[^ ]*node [^`]*`, variables N \(5 characters\)/);
    } finally {
      rmSync(file);
    }
  });

  it("an agent of its settings is not started when the person does not allow it", async () => {
    const { settings, connections } = (await activated()).parts;
    const quick = settings.agent(quickId);
    assert.ok(quick && "command" in quick);
    const config = () => vscode.workspace.getConfiguration("acpSubagents");
    const entry = { command: quick.command, args: [...quick.args], env: { ...quick.env } };
    await config().update("agents", { Brought: entry }, vscode.ConfigurationTarget.Workspace);
    try {
      const questions = await asked(false, () => run("startSession", "settings:Brought"));
      assert.equal(questions.length, 2);
      assert.match(
        questions[0] ?? "",
        /^The settings of this workspace define the agent “Brought”\. Start it\? ELECTRON_RUN_AS_NODE=1 \S+ \S+demoAgent\.cjs /,
      );
      assert.equal(
        questions[1],
        "Brought was not started: this workspace defines it, and you did not allow it. Start it again to be asked again.",
      );
      assert.equal(
        connections.agentConnections.some(({ definition }) => definition.label === "Brought"),
        false,
      );
    } finally {
      await config().update("agents", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
