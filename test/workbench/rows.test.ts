// What rows offer to do, through the packaged extension: a change in the editor's own view, code in an editor, a path that opens.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("rows of a transcript", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("rows");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer textarea").waitFor();
    await until("the session is new", async () => (await transcript.rows("user_message").count()) === 0);
    await transcript.send("/kinds");
    await transcript.rows("agent_message").locator(".hljs-keyword").first().waitFor({ timeout: 60_000 });
  });

  const tab = (name: string) => workbench.page.locator(".tabs-container .tab", { hasText: name });

  it("say what a call is about, and open its changes in the editor's own view", async () => {
    const call = transcript.rows("tool_call").filter({ hasText: "Rename the store everywhere" });
    assert.match((await call.innerText()).replace(/\s+/g, " "), /^Rename the store everywhere store\.ts .*\+6 −5/);
    await call.locator(".tool-title").click();
    await until("each file has its changes", async () => (await call.locator("acp-diff").count()) === 4);
    await call.locator(".open-diff").first().click();
    await tab("store.ts: as the agent changed it").waitFor();
    await workbench.page.locator(".monaco-diff-editor .view-line", { hasText: "TodoStore" }).first().waitFor();
  });

  it("make links of the paths that are files, which open at the line", async () => {
    const paths = transcript.rows("agent_message").last().locator(".link.path");
    await until("the paths are links", async () => (await paths.count()) > 0);
    assert.ok(!(await paths.allInnerTexts()).includes("src/nowhere.ts"));
    await paths.first().click();
    await tab("README.md").waitFor();
  });

  it("put code into an editor of its own", async () => {
    await transcript.frame.locator("[data-code-act=open]").last().dispatchEvent("click");
    await tab("Untitled-1").waitFor();
    await workbench.page.locator(".view-line", { hasText: "Tells whoever listens." }).first().waitFor();
    await workbench.runCommand("View: Revert and Close Editor");
  });
});
