// A transcript of a few hundred rows of which fifty are in memory: its oldest row is drawn, found and exported as ever.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("older rows", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async function () {
    this.timeout(180_000);
    workbench = await freshWorkbench("older-rows");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer").getByText("Demo Agent", { exact: true }).waitFor();
    for (const words of ["Look for the lighthouse", "Once more"]) {
      await transcript.send(`/hundred ${words}`);
      await transcript.rows("user_message").filter({ hasText: words }).waitFor();
      const last = transcript.frame.locator("acp-feed .row").last();
      await until(`“${words}” is answered`, async () => (await last.innerText()).includes("96 modules are fine, 4 are not."));
    }
  });

  const scroller = () => transcript.frame.locator("acp-feed > .scroller");
  const oldest = () => transcript.rows("user_message").filter({ hasText: "Look for the lighthouse" });

  it("are in the window's file, and come when the reader scrolls to the top", async () => {
    assert.ok(existsSync(join(workbench.profile.userData, "User", "globalStorage", "acp-subagents.acp-subagents", "rows")));
    await until("the first row is drawn", async () => {
      await scroller().evaluate((element) => {
        element.scrollTop = 0;
      });
      return (await oldest().count()) === 1;
    });
  });

  it("are found, and the reader is led there", async () => {
    await scroller().focus();
    await workbench.page.keyboard.press("End");
    await until("the first row is far away", async () => (await oldest().count()) === 0);
    await workbench.page.keyboard.press("Control+f");
    await transcript.frame.locator(".find-field:focus").waitFor();
    await workbench.page.keyboard.type("lighthouse");
    await until("it is found", async () => (await transcript.frame.locator(".find-count").innerText()) === "1 of 1");
    await until("its row is drawn", async () => (await oldest().count()) === 1);
    await workbench.page.keyboard.press("Escape");
  });

  it("are all in an export", async () => {
    const file = join(workbench.folder, "exported.md");
    await workbench.runCommand("ACP: Export Transcript…");
    await workbench.page.locator(".quick-input-list .monaco-list-row").getByText("and its subagents").click();
    await workbench.pick("Markdown");
    await workbench.answerFile(file);
    await until("it is written", () => existsSync(file));
    const text = readFileSync(file, "utf8");
    const places = ["Look for the lighthouse", "Check module 1", "96 modules are fine", "Once more"].map((words) => text.indexOf(words));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places[0] !== -1);
    assert.equal(text.match(/^>* ?#+ Check module \d+/gm)?.length, 200);
  });
});
