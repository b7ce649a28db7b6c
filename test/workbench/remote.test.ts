// An agent behind a url: reached from the palette, lost, and reached again. Each test goes on where the one before ended.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { root, temporary } from "../../scripts/setup.mjs";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

const state = mkdtempSync(join(temporary, "acp-"));

describe("an agent on a server", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  let server: ChildProcess | undefined;
  let url = "";

  /** The demo agent as a server of its own; `port` 0 for a free one. */
  async function serve(port: number): Promise<void> {
    const args = [join(root, "dist", "demoAgent.cjs"), "--listen", "ws", "--port", String(port), "--state", state, "--speed", "0.1"];
    const started = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    server = started;
    const [line] = await once(started.stdout, "data");
    url = String(line).trim();
  }

  async function stop(): Promise<void> {
    const ended = server && once(server, "exit");
    server?.stdin?.end();
    await ended;
    server = undefined;
  }

  before(async () => {
    workbench = await freshWorkbench("remote");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await serve(0);
    workbench.profile.change((settings) => ({
      ...settings,
      "acpSubagents.agents": { ...(settings["acpSubagents.agents"] as object), Far: { url } },
    }));
  });
  after(stop);

  const lastRow = () => workbench.treeRows("Subagents").filter({ hasText: "trying again" });

  it("is started like any other, and shows its subagents", async () => {
    await until("the setting is read", async () => {
      await workbench.runCommand("ACP: Start Session…");
      const list = workbench.page.locator(".quick-input-list");
      await list.getByText("Demo Agent", { exact: true }).first().waitFor();
      const isThere = (await list.getByText("Far", { exact: true }).count()) > 0;
      if (!isThere) await workbench.page.keyboard.press("Escape");
      return isThere;
    });
    await workbench.pick("Far");
    await transcript.frame.locator("acp-composer textarea").waitFor();
    await transcript.send("/nested");
    await workbench.treeRow("Subagents", "Count the callers").waitFor();
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
  });

  it("says when it is tried again after it was lost, and is there with its session at “Reconnect Now”", async () => {
    const port = Number(new URL(url).port);
    await stop();
    await lastRow().first().waitFor();
    await serve(port);
    await workbench.runCommand("ACP: Reconnect Now");
    await until("the row is gone", async () => (await lastRow().count()) === 0);
    await workbench.treeRow("Subagents", "Count the callers").waitFor();
  });
});
