import assert from "node:assert/strict";
import { type StartedAgent, versionNotice } from "../../../src/agents/versionNotice.ts";

const claude = "@agentclientprotocol/claude-agent-acp";
const own = { id: "settings:Mine", label: "Mine", command: "x", args: [], env: {}, isDemo: false };
const installed = { ...own, id: "installed:claude-agent", label: "Claude Agent", presetId: "claude-agent" };

function told(started: StartedAgent): string {
  const notice = versionNotice(started);
  return notice ? `${notice.key} | ${notice.sentence} | ${notice.presetId ?? "-"}` : "nothing";
}

describe("what is said of an agent's version", () => {
  it("which package to update, for the person's own", () => {
    assert.equal(
      told({ definition: own, info: { name: claude, version: "0.79.0" } }),
      "older settings:Mine 0.79.0 | Mine 0.79.0 tells less of its subagents than 0.90.0 and newer: some may be missing here. Update the package @agentclientprotocol/claude-agent-acp to 0.101.0 or newer where you have it from. | -",
    );
  });

  it("that it can be updated, for one that was installed", () => {
    assert.equal(
      told({ definition: installed, info: { name: claude, version: "0.79.0" }, installed: "0.79.0" }),
      "older installed:claude-agent 0.79.0 | Claude Agent 0.79.0 tells less of its subagents than 0.90.0 and newer: some may be missing here. | claude-agent",
    );
  });

  it("that another version is installed now, although the older one tells as much", () => {
    assert.equal(
      told({ definition: installed, info: { name: claude, version: "0.93.0" }, installed: "0.93.0" }),
      "pinned installed:claude-agent 0.101.0 | Claude Agent 0.93.0 is installed; 0.101.0 is ready to take its place. | claude-agent",
    );
  });

  it("nothing, when it is new enough or says nothing of itself", () => {
    assert.deepEqual(
      [
        told({ definition: own, info: { name: claude, version: "0.93.0" } }),
        told({ definition: own, info: {} }),
        told({ definition: installed, info: { name: claude, version: "0.101.0" }, installed: "0.101.0" }),
        told({ definition: installed, info: {}, installed: "0.200.0" }),
      ],
      ["nothing", "nothing", "nothing", "nothing"],
    );
  });
});
