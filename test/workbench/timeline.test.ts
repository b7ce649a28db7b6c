// The timeline of the demo agent's session: opened, live, restored; a click goes to the row.
import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("the timeline", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  let timeline: FrameLocator;
  let children: readonly string[];
  const lane = (label: string) => timeline.locator(".lane > button").filter({ has: timeline.locator(`.name:text-is("${label}")`) });

  const words = async () => (await timeline.locator(".lane > button").allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());

  before(async () => {
    workbench = await freshWorkbench("timeline");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
  });

  it("has a lane for each session of the tree, tells what each did, and a click goes to the row", async () => {
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.send("/nested Look around");
    await transcript.card("Plan the change").waitFor();
    await workbench.runCommand("ACP: Show Timeline");
    timeline = workbench.editorWebview();
    await lane("Count the callers").waitFor();
    await until("every lane has ended", async () => (await words()).every((text) => /finished its turn/.test(text)));
    children = (await words()).slice(-3);
    const shown = children.map((text) => text.replace(/\d+s/g, "…"));
    assert.deepEqual(shown, [
      "Plan the change, lead, level 1, ran …, 1 tool call, finished its turn",
      "Survey the callers, explorer, level 2, ran …, 1 tool call, finished its turn",
      "Count the callers, counter, level 3, ran …, 1 tool call, finished its turn",
    ]);
    await lane("Survey the callers").focus();
    for (const key of [".", ".", "Enter"]) await workbench.page.keyboard.press(key);
    const row = transcript.well("Survey the callers").locator('.row[data-kind="tool_call"]').filter({ hasText: "src/list.ts" });
    await row.and(transcript.frame.locator(".is-revealed")).waitFor();
  });

  it("is there again after a reload, with the lanes of the session and the times that they had", async () => {
    await workbench.reload();
    timeline = workbench.editorWebview();
    await lane("Plan the change").waitFor();
    await lane("Count the callers").waitFor();
    await until("every lane says what it did", async () => (await words()).slice(-3).join() === children.join());
  });
});
