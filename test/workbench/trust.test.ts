// A window in which workspace trust is switched on, as it is for everyone: the usual window of these tests has it off. The folder
// brings along an agent, the choice of it, and an MCP server.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vsixPath } from "../../scripts/lib/steps.ts";
import { root, temporary } from "../../scripts/setup.mjs";
import { descendantsOf } from "./processes.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

const demoAgent = join(root, "dist", "demoAgent.cjs");

describe("a folder that nobody trusted yet", () => {
  const folder = mkdtempSync(join(temporary, "acp-strange-"));
  const state = mkdtempSync(join(temporary, "acp-"));
  let workbench: Workbench;

  before(async () => {
    mkdirSync(join(folder, ".vscode"));
    const agents = { Brought: { command: process.execPath, args: [demoAgent, "--speed", "0.1", "--state", state] } };
    const settings = { "acpSubagents.agents": agents, "acpSubagents.defaultAgent": "Brought" };
    writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    writeFileSync(join(folder, ".vscode", "mcp.json"), '{ "servers": { "strange": { "command": "node", "args": ["strange.js"] } } }');
    workbench = await Workbench.open({
      vsix: vsixPath,
      folder,
      settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
    });
    await workbench.showContainer("ACP Subagents");
  });

  after(async () => {
    await workbench.close();
    for (const each of [folder, state]) rmSync(each, { recursive: true, force: true });
  });

  const dialog = () => workbench.page.locator(".monaco-dialog-box");
  const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
  /** What this window runs of ours, beside the editor's own. */
  const running = () =>
    descendantsOf(workbench.server.pid).filter(({ command }) => /supervisor\.cjs|demoAgent\.cjs|strange\.js/.test(command));

  it("starts nothing, and says what to do next", async () => {
    const view = workbench.view("Subagents");
    await view.getByText("No agent is started in this folder until you trust it.").waitFor();
    assert.deepEqual(await view.locator(".monaco-button, .button-link").allInnerTexts(), ["Manage Workspace Trust", "Replay Traffic…"]);
    // The palette offers what can be done without trust only.
    assert.deepEqual(
      (await workbench.searchPalette("ACP: ")).filter((title) => /Start|New Session|Try|Install|Send Prompt/.test(title)),
      [],
    );
    await workbench.page.keyboard.press("Escape");
    assert.deepEqual(running(), []);
  });

  it("once it is trusted, is asked about its agent with the exact command, and starts nothing on a no", async () => {
    const { page } = workbench;
    await workbench.view("Subagents").getByText("Manage Workspace Trust").click();
    await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).first().click();
    await workbench.view("Subagents").locator(".monaco-button", { hasText: "New Session" }).waitFor();
    await workbench.runCommand("ACP: New Session");
    await dialog().getByText("The settings of this workspace define the agent “Brought”. Start it?").waitFor();
    await dialog().getByText(`${process.execPath} ${demoAgent} --speed 0.1 --state ${state}`).waitFor();
    assert.deepEqual(running(), []);
    await press("Cancel");
    await workbench.notifications.getByText("Brought was not started: this workspace defines it, and you did not allow it.").waitFor();
    assert.deepEqual(running(), []);
  });

  it("works when the person allows the agent, which gets no server that they did not allow", async () => {
    await workbench.runCommand("ACP: New Session");
    await dialog().getByText("The settings of this workspace define the agent “Brought”. Start it?").waitFor();
    await press("Start");
    await dialog()
      .getByText(/names an MCP server that agents shall use. Allow it\?/)
      .waitFor();
    await dialog().getByText("strange: node strange.js").waitFor();
    await press("Cancel");
    const transcript = new Transcript(workbench.webview());
    await transcript.frame.locator("acp-composer textarea").waitFor();
    await transcript.send("/given");
    await transcript
      .rows("agent_message")
      .getByText(/no MCP server/i)
      .waitFor();
    await until("the agent runs", () => running().some(({ command }) => command.includes(state)));
  });

  it("asks no second time for what was allowed", async () => {
    await workbench.runCommand("ACP: Disconnect Agent");
    await until("it has ended", () => running().length === 0);
    await workbench.runCommand("ACP: New Session");
    await until("it runs again", () => running().some(({ command }) => command.includes("demoAgent.cjs")));
  });
});
