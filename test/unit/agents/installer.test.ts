// Installs with an npm that lays out packages without a network; processes, files and the agent's answer are real.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentHost } from "../../../src/acp/process/launch.ts";
import { InstalledAgents } from "../../../src/agents/installedAgents.ts";
import { Installer, type InstallerHost } from "../../../src/agents/installer.ts";
import { InstallLock } from "../../../src/agents/installLock.ts";
import { type NpmPreset, npmPresets } from "../../../src/agents/presets.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { messageOf } from "../../../src/base/personError.ts";
import { installerHost } from "../../../src/vscode/agents/installerHost.ts";
import { until } from "../acp/processes.ts";
import { testHost } from "../acp/scripted.ts";

const fakeNpm = fileURLToPath(new URL("./fixtures/fakeNpm.mjs", import.meta.url));
const preset = npmPresets.find(({ id }) => id === "claude-agent") as NpmPreset;
const newer: NpmPreset = { ...preset, npm: { ...preset.npm, version: "0.200.0" } };
const never = new AbortController().signal;
const quiet = () => undefined;

describe("Installer", function () {
  this.timeout(30_000);
  let folder: string;
  let root: string;
  beforeEach(function () {
    // The fake npm is a script with a first line that names its runtime.
    if (process.platform === "win32") this.skip();
    folder = mkdtempSync(join(tmpdir(), "agents "));
    root = join(folder, "agents");
    mkdirSync(join(folder, "bin"));
    program("npm", `exec "${process.execPath}" "${fakeNpm}" "$@"`);
    program("node", `exec "${process.execPath}" "$@"`);
  });
  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const program = (name: string, line: string) => writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const host = (plan = ""): InstallerHost => {
    const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, FAKE_NPM: plan };
    const agents: AgentHost = { ...testHost, runtimePath: process.execPath, environment: async () => env };
    return installerHost(agents, root, silentLogger);
  };
  const install = (plan = "", which = preset) => new Installer(host(plan)).install(which, never, quiet);
  const failure = (plan: string) =>
    install(plan).then(
      () => "installed",
      (error: unknown) => messageOf(error),
    );
  /** The versions that are there, and whatever else lies in the folder. */
  const there = () =>
    (existsSync(root) ? readdirSync(root) : [])
      .flatMap((name) => readdirSync(join(root, name)).map((below) => `${name}/${below}`))
      .toSorted()
      .join(" ");
  const lay = (version: string) => {
    const place = join(root, preset.id, version, "node_modules", ...preset.npm.package.split("/"));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ version, bin: "agent.js" }));
    writeFileSync(join(place, "agent.js"), "process.stdin.resume();\n");
  };
  /** The id of a process that is not there any more. */
  const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

  it("fetches, tries and puts in its place, step by step", async () => {
    const steps: string[] = [];
    const installer = new Installer(host());
    const { version, program } = await installer.install(preset, never, (step) => steps.push(step));
    assert.deepEqual(steps, [
      "Fetching @agentclientprotocol/claude-agent-acp 0.101.0 with npm…",
      "Starting Claude Agent once…",
      "Putting it in its place…",
    ]);
    assert.equal(version, "0.101.0");
    assert.ok(existsSync(program) && program.startsWith(join(root, "claude-agent", "0.101.0")));
    assert.equal(there(), "claude-agent/0.101.0");
  });

  it("is among the agents afterwards, and starts with a Node that is new enough, else with the editor's runtime", async () => {
    const installed = new InstalledAgents(new Installer(host()));
    assert.deepEqual([installed.agents, installed.state(preset)], [[], "missing"]);
    await install();
    const [listed] = installed.agents;
    assert.ok(listed);
    assert.deepEqual([listed.id, listed.label, installed.state(preset)], ["installed:claude-agent", "Claude Agent", "current"]);
    const start = async () => {
      const { definition, release } = await installed.prepare(listed, never);
      await release();
      assert.ok("command" in definition);
      return [definition.command, definition.env, definition.args[0]?.split(sep).at(-1)];
    };
    program("node", "echo v22.1.0");
    assert.deepEqual(await start(), ["node", {}, "agent.js"]);
    program("node", "echo v18.0.0");
    assert.deepEqual(await start(), [process.execPath, { ELECTRON_RUN_AS_NODE: "1" }, "agent.js"]);
  });

  it("leaves the person's own agents as they are", async () => {
    const own = { id: "settings:X", label: "X", command: "x", args: [], env: {}, isDemo: false };
    assert.equal((await new InstalledAgents(new Installer(host())).prepare(own, never)).definition, own);
  });

  it("tells why not, and leaves nothing behind", async () => {
    assert.deepEqual(
      [await failure("offline"), await failure("unknown version"), await failure("another version"), there()],
      [
        "Claude Agent was not installed: npm cannot reach its registry. Check the network and npm's proxy settings, then try again. npm said: code ENOTFOUND\nnetwork request to the registry failed",
        "Claude Agent was not installed: npm ended with 1 for @agentclientprotocol/claude-agent-acp@0.101.0. npm said: code ETARGET\nnotarget No matching version found.",
        "Claude Agent was not installed: npm did not bring @agentclientprotocol/claude-agent-acp 0.101.0 with a program in it. Choose another agent, or try again when this extension knows a newer version.",
        "",
      ],
    );
  });

  it("does not use an agent that does not answer", async () => {
    lay("0.93.0");
    assert.match(
      await failure("dying agent"),
      /^Claude Agent 0\.101\.0 was fetched, but is not used because it did not start: .*no such module/s,
    );
    assert.equal(there(), "claude-agent/0.93.0");
  });

  it("needs an npm, and names the command for one", async () => {
    const installer = new Installer({ ...host(), has: async () => false });
    await assert.rejects(
      installer.install(preset, never, quiet),
      /run where there is an npm: npm install --global @agentclientprotocol\/claude-agent-acp@0\.101\.0/,
    );
  });

  it("is cancelled at once, npm with it", async () => {
    const abort = new AbortController();
    const running = new Installer(host("hanging")).install(preset, abort.signal, quiet);
    await until("npm is at work", () => globSync("agents/.staging/*/node_modules/**/half", { cwd: folder }).length > 0);
    abort.abort(new DOMException("Cancelled.", "AbortError"));
    await assert.rejects(running, { name: "AbortError" });
    assert.equal(there(), "");
  });

  it("runs one at a time, whoever asks", async () => {
    const abort = new AbortController();
    const first = new Installer(host("hanging")).install(preset, abort.signal, quiet);
    await until("the first is at work", () => existsSync(join(root, ".staging")));
    assert.equal(await failure(""), "An agent is being installed already, perhaps in another window. Try again when that is done.");
    abort.abort();
    await assert.rejects(first);
    assert.equal(await failure(""), "installed");
  });

  it("lets exactly one of many take the lock, also one that a dead process left", async () => {
    mkdirSync(root);
    for (const round of ["free", "left behind"]) {
      if (round === "left behind") {
        mkdirSync(join(root, ".lock"));
        writeFileSync(join(root, ".lock", `${deadPid()}-x`), "");
      }
      const locks = await Promise.all(Array.from({ length: 8 }, () => InstallLock.take(root)));
      const [held, ...others] = locks.filter((lock) => lock !== undefined);
      assert.deepEqual([held !== undefined, others.length], [true, 0], round);
      await held?.release();
      assert.deepEqual(readdirSync(root), [], round);
    }
  });

  it("sweeps what a crash left, and versions that nobody uses", async () => {
    lay("0.93.0");
    lay("0.101.0");
    mkdirSync(join(root, ".staging", "half", "node_modules"), { recursive: true });
    mkdirSync(join(root, ".lock"));
    writeFileSync(join(root, ".lock", `${deadPid()}-x`), "");
    mkdirSync(join(root, ".users", "claude-agent@0.93.0"), { recursive: true });
    writeFileSync(join(root, ".users", "claude-agent@0.93.0", `${deadPid()}-x`), "");
    mkdirSync(join(root, ".users", "claude-agent@0.101.0"), { recursive: true });
    writeFileSync(join(root, ".users", "claude-agent@0.101.0", `${deadPid()}-x`), "");
    await new Installer(host()).sweep();
    assert.equal(there(), ".users/claude-agent@0.101.0 claude-agent/0.101.0");
    assert.deepEqual(readdirSync(join(root, ".users", "claude-agent@0.101.0")), []);
  });

  it("creates nothing where nothing was ever installed", async () => {
    await new Installer(host()).sweep();
    assert.equal(existsSync(root), false);
  });

  it("sees an older install by its version, and replaces it when no process of it runs", async () => {
    lay("0.93.0");
    const installed = new InstalledAgents(new Installer(host()));
    assert.equal(installed.state(preset), "older");
    const [listed] = installed.agents;
    assert.ok(listed);
    const running = await installed.prepare(listed, never);
    await install();
    assert.deepEqual(
      [there(), installed.state(preset)],
      [".users/claude-agent@0.93.0 claude-agent/0.101.0 claude-agent/0.93.0", "current"],
    );
    await running.release();
    await new Installer(host()).sweep();
    assert.equal(there(), "claude-agent/0.101.0");
  });

  it("does not install over a version that runs", async () => {
    await install();
    const installed = new InstalledAgents(new Installer(host()));
    const [listed] = installed.agents;
    assert.ok(listed);
    const running = await installed.prepare(listed, never);
    assert.equal(
      await failure(""),
      "Claude Agent 0.101.0 is in use, so it is not replaced. End its sessions in all windows and try again.",
    );
    await running.release();
    assert.equal(await failure(""), "installed");
  });

  it("keeps what a newer version of the extension installed", async () => {
    await install("", newer);
    assert.equal(new InstalledAgents(new Installer(host())).state(preset), "current");
  });

  it("says that an install is not all there, and repairs it", async () => {
    const { program } = await install();
    const manifest = join(dirname(program), "..", "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").slice(0, 10));
    const installed = new InstalledAgents(new Installer(host()));
    const [listed] = installed.agents;
    assert.ok(listed);
    assert.equal(installed.state(preset), "incomplete");
    await assert.rejects(installed.prepare(listed, never), /is not installed, or not all of it. Run “ACP: Install or Update Agent…”/);
    await install();
    assert.equal(installed.state(preset), "current");
  });
});
