import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

const web = { id: "web", name: "Web search", type: "boolean", currentValue: true };
const model = {
  id: "model",
  name: "Model",
  type: "select",
  currentValue: "a",
  options: [
    { value: "a", name: "A" },
    { value: "b", name: "B" },
  ],
};
const seed = { id: "seed", name: "Seed", type: "number", currentValue: 7 };
const opened = {
  sessionId: "s1",
  modes: {
    currentModeId: "ask",
    availableModes: [
      { id: "ask", name: "Ask" },
      { id: "edit", name: "Edit" },
    ],
  },
  configOptions: [web, model, seed],
};
const session = toSessionId("s1");

describe("SettingCalls", function () {
  this.timeout(30_000);
  const agents: Agent[] = [];
  after(() => Promise.all(agents.map((agent) => agent.end())));

  /** An agent with one session open, and what is sent to it from then on. */
  async function ready(overrides: object): Promise<{ readonly agent: Agent; readonly sent: string[] }> {
    const capable = { protocolVersion: 1, agentCapabilities: { providers: {} } };
    const launch = scriptedLaunch({ initialize: { result: capable }, "session/new": { result: opened }, ...overrides });
    const agent = new Agent({ launch, host: testHost, log: silentLogger });
    agents.push(agent);
    await agent.start();
    await agent.newSession("/w");
    const sent: string[] = [];
    agent.onDidLog((entry) => {
      const line = describeEntry(entry);
      if (line.startsWith("→")) sent.push(line);
    });
    return { agent, sent };
  }

  it("sets the mode, a choice by its value alone, and a boolean by its type", async () => {
    const { agent, sent } = await ready({
      "session/set_mode": { result: {} },
      "session/set_config_option": { result: { configOptions: [web] } },
    });
    await agent.set(session, { key: "mode", value: "edit" });
    await agent.set(session, { key: "option:model", value: "b" });
    await agent.set(session, { key: "option:web", value: "false" });
    assert.deepEqual(sent, [
      '→ session/set_mode {"sessionId":"s1","modeId":"edit"}',
      '→ session/set_config_option {"sessionId":"s1","configId":"model","value":"b"}',
      '→ session/set_config_option {"sessionId":"s1","configId":"web","type":"boolean","value":false}',
    ]);
    assert.equal(agent.model.get(session)?.modeId, "edit");
  });

  it("sends nothing for an option of a kind that we do not know, or that is gone", async () => {
    const { agent, sent } = await ready({});
    await assert.rejects(agent.set(session, { key: "option:seed", value: "8" }), /no such option any more/);
    await assert.rejects(agent.set(session, { key: "option:gone", value: "x" }), /no such option any more/);
    assert.deepEqual(sent, []);
  });

  it("rejects with the agent's words what it refuses, which the model says too", async () => {
    const { agent } = await ready({ "session/set_mode": { error: { code: -32602, message: "Not now" } } });
    await assert.rejects(agent.set(session, { key: "mode", value: "edit" }), /Not now/);
    assert.deepEqual(agent.model.get(session)?.refusedSetting, { key: "mode", value: "edit", error: "Not now (-32602)" });
    assert.equal(agent.model.get(session)?.modeId, "ask");
  });

  it("lists, sets and disables model providers; a key goes to the agent and stands in no saved traffic", async () => {
    const providers = [
      { providerId: "main", supported: ["anthropic", 7], required: true, current: { apiType: "anthropic", baseUrl: "https://a.example" } },
      { providerId: "second", supported: "none", required: false, current: null },
      { supported: [] },
    ];
    const done = { result: {} };
    const { agent, sent } = await ready({ "providers/list": { result: { providers } }, "providers/set": done, "providers/disable": done });
    assert.deepEqual(await agent.listProviders(), [
      { providerId: "main", supported: ["anthropic"], isRequired: true, current: { apiType: "anthropic", baseUrl: "https://a.example" } },
      { providerId: "second", supported: [], isRequired: false, current: undefined },
    ]);
    await agent.setProvider("main", { apiType: "anthropic", baseUrl: "https://b.example", headers: { "x-api-key": "swordfish" } });
    await agent.disableProvider("second");
    assert.deepEqual(sent, [
      "→ providers/list {}",
      '→ providers/set {"providerId":"main","apiType":"anthropic","baseUrl":"https://b.example","headers":{"x-api-key":"swordfish"}}',
      '→ providers/disable {"providerId":"second"}',
    ]);
    assert.doesNotMatch(await agent.traffic.save(), /swordfish/);
  });

  it("takes every protocol of a provider by its word", async () => {
    const supported = ["anthropic", "openai", "azure", "vertex", "bedrock", "_own"];
    const { agent, sent } = await ready({
      "providers/list": { result: { providers: [{ providerId: "p", supported, required: false, current: null }] } },
      "providers/set": { result: {} },
    });
    assert.deepEqual((await agent.listProviders())[0]?.supported, supported);
    for (const apiType of supported) await agent.setProvider("p", { apiType, baseUrl: "https://a.example", headers: {} });
    assert.deepEqual(
      sent.flatMap((line) => /"apiType":"(\w+)"/.exec(line)?.[1] ?? []),
      supported,
    );
  });

  it("asks for no providers where the agent offers none", async () => {
    const { agent, sent } = await ready({ initialize: { result: { protocolVersion: 1 } } });
    await assert.rejects(agent.listProviders(), /does not let its model providers be set from here/);
    assert.deepEqual(sent, []);
  });
});
