// Several sessions at once, and what is done with them as a whole, as a person does it.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("sessions of the demo agent", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("sessions");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
  });

  const treeRow = (text: string | RegExp) => workbench.treeRow("Subagents", text);
  const listed = () => workbench.page.locator(".quick-input-list .monaco-list-row");
  /** The words beside the title of the view *Transcript*. */
  const shown = (title: string) => workbench.view("Transcript").locator(".pane-header .description", { hasText: title }).waitFor();

  it("S37: work side by side: each has its own transcript, composer and row", async () => {
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.send("/background and more");
    await transcript.card("Long benchmark").waitFor();
    await treeRow("/background and more").getByText("finished its turn").waitFor();
    await treeRow("Long benchmark").first().waitFor();
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.card("Long benchmark").waitFor({ state: "detached" });
    await transcript.send("/one at the same time");
    await transcript.rows("agent_message").getByText("The explorer came back").waitFor();
    await treeRow("/background and more").click();
    await shown("/background and more");
    await transcript.card("Long benchmark").waitFor();
    assert.equal(await transcript.card("Explore the store").count(), 0);
  });

  it("are forked, renamed, closed and opened again from palette and menu", async () => {
    await treeRow("/one at the same time").click();
    await shown("/one at the same time");
    await workbench.runCommand("ACP: Fork Session");
    await shown("/one at the same time (fork)");
    await transcript.rows("notice").getByText("Forked: the agent knows").waitFor();
    await transcript.rows("notice").getByRole("button", { name: "Read it in the session before" }).click();
    await transcript.card("Explore the store").waitFor();
    await treeRow("/one at the same time (fork)").click();
    await shown("/one at the same time (fork)");
    await workbench.runCommand("ACP: Rename Session…");
    await workbench.answerInput("Night shift");
    await treeRow("Night shift").waitFor();
    await workbench.runCommand("ACP: Close Session");
    await treeRow("Night shift").getByText("closed").waitFor();
    await treeRow("Night shift").click({ button: "right" });
    await workbench.pickFromMenu("Open Session Again");
    await transcript.card("Explore the store").waitFor();
    await treeRow("Night shift").getByText("from history").waitFor();
  });

  it("S42: are listed with their times and without their children, and deleted after a question", async () => {
    await workbench.runCommand("ACP: Open Session…");
    await listed().filter({ hasText: "Demo Agent" }).first().click();
    const row = listed().filter({ hasText: "Night shift" });
    await row.getByText("just now · open here").waitFor();
    assert.equal(await listed().filter({ hasText: "Explore the store" }).count(), 0);
    await row.hover();
    await row.locator('[aria-label="Delete Session"]').click();
    await workbench.page.locator(".monaco-dialog-box").getByText("Delete “Night shift”?").waitFor();
    await workbench.page.locator(".monaco-dialog-box .monaco-button").getByText("Delete Session").click();
    await until("it is gone from the list", async () => (await row.count()) === 0);
    await workbench.page.keyboard.press("Escape");
    await until("it is gone from the tree", async () => (await treeRow("Night shift").count()) === 0);
  });
});
