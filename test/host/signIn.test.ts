import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../workbench/until.ts";
import { activated, projectFile, run } from "./extension.ts";

const id = "settings:Signed Out";

/** The demo agent that wants a sign-in first, with its own folder: nobody is signed in to it. */
async function addSignedOut(): Promise<void> {
  const { settings } = (await activated()).parts;
  const args = [projectFile("dist", "demoAgent.cjs"), "--speed", "0.1", "--sign-in", "--state", mkdtempSync(join(tmpdir(), "acp-demo-"))];
  const env = { ELECTRON_RUN_AS_NODE: "1", DEMO_API_KEY: "${secret:DEMO_API_KEY}" };
  await settings.write("agents", { ...settings.ownAgents, "Signed Out": { command: process.execPath, args, env } });
}

describe("signing in", () => {
  it("P10 P12: a refused start waits for a sign-in, by the agent or in a terminal, and goes on by itself", async () => {
    const { parts } = await activated();
    const { connections, settings } = parts;
    const { keys } = await parts.admission();
    const own = settings.ownAgents;
    await addSignedOut();
    await keys.keep(id, "DEMO_API_KEY", "a-demo-key");
    const connection = () => connections.agentConnections.find(({ definition, agent }) => definition.id === id && !agent.isClosed);
    try {
      const starting = run("startSession", id);
      await until("the sign-in waits among the requests", () => connection()?.model.openRequests.length === 1);
      const agent = connection()?.agent;
      const request = agent?.model.openRequests[0];
      assert.ok(agent && request);
      assert.equal(request.title, "Sign in");
      assert.equal(agent.model.needsSignIn, true);
      agent.answer(request.id, { type: "selected", optionId: "demo-here" });
      await starting;
      assert.equal(agent.model.roots.length, 1);
      assert.equal(agent.model.needsSignIn, false);

      await run("signOut", `${connection()?.key}/`);
      assert.equal(agent.model.needsSignIn, true);
      assert.deepEqual(await keys.names(id), [], "its keys are forgotten");
      const root = agent.model.roots[0]?.id;
      assert.ok(root);
      const prompting = agent.sendPrompt(root, "/given");
      await until("the prompt waits for a sign-in", () => agent.model.openRequests.length === 1);
      const again = agent.model.openRequests[0];
      assert.ok(again);
      agent.answer(again.id, { type: "selected", optionId: "demo-terminal" });
      await prompting;
      const texts = agent.model.get(root)?.rows;
      const rows = texts ? await texts.read(0, texts.count) : [];
      assert.match(JSON.stringify(rows), /`DEMO_API_KEY`: 10 characters/, "the process that runs has its key");
      assert.doesNotMatch(JSON.stringify(rows), /a-demo-key/);
    } finally {
      const shown = connection();
      if (shown) await parts.agents.disconnect(shown);
      await settings.write("agents", own);
    }
  });
});
