// What is kept on disk: a session of an agent that cannot open it again is read back after a reload.
import assert from "node:assert/strict";
import { forgetfulAgent, freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("history", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  const row = (text: string) => workbench.page.locator(".pane-body .monaco-list-row").filter({ hasText: text });

  before(async () => {
    workbench = await freshWorkbench("history");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
  });

  it("U14: tree and transcript are back after a reload although the agent cannot load them, as history", async () => {
    await workbench.runCommand("ACP: Start Session…");
    await workbench.pick(forgetfulAgent.name);
    await transcript.frame.locator("acp-composer .agent-label").getByText(forgetfulAgent.name).waitFor();
    await transcript.send("Ask one explorer to keep this");
    const card = transcript.frame.locator(".card").first();
    await card.waitFor();
    await until("the turn is over", async () => (await transcript.frame.locator(".stop-turn").count()) === 0);
    const answer = () => transcript.rows("agent_message").last();
    await answer().getByText("is not covered.").waitFor();
    const before = await answer().innerText();
    await workbench.reload();
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    const said = transcript.frame.locator(".blocked").filter({ hasText: "From history, read-only" });
    await said.waitFor();
    assert.match(await said.innerText(), /Forgetful cannot open earlier sessions/);
    await answer().getByText("is not covered.").waitFor();
    assert.equal(await answer().innerText(), before);
    // What helps is offered: opening it again would only fail again.
    assert.deepEqual(await said.locator("vscode-button").allInnerTexts(), ["New Session"]);
    await row("Ask one explorer to keep this").filter({ hasText: "from history" }).waitFor();
    assert.equal(await transcript.frame.locator(".stop-turn").count(), 0);
  });

  it("a session is read from the list of earlier ones, and deleted from it", async () => {
    await workbench.runCommand("ACP: Delete from History…");
    await workbench.pick("Ask one explorer to keep this");
    await workbench.page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete" }).click();
    await until("its row is gone", async () => (await row("Ask one explorer to keep this").count()) === 0);
  });
});
