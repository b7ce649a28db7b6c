// npm run pictures: takes the pictures of the walkthrough and of the README anew, from the packaged extension in a real workbench.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { launchBrowser } from "../test/browser.ts";
import { Darkroom } from "../test/gallery/darkroom.ts";
import type { Profile } from "../test/workbench/profile.ts";
import { Transcript } from "../test/workbench/transcript.ts";
import { until } from "../test/workbench/until.ts";
import { Workbench } from "../test/workbench/workbench.ts";
import { build, main, packageVsix } from "./lib/steps.ts";
import { root, say, temporary } from "./setup.mjs";

/** A picture of at most 256 colours is a third of its size; with these many nobody sees the difference. */
const colours = 48;
/** Agents that the machine in the picture has: a program of that name is all that is looked for. */
const agentsThere = ["gemini", "opencode"];

function putAgents({ folder }: Profile): void {
  const programs = join(folder, "home", ".local", "bin");
  mkdirSync(programs, { recursive: true });
  for (const name of agentsThere) writeFileSync(join(programs, name), "#!/bin/sh\n", { mode: 0o755 });
}

await main(async () => {
  await build();
  const vsix = await packageVsix();
  const scratch = mkdtempSync(join(temporary, "acp-"));
  const browser = await launchBrowser(join(scratch, "browser"), { width: 10, height: 10 });
  const darkroom = new Darkroom(browser.pages()[0] ?? (await browser.newPage()));
  const workbench = await Workbench.open({ vsix, width: 1280, height: 860 });
  putAgents(workbench.profile);
  const take = async (name: string, what: Locator, height?: number) => {
    const box = await what.boundingBox();
    if (!box) throw new Error(`${name} is not shown`);
    const clip = { ...box, height: Math.min(box.height, height ?? box.height) };
    writeFileSync(join(root, "media", name), await darkroom.develop(await workbench.page.screenshot({ clip }), colours));
    say(name);
  };
  try {
    await takeAll(workbench, take);
  } finally {
    await workbench.close();
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
});

async function takeAll(workbench: Workbench, take: (name: string, what: Locator, height?: number) => Promise<void>): Promise<void> {
  const { page } = workbench;
  await workbench.showContainer("ACP Subagents");
  await workbench.setSidebarWidth(520);
  await workbench.runCommand("ACP: Add Agent…");
  const list = page.locator(".quick-input-widget");
  await list.getByText("OpenCode", { exact: true }).waitFor();
  await page.mouse.move(900, 700);
  await page.locator(".monaco-hover").waitFor({ state: "hidden" });
  await take("walkthrough/agents.png", list);
  await page.keyboard.press("Escape");

  await workbench.runCommand("ACP: Try the Demo Agent");
  const transcript = new Transcript(workbench.webview());
  await transcript.send("Who relies on the copy in store.apply? Replace it if nobody does, and run the tests.");
  await workbench.treeRow("Subagents", "Count the callers").waitFor();
  const tree = workbench.view("Subagents");
  await until("two of them say their step", async () => (await tree.getByText(/Search|Read|npm test/).count()) >= 2);
  await take("walkthrough/tree.png", tree, 130);

  await until("the turn is over", async () => (await transcript.frame.getByText("Both are back").count()) > 0);
  await transcript.toggle("Run the tests");
  await transcript.card("Run the tests").scrollIntoViewIfNeeded();
  await take("walkthrough/card.png", workbench.view("Transcript"));
  await transcript.toggle("Run the tests");

  await workbench.runCommand("ACP: Show Timeline");
  await workbench.editorWebview().locator("canvas").first().waitFor();
  await take("walkthrough/timeline.png", page.locator(".part.editor"), 330);

  await transcript.send("/permission");
  await transcript.attention.waitFor();
  await take("walkthrough/request.png", workbench.view("Transcript"), 300);
  await take("window.png", page.locator(".monaco-workbench"));
}
