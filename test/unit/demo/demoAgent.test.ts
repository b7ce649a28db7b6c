import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../../src/session/content.ts";
import { openSession, prompt, startAgent } from "./bareClient.ts";
import { ManualClock } from "./manualClock.ts";
import { transcript } from "./transcript.ts";

describe("demo agent", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-agent-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it("says who it is and what it can do", async () => {
    const client = startAgent(dir);
    const { result } = await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    assert.deepEqual(result, {
      protocolVersion: 1,
      agentInfo: { name: "acp-subagents-demo", title: "Demo Agent", version: "1.0.0" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        mcpCapabilities: { http: true },
        sessionCapabilities: {
          list: {},
          resume: {},
          close: {},
          fork: {},
          delete: {},
          title: {},
          archive: {},
          status: {},
          additionalDirectories: {},
        },
        auth: {},
        providers: {},
      },
      authMethods: [],
    });
  });

  it("lists its scenarios as commands once the session is known", async () => {
    const client = startAgent(dir);
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    client.log.length = 0;
    await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    await new Promise(setImmediate);
    const lines = transcript(client.log).split("\n");
    assert.equal(lines[1], `< #1 result {"sessionId":"demo-1"}`);
    const names = [...(lines[2] ?? "").matchAll(/"name":"(\w+)"/g)].map(([, name]) => name).join(" ");
    assert.equal(
      names,
      "one parallel nested background failure permission form odd withdraw cancel slow hundred again hostile files commands colours given details kinds help",
    );
  });

  it("does nothing before a sign-in when it wants one, and names the terminal only to a client that has one", async () => {
    const client = startAgent(dir, undefined, "standard", true);
    const cwd = { cwd: "/workspace", mcpServers: [] };
    const capabilities = (clientCapabilities: object) => client.request("initialize", { protocolVersion: 1, clientCapabilities });
    const ids = (answer: object) =>
      JSON.stringify(answer)
        .match(/demo-(here|terminal)/g)
        ?.join(" ");
    assert.equal(ids(await capabilities({})), "demo-here");
    assert.equal(ids(await capabilities({ auth: { terminal: true } })), "demo-here demo-terminal");
    const told: string[] = [];
    const ask = async (method: string, params: JsonObject = {}) => {
      const { error, result } = (await client.request(method, params)) as { error?: { code: number }; result?: object };
      told.push(`${method}: ${error ? error.code : JSON.stringify(result)}`);
    };
    await ask("session/new", cwd);
    await ask("auth/status");
    await ask("authenticate", { methodId: "demo-terminal" });
    await ask("authenticate", { methodId: "demo-here" });
    await ask("session/new", cwd);
    await ask("logout");
    await ask("session/prompt", { sessionId: "demo-1", prompt: [] });
    assert.deepEqual(told, [
      "session/new: -32000",
      'auth/status: {"state":"unauthenticated"}',
      "authenticate: -32602",
      "authenticate: {}",
      'session/new: {"sessionId":"demo-1"}',
      "logout: {}",
      "session/prompt: -32000",
    ]);
  });

  it("tells what it was given, and no value of a secret", async () => {
    const client = startAgent(dir);
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    const mcpServers = [
      { name: "files", command: "/bin/files", args: ["--root", "."], env: [{ name: "TOKEN", value: "abc123" }] },
      { type: "http", name: "docs", url: "http://127.0.0.1/mcp", headers: [] },
    ];
    await client.request("session/new", { cwd: "/workspace", mcpServers });
    await prompt(client, "/given");
    const said = client.log.map(({ frame }) => JSON.stringify(frame)).join("");
    const words = [...said.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("");
    assert.match(words, /`files`: `\/bin\/files --root \.`, variables TOKEN \(6 characters\)\\n- `docs`: http http:\/\/127\.0\.0\.1\/mcp/);
    assert.doesNotMatch(words, /abc123/);
  });

  it("permits nothing to be done to a child but cancel", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    void prompt(client, "/background");
    await clock.advance(4000);
    const sessionId = "demo-1:c1";
    const cwd = { cwd: "/workspace", mcpServers: [] };
    const attempts: [string, object][] = [
      ["session/prompt", { prompt: [{ type: "text", text: "hi" }] }],
      ["session/load", cwd],
      ["session/resume", cwd],
      ["session/close", {}],
      ["session/delete", {}],
      ["session/fork", cwd],
      ["session/set_mode", { modeId: "plan" }],
      ["session/set_config_option", { configId: "model", value: "x" }],
      ["_demo/anything", {}],
    ];
    for (const [method, params] of attempts) {
      const { error } = await client.request(method, { sessionId, ...params });
      const message = "Invalid request: Subagent sessions do not permit client-initiated mutations";
      assert.deepEqual(error, { code: -32600, message }, method);
    }
  });

  it("tells its options to a client that takes them, and refuses one choice", async () => {
    const client = await openSession(dir, undefined, { subagents: {}, session: { configOptions: { boolean: {} } } });
    const set = (configId: string, value: unknown, more: JsonObject = {}) =>
      client.request("session/set_config_option", { sessionId: "demo-1", configId, value, ...more });
    const values = ({ result }: JsonObject) =>
      (result as { configOptions: { currentValue: unknown }[] }).configOptions.map((option) => option.currentValue);
    assert.deepEqual(values(await set("model", "owl")), ["owl", true]);
    assert.deepEqual(values(await set("web-search", false, { type: "boolean" })), ["owl", false]);
    assert.match(JSON.stringify((await set("model", "eagle")).error), /This account has no access to Eagle/);
    assert.deepEqual((await client.request("session/set_mode", { sessionId: "demo-1", modeId: "edit" })).result, {});
    const fresh = await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    assert.match(JSON.stringify(fresh.result), /"currentModeId":"ask".*"group":"thorough"/);
  });

  it("has model providers that can be set, all but the required one disabled", async () => {
    const client = await openSession(dir);
    const route = { apiType: "openai", baseUrl: "https://x.example", headers: { Authorization: "Bearer key" } };
    assert.deepEqual((await client.request("providers/set", { providerId: "second", ...route })).result, {});
    assert.match(JSON.stringify((await client.request("providers/list", {})).result), /"second".*https:\/\/x\.example/);
    assert.deepEqual((await client.request("providers/disable", { providerId: "second" })).result, {});
    assert.match(JSON.stringify((await client.request("providers/disable", { providerId: "main" })).error), /is required/);
  });

  it("does not know other sessions and methods", async () => {
    const client = await openSession(dir);
    const unknown = await client.request("session/prompt", { sessionId: "demo-9", prompt: [] });
    assert.deepEqual(unknown.error, { code: -32002, message: "Resource not found", data: { sessionId: "demo-9" } });
    const other = await client.request("session/unheard_of", { sessionId: "demo-1" });
    assert.match(JSON.stringify(other.error), /-32601/);
  });

  it("plays one prompt of a session at a time", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    void prompt(client, "/slow");
    await clock.advance(1000);
    const second = await prompt(client, "/one");
    assert.deepEqual(second.error, { code: -32600, message: "Invalid request: The session has an open turn" });
  });

  it("plays a second prompt while a background child works on", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    void prompt(client, "/background");
    await clock.advance(2000);
    const second = prompt(client, "/failure");
    await clock.advance(60_000);
    assert.deepEqual((await second).result, { stopReason: "end_turn" });
    assert.match(transcript(client.log), /"demo-1:c2",.*"error"[\s\S]*The benchmark is done/);
  });

  it("gives new ids to the children of a second hostile prompt", async () => {
    const client = await openSession(dir);
    await prompt(client, "/hostile");
    client.log.length = 0;
    await prompt(client, "/hostile");
    const announced = transcript(client.log)
      .split("\n")
      .filter((line) => line.startsWith("demo-1 subagent_update") && line.includes(`"running"`))
      .map((line) => /"sessionId":"([^"]+)"/.exec(line)?.[1]);
    assert.deepEqual(announced, ["demo-1:c2", "demo-1:c3", "demo-1:c4"]);
  });

  it("shows children as tool calls of the root to a client without subagent sessions", async () => {
    const client = await openSession(dir, undefined, {});
    await prompt(client, "/nested");
    assert.equal(
      transcript(client.log),
      [
        `> #2 session/prompt {"sessionId":"demo-1","prompt":[{"type":"text","text":"/nested"}]}`,
        `demo-1 session_info_update {"title":"/nested"}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"A lead will take this and delegate further."},"messageId":"demo-1:m2"}`,
        `demo-1 tool_call {"toolCallId":"spawn:demo-1:c1","title":"lead: Plan the change","kind":"think","status":"in_progress","rawInput":{"prompt":"Can Store.apply be changed without breaking a caller? Delegate what you can."}}`,
        `demo-1 tool_call {"toolCallId":"spawn:demo-1:c2","title":"explorer: Survey the callers","kind":"think","status":"in_progress","rawInput":{"prompt":"Find out who calls the store and how. Delegate the counting."}}`,
        `demo-1 tool_call {"toolCallId":"spawn:demo-1:c3","title":"counter: Count the callers","kind":"think","status":"in_progress","rawInput":{"prompt":"Count the callers of \`store.apply(\`."}}`,
        `demo-1 tool_call_update {"toolCallId":"spawn:demo-1:c3","status":"completed","content":[{"type":"content","content":{"type":"text","text":"One caller, and it is a test."}}]}`,
        `demo-1 tool_call_update {"toolCallId":"spawn:demo-1:c2","status":"completed","content":[{"type":"content","content":{"type":"text","text":"The list only reads; the counter says: One caller, and it is a test."}}]}`,
        `demo-1 tool_call_update {"toolCallId":"spawn:demo-1:c1","status":"completed","content":[{"type":"content","content":{"type":"text","text":"The store can be changed safely. The list only reads; the counter says: One caller, and it is a test."}}]}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"The lead reports: The store can be changed safely. The list only reads; the counter says: One caller, and it is a test."},"messageId":"demo-1:m8"}`,
        `< #2 result {"stopReason":"end_turn"}`,
      ].join("\n"),
    );
  });

  it("plays every other scenario to such a client too, on the root alone", async () => {
    for (const text of ["/one", "/failure", "/again", "/hostile", "/cancel"]) {
      rmSync(dir, { recursive: true });
      const client = await openSession(dir, undefined, {});
      await prompt(client, text);
      assert.deepEqual(
        [
          ...new Set(
            transcript(client.log)
              .split("\n")
              .map((line) => line.split(" ")[0]),
          ),
        ],
        [">", "demo-1", "<"],
        text,
      );
      assert.deepEqual(client.warnings, []);
    }
  });

  it("asks such a client with the root's id", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock, {});
    void prompt(client, "/permission");
    await clock.advance(10_000);
    const asked = client.permissionRequests().map(({ params }) => JSON.stringify(params).slice(0, 23));
    assert.deepEqual(
      asked,
      [`{"sessionId":"demo-1","t`, `{"sessionId":"demo-1","t`].map((text) => text.slice(0, 23)),
    );
  });
});
