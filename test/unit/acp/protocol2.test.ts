import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zUpdateSessionNotification } from "../../../node_modules/@agentclientprotocol/sdk/dist/v2/unstable/schema/zod.gen.js";
import { Agent } from "../../../src/acp/agent.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { messageOf } from "../../../src/base/personError.ts";
import type { ProtocolChoice } from "../../../src/base/protocolVersion.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import type { SessionId } from "../../../src/session/ids.ts";
import { callOf } from "../../../src/session/rows.ts";
import { isWorking } from "../../../src/session/session.ts";
import { modelText } from "../replay/modelText.ts";
import { fixture, until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

/** What calls hold, diffs among it: the model's text does not show that. */
function callContents({ model }: Agent): string {
  const calls = [...model.sessions].flatMap((session) => Array.from(session.rows.values(), callOf).filter((call) => call !== undefined));
  return calls.map(({ content, locations, rawInput, rawOutput }) => JSON.stringify([content, locations, rawInput, rawOutput])).join("\n");
}

describe("the second version of the protocol", function () {
  this.timeout(60_000);
  const dirs: string[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });

  function start(command: readonly string[], protocol: ProtocolChoice): { readonly agent: Agent; readonly log: LogEntry[] } {
    const launch = { label: "Agent", command: process.execPath, args: command, env: {}, cwd: process.cwd(), protocol };
    const agent = new Agent({ launch, host: testHost, log: silentLogger });
    const log: LogEntry[] = [];
    agent.onDidLog((entry) => log.push(entry));
    ends.push(() => agent.end());
    return { agent, log };
  }

  function newDir(): string {
    const dir = mkdtempSync(join(tmpdir(), "acp-demo-"));
    dirs.push(dir);
    return dir;
  }

  const demo = (protocol: ProtocolChoice, dir = newDir()) =>
    start(["src/demo/main.ts", "--speed", "0", "--state", dir, "--protocol", String(protocol)], protocol);

  /** Answers all that is asked with the first option. */
  function answerAll(agent: Agent): void {
    agent.model.onDidChange(() => {
      for (const request of agent.model.openRequests) {
        const option = request.kind === "permission" ? request.options[0] : undefined;
        if (option) agent.answer(request.id, { type: "selected", optionId: option.optionId });
      }
    });
  }

  const atRest = (agent: Agent) => until("all work to be over", () => [...agent.model.sessions].every((session) => !isWorking(session)));

  /** What a root says after its turn has no end that the first version tells: the demo agent's last words end with a full stop. */
  const saidAll = (agent: Agent, session: SessionId) =>
    until("the last words", () => {
      const last = [...(agent.model.get(session)?.rows.values() ?? [])].at(-1);
      return last?.kind === "agent_message" && last.text.endsWith(".");
    });

  for (const scenario of ["one", "nested", "parallel", "permission", "failure", "background", "again"]) {
    it(`gives the same tree and transcripts as the first: ${scenario}`, async () => {
      const texts: string[] = [];
      for (const protocol of [1, 2] as const) {
        const { agent } = demo(protocol);
        answerAll(agent);
        await agent.start();
        const session = await agent.newSession("/w");
        assert.deepEqual(await agent.sendPrompt(session, `/${scenario}`), { type: "ended", stopReason: "end_turn" });
        await atRest(agent);
        await saidAll(agent, session);
        texts.push(`${modelText(agent.model)}\n${callContents(agent)}`);
      }
      assert.ok((texts[0]?.length ?? 0) > 200, texts[0]);
      assert.equal(texts[1], texts[0]);
    });
  }

  it("tells a history by a resume with a replay, the same as a load", async () => {
    const texts: string[] = [];
    for (const protocol of [1, 2] as const) {
      const dir = newDir();
      const first = demo(protocol, dir).agent;
      await first.start();
      const session = await first.newSession("/w");
      await first.sendPrompt(session, "/one");
      await atRest(first);
      await first.end();
      const { agent, log } = demo(protocol, dir);
      await agent.start();
      await agent.sessions.load(session, "/w");
      await until("what comes after the answer", () => (agent.model.get(session)?.commands.length ?? 0) > 0);
      texts.push(modelText(agent.model));
      const sent = log.map(describeEntry).filter((line) => line.startsWith("→ session/"));
      assert.match(sent.join("\n"), protocol === 1 ? /^→ session\/load / : /^→ session\/resume .*"replayFrom":{"type":"start"}/);
    }
    assert.equal(texts[1], texts[0]);
  });

  it("is what the demo agent speaks: the SDK's schema takes each of its updates", async () => {
    const { agent, log } = demo(2);
    answerAll(agent);
    await agent.start();
    const session = await agent.newSession("/w");
    for (const scenario of ["nested", "permission", "one"]) await agent.sendPrompt(session, `/${scenario}`);
    await atRest(agent);
    const updates = log.flatMap((entry) =>
      entry.type === "frame" && entry.message.type === "notification" && entry.dir === "agent" ? [entry.message.params] : [],
    );
    assert.ok(updates.length > 50);
    const refused = updates.filter((params) => !zUpdateSessionNotification.safeParse(params).success);
    assert.deepEqual(refused, []);
    const kinds = new Set(updates.map(({ update }) => (update as { sessionUpdate: string }).sessionUpdate));
    for (const kind of ["tool_call", "plan"]) assert.ok(!kinds.has(kind), kind);
    for (const kind of ["state_update", "tool_call_update", "user_message", "subagent_update"]) assert.ok(kinds.has(kind), kind);
  });

  it("cancels a turn, which ends with its own state", async () => {
    const { agent } = start(["src/demo/main.ts", "--state", newDir(), "--protocol", "2"], 2);
    await agent.start();
    const session = await agent.newSession("/w");
    const turn = agent.sendPrompt(session, "/slow");
    await until("some work", () => (agent.model.get(session)?.rows.count ?? 0) > 1);
    await agent.cancel(session);
    assert.deepEqual(await turn, { type: "ended", stopReason: "cancelled" });
    assert.equal(agent.model.get(session)?.isTurnOpen, false);
  });

  it("signs in and out by the names of the second version", async () => {
    const answer = { protocolVersion: 2, info: { name: "a", version: "1" }, capabilities: {}, authMethods: [{ methodId: "m", name: "M" }] };
    const done = { result: {} };
    const launch = { ...scriptedLaunch({ initialize: { result: answer }, "auth/login": done, "auth/logout": done }), protocol: 2 as const };
    const agent = new Agent({ launch, host: testHost, log: silentLogger });
    ends.push(() => agent.end());
    await agent.start();
    const seen: string[] = [];
    agent.onDidLog((entry) => seen.push(describeEntry(entry)));
    await agent.authenticate("m");
    assert.equal(agent.model.needsSignIn, false);
    await agent.logout();
    assert.equal(agent.model.needsSignIn, true);
    assert.deepEqual(
      seen.filter((line) => line.startsWith("→")),
      ['→ auth/login {"methodId":"m"}', "→ auth/logout {}"],
    );
  });

  describe("is agreed on", () => {
    const sdk = (kind: string) => [fixture("sdkAgents.ts"), kind];
    const strict = scriptedLaunch({ initialize: { error: { code: -32602, message: "Invalid params" } } });
    assert.ok("args" in strict);
    const cases: readonly (readonly [what: string, command: readonly string[], asked: ProtocolChoice, spoken: string])[] = [
      ["a v1 agent of the SDK", sdk("v1"), 1, "1 of 1"],
      ["a v1 agent of the SDK", sdk("v1"), "auto", "1 of 2, 1"],
      [
        "a v1 agent of the SDK",
        sdk("v1"),
        2,
        'speaks version 1 of the protocol, and was asked for version 2. Set "protocol" to 1 in its entry of the settings.',
      ],
      ["a router of the SDK for both", sdk("both"), 1, "1 of 1"],
      ["a router of the SDK for both", sdk("both"), 2, "2 of 2"],
      ["a router of the SDK for both", sdk("both"), "auto", "2 of 2"],
      ["a router of the SDK for v1", sdk("router1"), "auto", "1 of 2, 1"],
      ["a router of the SDK for v2", sdk("router2"), "auto", "2 of 2"],
      [
        "a router of the SDK for v2",
        sdk("router2"),
        1,
        'does not speak the version of the protocol that it was asked for. Set "protocol" to 2 in its entry of the settings.',
      ],
      ["the demo agent that knows both", ["src/demo/main.ts", "--protocol", "auto", "--state", "/nowhere"], "auto", "2 of 2"],
    ];
    for (const [what, command, asked, spoken] of cases) {
      it(`with ${what}, asked for ${asked}: ${spoken.slice(0, 40)}`, async () => {
        const args = command.map((arg) => (arg === "/nowhere" ? newDir() : arg));
        const { agent, log } = start(args, asked);
        const failure = await agent.start().then(
          () => undefined,
          (error: unknown) => messageOf(error),
        );
        const versions = log.flatMap((entry) =>
          entry.type === "frame" && entry.message.type === "request" && entry.message.method === "initialize"
            ? [entry.message.params.protocolVersion]
            : [],
        );
        const answers = log.flatMap((entry) =>
          entry.type === "frame" && entry.message.type === "response" && entry.message.method === "initialize"
            ? [entry.message.result]
            : [],
        );
        const last = answers.at(-1) as { readonly protocolVersion?: number } | undefined;
        assert.equal(failure === undefined ? `${last?.protocolVersion} of ${versions.join(", ")}` : failure.replace(/^Agent /, ""), spoken);
        if (failure === undefined) assert.equal(agent.isClosed, false);
      });
    }
  });
});
