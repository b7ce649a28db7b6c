import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BareClient } from "./bareClient.ts";
import { transcript } from "./transcript.ts";

const main = join(import.meta.dirname, "../../../src/demo/main.ts");

describe("demo agent process", function () {
  this.timeout(20_000);
  let dir: string;
  let agent: ChildProcessWithoutNullStreams | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-process-"));
  });
  afterEach(() => {
    agent?.kill("SIGKILL");
    rmSync(dir, { recursive: true });
  });

  /** Starts the real agent; every line of its standard output must be a frame. */
  function start(...args: string[]): { agent: ChildProcessWithoutNullStreams; client: BareClient; errors: () => string } {
    const started = spawn(process.execPath, [main, "--state", dir, ...args]);
    agent = started;
    const client = new BareClient((frame) => started.stdin.write(`${JSON.stringify(frame)}\n`));
    let rest = "";
    started.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) client.receive(JSON.parse(line));
    });
    let errors = "";
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    return { agent: started, client, errors: () => errors };
  }

  it("plays a whole prompt over its pipe, says nothing else, and ends with its input", async () => {
    const { agent: running, client, errors } = start("--speed", "0");
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
    await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    const { result } = await client.request("session/prompt", { sessionId: "demo-1", prompt: [{ type: "text", text: "/hostile" }] });
    assert.deepEqual(result, { stopReason: "end_turn" });
    const longest = Math.max(...client.log.map(({ frame }) => JSON.stringify(frame).length));
    assert.ok(longest > 2_000_000, `longest line ${longest}`);
    assert.match(transcript(client.log), /demo-1 subagent_update {"sessionId":"__proto__",.*"end_turn"/);
    running.stdin.end();
    assert.deepEqual(await once(running, "exit"), [0, null]);
    assert.equal(errors(), "");
  });

  it("loads in a fresh process what another one was killed over", async () => {
    const first = start("--speed", "0.1");
    await first.client.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
    await first.client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    const announced = new Promise<void>((resolve) => {
      first.agent.stdout.on("data", () => {
        if (transcript(first.client.log).includes("demo-1:c1 tool_call")) resolve();
      });
    });
    void first.client.request("session/prompt", { sessionId: "demo-1", prompt: [{ type: "text", text: "/parallel" }] });
    await announced;
    first.agent.kill("SIGKILL");
    await once(first.agent, "exit");

    const { client } = start();
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
    const { result } = await client.request("session/load", { sessionId: "demo-1", cwd: "/workspace", mcpServers: [] });
    assert.deepEqual(result, {});
    assert.match(transcript(client.log), /demo-1:c1 tool_call [\s\S]*"demo-1:c1","state":{"state":"idle"}}/);
  });

  it("says clearly which display it does not know", async () => {
    const { agent: failed, errors } = start("--display", "smoke");
    assert.deepEqual(await once(failed, "close"), [2, null]);
    assert.equal(
      errors(),
      "acp-subagents-demo: The demo agent cannot show children as “smoke”. It knows: standard, draft, zed, tool_box, inline, legacy.\n",
    );
  });

  it("warns once of the form that other clients do not know, and speaks it", async () => {
    const { agent: running, client, errors } = start("--speed", "0", "--display", "zed");
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
    for (let turn = 0; turn < 2; turn += 1)
      await client.request("session/prompt", { sessionId: "demo-1", prompt: [{ type: "text", text: "/one" }] });
    assert.match(transcript(client.log), /demo-1 tool_call .*"session_id":"demo-1:c2"/);
    running.stdin.end();
    await once(running, "close");
    assert.equal(
      errors(),
      "acp-subagents-demo: --display zed shows subagents the way Zed does, which no standard describes: other clients may not see their work.\n",
    );
  });

  it("is stubborn when told so: only a kill ends it, and a grandchild outlives it", async function () {
    if (process.platform === "win32") this.skip();
    const { agent: stubborn, client, errors } = start("--stubborn");
    await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    while (!errors().includes("the grandchild stays too")) await once(stubborn.stderr, "data");
    const grandchild = execFileSync("ps", ["-eo", "pid,ppid,sid,args"], { encoding: "utf8" })
      .split("\n")
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .find((match) => match?.[2] === String(stubborn.pid));
    assert.ok(grandchild, "there is a grandchild");
    const [, pidText, , sid, command] = grandchild;
    assert.ok(command?.endsWith(dir), "its command line ends with the state folder");
    assert.equal(sid, pidText, "it has a session of its own");
    const pid = Number(pidText);
    try {
      stubborn.stdin.end();
      stubborn.kill("SIGTERM");
      process.kill(pid, "SIGTERM");
      while (!errors().includes("SIGTERM came") || !errors().includes("the input ended")) await once(stubborn.stderr, "data");
      assert.deepEqual([stubborn.exitCode, stubborn.signalCode], [null, null]);
      stubborn.kill("SIGKILL");
      assert.deepEqual(await once(stubborn, "exit"), [null, "SIGKILL"]);
      assert.equal(process.kill(pid, 0), true);
    } finally {
      process.kill(pid, "SIGKILL");
    }
  });
});
