import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import { usualLimits } from "../../../src/base/limits.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { PersonError } from "../../../src/base/personError.ts";
import { type SessionId, toSessionId } from "../../../src/session/ids.ts";
import { until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

const child = toSessionId("c1");

describe("Agent", function () {
  this.timeout(30_000);
  const ends: Promise<void>[] = [];
  let agent: Agent;
  let session: SessionId;
  let log: string[];

  async function begin(overrides: object = {}): Promise<void> {
    agent = new Agent({ launch: scriptedLaunch(overrides), host: testHost, log: silentLogger });
    await agent.start();
    session = await agent.newSession("/w");
    agent.onDidLog((entry) => log.push(describeEntry(entry)));
  }

  /** Goes on with another agent, which answers otherwise. */
  async function restart(overrides: object): Promise<void> {
    ends.push(agent.end());
    await begin(overrides);
  }

  beforeEach(async () => {
    log = [];
    await begin();
  });
  afterEach(() => {
    ends.push(agent.end());
  });
  after(() => Promise.all(ends));

  const sent = () => log.filter((line) => line.startsWith("→"));
  const openRequests = () => agent.model.openRequests.map((request) => `${request.sessionId}: ${request.title}`);

  /** The sentence that a person would read. */
  async function sentence(promise: Promise<unknown>): Promise<string> {
    const error = await promise.then(
      () => assert.fail("it was expected to be rejected"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof PersonError, String(error));
    return error.message;
  }

  it("has the session in its model when it was opened, and the turn's rows when it has ended", async () => {
    assert.deepEqual([agent.model.get(session)?.standing, agent.model.agent.name, agent.offers.load], ["root", "scripted", true]);
    assert.deepEqual(await agent.sendPrompt(session, "say hello"), { type: "ended", stopReason: "end_turn" });
    assert.equal(agent.model.get(session)?.isTurnOpen, false);
    assert.equal(agent.model.get(session)?.lastTurn?.stopReason, "end_turn");
  });

  it("what of its frames is not drawn as it came is in the log, with its name", async () => {
    const warnings: string[] = [];
    const noisy = new Agent({
      launch: scriptedLaunch(),
      host: testHost,
      log: { ...silentLogger, warn: (message) => warnings.push(message) },
    });
    await noisy.start();
    await noisy.sendPrompt(await noisy.newSession("/w"), "noise This is no frame");
    await noisy.end();
    assert.deepEqual(warnings, ["Scripted: not JSON: This is no frame"]);
  });

  it("P08: a line over the limit is told in the transcript that it names, and the turn goes on", async () => {
    const limits = () => ({ ...usualLimits, lineBytes: 2000 });
    const bounded = new Agent({ launch: scriptedLaunch(), host: { ...testHost, limits }, log: silentLogger });
    await bounded.start();
    const id = await bounded.newSession("/w");
    const end = await bounded.sendPrompt(id, `say before\nsay ${"x".repeat(3000)}\nsay after`);
    const rows = [...(bounded.model.get(id)?.rows.values() ?? [])].map((row) => ("text" in row ? row.text.slice(0, 46) : row.kind));
    await bounded.end();
    assert.deepEqual(end, { type: "ended", stopReason: "end_turn" });
    assert.deepEqual(rows.slice(1), ["before", "Something longer than 2000 bytes was skipped (", "after"]);
  });

  it("shows the queue of a session, and sends it in order", async () => {
    const changes: string[] = [];
    agent.onDidChangeQueue((id) =>
      changes.push(
        agent
          .queuedPrompts(id)
          .map((prompt) => prompt.text)
          .join(", "),
      ),
    );
    const turns = [
      agent.sendPrompt(session, "say 1"),
      agent.sendPrompt(session, [{ type: "text", text: "say 2" }]),
      agent.sendPrompt(session, "say 3"),
    ];
    await until("the queue", () => changes.length === 2);
    assert.equal(agent.withdrawPrompt(agent.queuedPrompts(session)[1]?.id ?? ""), true);
    const ended = await Promise.all(turns);
    assert.deepEqual(
      ended.map((end) => (end.type === "withdrawn" ? `withdrawn ${end.prompt.text}` : end.stopReason)),
      ["end_turn", "end_turn", "withdrawn say 3"],
    );
    assert.deepEqual(changes, ["say 2", "say 2, say 3", "say 2", ""]);
    assert.equal(sent().filter((line) => line.startsWith("→ session/prompt")).length, 2);
  });

  it("cancels a root: its turn, its own requests and its queue, while what its child asks stays open", async () => {
    const turn = agent.sendPrompt(session, "child c1\nask s1");
    await until("the request of the root", () => openRequests().length === 1);
    const other = await agent.newSession("/w");
    const otherTurn = agent.sendPrompt(other, "ask c1");
    await until("the request of the child", () => openRequests().length === 2);
    const queued = agent.sendPrompt(session, "say later");
    await agent.cancel(session);
    await until("the root's request to be settled", () => openRequests().length === 1);
    assert.deepEqual(openRequests(), ["c1: rm -rf build"]);
    assert.deepEqual(sent().slice(-2), [
      '→ session/cancel {"sessionId":"s1"}',
      '→ answer to session/request_permission: {"outcome":{"outcome":"cancelled"}}',
    ]);
    await turn;
    assert.deepEqual(
      agent.queuedPrompts(session).map(({ text, isHeld }) => [text, isHeld]),
      [["say later", true]],
    );
    agent.withdrawPrompt(agent.queuedPrompts(session)[0]?.id ?? "");
    assert.equal((await queued).type, "withdrawn");
    const [left] = agent.model.openRequests;
    assert.ok(left);
    assert.deepEqual(
      [agent.answer(left.id, { type: "selected", optionId: "yes" }), agent.answer(left.id, { type: "selected", optionId: "no" })],
      [true, false],
    );
    await otherTurn;
    assert.deepEqual(openRequests(), []);
  });

  it("cancels with a root what children on its own stream ask and do", async () => {
    const turn = agent.sendPrompt(session, "tagged a1\nask s1");
    await until("the child's request", () => openRequests().length === 1);
    assert.deepEqual(openRequests(), ["s1#a1: rm -rf build"]);
    await agent.cancel(session);
    await turn;
    assert.deepEqual(openRequests(), []);
    assert.equal(agent.model.get(toSessionId("s1#a1"))?.isStopping, false);
  });

  it("cancels a child only while it grants that, and calls nothing else on it", async () => {
    await agent.sendPrompt(session, "child c1");
    assert.equal(agent.model.get(child)?.canCancel, true);
    await agent.cancel(child);
    await agent.sendPrompt(session, "idle c1");
    const refused = "A subagent takes its work from its parent only. Write to the session that started it.";
    assert.deepEqual(
      await Promise.all([
        sentence(agent.cancel(child)),
        sentence(agent.sendPrompt(child, "hi")),
        sentence(agent.sessions.load(child, "/w")),
        sentence(agent.sessions.resume(child, "/w")),
        sentence(agent.sessions.close(child)),
      ]),
      [
        "This subagent cannot be stopped by itself: its agent does not offer it now. Cancel its parent's turn instead.",
        refused,
        refused,
        refused,
        refused,
      ],
    );
    assert.deepEqual(
      sent().filter((line) => line.includes('"sessionId":"c1"')),
      ['→ session/cancel {"sessionId":"c1"}'],
    );
  });

  it("[S10] [S11] shows at once what a child or a session that nobody announced asks, and answers it on the id it came with", async () => {
    const session = await agent.newSession("/w");
    const turn = agent.sendPrompt(session, "child c1\nask c1\nask nobody-said");
    for (const asking of ["c1", "nobody-said"]) {
      await until(`the request of ${asking}`, () => agent.model.openRequests.some(({ sessionId }) => sessionId === asking));
      const [open] = agent.model.openRequests;
      assert.ok(open);
      assert.deepEqual(
        [openRequests(), agent.model.get(open.sessionId)?.standing],
        [[`${asking}: rm -rf build`], asking === "c1" ? "child" : "detached"],
      );
      assert.equal(agent.answer(open.id, { type: "selected", optionId: "yes" }), true);
    }
    await turn;
    assert.equal(
      log.filter((line) => line === '→ answer to session/request_permission: {"outcome":{"outcome":"selected","optionId":"yes"}}').length,
      2,
    );
  });

  it("[S39] stops everything: roots, children that grant it, requests and queues", async () => {
    const turns = [agent.sendPrompt(session, "child c1\nhang"), agent.sendPrompt(session, "say later")];
    await until("the child", () => agent.model.get(child) !== undefined);
    const other = await agent.newSession("/w");
    turns.push(agent.sendPrompt(other, "ask c1"));
    await until("the request", () => openRequests().length === 1);
    await agent.stopEverything();
    const [first, , last] = turns;
    assert.deepEqual(
      (await Promise.all([first, last])).map((end) => end?.type === "ended" && end.stopReason),
      ["cancelled", "end_turn"],
    );
    assert.deepEqual(
      agent.queuedPrompts(session).map(({ text, isHeld }) => [text, isHeld]),
      [["say later", true]],
    );
    assert.deepEqual(openRequests(), []);
    assert.deepEqual(
      sent().filter((line) => line.includes("session/cancel")),
      ["s1", "c1", "s2"].map((id) => `→ session/cancel {"sessionId":"${id}"}`),
    );
  });

  it("S42: lists no children, neither those that are known nor those whose parent the listing names", async () => {
    await restart({
      "session/list": {
        result: {
          sessions: [
            { sessionId: "s1" },
            { sessionId: "c1" },
            { sessionId: "x1", _meta: { parentSessionId: "old" } },
            { sessionId: "old" },
          ],
        },
      },
    });
    await agent.sendPrompt(session, "child c1");
    assert.deepEqual(
      (await agent.sessions.list()).sessions.map(({ sessionId }) => sessionId),
      ["s1", "old"],
    );
  });

  it("S35: leaves an open session and its turn as they are when it is opened once more", async () => {
    const turn = agent.sendPrompt(session, "child c1\nhang");
    await until("the child", () => agent.model.get(child) !== undefined);
    const before = sent().length;
    await agent.sessions.reopen(session, "/w");
    assert.deepEqual([sent().length, agent.model.get(session)?.isTurnOpen, agent.model.get(session)?.children], [before, true, ["c1"]]);
    await agent.cancel(session);
    await turn;
  });

  it("U15: opens an earlier session under its own id, by load where that is offered, else by resume", async () => {
    const old = toSessionId("old");
    await agent.sessions.reopen(old, "/w", { title: "Old work" });
    await restart({
      initialize: { result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {}, close: {} } } } },
    });
    await agent.sessions.reopen(old, "/w", { title: "Old work" });
    assert.equal(agent.model.get(old)?.ownTitle, "Old work");
    await agent.sessions.close(old);
    assert.equal(agent.model.get(old)?.isLetGo, true);
    await agent.sessions.reopen(old, "/w");
    assert.deepEqual(
      sent().filter((line) => line.includes("old")),
      [
        '→ session/load {"sessionId":"old","cwd":"/w","mcpServers":[]}',
        '→ session/resume {"sessionId":"old","cwd":"/w","mcpServers":[]}',
        '→ session/close {"sessionId":"old"}',
        '→ session/resume {"sessionId":"old","cwd":"/w","mcpServers":[]}',
      ],
    );
    assert.deepEqual([agent.model.get(old)?.isClosed, agent.sessions.forget(old)], [false, false]);
  });

  it("S35: loads an earlier session once when it is opened twice at the same time", async () => {
    const old = toSessionId("old");
    await Promise.all([agent.sessions.reopen(old, "/w"), agent.sessions.reopen(old, "/w")]);
    assert.equal(sent().filter((line) => line.includes("session/load")).length, 1);
    assert.equal(agent.model.get(old)?.isClosed, false);
  });

  it("P16: tells a load's failure in the agent's own words, with its code; nothing of the session is there", async () => {
    const error = { code: -32002, message: "Resource not found", data: { details: "no file for old" } };
    await restart({ "session/load": { error } });
    assert.equal(
      await sentence(agent.sessions.reopen(toSessionId("old"), "/w")),
      "Scripted does not have this session any more: Resource not found: no file for old (-32002). " +
        "What was kept of it can be read: “ACP: Open from History…”.",
    );
    await restart({ "session/load": { error: { ...error, code: -32603 } } });
    assert.equal(
      await sentence(agent.sessions.reopen(toSessionId("old"), "/w")),
      "Scripted answered session/load with an error: Resource not found: no file for old (-32603)",
    );
    assert.equal(agent.model.get(toSessionId("old")), undefined);
  });

  it("ends what a session does before it is deleted, by closing it where that is offered, else by a cancel", async () => {
    const offering = (sessionCapabilities: object) => ({
      initialize: { result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } },
    });
    for (const capabilities of [{ delete: {}, close: {} }, { delete: {} }]) {
      await restart(offering(capabilities));
      const turn = agent.sendPrompt(session, "hang").catch(() => undefined);
      await until("the turn is open", () => agent.model.get(session)?.isTurnOpen === true);
      await agent.sessions.delete(session);
      assert.equal(agent.model.get(session), undefined);
      if (!("close" in capabilities)) await turn;
    }
    assert.deepEqual(
      sent().filter((line) => !line.includes("prompt")),
      [
        '→ session/close {"sessionId":"s1"}',
        '→ session/delete {"sessionId":"s1"}',
        '→ session/cancel {"sessionId":"s1"}',
        '→ session/delete {"sessionId":"s1"}',
      ],
    );
  });

  it("takes back what waits for a session once that is closed or archived, and holds it where the agent refuses", async () => {
    const error = { code: -32603, message: "Not now" };
    const capabilities = { sessionCapabilities: { close: {}, archive: {} } };
    const ended = async (lets: () => Promise<void>, overrides: object) => {
      await restart({ initialize: { result: { protocolVersion: 1, agentCapabilities: capabilities } }, ...overrides });
      void agent.sendPrompt(session, "hang").catch(() => undefined);
      await until("the turn is open", () => agent.model.get(session)?.isTurnOpen === true);
      let told = "waits";
      void agent.sendPrompt(session, "later").then(({ type }) => {
        told = `${type}, closed: ${agent.model.get(session)?.isClosed}`;
      });
      await until("it waits", () => agent.queuedPrompts(session).length === 1);
      await lets().catch(() => undefined);
      await new Promise(setImmediate);
      return [told, ...agent.queuedPrompts(session).map(({ text, isHeld }) => `${text}: ${isHeld}`)].join(" | ");
    };
    const close = () => agent.sessions.close(session);
    const archive = () => agent.sessions.archive(session, true);
    assert.deepEqual(
      [
        await ended(close, {}),
        await ended(archive, {}),
        await ended(close, { "session/close": { error } }),
        await ended(archive, { "session/archive": { error } }),
      ],
      ["withdrawn, closed: true", "withdrawn, closed: true", "waits | later: true", "waits | later: true"],
    );
  });

  it("takes a closed session out of the model on wish, and an open one not", async () => {
    assert.equal(agent.sessions.forget(session), false);
    await agent.sessions.close(session);
    assert.deepEqual([agent.sessions.forget(session), agent.model.get(session)], [true, undefined]);
  });

  it("prompts two sessions at the same time; each ends its own turn", async () => {
    const other = await agent.newSession("/w");
    const hanging = agent.sendPrompt(session, "hang");
    assert.deepEqual(await agent.sendPrompt(other, "say done"), { type: "ended", stopReason: "end_turn" });
    assert.deepEqual(
      [session, other].map((id) => agent.model.get(id)?.isTurnOpen),
      [true, false],
    );
    await agent.cancel(session);
    assert.deepEqual(await hanging, { type: "ended", stopReason: "cancelled" });
  });

  it("refuses a prompt to a session that is closed", async () => {
    await agent.sessions.close(session);
    assert.match(await sentence(agent.sendPrompt(session, "hi")), /^This session is closed\./);
  });

  it("tells once that it has ended, when the model knows it", async () => {
    const told: string[] = [];
    agent.onDidClose((reason) => told.push(`${reason} ${agent.model.isConnectionLost}`));
    const turn = sentence(agent.sendPrompt(session, "exit 4"));
    assert.match(await turn, /exit code 4/);
    await agent.end();
    assert.deepEqual(told, ["Scripted ended with exit code 4. It wrote: scripted agent is ready\ncannot go on true"]);
    assert.equal(agent.isClosed, true);
  });
});
