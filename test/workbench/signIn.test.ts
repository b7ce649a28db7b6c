// Who the person is, and what the workspace brings along: keys, sign-in in a terminal, MCP servers. One way, in order.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshWorkbench, signedOutAgent } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

const key = "my-own-demo-key";

/** The files below a folder in which these words stand, as text of the usual encoding. */
function filesWith(folder: string, words: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).filter((file) => readFileSync(file).includes(words));
}

describe("an agent to which nobody is signed in", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("signIn");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    const folder = join(workbench.folder, ".vscode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "mcp.json"),
      '{ "servers": { "files": { "command": "node", "args": ["${workspaceFolder}/files.js"], "env": { "LEVEL": "1" } } } }',
    );
  });

  it("P12: asks for its key and for the workspace's servers, offers its ways to sign in, and goes on after the terminal", async () => {
    const { page } = workbench;
    await workbench.runCommand("ACP: Start Session…");
    await workbench.pick(signedOutAgent.name);
    const box = page.locator(".quick-input-widget:visible input[type=password]");
    await box.fill(key);
    await box.press("Enter");
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.getByText("names an MCP server that agents shall use").waitFor();
    await dialog.getByText("files: LEVEL=1 node ${workspaceFolder}/files.js").waitFor();
    await dialog.getByRole("button", { name: "Allow" }).click();
    await page.locator(".quick-input-widget:visible").getByText("Sign in here").waitFor();
    await workbench.pick("Sign in by a command");
    await workbench.treeRow("Subagents", signedOutAgent.name).waitFor();
    await transcript.frame.locator("acp-composer textarea").waitFor();
    // What said what to do in the terminal goes with it.
    await workbench.notifications.filter({ hasText: "in the terminal" }).waitFor({ state: "hidden" });
  });

  it("gets the servers and its key, whose value is nowhere to be read", async () => {
    await transcript.send("/given");
    const answer = transcript.rows("agent_message").filter({ hasText: "In my environment" });
    await answer.waitFor();
    const words = await answer.innerText();
    assert.match(words, /files: .*node \S+\/files\.js, variables LEVEL \(1 characters\)/);
    assert.match(words, new RegExp(`DEMO_API_KEY: ${key.length} characters`));
    await workbench.runCommand("ACP: Report Problem…");
    await workbench.page.locator(".editor-instance .view-lines").getByText("problem report").waitFor();
    assert.equal((await workbench.page.locator(".monaco-workbench").innerText()).includes(key), false);
    await workbench.runCommand("View: Revert and Close Editor");
  });

  it("its key is in no file: not in settings, logs, history, saved traffic or what was not saved yet", async () => {
    const { profile, folder } = workbench;
    profile.change((settings) => ({ ...settings, "acpSubagents.log.traffic": true }));
    await transcript.send(`/help My key is ${key}.`);
    await transcript.rows("user_message").getByText(`My key is ${key}.`).waitFor();
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
    await workbench.runCommand("ACP: Save Traffic…");
    await workbench.answerFile(join(folder, "traffic.jsonl"));
    await until("the traffic is saved", () => existsSync(join(folder, "traffic.jsonl")));
    await workbench.runCommand("ACP: Report Problem…");
    const places = [profile.userData, folder];
    const masked = () => places.flatMap((place) => filesWith(place, "My key is •••"));
    const isWhere = (what: RegExp) => masked().some((file) => what.test(file));
    await until("history, saved traffic and the report that nobody saved are on the disk, masked", () =>
      [/\/history\//, /traffic\.jsonl$/, /\/Backups\//].every(isWhere),
    ).catch((error) => assert.fail(`${error} Found in: ${masked().join(", ")}`));
    assert.deepEqual(
      places.flatMap((place) => filesWith(place, key)),
      [],
    );
    await workbench.runCommand("View: Revert and Close Editor");
  });

  it("P10: shows after a sign-out what is missing, and asks again with the next prompt", async () => {
    await workbench.runCommand("ACP: Sign Out");
    await workbench.treeRow("Subagents", "Sign in to go on").waitFor();
    await transcript.send("/given");
    await transcript.attention.getByRole("button", { name: "Sign in by a command" }).waitFor();
    await workbench.page.keyboard.press("Escape");
    await transcript.rows("error").last().waitFor();
  });
});
