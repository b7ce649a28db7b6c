// The search by its key in a window on the demo agent.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("find", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("find");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.send("/nested Look around");
    await transcript.frame.locator('.card[data-mark="finished"]').first().waitFor();
  });

  it("Ctrl+F in the transcript opens the search, and Escape gives back what it opened", async () => {
    await transcript.frame.locator("acp-feed > .scroller").focus();
    await workbench.page.keyboard.press("Control+f");
    await transcript.frame.locator(".find-field:focus").waitFor();
    await workbench.page.keyboard.type("kind:tool");
    const count = transcript.frame.locator(".find-count");
    await until("calls of the children are found", async () => /^1 of \d+$/.test(await count.innerText()));
    await transcript.frame.locator('.card[data-open="true"] [data-found]').waitFor();
    await workbench.page.keyboard.press("Escape");
    await transcript.frame.locator("acp-find").waitFor({ state: "detached" });
    assert.equal(await transcript.frame.locator('.card[data-open="true"]').count(), 0);
  });
});
