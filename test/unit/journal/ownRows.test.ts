// What a transcript shows that crossed no pipe is there again when its session is read, also after a load of the agent.
import assert from "node:assert/strict";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { type SessionId, type TerminalId, type ToolCallId, toRequestId } from "../../../src/session/ids.ts";
import { callOf, statusOf, terminalsIn } from "../../../src/session/rows.ts";
import type { SessionStore } from "../../../src/session/store.ts";
import { type TerminalPatch, terminalOf } from "../../../src/session/terminals.ts";
import { requestWords } from "../../../src/views/transcript/requestRowView.ts";
import { frame, hello, Journaled, parsed } from "../../support/journaled.ts";

describe("what commands wrote that we ran for the agent", () => {
  const update = (t: number, body: object) => frame(t, "agent", { method: "session/update", params: { sessionId: "R", update: body } });
  const shows = (t: number) =>
    update(t, { sessionUpdate: "tool_call", toolCallId: "t1", title: "Test", content: [{ type: "terminal", terminalId: "own" }] });
  const wrote = (t: number, patch: TerminalPatch): LogEntry => ({
    type: "terminal",
    t,
    sessionId: "R" as SessionId,
    terminalId: "own" as TerminalId,
    patch: { ...patch, isLive: true },
  });
  const began = [
    ...hello,
    frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } }),
    frame(3, "agent", { id: 1, result: { sessionId: "R" } }),
  ];
  const ran = [...parsed([...began, shows(4)]), wrote(5, { command: "npm test", cwd: "/w" }), wrote(6, { added: "one\n" })];
  const rest = [wrote(7, { added: "two\n" }), wrote(8, { exit: { code: 3 } })];
  const closed: LogEntry = { type: "closed", t: 1000, reason: "ended" };
  /** What the row of the call shows. */
  const shown = (model: SessionStore) => {
    const root = model.get("R" as SessionId);
    const call = callOf([...(root?.rows.values() ?? [])].find(({ kind }) => kind === "tool_call"));
    const [id] = call ? terminalsIn(call) : [];
    const { command, cwd, text, isCut, exit } = (root && id && terminalOf(model, root.id, id)) || {};
    return { command, cwd, text, isCut, exit };
  };
  const whole = { command: "npm test", cwd: "/w", text: "one\ntwo\n", isCut: false, exit: { code: 3 } };

  it("is there again, in one line of the journal of the moment when it ended", async () => {
    const machine = new Journaled();
    await machine.connection([...ran, ...rest, closed]);
    assert.deepEqual(shown(await machine.restored("R" as SessionId)), whole);
    const all = [...machine.storage.files.values()].map(({ bytes }) => bytes.toString("utf8")).join("");
    assert.deepEqual(all.match(/\{"t":\d+,"own":\{"type":"terminal"/g), ['{"t":8,"own":{"type":"terminal"']);
  });

  it("is whole also when the agent asked for less of it, before the end and after", async () => {
    const machine = new Journaled();
    const reads = (t: number, id: number, output: string) =>
      parsed([
        frame(t, "agent", { id, method: "terminal/output", params: { sessionId: "R", terminalId: "own" } }),
        frame(t, "client", { id, result: { output, truncated: true } }),
      ]);
    const [before, after] = [reads(6, 50, "e\n"), reads(9, 51, "o\n")];
    await machine.connection([...ran, ...before, ...rest, ...after, closed]);
    assert.deepEqual(shown(await machine.restored("R" as SessionId)), whole);
  });

  it("is there as far as it came when the window went before the command ended", async () => {
    const machine = new Journaled();
    await machine.connection([...ran, closed]);
    assert.deepEqual(shown(await machine.restored("R" as SessionId)), { ...whole, text: "one\n", exit: undefined });
  });

  it("stays when a load of the agent draws its call afresh", async () => {
    const machine = new Journaled();
    await machine.connection([...ran, ...rest, closed]);
    const load = [
      ...hello,
      frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } }),
      shows(3),
      frame(4, "agent", { id: 1, result: {} }),
    ];
    await machine.connection([...parsed(load), closed], 200_000);
    assert.deepEqual(shown(await machine.restored("R" as SessionId)), whole);
  });

  it("is its end only, where it is long", async () => {
    const machine = new Journaled();
    const long = "x".repeat(99).concat("\n").repeat(5000);
    await machine.connection([...ran, wrote(7, { added: long }), wrote(8, { exit: { code: 0 } }), closed]);
    const { text, isCut } = shown(await machine.restored("R" as SessionId));
    assert.deepEqual([text?.length, text?.startsWith("xxx"), isCut], [262_100, true, true]);
  });

  it("is masked as frames are", async () => {
    const machine = new Journaled();
    await machine.connection([
      ...ran,
      wrote(7, { added: "ghp_abcdefghijklmnopqrstuvwxyz0123456789 it is" }),
      wrote(8, { exit: {} }),
      closed,
    ]);
    assert.equal(shown(await machine.restored("R" as SessionId)).text, "one\n••• it is");
  });
});

describe("what a rule of the person allowed", () => {
  const asks = [
    ...hello,
    frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } }),
    frame(3, "agent", { id: 1, result: { sessionId: "R" } }),
    frame(4, "agent", {
      id: 50,
      method: "session/request_permission",
      params: {
        sessionId: "R",
        toolCall: { toolCallId: "t1", title: "Read a.ts", kind: "read" },
        options: [{ optionId: "once", name: "Allow", kind: "allow_once" }],
      },
    }),
    frame(6, "client", { id: 50, result: { outcome: { outcome: "selected", optionId: "once" } } }),
  ];
  const told = (model: SessionStore) => {
    const root = model.get("R" as SessionId);
    const rows = [...(root?.rows.values() ?? [])].map((row) => (row.kind === "request" ? `${row.title}: ${requestWords(row)}` : row.kind));
    return [...rows, `waits: ${root?.waits.length}`];
  };
  const expected = ["tool_call", "Read a.ts: Allowed once by your rule “read in the main session”", "waits: 0"];
  const allowed: LogEntry = {
    type: "allowed",
    t: 5,
    requestId: toRequestId("50"),
    sessionId: "R" as SessionId,
    toolCallId: "t1" as ToolCallId,
    title: "",
    option: { optionId: "once", name: "Allow", kind: "allow_once" },
    rule: { tool: "read", session: "root" },
  };
  const closed: LogEntry = { type: "closed", t: 1000, reason: "ended" };

  it("is told again by the row that it had, after its call, and waited for nobody", async () => {
    const machine = new Journaled();
    const log = parsed(asks);
    await machine.connection([...log.slice(0, -1), allowed, ...log.slice(-1), closed]);
    assert.deepEqual(told(await machine.restored("R" as SessionId)), expected);
  });

  it("stays when a load of the agent draws its call afresh", async () => {
    const machine = new Journaled();
    const log = parsed(asks);
    await machine.connection([...log.slice(0, -1), allowed, ...log.slice(-1), closed]);
    const update = { sessionUpdate: "tool_call", toolCallId: "t1", title: "Read a.ts", kind: "read", status: "completed" };
    const load = [
      ...hello,
      frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } }),
      frame(3, "agent", { method: "session/update", params: { sessionId: "R", update } }),
      frame(4, "agent", { id: 1, result: {} }),
    ];
    await machine.connection([...parsed(load), closed], 200_000);
    assert.deepEqual(told(await machine.restored("R" as SessionId)), expected);
  });
});

describe("what a cancel of the person reached", () => {
  it("is told as cancelled after each reload, though the agent's load calls it failed", async () => {
    const machine = new Journaled();
    const update = (t: number, sessionId: string, body: object) =>
      frame(t, "agent", { method: "session/update", params: { sessionId, update: body } });
    const call = (t: number, sessionId: string, status: string) =>
      update(t, sessionId, { sessionUpdate: "tool_call", toolCallId: `of ${sessionId}`, title: "Work", status });
    const child = (t: number, state: object) =>
      update(t, "R", { sessionUpdate: "subagent_update", sessionId: "C", title: "Explorer", state });
    const told = (t: number, status: string, end: object) => [
      call(t, "R", status),
      child(t, { state: "running" }),
      call(t, "C", status),
      child(t, end),
    ];
    const closed: LogEntry = { type: "closed", t: 1000, reason: "ended" };
    await machine.connection([
      ...parsed([
        ...hello,
        frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } }),
        frame(3, "agent", { id: 1, result: { sessionId: "R" } }),
        frame(4, "client", { id: 2, method: "session/prompt", params: { sessionId: "R", prompt: [{ type: "text", text: "Go" }] } }),
        ...told(5, "pending", { state: "running" }),
        frame(6, "client", { method: "session/cancel", params: { sessionId: "R" } }),
        ...told(7, "failed", { state: "idle", stopReason: "cancelled" }),
        frame(8, "agent", { id: 2, result: { stopReason: "cancelled" } }),
      ]),
      closed,
    ]);
    const load = parsed([
      ...hello,
      frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } }),
      ...told(3, "failed", { state: "idle", stopReason: "cancelled" }),
      frame(4, "agent", { id: 1, result: {} }),
    ]);
    const seen: string[] = [];
    for (const startedAt of [200_000, 300_000]) {
      await machine.connection([...load, closed], startedAt);
      const model = await machine.restored("R" as SessionId);
      for (const session of model.sessions)
        for (const row of session.rows.values()) if (row.kind === "tool_call") seen.push(`${row.toolCallId}: ${statusOf(row)}`);
    }
    assert.deepEqual(seen, ["of R: cancelled", "of C: cancelled", "of R: cancelled", "of C: cancelled"]);
  });
});
