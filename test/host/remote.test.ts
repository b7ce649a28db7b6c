import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../src/base/personError.ts";
import { until } from "../workbench/until.ts";
import { activated, projectFile, run } from "./extension.ts";

const id = "settings:Far";

describe("an agent behind a url", () => {
  it("gets its key from the secret storage, and shows subagents at every depth over streamable HTTP", async () => {
    const { parts } = await activated();
    const { connections, settings, agents, tree } = parts;
    const { keys } = await parts.admission();
    const own = settings.ownAgents;
    const state = mkdtempSync(join(tmpdir(), "acp-demo-"));
    const args = [projectFile("dist", "demoAgent.cjs"), "--listen", "http", "--token", "a-far-key", "--speed", "0.1", "--state", state];
    const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } });
    const ended = once(server, "exit");
    try {
      const [line] = await once(server.stdout, "data");
      const headers = { Authorization: "Bearer ${secret:FAR_KEY}" };
      await settings.write("agents", { ...own, Far: { url: String(line).trim(), headers } });
      await keys.keep(id, "FAR_KEY", "a-wrong-key");
      await run("startSession", id);
      const failure = agents.failures.find(({ definition }) => definition.id === id);
      assert.match(messageOf(failure?.error), /^The server of Far refuses us at http:.*\(HTTP 401\)/);
      await keys.keep(id, "FAR_KEY", "a-far-key");
      await run("startSession", id);
      const connection = connections.agentConnections.find(({ definition }) => definition.id === id);
      const root = connection?.model.roots[0];
      assert.ok(connection && root);
      await connection.agent.sendPrompt(root.id, "/nested");
      const below = (row: string): readonly string[] => tree.getChildren(row).flatMap((each) => [each, ...below(each)]);
      const labels = () => below(`${connection.key}/${root.id}`).map((row) => tree.getTreeItem(row).label);
      await until("the grandchild is there", () => labels().includes("Count the callers"));
      const traffic = await connection.agent.traffic.save();
      assert.doesNotMatch(traffic, /a-far-key/);
      await agents.disconnect(connection);
      connections.remove(connection.key);
    } finally {
      await keys.forget(id);
      await settings.write("agents", own);
      server.stdin.end();
      await ended;
    }
  });
});
