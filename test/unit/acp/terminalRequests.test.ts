// Terminals that we keep for an agent: real commands under the real supervisor.
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RequestFailure, type RequestHandlers, type RequestSurroundings } from "../../../src/acp/requests/agentRequests.ts";
import { terminalRequests } from "../../../src/acp/requests/terminalRequests.ts";
import { Emitter } from "../../../src/base/emitter.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Question } from "../../../src/dialects/logEntry.ts";
import type { JsonObject } from "../../../src/session/content.ts";
import { toRequestId, toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { fixture, isRunning, until } from "./processes.ts";
import { testHost } from "./scripted.ts";

describe("terminal/*", function () {
  this.timeout(30_000);
  let folder: string;
  let store: SessionStore;
  let ended: Emitter<string>;
  let questions: Question[];
  let answer: string;
  let handlers: RequestHandlers;
  const survivors: number[] = [];

  const make = (isRemote = false) => {
    const surroundings: RequestSurroundings = {
      label: "Agent",
      model: store,
      isRemote,
      ask: async (question) => {
        questions.push(question);
        return { type: "selected", optionId: answer };
      },
      turn: async () => undefined,
      tellTerminal: (sessionId, terminalId, patch) =>
        store.apply({ t: 1, event: { type: "terminalReported", sessionId, terminalId, patch } }),
      onDidClose: ended.event,
    };
    handlers = terminalRequests({ host: testHost, log: silentLogger, startFolder: () => folder })(surroundings);
  };

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "terminals ")));
    store = new SessionStore();
    ended = new Emitter();
    questions = [];
    answer = "once";
    make();
  });
  afterEach(() => {
    ended.fire("the test is over");
    for (const pid of survivors.splice(0).filter(isRunning)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (method: string, params: JsonObject, signal = new AbortController().signal) => {
    const given: JsonObject = { sessionId: "R", ...params };
    const sessionId = typeof given.sessionId === "string" ? toSessionId(given.sessionId) : undefined;
    return handlers[method]?.(given, { requestId: toRequestId("1"), sessionId, signal }) ?? Promise.reject(new Error(method));
  };
  /** A terminal that runs a script in Node. */
  const run = async (script: string, params: JsonObject = {}) =>
    String((await ask("terminal/create", { command: process.execPath, args: ["-e", script], ...params })).terminalId);
  const waits = (terminalId: string) => ask("terminal/wait_for_exit", { terminalId });
  const reads = (terminalId: string) => ask("terminal/output", { terminalId });
  const shown = (terminalId: string) => store.terminal(terminalId as never);
  const refused = async (made: Promise<unknown>) => {
    const error = await made.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof RequestFailure, String(error));
    return `${error.code} ${error.message.slice(0, 60)}`;
  };

  it("runs a command to its end: output of both streams in order, exit code, variables, nothing to read", async () => {
    const script =
      "process.stdin.resume().on('end', () => { console.log('a' + process.env.MARK); console.error('b'); console.log('c'); process.exitCode = 3 })";
    const id = await run(script, { env: [{ name: "MARK", value: "!" }] });
    assert.deepEqual(await waits(id), { exitCode: 3, signal: null });
    assert.deepEqual(await reads(id), { output: "a!\nb\nc\n", truncated: false, exitStatus: { exitCode: 3, signal: null } });
  });

  it("what it writes is shown as it comes, also when nobody asks for it, and stays after the release", async () => {
    const id = await run("process.stdout.write('one'); setInterval(() => {}, 1000)");
    await until("the output to be shown", () => shown(id)?.text === "one");
    assert.deepEqual(await reads(id), { output: "one", truncated: false });
    assert.deepEqual(await ask("terminal/release", { terminalId: id }), {});
    assert.equal(await refused(reads(id)), `-32002 There is no terminal ${JSON.stringify(id).slice(0, 39)}`);
    await until("its end to be shown", () => shown(id)?.exit !== undefined);
    assert.deepEqual([shown(id)?.text, shown(id)?.cwd], ["one", folder]);
  });

  it("keeps as many bytes as the agent asked for; the person still sees all of it", async () => {
    const id = await run("process.stdout.write('日本'.repeat(50))", { outputByteLimit: 10 });
    await waits(id);
    assert.deepEqual(await reads(id), { output: "本日本", truncated: true, exitStatus: { exitCode: 0, signal: null } });
    assert.equal(shown(id)?.text.length, 100);
  });

  it("runs where the asking session works; a folder of the request comes first; else where we start", async () => {
    const [root, child] = ["root", "child"].map((name) => realpathSync(mkdtempSync(join(folder, name))));
    store.apply({ t: 0, event: { type: "rootOpened", sessionId: toSessionId("R"), cwd: root } });
    for (const [id, parentId, cwd] of [
      ["C", "R", child],
      ["G", "C", undefined],
    ] as const) {
      store.apply({
        t: 0,
        event: { type: "childUpdated", sessionId: toSessionId(id), parentId: toSessionId(parentId), dialect: "standard", patch: { cwd } },
      });
    }
    const where = async (params: JsonObject) => {
      const id = await run("process.stdout.write(process.cwd())", params);
      await waits(id);
      return (await reads(id)).output;
    };
    const asked = [{}, { sessionId: "C" }, { sessionId: "G" }, { sessionId: "nobody" }, { sessionId: "G", cwd: folder }];
    assert.deepEqual(await Promise.all(asked.map(where)), [root, child, child, folder, folder]);
  });

  it("kill ends the command and all that it started, and its output can still be read", async () => {
    const plan = { ignores: ["SIGTERM", "stdin"], children: [{ ignores: ["SIGTERM", "stdin"], detached: true }] };
    const { terminalId } = await ask("terminal/create", {
      command: process.execPath,
      args: [fixture("stubborn.ts"), JSON.stringify(plan)],
    });
    const id = String(terminalId);
    const pids = () => (shown(id)?.text ?? "").split("\n").filter(Boolean).map(Number);
    await until("both to run", () => pids().length === 2);
    survivors.push(...pids());
    assert.deepEqual(await ask("terminal/kill", { terminalId: id }), {});
    assert.deepEqual(await waits(id), { exitCode: null, signal: "SIGKILL" });
    await until("nothing to be left", () => !pids().some(isRunning));
    assert.deepEqual((await reads(id)).exitStatus, { exitCode: null, signal: "SIGKILL" });
  });

  it("the end of the connection ends every command", async () => {
    const ids = await Promise.all([1, 2].map(() => run("console.log(process.pid); setInterval(() => {}, 1000)")));
    await until("both to run", () => ids.every((id) => shown(id)?.text));
    const pids = ids.map((id) => Number(shown(id)?.text));
    survivors.push(...pids);
    ended.fire("gone");
    await until("both to be gone", () => !pids.some(isRunning));
  });

  it("a request that is taken back stops waiting and leaves the command alone", async () => {
    const id = await run("setInterval(() => {}, 1000)");
    const taken = new AbortController();
    const waiting = ask("terminal/wait_for_exit", { terminalId: id }, taken.signal);
    taken.abort(new Error("taken back"));
    await assert.rejects(waiting, /taken back/);
    assert.equal((await reads(id)).exitStatus, undefined);
  });

  it("says what is wrong with a request", async () => {
    assert.deepEqual(
      await Promise.all([
        refused(ask("terminal/create", { command: "no-such-program-here" })),
        refused(ask("terminal/create", {})),
        refused(ask("terminal/create", { sessionId: 7, command: "ls" })),
        refused(reads("never")),
        refused(ask("terminal/kill", { terminalId: 3 })),
      ]),
      [
        '-32002 The program "no-such-program-here" was not found. The PATH u',
        '-32602 "command" of terminal/create must be a program.',
        '-32602 "sessionId" of terminal/create must be a string.',
        '-32002 There is no terminal "never": it was never created, or it is',
        "-32002 There is no terminal 3: it was never created, or it is relea",
      ],
    );
  });

  it("an agent on another machine runs nothing here before the person agrees", async () => {
    make(true);
    answer = "no";
    assert.equal(await refused(run("1")), `-32001 The person did not allow to run ${process.execPath} -e 1.`.slice(0, 67));
    assert.match(questions[0]?.detail ?? "", /-e 1\nin .*\nAgent runs on another machine/);
    answer = "once";
    assert.deepEqual(await waits(await run("1")), { exitCode: 0, signal: null });
  });
});
