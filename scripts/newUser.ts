// npm run pictures:newUser: goes through the extension as somebody does who has only read the README, three times in one fresh window –
// the demo agent, a real agent that is installed, one that is not – and takes the pictures of docs/evidence/new-user.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getAgent } from "../test/agents/install.ts";
import { kits } from "../test/agents/kits.ts";
import { ModelServer } from "../test/agents/modelServer.ts";
import { marker } from "../test/agents/script.ts";
import { Transcript } from "../test/workbench/transcript.ts";
import { until } from "../test/workbench/until.ts";
import { Workbench } from "../test/workbench/workbench.ts";
import { build, main, packageVsix } from "./lib/steps.ts";
import { root, say } from "./setup.mjs";

await main(async () => {
  await build();
  const vsix = await packageVsix();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
  // As it is for everyone; without its first page VS Code does not open the walkthrough of what is installed either.
  const settings = { "workbench.startupEditor": "welcomePage", "workbench.welcomePage.walkthroughs.openOnInstall": true };
  const workbench = await Workbench.open({ settings, width: 1280, height: 860 });
  try {
    await installAndTryDemo(workbench, vsix);
    await withInstalledAgent(workbench);
    await withMissingAgent(workbench);
  } catch (error) {
    await picture(workbench, "failed");
    throw error;
  } finally {
    await workbench.close();
  }
});

async function picture(workbench: Workbench, name: string): Promise<void> {
  await workbench.screenshot(join(root, "docs", "evidence", `new-user-${name}.png`));
  say(name);
}

/** The file is chosen in VS Code's own dialog; what opens then is VS Code's doing. */
async function installAndTryDemo(workbench: Workbench, vsix: string): Promise<void> {
  const { page } = workbench;
  await workbench.runCommand("Extensions: Install from VSIX...");
  await workbench.answerFile(vsix);
  await page.locator(".gettingStartedContainer").getByText("Watch subagents at work").first().waitFor();
  await picture(workbench, "demo-1-installed");

  await workbench.showContainer("ACP Subagents");
  const view = workbench.view("Subagents");
  await workbench.setSidebarWidth(420);
  await view.getByText("Try the Demo Agent").first().waitFor();
  await workbench.webview().locator(".empty").waitFor();
  await picture(workbench, "demo-2-empty");
  await view.getByRole("button", { name: "Try the Demo Agent" }).click();
  const transcript = new Transcript(workbench.webview());
  const field = transcript.frame.locator("acp-composer textarea");
  await until("a prompt stands ready", async () => (await field.inputValue()) !== "");
  await picture(workbench, "demo-3-ready");
  await field.press("Enter");
  await transcript.frame.locator(".card").first().waitFor();
  await picture(workbench, "demo-4-first-card");
}

/** Claude's adapter from npm is a program of the PATH; a scripted model answers it in the place of the real one. */
async function withInstalledAgent(workbench: Workbench): Promise<void> {
  const [kit] = kits;
  if (!kit) throw new Error("There is no kit.");
  const server = await ModelServer.start(kit.model);
  const home = join(workbench.profile.folder, "home");
  const folders = { home, temporary: join(workbench.profile.folder, "tmp"), workspace: workbench.folder };
  const own = kit.prepare(folders, server.url, false);
  const plain = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: folders.temporary,
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    USER: "user",
    NO_PROXY: "127.0.0.1",
  };
  // The whole environment, as in the tests: what else this machine has set is none of the agent's business.
  const variables = Object.entries({ ...plain, ...own }).map(([name, value]) => `'${name}=${value}'`);
  const programs = join(home, ".local", "bin");
  mkdirSync(programs, { recursive: true });
  const agent = await getAgent(kit.name);
  const command = ["exec env -i", ...variables, `'${process.execPath}'`, `'${agent}'`, '"$@"'].join(" ");
  writeFileSync(join(programs, kit.name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  try {
    await workbench.runCommand("ACP: Add Agent…");
    await workbench.page.locator(".quick-input-list").getByText("On this machine", { exact: true }).waitFor();
    await picture(workbench, "installed-1-found");
    await workbench.pick("Claude Agent");
    await workbench.answerInput("Claude Agent");
    await workbench.page.getByRole("button", { name: "Start Session" }).click();
    const transcript = new Transcript(workbench.webview());
    await transcript.frame.locator('acp-composer textarea[placeholder^="Ask Claude Agent"]').waitFor();
    await picture(workbench, "installed-2-started");
    await transcript.send(`${marker("parallel")} Have one helper read the readme and another the code.`);
    await transcript.card("Read the code").waitFor();
    for (const gate of ["reader", "coder", "parallel"]) server.open(gate);
    await transcript.frame.getByText("Nobody is at work any more").waitFor();
    await transcript.toggle("Read the readme");
    await transcript.well("Read the readme").getByText("It is a sample.").waitFor();
    await picture(workbench, "installed-3-first-card");
  } finally {
    await server.close();
  }
}

async function withMissingAgent(workbench: Workbench): Promise<void> {
  await workbench.runCommand("ACP: Add Agent…");
  await workbench.page.locator(".quick-input-widget input[type=text]").fill("Goose");
  await workbench.pick("Goose");
  await workbench.answerInput("Goose");
  await workbench.notifications.getByText("is not on your PATH").waitFor();
  await picture(workbench, "missing-1-added");
  await workbench.page.getByRole("button", { name: "Start Session" }).last().click();
  await workbench.treeRow("Subagents", "Goose").waitFor();
  await workbench.treeRow("Subagents", "Goose").click();
  await picture(workbench, "missing-2-said");
}
