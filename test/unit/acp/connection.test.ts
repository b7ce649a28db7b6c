import assert from "node:assert/strict";
import { noOffers } from "../../../src/acp/calls/agentAnswers.ts";
import { Connection } from "../../../src/acp/connection.ts";
import type { ConnectionOptions } from "../../../src/acp/connectionOptions.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { PersonError } from "../../../src/base/personError.ts";
import { requestIdOf } from "../../../src/dialects/requestIds.ts";
import { type SessionId, toSessionId } from "../../../src/session/ids.ts";
import { until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

const everythingOffered = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: {
      resume: {},
      list: {},
      close: {},
      fork: {},
      delete: {},
      title: {},
      archive: {},
      status: {},
      additionalDirectories: {},
    },
  },
};

const text = (words: string) => [{ type: "text", text: words }];

describe("Connection", function () {
  this.timeout(30_000);
  const open: Connection[] = [];
  const ends: Promise<void>[] = [];
  afterEach(() => {
    ends.push(...open.splice(0).map((connection) => connection.end()));
  });
  // Ends are awaited together, since each takes a moment.
  after(() => Promise.all(ends));

  /** A connection to the scripted agent, and the transcript of its log. */
  function connect(
    overrides: object = {},
    options: Partial<ConnectionOptions> = {},
  ): { readonly connection: Connection; readonly log: string[] } {
    const connection = new Connection({
      launch: scriptedLaunch(overrides),
      host: testHost,
      log: silentLogger,
      checkCall: () => undefined,
      ...options,
    });
    open.push(connection);
    const log: string[] = [];
    connection.onDidLog((entry) => log.push(describeEntry(entry)));
    return { connection, log };
  }

  /** The same, started and with a session. */
  async function connected(
    overrides: object = {},
  ): Promise<{ readonly connection: Connection; readonly log: string[]; readonly session: SessionId }> {
    const { connection, log } = connect(overrides);
    await connection.start();
    const session = await connection.sessions.open("/w");
    log.length = 0;
    return { connection, log, session };
  }

  /** The sentence that a person would read. */
  async function sentence(promise: Promise<unknown>): Promise<string> {
    const error = await promise.then(
      () => assert.fail("it was expected to be rejected"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof PersonError, String(error));
    return error.message;
  }

  it("initializes with who we are and only what is built, and opens a session", async () => {
    const fragments = [{ _meta: { a: { x: 1 }, list: ["p"] } }, { _meta: { a: { y: 2 }, list: ["p", "q"] } }];
    const host = { ...testHost, capabilities: async () => fragments };
    const { connection, log } = connect({}, { host });
    await connection.start();
    assert.deepEqual(connection.offers, { ...noOffers, load: true, resume: true, list: true, close: true });
    assert.equal(await connection.sessions.open("/w"), "s1");
    assert.deepEqual(
      log.filter((line) => !line.includes("answer to initialize")),
      [
        '→ initialize {"protocolVersion":1,"clientInfo":{"name":"acp-subagents","title":"ACP Subagents","version":"9.8.7"},' +
          '"clientCapabilities":{"subagents":{},"plan":{},"session":{"notices":{},"compaction":{},"configOptions":{"boolean":{}}},' +
          '"elicitation":{"form":{},"url":{}},"auth":{"terminal":true},"_meta":{"terminal-auth":true,"a":{"x":1,"y":2},"list":["p","q"]}}}',
        '→ session/new {"cwd":"/w","mcpServers":[]}',
        '← answer to session/new: {"sessionId":"s1"}',
      ],
    );
  });

  it("advertises only the updates that it understands when no dialect adds to it", async () => {
    const { connection, log } = connect();
    await connection.start();
    assert.match(
      log[0] ?? "",
      /"clientCapabilities":\{"subagents":\{\},"plan":\{\},"session":\{"notices":\{\},"compaction":\{\},"configOptions":\{"boolean":\{\}\}\},"elicitation":\{"form":\{\},"url":\{\}\},"auth":\{"terminal":true\},"_meta":\{"terminal-auth":true\}\}\}$/,
    );
  });

  it("prompts, and has every update in the log before the answer", async () => {
    const { connection, log, session } = await connected();
    assert.equal(await connection.prompt(session, text("say one\nsay two")), "end_turn");
    assert.deepEqual(
      log.map((line) => line.replace(/"update":.*"text":("\w+").*/, "$1")),
      [
        '→ session/prompt {"sessionId":"s1","prompt":[{"type":"text","text":"say one\\nsay two"}]}',
        '← session/update {"sessionId":"s1","one"',
        '← session/update {"sessionId":"s1","two"',
        '← answer to session/prompt: {"stopReason":"end_turn"}',
      ],
    );
  });

  it("sends what brings back, lists, names and ends sessions, as far as the agent offers it", async () => {
    const id = toSessionId("old");
    const more = { additionalDirectories: ["/x"] };
    const { connection, log, session } = await connected({
      initialize: { result: everythingOffered },
      "session/fork": { result: { sessionId: "f" } },
    });
    const { sessions } = connection;
    await sessions.open("/w", more);
    await sessions.load(id, "/w", more);
    await sessions.resume(id, "/w");
    assert.equal(await sessions.fork(session, "/w", more), "f");
    assert.equal(await sessions.setTitle(id, "New name"), "New name");
    assert.equal(await sessions.isInMemory(id), false);
    for (const isArchived of [true, false]) await sessions.setArchived(id, isArchived);
    await sessions.close(id);
    await sessions.delete(id);
    assert.deepEqual(
      log.filter((line) => line.startsWith("→")),
      [
        '→ session/new {"cwd":"/w","additionalDirectories":["/x"],"mcpServers":[]}',
        '→ session/load {"sessionId":"old","cwd":"/w","additionalDirectories":["/x"],"mcpServers":[]}',
        '→ session/resume {"sessionId":"old","cwd":"/w","mcpServers":[]}',
        '→ session/fork {"sessionId":"s1","cwd":"/w","additionalDirectories":["/x"],"mcpServers":[]}',
        '→ session/set_title {"sessionId":"old","title":"New name"}',
        '→ session/status {"sessionId":"old"}',
        '→ session/archive {"sessionId":"old"}',
        '→ session/unarchive {"sessionId":"old"}',
        '→ session/close {"sessionId":"old"}',
        '→ session/delete {"sessionId":"old"}',
      ],
    );
  });

  it("lists page by page, with what a listing says of a session's parent", async () => {
    const listed = [
      { sessionId: "a", cwd: "/w", title: "A", updatedAt: "2026-01-01T00:00:00Z", archived: true, additionalDirectories: ["/x"] },
      { sessionId: "b", parentSessionId: "a" },
      { sessionId: "c", _meta: { vendor: { parentID: "a" } } },
      { cwd: "no id" },
    ];
    const { connection, log } = await connected({
      initialize: { result: everythingOffered },
      "session/list": [{ result: { sessions: listed, nextCursor: "2" } }, { result: { sessions: null } }],
    });
    const { sessions, nextCursor } = await connection.sessions.list({ cwd: "/w", archived: "include" });
    assert.deepEqual(
      sessions.map(({ sessionId, title, archived, parentId }) => [sessionId, title, archived, parentId]),
      [
        ["a", "A", true, undefined],
        ["b", undefined, undefined, "a"],
        ["c", undefined, undefined, "a"],
      ],
    );
    assert.deepEqual(sessions[0]?.additionalDirectories, ["/x"]);
    assert.deepEqual(await connection.sessions.list({ cursor: nextCursor }), { sessions: [], nextCursor: undefined });
    assert.deepEqual(
      log.filter((line) => line.startsWith("→")),
      ['→ session/list {"cwd":"/w","archived":"include"}', '→ session/list {"cursor":"2"}'],
    );
  });

  it("takes a request back when the one who waits for it gives up", async () => {
    const { connection, log } = await connected({ "session/load": { hang: true } });
    const giveUp = new AbortController();
    const load = connection.sessions.load(toSessionId("old"), "/w", { signal: giveUp.signal });
    await until("the load is sent", () => log.some((line) => line.startsWith("→ session/load")));
    giveUp.abort(new DOMException("enough", "AbortError"));
    await assert.rejects(load, { name: "AbortError", message: "enough" });
    await until("the agent is told", () => log.some((line) => line.startsWith("→ $/cancel_request")));
  });

  it("asks for nothing that the agent does not offer", async () => {
    const { connection, log, session } = await connected({ initialize: { result: { protocolVersion: 1 } } });
    assert.deepEqual(
      await Promise.all([
        sentence(connection.sessions.load(session, "/w")),
        sentence(connection.sessions.resume(session, "/w")),
        sentence(connection.sessions.list()),
        sentence(connection.sessions.close(session)),
        sentence(connection.sessions.fork(session, "/w")),
        sentence(connection.sessions.delete(session)),
        sentence(connection.sessions.setTitle(session, "x")),
        sentence(connection.sessions.setArchived(session, true)),
        sentence(connection.sessions.isInMemory(session)),
      ]),
      [
        "Scripted does not offer to load a session.",
        "Scripted does not offer to resume a session.",
        "Scripted does not offer to list its sessions.",
        "Scripted does not offer to close a session.",
        "Scripted does not offer to fork a session.",
        "Scripted does not offer to delete a session.",
        "Scripted does not offer to rename a session.",
        "Scripted does not offer to archive a session.",
        "Scripted does not offer to tell how a session stands.",
      ],
    );
    assert.deepEqual(log, []);
  });

  it("asks whether a call on a session is allowed, before anything is sent", async () => {
    const refused: string[] = [];
    const checkCall = (method: string, id: SessionId) => {
      refused.push(`${method} ${id}`);
      throw new PersonError("not allowed");
    };
    const { connection, log } = connect({}, { checkCall });
    await connection.start();
    const child = toSessionId("c");
    const calls = [
      connection.prompt(child, []),
      connection.cancel(child),
      connection.sessions.load(child, "/w"),
      connection.sessions.resume(child, "/w"),
      connection.sessions.close(child),
    ];
    for (const call of calls) assert.equal(await sentence(call), "not allowed");
    assert.deepEqual(refused, ["session/prompt c", "session/cancel c", "session/load c", "session/resume c", "session/close c"]);
    assert.equal(log.length, 2);
  });

  describe("permission requests", () => {
    it("arrive whole, also with an option kind that nobody knows, and are answered once", async () => {
      const { connection, log, session } = await connected();
      const turn = connection.prompt(session, text("ask child-1"));
      await until("the request", () => log.some((line) => line.includes("request_permission")));
      const id = requestIdOf("a0");
      assert.equal(connection.answer(requestIdOf("other"), { type: "cancelled" }), false);
      assert.equal(connection.answer(id, { type: "selected", optionId: "yes" }), true);
      assert.equal(connection.answer(id, { type: "selected", optionId: "no" }), false);
      await turn;
      assert.equal(connection.answer(id, { type: "cancelled" }), false);
      assert.deepEqual(
        log.filter((line) => line.includes("request_permission")),
        [
          '← session/request_permission {"sessionId":"child-1","toolCall":{"toolCallId":"t1","title":"rm -rf build"},"options":' +
            '[{"optionId":"yes","name":"Yes","kind":"allow_for_this_folder"},{"optionId":"no","name":"No","kind":"reject_once"}],"zz":1}',
          '→ answer to session/request_permission: {"outcome":{"outcome":"selected","optionId":"yes"}}',
        ],
      );
    });

    it("can be answered at once, from a listener of the log", async () => {
      const { connection, log, session } = await connected();
      connection.onDidLog((entry) => {
        if (entry.type === "frame" && entry.message.type === "request" && entry.message.method === "session/request_permission")
          connection.answer(requestIdOf(entry.message.id), { type: "selected", optionId: "no" });
      });
      await connection.prompt(session, text("ask s1"));
      assert.equal(log.filter((line) => line.startsWith("→ answer to session/request_permission")).length, 1);
    });

    it("are answered with cancelled when the agent withdraws them", async () => {
      const { connection, log, session } = await connected();
      await connection.prompt(session, text("withdraw s1"));
      assert.deepEqual(log.slice(2, 4), [
        '← $/cancel_request {"requestId":"a0"}',
        '→ answer to session/request_permission: {"outcome":{"outcome":"cancelled"}}',
      ]);
      assert.equal(connection.answer(requestIdOf("a0"), { type: "cancelled" }), false);
    });

    it("are answered with cancelled when we end the connection", async () => {
      const { connection, log, session } = await connected();
      const other = await connection.sessions.open("/w");
      const hanging = sentence(connection.prompt(other, text("hang")));
      const asking = Promise.allSettled([connection.prompt(session, text("ask s1"))]);
      await until("the request", () => log.some((line) => line.includes("request_permission")));
      await connection.end();
      // The agent may go on between the answer and the end, and may even end its turn.
      await asking;
      assert.deepEqual(
        log.filter((line) => line.startsWith("→ answer") || line.startsWith("closed")),
        ['→ answer to session/request_permission: {"outcome":{"outcome":"cancelled"}}', "closed: Scripted was stopped."],
      );
      assert.equal(await hanging, "There was no answer to session/prompt: Scripted was stopped.");
    });
  });

  it("answers every other request of the agent with -32601", async () => {
    const { connection, log, session } = await connected();
    await connection.prompt(session, text("request fs/read_text_file\nrequest _vendor/ask"));
    assert.deepEqual(
      log.filter((line) => line.startsWith("→ answer")).map((line) => line.replace(/,"data".*/, "")),
      [
        '→ answer to fs/read_text_file: {"code":-32601,"message":"\\"Method not found\\": fs/read_text_file"',
        '→ answer to _vendor/ask: {"code":-32601,"message":"\\"Method not found\\": _vendor/ask"',
      ],
    );
  });

  describe("what goes wrong", () => {
    it("a program that is not there", async () => {
      const { connection, log } = connect({}, { launch: { ...scriptedLaunch(), command: "no-such-agent" } });
      const told = await sentence(connection.start());
      assert.match(told, /^Scripted cannot be started: “no-such-agent” was not found\./);
      assert.deepEqual(log, [`closed: ${told}`]);
      assert.match(await sentence(connection.sessions.open("/w")), /^Scripted is not connected\. Start it again\./);
    });

    it("an agent that does not answer in time: the connection is ended", async () => {
      const { connection, log } = connect({ initialize: { hang: true } }, { timeLimits: { initialize: 300 } });
      const told = await sentence(connection.start());
      assert.match(told, /^Scripted did not answer within 0 seconds of its start\./);
      assert.equal(log.at(-1), `closed: ${told}`);
    });

    it("a session that does not open in time: what was waited for, and the agent's last words; the connection lives on", async () => {
      const { connection } = connect({ "session/new": [{ hang: true }] }, { timeLimits: { "session/new": 2000 } });
      await connection.start();
      assert.equal(
        await sentence(connection.sessions.open("/w")),
        "Scripted did not answer session/new within 2 seconds. Try again, or restart the agent. It wrote: scripted agent is ready",
      );
      assert.equal(connection.stderrTail, "scripted agent is ready\n");
      assert.equal(await connection.sessions.open("/w"), "s1");
    });

    it("an agent that wants a sign-in: its ways to sign in", async () => {
      const { connection } = connect({ "session/new": { error: { code: -32000, message: "Authentication required" } } });
      await connection.start();
      assert.equal(
        await sentence(connection.sessions.open("/w")),
        "Scripted wants you to sign in first. It offers: Log in (with a browser). Run “ACP: Sign In…”, then try again.",
      );
    });

    it("an agent's error: its own words, cause and code", async () => {
      const { connection } = connect({
        "session/load": { error: { code: -32603, message: "Internal error", data: { details: "no such file" } } },
      });
      await connection.start();
      assert.equal(
        await sentence(connection.sessions.load(toSessionId("x"), "/w")),
        "Scripted answered session/load with an error: Internal error: no such file (-32603)",
      );
    });

    it("another protocol version", async () => {
      const { connection, log } = connect({ initialize: { result: { protocolVersion: 2 } } });
      const told = await sentence(connection.start());
      assert.equal(
        told,
        'Scripted speaks version 2 of the protocol, and was asked for version 1. Set "protocol" to 2 in its entry of the settings.',
      );
      assert.equal(log.at(-1), `closed: ${told}`);
    });

    it("a new session without an id", async () => {
      const { connection } = connect({ "session/new": { result: {} } });
      await connection.start();
      assert.equal(
        await sentence(connection.sessions.open("/w")),
        "Scripted opened a session without an id, which cannot be used. Restart the agent, or update it.",
      );
    });

    it("an agent that exits before it is initialized", async () => {
      const { connection, log } = connect({ initialize: { exit: 3 } });
      assert.equal(
        await sentence(connection.start()),
        "Scripted could not be started: it ended with exit code 3. It wrote: scripted agent is ready",
      );
      assert.equal(log.at(-1), "closed: Scripted could not be started: it ended with exit code 3. It wrote: scripted agent is ready");
    });

    it("a program that prints other things than the protocol: the first of them, early", async () => {
      const script = `console.log("\\u001b[1mHello\\u001b[0m, who are you?\\n> "); setInterval(() => console.log("> "), 50)`;
      const { connection, log } = connect({}, { launch: { ...scriptedLaunch(), args: ["-e", script] }, noiseLimit: 100 });
      const told = await sentence(connection.start());
      assert.equal(
        told,
        "Scripted could not be started: what it printed is not the Agent Client Protocol: “Hello, who are you?”. " +
          "Check its command in the settings.",
      );
      assert.equal(log.at(-1), `closed: ${told}`);
    });

    it("a program that prints its usage and exits: both outputs", async () => {
      const script = `console.log("Usage: tool [options]"); console.error("tool: bad option"); process.exitCode = 64`;
      const { connection } = connect({}, { launch: { ...scriptedLaunch(), args: ["-e", script] } });
      assert.equal(
        await sentence(connection.start()),
        "Scripted could not be started: it ended with exit code 64. " +
          "What it printed is not the Agent Client Protocol: “Usage: tool [options]”. It wrote: tool: bad option",
      );
    });

    it("[P09] an agent that prints a banner and takes its time with the answer is fine once it has sent a frame", async () => {
      const script = `
        console.log("Welcome");
        console.log('{"jsonrpc":"2.0","method":"_vendor/hello"}');
        process.stdin.once("data", () => setTimeout(() => console.log('{"id":0,"result":{"protocolVersion":1}}'), 400));
      `;
      const { connection, log } = connect({}, { launch: { ...scriptedLaunch(), args: ["-e", script] }, noiseLimit: 200 });
      await connection.start();
      assert.deepEqual([log.includes("noise Welcome"), connection.isClosed], [true, false]);
    });

    it("an agent that closes its input and goes on running", async () => {
      const script = `
        const { closeSync, readSync, writeSync } = require("node:fs");
        readSync(0, Buffer.alloc(10_000));
        closeSync(0);
        writeSync(1, '{"id":0,"result":{"protocolVersion":1}}\\n');
        setInterval(() => undefined, 1000);
      `;
      const { connection } = connect({}, { launch: { ...scriptedLaunch(), args: ["-e", script] } });
      await connection.start();
      assert.equal(
        await sentence(connection.sessions.open("/w")),
        "There was no answer to session/new: Scripted closed its input or output.",
      );
    });

    it("an agent that exits in the middle of a turn: everything that waits is settled, and the log is closed once, at its end", async () => {
      const { connection, log, session } = await connected();
      const other = await connection.sessions.open("/w");
      const waiting = sentence(connection.prompt(other, text("hang")));
      const turn = sentence(connection.prompt(session, text("say last\nexit 5")));
      assert.match(await turn, /^There was no answer to session\/prompt: Scripted ended with exit code 5\. It wrote: .*cannot go on$/s);
      await waiting;
      assert.equal(await connection.closed, "Scripted ended with exit code 5. It wrote: scripted agent is ready\ncannot go on");
      await connection.end();
      assert.deepEqual(
        log.filter((line) => line.startsWith("closed") || line.includes('"last"')).map((line) => line.slice(0, 16)),
        ["← session/update", "closed: Scripted"],
      );
      assert.equal(log.at(-1)?.startsWith("closed"), true);
    });
  });

  it("counts time from its start, by the clock that it is given", async () => {
    let now = 5000;
    const times: number[] = [];
    const { connection } = connect({}, { clock: { now: () => now, epoch: () => 1_700_000_000_000 } });
    connection.onDidLog((entry) => times.push(entry.t));
    now = 5012.4;
    await connection.start();
    assert.deepEqual([times, connection.startedAtEpoch], [[12, 12], 1_700_000_000_000]);
  });

  it("keeps the traffic, for saving", async () => {
    const { connection, session } = await connected();
    await connection.prompt(session, text("say api_key=abcdefgh"));
    const saved = (await connection.traffic.save()).trim().split("\n");
    assert.equal(saved.length, 7);
    assert.doesNotMatch(saved.join(""), /abcdefgh/);
  });
});
