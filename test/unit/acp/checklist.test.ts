// The duties of a client of subagent sessions that only show on the wire. The numbers are those of ../dialects/CHECKLIST.md.
import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { type SessionId, toSessionId } from "../../../src/session/ids.ts";
import { until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

describe("checklist: on the wire", function () {
  this.timeout(30_000);
  const ends: Promise<void>[] = [];
  let agent: Agent;
  let session: SessionId;
  let log: string[];

  async function start(overrides: object = {}): Promise<void> {
    agent = new Agent({ launch: scriptedLaunch(overrides), host: testHost, log: silentLogger });
    log = [];
    await agent.start();
    session = await agent.newSession("/w");
    agent.onDidLog((entry) => log.push(describeEntry(entry)));
  }
  afterEach(() => {
    ends.push(agent.end());
  });
  after(() => Promise.all(ends));

  const sent = () => log.filter((line) => line.startsWith("→"));
  const cancelled = '→ answer to session/request_permission: {"outcome":{"outcome":"cancelled"}}';

  it("12, 51: what a child asks is answered, once, and as the child's", async () => {
    await start();
    const turn = agent.sendPrompt(session, "child c1\nask c1");
    await until("the child's request", () => agent.model.openRequests.length === 1);
    const [request] = agent.model.openRequests;
    assert.ok(request);
    assert.deepEqual([request.sessionId, request.wireSessionId], ["c1", "c1"]);
    assert.deepEqual(
      [agent.answer(request.id, { type: "selected", optionId: "no" }), agent.answer(request.id, { type: "selected", optionId: "yes" })],
      [true, false],
    );
    await turn;
    assert.deepEqual(sent().slice(1), ['→ answer to session/request_permission: {"outcome":{"outcome":"selected","optionId":"no"}}']);
  });

  it("13: a session that is known as a child is not offered among the sessions that the agent keeps", async () => {
    await start({ "session/list": { result: { sessions: [{ sessionId: "c1" }, { sessionId: "s1" }, { sessionId: "old" }] } } });
    await agent.sendPrompt(session, "child c1");
    assert.deepEqual(
      (await agent.sessions.list()).sessions.map(({ sessionId }) => sessionId),
      ["s1", "old"],
    );
  });

  it("38: a message between sessions makes the client send nothing", async () => {
    await start();
    await agent.sendPrompt(session, "child c1\nmessage c1\nsay done");
    assert.equal(agent.model.get(session)?.rows.count, 4);
    assert.deepEqual(sent(), ['→ session/prompt {"sessionId":"s1","prompt":[{"type":"text","text":"child c1\\nmessage c1\\nsay done"}]}']);
  });

  it("47, 50: a request that was left open when its parent was stopped is answered when its child comes to rest", async () => {
    await start();
    const turn = agent.sendPrompt(session, "child c1\nhang");
    const other = await agent.newSession("/w");
    const asking = agent.sendPrompt(other, "ask c1");
    await until("the child's request", () => agent.model.openRequests.length === 1);
    await agent.cancel(session);
    await turn;
    assert.equal(agent.model.openRequests[0]?.isParentStopped, true);
    await agent.sendPrompt(session, "idle c1");
    await asking;
    assert.deepEqual(agent.model.openRequests, []);
    assert.equal(sent().filter((line) => line === cancelled).length, 1);
  });

  it("47: closing a session answers what its children ask", async () => {
    await start();
    const turn = agent.sendPrompt(session, "child c1\nask c1");
    await until("the child's request", () => agent.model.openRequests.length === 1);
    await agent.sessions.close(session);
    await turn;
    assert.deepEqual(agent.model.openRequests, []);
    assert.equal(agent.model.get(toSessionId("c1"))?.isClosed, true);
    assert.equal(sent().filter((line) => line === cancelled).length, 1);
  });
});
