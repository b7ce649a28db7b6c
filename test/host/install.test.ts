import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/base/personError.ts";
import { activated, projectFile, run } from "./extension.ts";

describe("Install or Update Agent", () => {
  it("says in one sentence that there is no network, and leaves the agents as they were", async () => {
    const { teller, settings } = (await activated()).parts;
    const before = settings.agents.map(({ id }) => id);
    const told: string[] = [];
    const { fail } = teller;
    teller.fail = (_what, error) => told.push(messageOf(error));
    try {
      await run("installAgent", "codex");
    } finally {
      teller.fail = fail;
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /^Codex was not installed: npm cannot reach its registry\. .* npm said: code ECONNREFUSED/s);
    assert.deepEqual(
      settings.agents.map(({ id }) => id),
      before,
    );
  });

  it("starts an agent that was installed, and offers the version that is ready to take its place", async () => {
    const { teller, settings, installer, connections } = (await activated()).parts;
    const { root } = installer.folder;
    const place = join(root, "claude-agent", "0.93.0", "node_modules", "@agentclientprotocol", "claude-agent-acp");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ version: "0.93.0", bin: "agent.cjs" }));
    writeFileSync(join(place, "agent.cjs"), `require(${JSON.stringify(projectFile("dist", "demoAgent.cjs"))});`);
    const told: string[] = [];
    const { say } = teller;
    teller.say = (sentence) => told.push(sentence);
    try {
      assert.ok(settings.agents.some(({ id, label }) => id === "installed:claude-agent" && label === "Claude Agent"));
      await run("startSession", "installed:claude-agent");
      const connection = connections.agentConnections.find(({ definition }) => definition.presetId === "claude-agent");
      assert.equal(connection?.model.roots.length, 1);
      assert.deepEqual(told, ["Claude Agent 0.93.0 is installed; 0.101.0 is ready to take its place."]);
      await run("disconnectAgent", `${connection.key}/`);
      await run("removeFromTree", `${connection.key}/${connection.model.roots[0]?.id}`);
    } finally {
      teller.say = say;
      rmSync(root, { recursive: true, force: true });
    }
  });
});
