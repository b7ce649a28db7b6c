// A subagent of which nothing is heard: its card says so, and takes it back with the next news.
import assert from "node:assert/strict";
import { listProcesses, sendSignal } from "./processes.ts";
import { freshWorkbench, pausedAgent } from "./shared.ts";
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
    await workbench.pick(pausedAgent.name);
    await transcript.frame.locator("acp-composer textarea").waitFor();
  });
  after(() => {
    toAgent("SIGCONT");
    stalledAfter(120);
  });

  it("reads as stalled on its card and in the tree, never as failed, and as running again when it is heard of", async () => {
    await transcript.send("/slow");
    const card = transcript.card("Write the long report");
    const marked = (mark: string) => card.and(transcript.frame.locator(`[data-mark="${mark}"]`)).waitFor({ timeout: 60_000 });
    await marked("running");
    toAgent("SIGSTOP");
    await marked("stalled");
    assert.match(await card.locator(".card-words").innerText(), /^stalled: no news for \d+ s/);
    await workbench.treeRow("Subagents", /Write the long report.*stalled: no news for/).waitFor();
    toAgent("SIGCONT");
    await marked("running");
    await transcript.frame.locator("acp-composer .stop-turn").click();
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
  });
});

/** To the agent's process: as long as it is paused it says nothing, and lives. */
function toAgent(name: NodeJS.Signals): void {
  const agents = listProcesses().filter(({ command }) => command.endsWith(pausedAgent.stateFolder));
  for (const { pid } of agents) sendSignal(pid, name);
}
