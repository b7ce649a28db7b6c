// The way of a person through the extension, with the demo agent. Each test goes on where the one before ended.
import assert from "node:assert/strict";
import { openWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("the installed extension", () => {
  it("has its icon in the activity bar, behind which both views open", async () => {
    const workbench = await openWorkbench();
    await workbench.showContainer("ACP Subagents");
    await workbench.view("Subagents").waitFor();
    await workbench.view("Transcript").waitFor();
    await workbench.webview().locator("body").waitFor();
  });

  it("is read from the packaged file: the view says what to do first, with words from the manifest", async () => {
    const workbench = await openWorkbench();
    await workbench.view("Subagents").getByText("Every session and each of its subagents appears here.").waitFor();
  });

  it("offers its commands in the palette under the category ACP", async () => {
    const workbench = await openWorkbench();
    for (const title of ["ACP: Try the Demo Agent", "ACP: New Session", "ACP: Answer Next Request"]) {
      const offered = await workbench.searchPalette(title);
      await workbench.page.keyboard.press("Escape");
      assert.ok(offered.includes(title), `${title} in ${offered.join(" · ")}`);
    }
  });
});

describe("with the demo agent", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await openWorkbench();
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
  });

  const treeRow = (text: string) => workbench.treeRow("Subagents", text);

  it("starts from the palette", async () => {
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer textarea").waitFor();
    await workbench.treeRows("Subagents").first().waitFor();
  });

  it("shows the children of a prompt in the tree, nested as they were spawned", async () => {
    await transcript.send("/nested");
    await treeRow("Count the callers").waitFor();
    const levels = ["Plan the change", "Survey the callers", "Count the callers"].map((label) => treeRow(label).getAttribute("aria-level"));
    assert.deepEqual(await Promise.all(levels), ["2", "3", "4"]);
  });

  it("keeps an open card as the reader left it while frames stream into it", async () => {
    const label = "Write the long report";
    await idle();
    await transcript.send("/slow");
    await transcript.card(label).waitFor();
    assert.equal(await transcript.isOpen(label), false, "a card begins closed");
    await transcript.toggle(label);
    const well = transcript.well(label);
    const scroller = well.locator(".scroller").first();
    await until("the card is longer than its well", () =>
      scroller.evaluate((element) => element.scrollHeight > element.clientHeight + 100),
    );
    await scroller.hover();
    await workbench.page.mouse.wheel(0, -100_000);
    await until("the reader is at the top", () => scroller.evaluate((element) => element.scrollTop === 0));
    const before = await scroller.evaluate((element) => element.scrollHeight);
    await until("more has streamed in", () => scroller.evaluate((element, height) => element.scrollHeight > height + 100, before));
    assert.equal(await scroller.evaluate((element) => element.scrollTop), 0, "it still stands where the reader left it");
    assert.equal(await transcript.isOpen(label), true);
    await transcript.toggle(label);
    await until("the card is closed", async () => !(await transcript.isOpen(label)));
    await workbench.runCommand("ACP: Cancel Turn");
    await idle();
  });

  it("has a child's request answered from the attention bar", async () => {
    await transcript.send("/permission");
    await transcript.attention.getByText("rm -rf build").first().waitFor();
    await transcript.attention.getByText("Clean the build folder").waitFor();
    await answer("allow-once");
    await transcript.attention.getByText("npm publish --dry-run").first().waitFor();
    await answer("reject");
    await transcript.attention.waitFor({ state: "detached" });
    await transcript.rows("agent_message").getByText("The build folder is gone. Nothing was published.").waitFor();
  });

  it("stops one child while its sibling goes on", async () => {
    await idle();
    await transcript.send("/cancel");
    const [stopped, other] = [transcript.card("Stress the store"), transcript.card("Fuzz the list")];
    await stopped.locator("> .card-line .stop").click();
    await until("the child is told as cancelled", async () => (await stopped.getAttribute("data-mark")) === "cancelled");
    assert.equal(await other.getAttribute("data-mark"), "running");
    await treeRow("Stress the store").getByText("cancelled").waitFor();
    const at = await other.locator("> .card-line .card-words").textContent();
    await until("its sibling has gone on", async () => (await other.locator("> .card-line .card-words").textContent()) !== at);
    await workbench.runCommand("ACP: Cancel Turn");
    await idle();
  });

  it("U14: has tree, transcripts, folds and scroll place back after the window is reloaded", async () => {
    await treeRow("/nested").click();
    await workbench.runCommand("ACP: Open Transcript in Editor");
    const editor = new Transcript(workbench.editorWebview());
    await editor.toggle("Plan the change");
    await editor.card("Survey the callers").waitFor();
    await transcript.toggle("Clean the build folder");
    await transcript.well("Clean the build folder").getByText("The build folder is stale").waitFor();
    const feed = transcript.frame.locator("acp-feed > .scroller");
    await feed.hover();
    await workbench.page.mouse.wheel(0, -300);
    await until("the reader has left the end", () =>
      feed.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop > 250),
    );
    let before = await picture();
    let stayed = 0;
    await until("the page is at rest", async () => {
      const last = before;
      before = await picture();
      stayed = JSON.stringify(last) === JSON.stringify(before) ? stayed + 1 : 0;
      return stayed === 3;
    });
    assert.deepEqual(before.open, ["Clean the build folder"]);
    assert.ok((await feed.evaluate((element) => element.scrollTop)) > 0, "the reader is in the middle");
    await workbench.reload();
    await workbench.treeRows("Subagents").first().waitFor();
    await transcript.card("Plan the change").waitFor();
    await until("everything is as it was", async () => JSON.stringify(await picture()) === JSON.stringify(before), 15_000).catch(
      () => undefined,
    );
    assert.deepEqual(await picture(), before);
    await editor.well("Plan the change").waitFor();
    assert.equal(await editor.isOpen("Clean the build folder"), false, "the tab has folds of its own");
  });

  /** No turn runs: the composer offers no Stop. */
  async function idle(): Promise<void> {
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
  }

  async function answer(optionId: string): Promise<void> {
    const button = transcript.attention.locator(`[data-option-id="${optionId}"]`);
    await until("the answer can be given", async () => (await button.getAttribute("aria-disabled")) === "false");
    await button.click();
  }

  /** What a reload must not change. */
  async function picture(): Promise<{ tree: string[]; open: string[]; first: string; offset: number }> {
    const feed = transcript.frame.locator("acp-feed > .scroller");
    return {
      tree: await workbench.treeRows("Subagents").locator(".label-name").allTextContents(),
      open: await transcript.frame.locator('.card[data-open="true"] > .card-line .card-label').allTextContents(),
      // Only rows near the view are in the page: what the reader sees first is what counts, not how high the rest is guessed.
      ...(await feed.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        const rows = [...element.querySelectorAll<HTMLElement>(":scope > .content > .rows > [data-row-id]")];
        const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1);
        const offset = Math.round(((first?.getBoundingClientRect().top ?? 0) - top) / 10);
        return { first: first?.innerText.split("\n", 1)[0] ?? "", offset };
      })),
    };
  }
});
