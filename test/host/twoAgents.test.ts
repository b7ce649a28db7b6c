import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusBar } from "../../src/views/summary.ts";
import { until } from "../workbench/until.ts";
import { activated, type DemoSession, projectFile, run, send, startDemo } from "./extension.ts";

const otherId = "settings:Other Demo";

describe("two agents at once in one window", () => {
  it("work side by side: each has its row, its transcript and its requests, and one is stopped without the other", async () => {
    const { parts } = await activated();
    const { connections, settings, agents, surfaces, tree } = parts;
    const first = await startDemo();
    const own = settings.ownAgents;
    const state = mkdtempSync(join(tmpdir(), "acp-demo-"));
    const args = [projectFile("dist", "demoAgent.cjs"), "--state", state];
    const words = () => {
      const current = connections.connections.find(({ key }) => surfaces.viewKey?.startsWith(`${key}/`));
      return statusBar(connections, current)?.text;
    };
    try {
      await settings.write("agents", { ...own, "Other Demo": { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: "1" } } });
      await run("startSession", otherId);
      const connection = agents.running(otherId);
      const root = connection?.model.roots[0];
      assert.ok(connection && root && connection !== first.connection, "the other agent runs beside the first");
      const other: Pick<DemoSession, "connection" | "id"> = { connection, id: root.id };
      const otherKey = `${connection.key}/${root.id}`;
      const firstKey = first.key(first.id);
      assert.equal(surfaces.viewKey, otherKey, "what is written goes to the session that was started last");

      const turns = [send(first, "/permission"), send(other as DemoSession, "/slow")];
      const children = () => [...connection.model.sessions].filter(({ standing }) => standing === "child");
      await until(
        "the first asks, the other has a subagent",
        () => first.connection.model.openRequests.length === 2 && children().length > 0,
      );
      assert.deepEqual(connection.model.openRequests, []);
      assert.deepEqual(
        [firstKey, otherKey].map((key) => tree.getChildren().includes(key)),
        [true, true],
      );
      assert.match(tree.getTreeItem(firstKey).contextValue ?? "", /canCancelTurn/);
      assert.match(tree.getTreeItem(otherKey).contextValue ?? "", /canCancelTurn/);
      assert.match(words() ?? "", /^\d+ agents · 1 running · 2 waiting$/, "no agent is named for what another waits for");
      await surfaces.showInView(firstKey, false);
      assert.equal(surfaces.viewKey, firstKey);
      assert.match(words() ?? "", /^\d+ agents · 1 running · 2 waiting$/, "no agent is named for what another waits for");

      await run("cancelTurn", otherKey);
      await turns[1];
      assert.deepEqual(
        [connection.model.get(other.id)?.lastTurn?.stopReason, first.connection.model.get(first.id)?.isTurnOpen],
        ["cancelled", true],
      );
      assert.equal(first.connection.model.openRequests.length, 2, "what the first asks still waits");
      await agents.disconnect(connection);
      assert.equal(first.connection.agent.isClosed, false);
      for (const { id } of first.connection.model.openRequests)
        first.connection.agent.answer(id, { type: "selected", optionId: "allow-once" });
      await turns[0];
      assert.equal(first.connection.model.get(first.id)?.lastTurn?.stopReason, "end_turn");
      connections.remove(connection.key);
    } finally {
      await first.connection.agent.stopEverything();
      await settings.write("agents", own);
    }
  });
});
