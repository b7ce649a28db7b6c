import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BareClient, openSession, prompt, startAgent, until, untilIdle } from "./bareClient.ts";
import { ManualClock } from "./manualClock.ts";
import { transcript } from "./transcript.ts";

describe("demo agent, loading", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-load-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** A client of a fresh process on the same folder. */
  async function freshClient(clientCapabilities: object = { subagents: {} }): Promise<BareClient> {
    const client = startAgent(dir);
    await client.request("initialize", { protocolVersion: 1, clientCapabilities });
    client.log.length = 0;
    return client;
  }

  /** What crosses from a load or resume on, without the list of commands that ends it. */
  async function restored(client: BareClient, method: string): Promise<string> {
    client.log.length = 0;
    await client.request(method, { sessionId: "demo-1", cwd: "/workspace", mcpServers: [] });
    await until(() => transcript(client.log).includes("available_commands_update"));
    return transcript(client.log.filter(({ frame }) => !JSON.stringify(frame).includes("available_commands_update")));
  }

  it("tells the history on the same ids before the answer, without capabilities, and the states after it (checklist 29, 30)", async () => {
    await prompt(await openSession(dir), "/again");
    const client = await freshClient();
    assert.equal(
      await restored(client, "session/load"),
      [
        `> #1 session/load {"sessionId":"demo-1","cwd":"/workspace","mcpServers":[]}`,
        `demo-1 user_message_chunk {"content":{"text":"/again","type":"text"},"messageId":"demo-1:m1"}`,
        `demo-1 session_info_update {"title":"/again"}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"A counter goes through the notes."},"messageId":"demo-1:m2"}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","title":"Count the notes","description":"counter","state":{"state":"running"}}`,
        `demo-1 session_message {"messageId":"demo-1:t1","senderSessionId":"demo-1","recipientSessionId":"demo-1:c1","content":[{"type":"text","text":"Count the TODO notes in src."}],"recipientMessageId":"demo-1:t1"}`,
        `demo-1:c1 session_message {"messageId":"demo-1:t1","senderSessionId":"demo-1","recipientSessionId":"demo-1:c1","content":[{"type":"text","text":"Count the TODO notes in src."}],"senderMessageId":"demo-1:t1"}`,
        `demo-1:c1 tool_call {"toolCallId":"demo-1:t2","name":"Grep","title":"Search TODO","kind":"search","status":"in_progress","rawInput":{"pattern":"TODO","path":"/workspace"}}`,
        `demo-1:c1 tool_call_update {"toolCallId":"demo-1:t2","status":"completed","content":[{"type":"content","content":{"type":"text","text":"\`\`\`\\nsrc/store.ts:14: // TODO tell the listeners\\nsrc/list.ts:4: // TODO sort by date\\n\`\`\`"}}],"rawOutput":"src/store.ts:14: // TODO tell the listeners\\nsrc/list.ts:4: // TODO sort by date"}`,
        `demo-1:c1 agent_message_chunk {"content":{"type":"text","text":"There are 2 open notes."},"messageId":"demo-1:m3"}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","state":{"state":"idle","stopReason":"end_turn"}}`,
        `demo-1 session_message {"messageId":"demo-1:t1:reply","senderSessionId":"demo-1:c1","recipientSessionId":"demo-1","content":[{"type":"text","text":"There are 2 open notes."}]}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"It says: There are 2 open notes. I ask the same helper again, for the tests too."},"messageId":"demo-1:m4"}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","state":{"state":"running"}}`,
        `demo-1 session_message {"messageId":"demo-1:t3","senderSessionId":"demo-1","recipientSessionId":"demo-1:c1","content":[{"type":"text","text":"Please count again, and include test."}],"recipientMessageId":"demo-1:t3"}`,
        `demo-1:c1 session_message {"messageId":"demo-1:t3","senderSessionId":"demo-1","recipientSessionId":"demo-1:c1","content":[{"type":"text","text":"Please count again, and include test."}],"senderMessageId":"demo-1:t3"}`,
        `demo-1:c1 agent_message_chunk {"content":{"type":"text","text":"Counting once more, tests included."},"messageId":"demo-1:m5"}`,
        `demo-1:c1 tool_call {"toolCallId":"demo-1:t4","name":"Bash","title":"grep -rc TODO src test","kind":"execute","status":"in_progress","rawInput":{"command":"grep -rc TODO src test","description":"grep -rc TODO src test"},"content":[{"type":"content","content":{"type":"text","text":"grep -rc TODO src test"}}]}`,
        `demo-1:c1 tool_call_update {"toolCallId":"demo-1:t4","status":"completed","content":[{"type":"content","content":{"type":"text","text":"\`\`\`console\\nsrc/store.ts:1\\nsrc/list.ts:1\\ntest/store.test.ts:1\\n\`\`\`"}}],"rawOutput":"src/store.ts:1\\nsrc/list.ts:1\\ntest/store.test.ts:1"}`,
        `demo-1:c1 agent_message_chunk {"content":{"type":"text","text":"With the tests there are 3."},"messageId":"demo-1:m6"}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","state":{"state":"idle","stopReason":"end_turn"}}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"The second count: With the tests there are 3."},"messageId":"demo-1:m7"}`,
        `< #1 result {}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","title":"Count the notes","description":"counter","state":{"state":"idle","stopReason":"end_turn"}}`,
      ].join("\n"),
    );
  });

  it("sends each message whole in a load", async () => {
    await prompt(await openSession(dir), "/parallel");
    const client = await freshClient();
    await restored(client, "session/load");
    const ids = client.log.map(({ frame }) => JSON.stringify(frame)).filter((frame) => /agent_(message|thought)_chunk/.test(frame));
    const messageIds = ids.map((frame) => /"messageId":"([^"]+)"/.exec(frame)?.[1]);
    assert.deepEqual(messageIds, [...new Set(messageIds)]);
  });

  it("shows the child of a process that died as idle for an unknown reason", async () => {
    const clock = new ManualClock();
    const dying = await openSession(dir, clock);
    void prompt(dying, "/one");
    await clock.advance(1500);
    const lines = (await restored(await freshClient(), "session/load")).split("\n");
    assert.deepEqual(lines.slice(-4), [
      `demo-1:c1 tool_call {"toolCallId":"demo-1:t2","name":"Read","title":"Read src/store.ts","kind":"read","status":"in_progress","rawInput":{"file_path":"/workspace/src/store.ts"},"locations":[{"path":"/workspace/src/store.ts","line":8}]}`,
      `demo-1 subagent_update {"sessionId":"demo-1:c1","state":{"state":"idle"}}`,
      `< #1 result {}`,
      `demo-1 subagent_update {"sessionId":"demo-1:c1","title":"Explore the store","description":"explorer","state":{"state":"idle"}}`,
    ]);
  });

  it("tells a child that still works as working after the answer of a load, and goes on", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    const answered = prompt(client, "/background");
    await clock.advance(4000);
    await answered;
    const lines = (await restored(client, "session/load")).split("\n");
    assert.deepEqual(lines.slice(-3), [
      `demo-1 subagent_update {"sessionId":"demo-1:c1","state":{"state":"idle"}}`,
      `< #3 result {}`,
      `demo-1 subagent_update {"sessionId":"demo-1:c1","title":"Long benchmark","description":"worker","capabilities":{"cancel":{}},"state":{"state":"running"}}`,
    ]);
    client.log.length = 0;
    await clock.advance(60_000);
    assert.match(transcript(client.log), /"end_turn".*\n.*The benchmark is done/);
  });

  it("replays nothing on resume and tells only what works", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    void prompt(client, "/parallel");
    await clock.advance(4000);
    assert.equal(
      await restored(client, "session/resume"),
      [
        `> #3 session/resume {"sessionId":"demo-1","cwd":"/workspace","mcpServers":[]}`,
        `< #3 result {}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c1","title":"Review the store","description":"reviewer","capabilities":{"cancel":{}},"state":{"state":"running"}}`,
        `demo-1 subagent_update {"sessionId":"demo-1:c2","title":"Run the tests","description":"tester","capabilities":{"cancel":{}},"state":{"state":"running"}}`,
      ].join("\n"),
    );
    assert.equal(
      await restored(await freshClient(), "session/resume"),
      `> #1 session/resume {"sessionId":"demo-1","cwd":"/workspace","mcpServers":[]}\n< #1 result {}`,
    );
  });

  it("gives no id twice after a load", async () => {
    await prompt(await openSession(dir), "/one");
    const client = await freshClient();
    await restored(client, "session/load");
    client.log.length = 0;
    await prompt(client, "/failure");
    const text = transcript(client.log);
    const ids = ["m", "t", "c"].map((kind) => new RegExp(`"demo-1:${kind}\\d+"`).exec(text)?.[0]);
    assert.deepEqual(ids, [`"demo-1:m7"`, `"demo-1:t4"`, `"demo-1:c2"`]);
  });

  it("lists the sessions of a folder, newest first, and no children", async () => {
    await prompt(await openSession(dir), "/one");
    const client = await freshClient();
    await client.request("session/new", { cwd: "/elsewhere", mcpServers: [] });
    await untilIdle();
    const list = async (params: object) => {
      const { result } = await client.request("session/list", { ...params });
      return JSON.stringify(result).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
    };
    assert.equal(
      await list({ cwd: "/workspace" }),
      `{"sessions":[{"sessionId":"demo-1","cwd":"/workspace","title":"/one","updatedAt":"<time>","archived":false}]}`,
    );
    assert.match(await list({}), /"demo-2".*"demo-1"/);
  });

  it("lists ten sessions a page, and those that are not archived unless asked", async () => {
    const client = await openSession(dir);
    for (let count = 0; count < 11; count++) await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    await client.request("session/archive", { sessionId: "demo-5" });
    const ids = async (params: object) => {
      const { result } = await client.request("session/list", { ...params });
      const { sessions, nextCursor } = result as { sessions: { sessionId: string }[]; nextCursor?: string };
      return `${sessions.map(({ sessionId }) => sessionId.slice("demo-".length)).join(" ")} → ${nextCursor}`;
    };
    assert.deepEqual(
      [await ids({}), await ids({ cursor: "2" }), await ids({ archived: "only" }), await ids({ archived: "include" })],
      ["12 11 10 9 8 7 6 4 3 2 → 2", "1 → undefined", "5 → undefined", "12 11 10 9 8 7 6 5 4 3 → 3"],
    );
    await client.request("session/unarchive", { sessionId: "demo-5" });
    assert.equal(await ids({ archived: "only" }), " → undefined");
  });

  it("forks a session with its history under ids of its own", async () => {
    const client = await openSession(dir);
    await prompt(client, "/one");
    assert.deepEqual((await client.request("session/fork", { sessionId: "demo-1", cwd: "/workspace" })).result, { sessionId: "demo-2" });
    const [first, second] = await Promise.all(
      ["demo-1", "demo-2"].map(async (sessionId) => {
        const reader = await freshClient();
        reader.log.length = 0;
        await reader.request("session/load", { sessionId, cwd: "/workspace", mcpServers: [] });
        return transcript(reader.log);
      }),
    );
    assert.match(first ?? "", /demo-1:c1/);
    assert.equal(second, first?.replaceAll("demo-1", "demo-2"));
  });

  it("names, tells of and deletes sessions, and gives no id twice", async () => {
    const client = await openSession(dir);
    const about = async (method: string, more = {}) => {
      const { result, error } = await client.request(method, { sessionId: "demo-1", ...more });
      return result ?? (error as { code: number }).code;
    };
    assert.deepEqual(await about("session/set_title", { title: "  Mine " }), { title: "Mine" });
    assert.equal(await about("session/set_title", { title: " " }), -32602);
    assert.deepEqual(await about("session/status"), { status: "open" });
    await about("session/close");
    assert.deepEqual(await about("session/status"), { status: "saved" });
    assert.deepEqual(await about("session/delete"), {});
    assert.equal(await about("session/status"), -32002);
    assert.deepEqual((await client.request("session/list", {})).result, { sessions: [] });
    assert.deepEqual((await client.request("session/new", { cwd: "/workspace", mcpServers: [] })).result, { sessionId: "demo-2" });
  });

  it("keeps the folders that a session works in besides", async () => {
    const client = await openSession(dir);
    await client.request("session/new", { cwd: "/workspace", additionalDirectories: ["/lib"], mcpServers: [] });
    const { result } = await client.request("session/list", {});
    assert.match(JSON.stringify(result), /"demo-2".*"additionalDirectories":\["\/lib"\]/);
  });

  it("reads a file whose last line was cut off by a kill", async () => {
    await prompt(await openSession(dir), "/help");
    appendFileSync(join(dir, "demo-1.jsonl"), `{"type":"RootEv`);
    const client = await freshClient();
    assert.match(await restored(client, "session/load"), /user_message_chunk .*"\/help"/);
    assert.match(client.warnings.join(), /line \d+ of a session's file cannot be read/);
  });

  it("loads for a client without subagent sessions as tool calls of the root", async () => {
    await prompt(await openSession(dir), "/nested");
    const text = await restored(await freshClient({}), "session/load");
    assert.deepEqual([...new Set(text.split("\n").map((line) => line.split(" ")[0]))], [">", "demo-1", "<"]);
  });

  it("does not find what is not its own", async () => {
    await openSession(dir);
    const client = await freshClient();
    for (const sessionId of ["demo-2", "../demo-1", "__proto__", ""]) {
      const { error } = await client.request("session/load", { sessionId, cwd: "/workspace", mcpServers: [] });
      assert.deepEqual(error, { code: -32002, message: "Resource not found", data: { sessionId } });
    }
  });
});
