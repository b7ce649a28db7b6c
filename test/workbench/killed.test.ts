import assert from "node:assert/strict";
import { descendantsOf, listProcesses, type ProcessInfo, sendSignal } from "./processes.ts";
import { freshWorkbench, stubbornAgent } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";

describe("an extension host that is killed", () => {
  it("W09: leaves no process of an agent that ignores its input's end, nor a grandchild that ignores SIGTERM", async () => {
    const workbench = await freshWorkbench("killed");
    await workbench.showContainer("ACP Subagents");
    await workbench.runCommand("ACP: New Session");
    const transcript = new Transcript(workbench.webview());
    await transcript.frame.locator("acp-composer .agent-label").getByText(stubbornAgent.name).waitFor();

    const host = workbench.extensionHostPids().find((pid) => descendantsOf(pid).some(isGrandchild));
    assert.ok(host, "the grandchild runs below an extension host");
    const family = descendantsOf(host);
    sendSignal(host, "SIGKILL");

    const pids = new Set(family.map(({ pid }) => pid));
    await until("all of them are gone", () => listProcesses().every(({ pid }) => !pids.has(pid)), 10_000);
  });
});

function isGrandchild({ command }: ProcessInfo): boolean {
  return command.includes("SIGTERM") && command.endsWith(stubbornAgent.stateFolder);
}
