// Terminals: what `_meta` of a call, ACP v2's updates and our own answers tell of a command's output.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { isObject } from "../../../src/session/content.ts";
import { toTerminalId } from "../../../src/session/ids.ts";
import { terminalOf } from "../../../src/session/terminals.ts";
import { agent, answers, call, callUpdate, child, client, lines, opened, requests, running, Story, update } from "../../support/story.ts";

const terminal = (terminalId: string) => ({ content: [{ type: "terminal", terminalId }] });
const meta = (_meta: object) => ({ _meta });
const output = (terminal_id: string, data: string) => meta({ terminal_output: { terminal_id, data } });
const base64 = (text: string) => Buffer.from(text).toString("base64");

const told = (story: Story, sessionId: string, id: string) => terminalOf(story.store, story.session(sessionId).id, toTerminalId(id));

describe("terminals that an agent shows", () => {
  it("claude and codex: output beside the call, in pieces, in a child too", () => {
    const story = new Story(
      opened("R"),
      child("R", "C", running),
      call("C", "t1", { ...terminal("t1"), ...meta({ terminal_info: { terminal_id: "t1", cwd: "/workspace" } }) }),
      callUpdate("C", "t1", output("t1", "one\n")),
      callUpdate("C", "t1", meta({ terminal_output_delta: { terminal_id: "t1", data: "two\n" } })),
      callUpdate("C", "t1", { status: "failed", ...meta({ terminal_exit: { terminal_id: "t1", exit_code: 3, signal: null } }) }),
    );
    assert.equal(
      story.text("C"),
      lines("C child of R: running live", "  run 1: -", '  | call other "t1" failed', '  |   terminal "one\\ntwo\\n" exit 3'),
    );
    assert.equal(told(story, "C", "t1")?.cwd, "/workspace");
  });

  it("codex: output of a call whose content names no terminal belongs to the call all the same", () => {
    const story = new Story(opened("R"), call("R", "t1"), callUpdate("R", "t1", { status: "completed", ...output("t1", "words") }));
    assert.match(story.text("R"), /call other "t1" completed\n {2}\| {3}terminal "words" no exit told/);
  });

  it("codex: a read file's command ended as the call's raw output says; a told exit goes before it", () => {
    const delta = (terminal_id: string) => ({ terminal_output_delta: { terminal_id, data: "words" } });
    const ended = { status: "completed", rawOutput: { exit_code: 1 } };
    const story = new Story(opened("R"), call("R", "t1"), callUpdate("R", "t1", { ...ended, ...meta(delta("t1")) }), call("R", "t2"));
    story.tell(callUpdate("R", "t2", { ...ended, ...meta({ ...delta("t2"), terminal_exit: { terminal_id: "t2", exit_code: 3 } }) }));
    assert.deepEqual([told(story, "R", "t1")?.exit?.code, told(story, "R", "t2")?.exit?.code], [1, 3]);
  });

  it("a terminal of which nothing is ever told is an ordinary row", () => {
    const story = new Story(opened("R"), call("R", "t1", terminal("never")));
    assert.match(story.text("R"), /call other "t1" pending NOT CLOSED\n {2}\| {3}terminal of which nothing was told/);
  });

  it("the same id in two sessions is two terminals", () => {
    const story = new Story(opened("R"), child("R", "C", running));
    story.tell(call("R", "t1", output("t1", "root")), call("C", "t1", output("t1", "child")));
    assert.deepEqual([told(story, "R", "t1")?.text, told(story, "C", "t1")?.text], ["root", "child"]);
  });

  it("what is tagged as a child's on the root's stream is the child's", () => {
    const tagged = (id: string, fields: object) => ({
      ...fields,
      _meta: { ...(fields as { _meta?: object })._meta, claudeCode: { parentToolUseId: "launch", toolName: "Bash" } },
      toolCallId: id,
    });
    const story = new Story(
      opened("R"),
      call("R", "launch", {
        rawInput: { prompt: "go", subagent_type: "x", description: "Do it" },
        ...meta({ claudeCode: { toolName: "Agent" } }),
      }),
      update("R", "tool_call", tagged("t1", { title: "ls", status: "pending", ...terminal("t1"), ...output("t1", "a\n") })),
    );
    const [, kid] = [...story.store.sessions];
    assert.equal(kid?.terminals.get(toTerminalId("t1"))?.text, "a\n");
    assert.equal(story.session("R").terminals.size, 0);
  });

  it("a load of a session that is drawn already does not double its output", () => {
    const shown = [call("R", "t1", { ...terminal("t1"), ...output("t1", "once\n") })];
    const story = new Story(opened("R"), shown, requests(5, "session/load", "R"), shown, answers(5));
    assert.equal(told(story, "R", "t1")?.text, "once\n");
  });

  it("v2: whole output in base64, then pieces; P17: a character split over two of them stays one", () => {
    const story = new Story(opened("R"));
    const [head, tail] = [Buffer.from("é").subarray(0, 1).toString("base64"), Buffer.from("é").subarray(1).toString("base64")];
    story.tell(
      update("R", "terminal_update", { terminalId: "t", command: "ls", cwd: "/w", output: { data: base64("old") } }),
      update("R", "terminal_update", { terminalId: "t", output: { data: base64("new ") } }),
      update("R", "terminal_output_chunk", { terminalId: "t", data: head }),
      update("R", "terminal_output_chunk", { terminalId: "t", data: tail }),
      update("R", "terminal_update", { terminalId: "t", exitStatus: { signal: "SIGKILL" } }),
    );
    const { command, cwd, text, exit } = told(story, "R", "t") ?? {};
    assert.deepEqual(
      { command, cwd, text, exit },
      { command: "ls", cwd: "/w", text: "new é", exit: { code: undefined, signal: "SIGKILL" } },
    );
    story.tell(update("R", "terminal_update", { terminalId: "t", output: null }));
    assert.equal(told(story, "R", "t")?.text, "");
  });

  it("v2: output that is not base64 is shown as an update that cannot be read", () => {
    const story = new Story(opened("R"), update("R", "terminal_output_chunk", { terminalId: "t", data: "%%%" }));
    assert.match(story.text("R"), /unknown terminal_output_chunk/);
  });

  it("in a replay our own terminals are read from our answers", () => {
    const asks = (id: number, method: string, params: object) => agent({ id, method, params: { sessionId: "R", ...params } });
    const story = new Story(
      opened("R"),
      asks(1, "terminal/create", { command: "npm", args: ["test"], cwd: "/w" }),
      client({ id: 1, result: { terminalId: "own" } }),
      asks(2, "terminal/output", { terminalId: "own" }),
      client({ id: 2, result: { output: "tail", truncated: true } }),
      asks(3, "terminal/wait_for_exit", { terminalId: "own" }),
      client({ id: 3, result: { exitCode: 1 } }),
    );
    const { command, text, isCut, exit } = told(story, "R", "own") ?? {};
    assert.deepEqual(
      { command, text, isCut, exit },
      { command: "npm test", text: "tail", isCut: true, exit: { code: 1, signal: undefined } },
    );
  });

  it("what a command of ours wrote is not replaced by what the agent asked of it later", () => {
    const story = new Story(opened("R"));
    const sessionId = story.session("R").id;
    const terminalId = toTerminalId("own");
    story.store.apply({ t: 1, event: { type: "terminalReported", sessionId, terminalId, patch: { added: "all of it", isLive: true } } });
    story.store.apply({ t: 2, event: { type: "terminalReported", sessionId, terminalId, patch: { output: "of it", isCut: true } } });
    assert.equal(told(story, "R", "own")?.text, "all of it");
  });

  it("keeps the end of an output that never stops, from the beginning of a line, and says so", () => {
    const story = new Story(opened("R"));
    const line = `${"x".repeat(999)}\n`;
    for (let index = 0; index < 130; index++)
      story.tell(update("R", "tool_call_update", { toolCallId: "t", status: "in_progress", ...output("t", line.repeat(10)) }));
    const { text = "", start, isCut } = told(story, "R", "t") ?? {};
    assert.ok(text.length <= 1_250_000 && text.length >= 900_000, String(text.length));
    assert.deepEqual([isCut, text.length + (start ?? 0), text.startsWith("xxx"), text.length % 1000], [true, 1_300_000, true, 0]);
  });
});

describe("recorded terminals", () => {
  const recordings = join(import.meta.dirname, "../../recordings");
  type Seen = { text: string; isOver: boolean };
  const isEnd = (key: string, rawOutput: unknown) =>
    key === "terminal_exit" || (isObject(rawOutput) && typeof rawOutput.exit_code === "number");

  /** Read from the frames alone, by session and terminal. */
  function seenIn(file: string): Map<string, Seen> {
    const seen = new Map<string, Seen>();
    for (const line of readFileSync(join(recordings, file), "utf8").split("\n").filter(Boolean)) {
      const { params } = JSON.parse(line).frame;
      const { sessionUpdate, terminalId, output, data, exitStatus, rawOutput, _meta: told } = params?.update ?? {};
      if (sessionUpdate === "terminal_update" || sessionUpdate === "terminal_output_chunk") {
        const name = `${params.sessionId} ${terminalId}`;
        const before = seen.get(name) ?? { text: "", isOver: false };
        const text = (output ? "" : before.text) + Buffer.from(output?.data ?? data ?? "", "base64").toString();
        seen.set(name, { text, isOver: before.isOver || isObject(exitStatus) });
      }
      if (!isObject(told)) continue;
      for (const [key, value] of Object.entries(told)) {
        if (!key.startsWith("terminal_") || !isObject(value)) continue;
        const name = `${params.sessionId} ${value.terminal_id}`;
        const before = seen.get(name) ?? { text: "", isOver: false };
        seen.set(name, { text: before.text + (value.data ?? ""), isOver: before.isOver || isEnd(key, rawOutput) });
      }
    }
    return seen;
  }

  it("have the output and the end that the frames tell, in the session that the frames name", () => {
    const files = globSync("{claude,codex}*/*-{full,subagents,v2}.jsonl", { cwd: recordings });
    let count = 0;
    for (const file of files) {
      const told = seenIn(file);
      if (told.size === 0) continue;
      const { model } = replayTraffic(readFileSync(join(recordings, file), "utf8"));
      for (const [name, { text, isOver }] of told) {
        const [sessionId = "", id = ""] = name.split(" ");
        const session = [...model.sessions].find((each) => each.id === sessionId);
        const found = session?.terminals.get(toTerminalId(id));
        assert.deepEqual([found?.text, found?.exit !== undefined], [text, isOver], `${file}: ${name}`);
        count++;
      }
    }
    assert.ok(count > 50, `${count} terminals`);
  }).timeout(10_000);
});
