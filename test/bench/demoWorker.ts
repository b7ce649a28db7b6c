// How long a person waits for the demo agent: from the start of its process to the first frame of its answer. Prints one number, in ms.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "../../src/acp/agent.ts";
import { demoAgent } from "../../src/agents/demoAgent.ts";
import { silentLogger } from "../../src/base/logger.ts";

const dist = join(import.meta.dirname, "..", "..", "dist");
const state = mkdtempSync(join(tmpdir(), "bench-"));
const { label, command, args, env } = demoAgent(join(dist, "demoAgent.cjs"), process.execPath, state);
const agent = new Agent({
  launch: { label, command, args, env, cwd: state },
  host: {
    runtimePath: process.execPath,
    supervisorPath: join(dist, "supervisor.cjs"),
    clientVersion: "0.0.0",
    loadSdk: () => import("../../src/acp/sdk.ts"),
    environment: async () => process.env,
    capabilities: async () => [],
  },
  log: silentLogger,
});
const startedAt = performance.now();
await agent.start();
const sessionId = await agent.newSession(state);
const answered = new Promise<number>((resolve) => {
  agent.onDidLog((entry) => {
    const isUpdate = entry.type === "frame" && entry.message.method === "session/update" && "update" in entry.message.params;
    if (isUpdate) resolve(performance.now() - startedAt);
  });
});
// Its turn ends with the agent, and so fails.
const turn = Promise.allSettled([agent.sendPrompt(sessionId, "go")]);
process.stdout.write(String(await answered));
await agent.end();
await turn;
rmSync(state, { recursive: true, force: true });
