// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../src/agents/agentDefinition.ts";
import { exactDefinition } from "../../../src/agents/exactDefinition.ts";
import { prepareAgent } from "../../../src/vscode/agents/preparation.ts";

const bot: AgentDefinition = {
  id: "settings:Bot",
  label: "Bot",
  command: "sh",
  args: ["-c", "bot --acp"],
  env: { KEY: "${secret:K}" },
  cwd: "/x",
  isDemo: false,
};
const signal = new AbortController().signal;

describe("an agent that is about to start", () => {
  const told: string[] = [];
  const options = (isOwn: boolean, allows: boolean) => ({
    approvals: {
      allow: async ({ question, content }: { question: string; content: string }) => {
        told.push(`${question}\n${content}`);
        return allows;
      },
    },
    keys: { complete: async (definition: AgentDefinition) => ({ ...definition, env: { KEY: "k" } }) },
    installed: { prepare: async (definition: AgentDefinition) => ({ definition, release: async () => undefined }) },
    isOwn: () => isOwn,
  });
  beforeEach(() => told.splice(0));

  it("of the person's own settings is not asked for, and gets its keys", async () => {
    const { definition } = await prepareAgent(options(true, false), bot, signal);
    assert.deepEqual(definition, { ...bot, env: { KEY: "k" } });
    assert.deepEqual(told, []);
  });

  it("of the workspace's settings is asked for, with the exact command", async () => {
    await prepareAgent(options(false, true), bot, signal);
    assert.deepEqual(told, ["The settings of this workspace define the agent “Bot”. Start it?\nKEY=${secret:K} sh -c 'bot --acp'\n(/x)"]);
  });

  it("that is not allowed is not started", async () => {
    await assert.rejects(
      prepareAgent(options(false, false), bot, signal),
      /Bot was not started: this workspace defines it, and you did not allow it\./,
    );
  });

  it("on a server is shown by its address and headers", () => {
    const remote: AgentDefinition = {
      id: "r",
      label: "R",
      url: "wss://x/acp",
      headers: { Authorization: "Bearer ${secret:T}" },
      isDemo: false,
    };
    assert.equal(exactDefinition(remote), "wss://x/acp\nAuthorization: Bearer ${secret:T}");
  });
});
