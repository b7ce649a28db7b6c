import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { followSupervisor } from "../../../src/acp/process/supervisorReports.ts";
import { fixture, isRunning, readLines, supervisorPath, until } from "./processes.ts";

const unshakable = ["stdin", "SIGTERM"];

describe("supervisor", function () {
  this.timeout(30_000);
  const started: ChildProcess[] = [];
  /** All processes that a test that fails could leave behind. */
  const survivors: number[] = [];

  after(() => {
    for (const child of started) child.kill("SIGKILL");
    for (const pid of survivors.filter(isRunning)) process.kill(pid, "SIGKILL");
  });

  /** A stand-in for the host, with an agent under a supervisor; and the pids of the agent's `count` processes. */
  async function startUnderParent(
    plan: object,
    count: number,
  ): Promise<{ readonly parent: ChildProcess; readonly supervisor: number; readonly agents: readonly number[] }> {
    const parent = spawn(
      process.execPath,
      [fixture("parent.ts"), supervisorPath, process.execPath, fixture("stubborn.ts"), JSON.stringify(plan)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    started.push(parent);
    const lines = await readLines(parent.stdout, /^(supervisor )?\d+$/, count + 1);
    const supervisor = Number(lines.find((line) => line.startsWith("supervisor"))?.slice("supervisor ".length));
    const agents = lines.filter((line) => !line.startsWith("supervisor")).map(Number);
    survivors.push(...agents, supervisor);
    return { parent, supervisor, agents };
  }

  /** A supervisor whose host is this test. */
  function startSupervisor(command: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(process.execPath, [supervisorPath, "--", ...command], {
      env: { ...process.env, ACP_SUBAGENTS_AGENT: randomUUID(), ...env },
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      detached: true,
    });
    started.push(child);
    return child;
  }

  const families: readonly (readonly [what: string, plan: object, count: number])[] = [
    ["an agent that ends when its input is closed", {}, 1],
    ["an agent that ignores the end of its input and SIGTERM", { ignores: unshakable }, 1],
    [
      "a grandchild that ignores SIGTERM",
      { ignores: unshakable, children: [{ ignores: unshakable, children: [{ ignores: unshakable }] }] },
      3,
    ],
    [
      "a grandchild in a session of its own",
      { children: [{ detached: true, ignores: unshakable, children: [{ detached: true, ignores: unshakable }] }] },
      3,
    ],
    [
      "a grandchild in a session of its own that has lost its parent",
      { children: [{ orphan: true, detached: true, ignores: unshakable }] },
      2,
    ],
  ];
  // Each takes seconds of waiting, so all are under way at once.
  let outcomes: readonly Promise<readonly string[]>[] = [];
  before(() => {
    outcomes = families.map(([, plan, count]) => killParent(plan, count));
  });
  for (const [index, [what, , count]] of families.entries()) {
    it(`W08 W09: leaves nothing when the host is killed: ${what}`, async () => {
      assert.deepEqual(await outcomes[index], [`${count} run`, "none is left"]);
    });
  }

  async function killParent(plan: object, count: number): Promise<readonly string[]> {
    const { parent, supervisor, agents } = await startUnderParent(plan, count);
    const running = `${agents.filter(isRunning).length} run`;
    parent.kill("SIGKILL");
    await until("all processes to be gone", () => ![...agents, supervisor].some(isRunning));
    return [running, "none is left"];
  }

  it("survives the signals of the host's group, and ends its agent all the same when the host is gone", async () => {
    const { parent, supervisor, agents } = await startUnderParent({ ignores: unshakable }, 1);
    for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.kill(supervisor, name);
    // A signal that it did not survive would have ended it before a new process can be started and stopped.
    await once(spawn(process.execPath, ["-e", ""]), "exit");
    assert.deepEqual([isRunning(supervisor), agents.every(isRunning)], [true, true]);
    parent.kill("SIGKILL");
    await until("all processes to be gone", () => ![supervisor, ...agents].some(isRunning));
  });

  it("passes input and output through untouched, and tells how the agent exited before it exits the same way", async () => {
    const supervisor = startSupervisor([
      process.execPath,
      "-e",
      "process.stdin.pipe(process.stdout); process.stdin.on('end', () => (process.exitCode = 3))",
    ]);
    const reports = followSupervisor(supervisor);
    const text = `é漢🙂${"x".repeat(300_000)}\u0000\n`;
    supervisor.stdin?.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of supervisor.stdout ?? []) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString("utf8"), text);
    assert.deepEqual(await reports.exited, { type: "exited", code: 3, signal: null });
    const [code] = await once(supervisor, "exit");
    assert.equal(code, 3);
  });

  it("tells of a signal, and exits with 128 and its number", async () => {
    const supervisor = startSupervisor([process.execPath, "-e", "process.kill(process.pid, 'SIGKILL')"]);
    assert.deepEqual(await followSupervisor(supervisor).exited, { type: "exited", code: null, signal: "SIGKILL" });
    const [code] = await once(supervisor, "exit");
    assert.equal(code, 137);
  });

  it("W09: ends what an agent leaves behind that exits by itself", async () => {
    const supervisor = startSupervisor([
      process.execPath,
      fixture("stubborn.ts"),
      JSON.stringify({ children: [{ detached: true, ignores: unshakable }] }),
    ]);
    assert.ok(supervisor.stdout);
    const agents = (await readLines(supervisor.stdout, /^\d+$/, 2)).map(Number);
    survivors.push(...agents);
    supervisor.stdin?.end();
    assert.deepEqual(await followSupervisor(supervisor).exited, { type: "exited", code: 7, signal: null });
    await once(supervisor, "exit");
    assert.deepEqual(agents.filter(isRunning), []);
  });

  it("says why a program cannot be started", async () => {
    const supervisor = startSupervisor(["/no/such/program"]);
    await assert.rejects(followSupervisor(supervisor).started, /ENOENT/);
  });

  it("keeps ELECTRON_RUN_AS_NODE, which it needs itself, from the agent, unless the agent shall have it", async () => {
    const print = [
      process.execPath,
      "-e",
      "process.stdout.write(String(process.env.ELECTRON_RUN_AS_NODE) + String(process.env.ACP_SUBAGENTS_RUN_AS_NODE))",
    ];
    for (const [env, expected] of [
      [{ ELECTRON_RUN_AS_NODE: "1" }, "undefinedundefined"],
      [{ ELECTRON_RUN_AS_NODE: "1", ACP_SUBAGENTS_RUN_AS_NODE: "1" }, "1undefined"],
    ] as const) {
      const chunks: Buffer[] = [];
      for await (const chunk of startSupervisor(print, env).stdout ?? []) chunks.push(chunk);
      assert.equal(Buffer.concat(chunks).toString("utf8"), expected);
    }
  });
});
