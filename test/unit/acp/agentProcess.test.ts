import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentProcess } from "../../../src/acp/process/agentProcess.ts";
import type { ProgramLaunch } from "../../../src/acp/process/launch.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { PersonError } from "../../../src/base/personError.ts";
import { fixture, isRunning, readLines, until } from "./processes.ts";
import { testHost } from "./scripted.ts";

const unshakable = ["stdin", "SIGTERM"];

describe("AgentProcess", function () {
  this.timeout(30_000);
  let folder: string;
  const survivors: number[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agent process "));
  });
  afterEach(() => {
    for (const pid of survivors.splice(0).filter(isRunning)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  const node = (...args: readonly string[]): ProgramLaunch => ({ label: "Agent", command: process.execPath, args, env: {}, cwd: folder });
  const start = (launch: ProgramLaunch) => AgentProcess.start(launch, testHost, silentLogger);

  it("W10: ends a whole tree that ignores everything, and says that it was stopped", async () => {
    const plan = { ignores: unshakable, children: [{ ignores: unshakable, detached: true }] };
    const agent = await start(node(fixture("stubborn.ts"), JSON.stringify(plan)));
    survivors.push(...(await readLines(agent.stdout, /^\d+$/, 2)).map(Number));
    assert.deepEqual([survivors.includes(agent.pid), survivors.every(isRunning)], [true, true]);
    const began = performance.now();
    agent.dispose();
    agent.dispose();
    await agent.ended;
    assert.deepEqual(survivors.filter(isRunning), []);
    assert.ok(performance.now() - began < 10_000);
    assert.deepEqual(await agent.exited, { code: null, signal: "SIGKILL", reason: "Agent was stopped." });
  });

  it("W10: lets an agent go gently that ends when its input is closed", async () => {
    const agent = await start(node("-e", "process.stdin.resume().on('end', () => process.exit(0))"));
    agent.dispose();
    assert.deepEqual(await agent.exited, { code: 0, signal: null, reason: "Agent was stopped." });
  });

  it("tells how it exited, with its last words", async () => {
    const agent = await start(node("-e", "console.error('é: no key\\n'); process.exitCode = 2"));
    assert.deepEqual(await agent.exited, { code: 2, signal: null, reason: "Agent ended with exit code 2. It wrote: é: no key" });
    // Also when its end and its words come at one time, as to a window that was busy meanwhile.
    const late = await start(node("-e", "console.error('no key'); process.exitCode = 2"));
    for (const end = performance.now() + 1500; performance.now() < end; );
    assert.equal((await late.exited).reason, "Agent ended with exit code 2. It wrote: no key");
    const killed = await start(node("-e", "process.kill(process.pid, 'SIGTERM')"));
    assert.equal((await killed.exited).reason, "Agent was killed (SIGTERM).");
  });

  it("ends the agent when its supervisor is killed", async function () {
    if (process.platform === "win32") this.skip();
    const agent = await start(node(fixture("stubborn.ts"), JSON.stringify({ ignores: unshakable })));
    survivors.push(agent.pid);
    const supervisor = Number(execFileSync("ps", ["-o", "ppid=", "-p", String(agent.pid)], { encoding: "utf8" }));
    process.kill(supervisor, "SIGKILL");
    await until("the agent to be gone", () => !isRunning(agent.pid));
    await agent.exited;
  });

  it("starts it in its folder, with arguments and variables as they are", async () => {
    const args = ["a b", 'say "hi"', "", "$HOME", "é&|<>^%PATH%"];
    const script =
      "process.stdout.write(JSON.stringify([process.cwd(), process.argv.slice(1), process.env.ANY, process.env.ELECTRON_RUN_AS_NODE]))";
    const agent = await start({ ...node("-e", script, "--", ...args), env: { ANY: "x y", ELECTRON_RUN_AS_NODE: "1" } });
    const chunks: Buffer[] = [];
    for await (const chunk of agent.stdout) chunks.push(chunk);
    const [cwd, ...rest] = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    assert.equal(cwd.endsWith(folder), true);
    assert.deepEqual(rest, [args, "x y", "1"]);
  });

  it("runs a program in a path with spaces, and says what keeps one from running", async function () {
    if (process.platform === "win32") this.skip();
    const program = join(folder, "my agent");
    writeFileSync(program, "#!/bin/sh\nexit 9\n");
    chmodSync(program, 0o755);
    const agent = await start({ ...node(), command: program });
    assert.equal((await agent.exited).code, 9);
    writeFileSync(program, "#!/no/such/interpreter\n");
    await assert.rejects(start({ ...node(), command: program }), (error: unknown) => {
      assert.ok(error instanceof PersonError);
      assert.equal(error.message, `Agent cannot be started (${program}): spawn ${program} ENOENT. Check its command in the settings.`);
      return true;
    });
  });
});
