import assert from "node:assert/strict";
import { parseTraffic } from "../../../src/acp/traffic/traffic.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { headPath } from "../../../src/journal/library.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { frame, hello, Journaled, parsed } from "../../support/journaled.ts";

/** A new session with one prompt. */
function story(id: string, words = "Hello"): readonly LogEntry[] {
  const lines = [
    { dir: "client", frame: { id: 1, method: "session/new", params: { cwd: "/w" } } },
    { dir: "agent", frame: { id: 1, result: { sessionId: id } } },
    { dir: "client", frame: { id: 2, method: "session/prompt", params: { sessionId: id, prompt: [{ type: "text", text: words }] } } },
  ];
  return parseTraffic(lines.map((line, t) => JSON.stringify({ t, ...line })).join("\n")).entries;
}

describe("JournalLibrary", () => {
  it("lists the sessions of a workspace, newest first, without reading the journals", async () => {
    const machine = new Journaled();
    await machine.connection(story("one"), 1000);
    await machine.connection(story("two"), 2000);
    const read = machine.storage.read.bind(machine.storage);
    machine.storage.read = () => {
      throw new Error("read");
    };
    const sessions = await machine.library.sessions("w");
    assert.deepEqual(
      sessions.map(({ agentId, agentLabel, sessionId, title, cwd, lastAt }) => [agentId, agentLabel, sessionId, title, cwd, lastAt]),
      [
        ["a", "Agent", "two", "Title of two", "/w", 2002],
        ["a", "Agent", "one", "Title of one", "/w", 1002],
      ],
    );
    machine.storage.read = read;
    assert.deepEqual(await machine.library.sessions("another"), []);
  });

  it("says when something last happened in a session, not when it was opened, or another one closed", async () => {
    const machine = new Journaled();
    const update = (t: number, sessionId: string, body: object) =>
      frame(t, "agent", { method: "session/update", params: { sessionId, update: body } });
    const said = (t: number, sessionId: string, text: string) =>
      update(t, sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    const commands = (t: number, id: string) => update(t, id, { sessionUpdate: "available_commands_update", availableCommands: [] });
    const opened = (t: number, id: number, sessionId: string) => [
      frame(t, "client", { id, method: "session/new", params: { cwd: "/w" } }),
      frame(t, "agent", { id, result: { sessionId } }),
    ];
    const child = update(4000, "two", { sessionUpdate: "subagent_update", sessionId: "child", state: { state: "running" } });
    const closing = [
      frame(9000, "client", { id: 9, method: "session/close", params: { sessionId: "three" } }),
      frame(9000, "agent", { method: "$/cancel_request", params: { requestId: 77 } }),
      frame(9000, "agent", { id: 9, result: {} }),
    ];
    const closed: LogEntry = { type: "closed", t: 9500, reason: "ended" };
    const first = [...hello, ...opened(100, 1, "one"), ...opened(200, 2, "two"), ...opened(300, 3, "three")];
    await machine.connection([
      ...parsed([...first, said(1000, "one", "Hello"), child, said(5000, "child", "Well"), commands(8000, "one"), ...closing]),
      closed,
    ]);
    const times = async () => (await machine.library.sessions("w")).map(({ sessionId, lastAt }) => `${sessionId} ${lastAt - 1000}`);
    const expected = ["two 5000", "one 1000", "three 300"];
    assert.deepEqual(await times(), expected);
    const prompt = frame(5000, "client", {
      id: 5,
      method: "session/prompt",
      params: { sessionId: "one", prompt: [{ type: "text", text: "Again" }] },
    });
    const load = (id: number, sessionId: string) => [
      frame(20, "client", { id, method: "session/load", params: { sessionId, cwd: "/w" } }),
      said(21, sessionId, "Hello"),
      frame(22, "agent", { id, result: {} }),
      commands(23, sessionId),
    ];
    await machine.connection([...parsed([...hello, ...load(1, "one"), ...load(2, "other")]), closed], 101_000);
    assert.deepEqual(await times(), ["other 100000", ...expected]);
    await machine.connection([...parsed([...hello, ...load(1, "one"), prompt]), closed], 201_000);
    assert.deepEqual(await times(), ["one 205000", "other 100000", "two 5000", "three 300"]);
  });

  it("a head that is torn or missing is made up for by the journal's first line", async () => {
    const machine = new Journaled();
    await machine.connection(story("one"), 1000);
    const [journal] = (await machine.find(toSessionId("one"))).journals;
    const head = machine.storage.files.get(headPath(journal?.path ?? ""));
    assert.ok(head);
    head.bytes = head.bytes.subarray(0, 30);
    assert.equal((await machine.find(toSessionId("one"))).agentLabel, "Agent");
    machine.storage.files.delete(headPath(journal?.path ?? ""));
    assert.equal((await machine.find(toSessionId("one"))).sessionId, "one");
  });

  it("a journal of which nothing can be read is told of and takes no other with it", async () => {
    const machine = new Journaled();
    await machine.connection(story("one"), 1000);
    await machine.connection(story("two"), 2000);
    const [journal] = (await machine.find(toSessionId("one"))).journals;
    machine.storage.files.delete(headPath(journal?.path ?? ""));
    const file = machine.storage.files.get(journal?.path ?? "");
    assert.ok(file);
    file.bytes = Buffer.from("rubbish\n");
    assert.deepEqual(
      (await machine.library.sessions("w")).map(({ sessionId }) => sessionId),
      ["two"],
    );
    assert.match(machine.told.join("\n"), /left out: is torn or was altered/);
  });

  it("removes what is too old, then the oldest until the rest fits, never what is written now; and says so", async () => {
    const machine = new Journaled();
    for (const [at, id] of ["old", "first", "second", "third"].entries()) {
      machine.storage.now = at === 0 ? 0 : 1_000_000 + at;
      await machine.connection(story(id, "x".repeat(1000)), at);
    }
    const left = async () => (await machine.library.sessions("w")).map(({ sessionId }) => sessionId).sort();
    const inUse = (await machine.find(toSessionId("first"))).journals[0]?.path;
    await machine.library.prune({ maxBytes: 1e9, maxAge: 500_000 }, 1_000_010, () => false);
    assert.deepEqual(await left(), ["first", "second", "third"]);
    const size = (await machine.storage.stat(inUse ?? ""))?.size ?? 0;
    await machine.library.prune({ maxBytes: size * 2 + 100, maxAge: 500_000 }, 1_000_010, (path) => path === inUse);
    assert.deepEqual(await left(), ["first", "third"]);
    assert.match(machine.told.join("\n"), /1 journals of earlier sessions were removed/);
  });

  it("removes one session with all that is kept of it", async () => {
    const machine = new Journaled();
    await machine.connection(story("one"));
    await machine.library.remove(await machine.find(toSessionId("one")));
    assert.equal(machine.storage.files.size, 0);
  });
});
