import assert from "node:assert/strict";
import { Agent, type AgentOptions } from "../../../src/acp/agent.ts";
import { SignInRequired } from "../../../src/acp/calls/callErrors.ts";
import { readSignInMethods } from "../../../src/acp/signInMethods.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { messageOf } from "../../../src/base/personError.ts";
import { until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

const refusal = { error: { code: -32000, message: "Authentication required" } };

describe("signing in", function () {
  this.timeout(30_000);
  const open: Agent[] = [];
  after(() => Promise.all(open.map((agent) => agent.end())));

  async function started(overrides: object, signIn?: AgentOptions["signIn"]): Promise<{ readonly agent: Agent; readonly log: string[] }> {
    const agent = new Agent({ launch: scriptedLaunch(overrides), host: testHost, log: silentLogger, signIn });
    open.push(agent);
    await agent.start();
    const log: string[] = [];
    agent.onDidLog((entry) => log.push(`${describeEntry(entry)}${agent.model.needsSignIn ? " (sign in)" : ""}`));
    return { agent, log };
  }

  it("P10: a refused session/new shows the agent's methods, runs one, and is sent again once", async () => {
    const offered: string[] = [];
    const { agent, log } = await started({ "session/new": [refusal, null], authenticate: { result: {} } }, async (asking, { methods }) => {
      offered.push(...methods.map(({ type, name }) => `${type}: ${name}`));
      await asking.authenticate("login");
      return true;
    });
    assert.equal(await agent.newSession("/w"), "s1");
    assert.deepEqual(offered, ["agent: Log in"]);
    assert.deepEqual(log, [
      '→ session/new {"cwd":"/w","mcpServers":[]}',
      '← answer to session/new: {"code":-32000,"message":"Authentication required"} (sign in)',
      '→ authenticate {"methodId":"login"} (sign in)',
      "← answer to authenticate: {}",
      '→ session/new {"cwd":"/w","mcpServers":[]}',
      '← answer to session/new: {"sessionId":"s1"}',
    ]);
  });

  it("P10: what is refused again after that is not tried a third time", async () => {
    let asked = 0;
    const { agent, log } = await started({ "session/new": refusal }, async () => {
      asked += 1;
      return true;
    });
    await assert.rejects(agent.newSession("/w"), SignInRequired);
    assert.equal(asked, 1);
    assert.equal(log.filter((line) => line.startsWith("→ session/new")).length, 2);
    assert.equal(agent.model.needsSignIn, true);
  });

  it("a refused prompt is sent again in the same session", async () => {
    const { agent, log } = await started({ "session/prompt": [refusal, null] }, async () => true);
    const id = await agent.newSession("/w");
    await agent.sendPrompt(id, "say hello");
    assert.equal(log.filter((line) => line.startsWith("→ session/prompt")).length, 2);
    assert.equal(agent.model.get(id)?.lastTurn?.error, undefined);
  });

  it("who does not sign in gets the agent's refusal, with its methods", async () => {
    const { agent } = await started({ "session/new": refusal }, async () => false);
    await assert.rejects(agent.newSession("/w"), (error) => {
      assert.ok(error instanceof SignInRequired);
      assert.equal(
        messageOf(error),
        "Scripted wants you to sign in first. It offers: Log in (with a browser). Run “ACP: Sign In…”, then try again.",
      );
      return true;
    });
  });

  it("a sign-in that is taken back is told to the agent", async () => {
    const { agent, log } = await started({ authenticate: { hang: true } });
    const abort = new AbortController();
    const signingIn = agent.authenticate("log-in", abort.signal);
    abort.abort(new DOMException("Cancelled.", "AbortError"));
    await assert.rejects(signingIn, { name: "AbortError" });
    await until("it is told", () => log.some((line) => line.startsWith("→ $/cancel_request")));
  });

  it("knows from the agent's status that nobody is signed in, and that a sign-out ends it", async () => {
    const capabilities = { initialize: { result: { protocolVersion: 1, agentCapabilities: { auth: { status: {}, logout: {} } } } } };
    const { agent } = await started({ ...capabilities, "auth/status": { result: { state: "unauthenticated" } }, logout: { result: {} } });
    await until("it is told", () => agent.model.needsSignIn);
    await agent.newSession("/w");
    assert.equal(agent.model.needsSignIn, false);
    await agent.logout();
    assert.equal(agent.model.needsSignIn, true);
  });
});

describe("ways to sign in", () => {
  const read = (method: object) => JSON.stringify(readSignInMethods([{ id: "m", name: "M", ...method }])[0]);

  for (const [what, method, expected] of [
    ["no type: the agent does it", {}, { type: "agent" }],
    [
      "P12: the schema's terminal",
      { type: "terminal", args: ["login"], env: { A: "1" } },
      { type: "terminal", args: ["login"], env: { A: "1" } },
    ],
    ["P12: Qwen Code's terminal", { _meta: { type: "terminal", args: ["--auth"] } }, { type: "terminal", args: ["--auth"], env: {} }],
    [
      "P12: Copilot's terminal, with a program of its own",
      { _meta: { "terminal-auth": { command: "/bin/copilot", args: ["login"], label: "Log in" } } },
      { type: "terminal", command: "/bin/copilot", args: ["login"], env: {} },
    ],
    [
      "keys in variables",
      { type: "env_var", vars: [{ name: "A_KEY", label: "Key" }, { name: "B", optional: true }, { name: "PATH=x" }] },
      {
        type: "key",
        variables: [
          { name: "A_KEY", label: "Key", isOptional: false },
          { name: "B", label: "B", isOptional: true },
        ],
        isAsked: false,
      },
    ],
    [
      "Codex's and Gemini's key",
      { _meta: { "api-key": { provider: "openai" } } },
      { type: "key", variables: [{ name: "OPENAI_API_KEY", label: "OPENAI_API_KEY", isOptional: false }], isAsked: true },
    ],
    ["a type that nobody knows: the agent does it", { type: "retina" }, { type: "agent" }],
  ] as const) {
    it(what, () => assert.equal(read(method), JSON.stringify({ id: "m", name: "M", ...expected })));
  }

  it("leaves out what has no id", () => assert.deepEqual(readSignInMethods([{ name: "x" }, 3, null]), []));
});
