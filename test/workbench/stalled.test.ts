// A subagent of which nothing is heard: its card says so, and takes it back with the next news.
import assert from "node:assert/strict";
import { freshWorkbench, slowAgent } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import type { Workbench } from "./workbench.ts";

describe("a subagent that is silent", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  const stalledAfter = (seconds: number) =>
    workbench.profile.change((settings) => ({ ...settings, "acpSubagents.cards.stalledAfter": seconds }));

  before(async () => {
    workbench = await freshWorkbench("stalled");
    stalledAfter(1);
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Start Session…");
    await workbench.pick(slowAgent.name);
    await transcript.frame.locator("acp-composer textarea").waitFor();
  });
  after(() => stalledAfter(120));

  it("reads as stalled on its card and in the tree, never as failed, and as running again when it is heard of", async () => {
    await transcript.send("/one");
    const card = transcript.card("Explore the store");
    await card.and(transcript.frame.locator('[data-mark="stalled"]')).waitFor({ timeout: 60_000 });
    assert.match(await card.locator(".card-words").innerText(), /^stalled: no news for \d+ s/);
    await workbench.treeRow("Subagents", /Explore the store.*stalled: no news for/).waitFor();
    await card.and(transcript.frame.locator('[data-mark="running"]')).waitFor({ timeout: 60_000 });
    await transcript.frame.locator("acp-composer .stop-turn").click();
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
  });
});
