import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { scriptedLaunch, testHost } from "./scripted.ts";

describe("an agent that ends by itself", function () {
  this.timeout(30_000);

  it("gives back the prompts that waited for the running one", async () => {
    const agent = new Agent({ launch: scriptedLaunch(), host: testHost, log: silentLogger });
    await agent.start();
    const session = await agent.newSession("/w");
    const running = assert.rejects(agent.sendPrompt(session, "exit 4"));
    const waiting = await Promise.all(["say one", "say two"].map((text) => agent.sendPrompt(session, text)));
    await running;
    assert.deepEqual(
      waiting.map((end) => (end.type === "withdrawn" ? `withdrawn: ${end.prompt.text}` : end.type)),
      ["withdrawn: say one", "withdrawn: say two"],
    );
    await agent.end();
  });
});
