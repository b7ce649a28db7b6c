import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import type { LineRecorder } from "../../../src/acp/connectionOptions.ts";
import {
  RequestFailure,
  type RequestHandlersFactory,
  type RequestSurroundings,
  resourceNotFound,
} from "../../../src/acp/requests/agentRequests.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Question } from "../../../src/dialects/logEntry.ts";
import type { PermissionRule } from "../../../src/session/permissionRules.ts";
import { requestWords } from "../../../src/views/transcript/requestRowView.ts";
import { until } from "./processes.ts";
import { describeEntry, scriptedLaunch, testHost } from "./scripted.ts";

const question: Omit<Question, "sessionId"> = {
  title: "Write /elsewhere/a.ts",
  detail: "",
  options: [
    { optionId: "allow", name: "Allow once", kind: "allow_once" },
    { optionId: "reject", name: "Reject", kind: "reject_once" },
  ],
};

describe("requests of the agent that handlers answer", function () {
  // Each starts a process.
  this.timeout(20_000);
  let agent: Agent;
  let surroundings: RequestSurroundings | undefined;
  const log: string[] = [];

  const handlers: RequestHandlersFactory = (given) => {
    surroundings = given;
    return {
      "fs/read_text_file": async (params, { sessionId }) => ({ content: `${params.sessionId} ${sessionId}` }),
      "fs/large": async (_params, context) => {
        await given.turn(context);
        return { content: "all of it" };
      },
      "fs/missing": async () => {
        throw new RequestFailure(resourceNotFound, "There is no /w/a.ts. Read the folder first.", { uri: "/w/a.ts" });
      },
      "fs/broken": async () => {
        throw new Error("The disk is full.");
      },
      "fs/slow": (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          if (signal.aborted) reject(signal.reason);
        }),
      "fs/write_text_file": async (_params, { sessionId, signal }) => ({ answer: await given.ask({ sessionId, ...question }, signal) }),
    };
  };

  beforeEach(async () => {
    log.length = 0;
    agent = new Agent({ launch: scriptedLaunch(), host: { ...testHost, requestHandlers: [handlers] }, log: silentLogger });
    agent.onDidLog((entry) => log.push(describeEntry(entry)));
    await agent.start();
  });
  afterEach(() => agent.end());

  const answers = () => log.filter((line) => line.startsWith("→ answer")).map((line) => line.replace(/^→ answer to /, ""));
  const asked = () => agent.model.openRequests.map(({ kind, title, sessionId }) => `${kind} of ${sessionId}: ${title}`);

  it("take turns where their answer may be large, which end with the answer", async () => {
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, Array.from({ length: 6 }, () => "request fs/large").join("\n"));
    assert.deepEqual(
      answers(),
      Array.from({ length: 6 }, () => 'fs/large: {"content":"all of it"}'),
    );
  });

  it("are answered with what the handler gives, or with the words of what it throws", async () => {
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, "request fs/read_text_file\nrequest fs/missing\nrequest fs/broken\nrequest fs/other");
    assert.deepEqual(answers(), [
      'fs/read_text_file: {"content":"s1 s1"}',
      'fs/missing: {"code":-32002,"message":"There is no /w/a.ts. Read the folder first.","data":{"uri":"/w/a.ts"}}',
      'fs/broken: {"code":-32603,"message":"The disk is full."}',
      'fs/other: {"code":-32601,"message":"\\"Method not found\\": fs/other","data":{"method":"fs/other"}}',
    ]);
    assert.deepEqual(
      agent.model.diagnostics.map(({ message }) => message),
      [
        "fs/missing: There is no /w/a.ts. Read the folder first. (-32002)",
        "fs/broken: The disk is full. (-32603)",
        "The agent asks for fs/other, which is not offered.",
      ],
    );
  });

  it("are answered -32800 when the agent takes them back", async () => {
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, "abandon fs/slow");
    assert.deepEqual(answers(), ['fs/slow: {"code":-32800,"message":"Request cancelled"}']);
    assert.deepEqual(agent.model.diagnostics, []);
  });

  it("may wait for the person, who answers once", async () => {
    const session = await agent.newSession("/w");
    const turn = agent.sendPrompt(session, "request fs/write_text_file");
    await until("the question", () => agent.model.openRequests.length === 1);
    assert.deepEqual(asked(), ["approval of s1: Write /elsewhere/a.ts"]);
    const [open] = agent.model.openRequests;
    assert.ok(open);
    const chosen = { type: "selected", optionId: "allow" } as const;
    assert.deepEqual([agent.answer(open.id, chosen), agent.answer(open.id, chosen)], [true, false]);
    await turn;
    assert.deepEqual(asked(), []);
    assert.deepEqual(answers(), ['fs/write_text_file: {"answer":{"type":"selected","optionId":"allow"}}']);
  });

  it("are allowed by a rule of the person before anybody is asked, and the transcript says so", async () => {
    await agent.end();
    const kept: string[] = [];
    const record: LineRecorder = {
      frame: ({ message }) => kept.push(message.method ?? ""),
      own: ({ type }) => kept.push(type),
      closed: () => undefined,
    };
    let rules: readonly PermissionRule[] = [{ tool: "read", session: "root" }];
    agent = new Agent({ launch: scriptedLaunch(), host: { ...testHost, permissionRules: () => rules }, log: silentLogger, record });
    agent.onDidLog((entry) => log.push(describeEntry(entry)));
    const opened: string[] = [];
    agent.model.onDidChange((change) => {
      for (const delta of change) if (delta.type === "requestOpened") opened.push(delta.request.title);
    });
    await agent.start();
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, `may ${session}`);
    assert.deepEqual(answers(), ['session/request_permission: {"outcome":{"outcome":"selected","optionId":"yes"}}']);
    assert.deepEqual(opened, []);
    // What is kept of it stands between what was asked and the answer.
    const ofIt = kept.filter((what) => what === "session/request_permission" || what === "allowed");
    assert.deepEqual(ofIt, ["session/request_permission", "allowed", "session/request_permission"]);
    const rows = () =>
      [...(agent.model.get(session)?.rows.values() ?? [])].flatMap((row) => (row.kind === "request" ? requestWords(row) : []));
    assert.deepEqual(rows(), ["Allowed once by your rule “read in the main session”"]);
    // The setting is read anew each time; an option of an unknown kind is for the person.
    rules = [];
    const turn = agent.sendPrompt(session, `may ${session}`);
    await until("the request", () => agent.model.openRequests.length === 1);
    assert.deepEqual([opened, rows().length], [["Read a.ts"], 1]);
    await agent.cancel(session);
    await turn;
  });

  it("of a form on behalf of a request of ours are the agent's own, before there is a session", async () => {
    await agent.end();
    agent = new Agent({ launch: scriptedLaunch({ "session/new": { elicits: true } }), host: testHost, log: silentLogger });
    await agent.start();
    const opened = agent.newSession("/w");
    await until("the question", () => agent.model.openRequests.length === 1);
    assert.deepEqual(asked(), ["elicitation of undefined: Which account?"]);
    const [open] = agent.model.openRequests;
    assert.ok(open);
    // A choice is no answer to a form.
    assert.equal(agent.answer(open.id, { type: "selected", optionId: "x" }), false);
    assert.equal(agent.answer(open.id, { type: "accepted", content: {} }), true);
    assert.equal(await opened, "s1");
  });

  it("of a form are answered with what was filled in, declined or cancelled", async () => {
    const session = await agent.newSession("/w");
    const turn = agent.sendPrompt(session, Array(3).fill(`form ${session}`).join("\n"));
    const given = [{ type: "accepted", content: { name: "Ada" } }, { type: "declined" }, { type: "cancelled" }] as const;
    for (const [index, answer] of given.entries()) {
      await until("the form", () => agent.model.openRequests.length === 1 && answers().length === index);
      const [open] = agent.model.openRequests;
      assert.equal(open && agent.answer(open.id, answer), true);
    }
    await turn;
    assert.deepEqual(answers(), [
      'elicitation/create: {"action":"accept","content":{"name":"Ada"}}',
      'elicitation/create: {"action":"decline"}',
      'elicitation/create: {"action":"cancel"}',
    ]);
  });

  it("take their question with them when the agent takes them back", async () => {
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, "abandon fs/write_text_file");
    assert.deepEqual(asked(), []);
    assert.deepEqual(answers(), ['fs/write_text_file: {"code":-32800,"message":"Request cancelled"}']);
  });

  it("are settled when their session is cancelled, and when the connection ends", async () => {
    const session = await agent.newSession("/w");
    void agent.sendPrompt(session, "request fs/write_text_file\nhang").catch(() => undefined);
    await until("the question", () => agent.model.openRequests.length === 1);
    await agent.cancel(session);
    await until("the answer", () => answers().length === 1);
    assert.deepEqual(answers(), ['fs/write_text_file: {"answer":{"type":"cancelled"}}']);
    const own = surroundings?.ask({ sessionId: undefined, ...question });
    assert.deepEqual(asked(), ["approval of undefined: Write /elsewhere/a.ts"]);
    await agent.end();
    assert.deepEqual([await own, asked()], [{ type: "cancelled" }, []]);
    assert.deepEqual(await surroundings?.ask({ sessionId: undefined, ...question }), { type: "cancelled" });
  });
});
