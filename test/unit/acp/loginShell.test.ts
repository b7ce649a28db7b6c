import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../../src/acp/process/launch.ts";
import { isFromDesktop, LoginShell, parseEnvironment, printCommand, shellArguments } from "../../../src/acp/process/loginShell.ts";
import { silentLogger } from "../../../src/base/logger.ts";

describe("LoginShell", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "acp shell's "));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** Asks a shell and returns its environment and what was logged. */
  async function ask(shell: string, env: Environment, timeLimit?: number): Promise<{ readonly found: Environment; readonly told: string }> {
    const told: string[] = [];
    const log = { ...silentLogger, info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };
    const found = await new LoginShell({ env, os: process.platform, runtimePath: process.execPath, log, shell, timeLimit }).environment();
    return { found, told: told.join("\n") };
  }

  /** A program in the temporary home. */
  function script(text: string): string {
    const path = join(home, "shell");
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  }

  it("[W06] has what the files of the login shell set, whatever they print", async function () {
    if (process.platform === "win32") this.skip();
    writeFileSync(join(home, ".profile"), "echo Welcome; export PATH=/from/profile:$PATH; export TWO='a\nb=c'\n");
    const { found, told } = await ask("/bin/sh", { HOME: home, PATH: "/usr/bin:/bin" });
    assert.match(found.PATH ?? "", /^\/from\/profile:/);
    assert.deepEqual([found.TWO, found.HOME], ["a\nb=c", home]);
    assert.equal(told, "The environment of /bin/sh is used for agents.");
  });

  it("is the editor's own environment, and a line in the log, when the shell fails, is not there, or hangs", async function () {
    if (process.platform === "win32") this.skip();
    const env = { HOME: home, PATH: "/usr/bin:/bin" };
    const why = /^The login shell was not asked for its environment, agents get the editor's own: /;
    const failed = await ask(script("#!/bin/sh\nexit 3\n"), env);
    assert.equal(failed.found, env);
    assert.equal(failed.told.replace(why, ""), `${join(home, "shell")} ended with 3 and without it`);
    const missing = await ask("/no/such/shell", env);
    assert.equal(missing.found, env);
    assert.match(missing.told, /ENOENT/);
    const hanging = await ask(script("#!/bin/sh\nsleep 60\n"), env, 100);
    assert.equal(hanging.found, env);
    assert.match(hanging.told, /did not print it within 100 ms/);
  });

  it("is asked once", async function () {
    if (process.platform === "win32") this.skip();
    const shell = new LoginShell({
      env: { HOME: home, PATH: "/bin" },
      os: "linux",
      runtimePath: process.execPath,
      log: silentLogger,
      shell: "/bin/sh",
    });
    assert.equal(shell.environment(), shell.environment());
    await shell.environment();
  });

  it("is not asked when the editor was started from a terminal, or on Windows", () => {
    assert.equal(isFromDesktop({}, "linux"), true);
    assert.equal(isFromDesktop({}, "darwin"), true);
    assert.equal(isFromDesktop({ TERM: "xterm" }, "linux"), false);
    assert.equal(isFromDesktop({ VSCODE_CLI: "1" }, "darwin"), false);
    assert.equal(isFromDesktop({}, "win32"), false);
  });

  it("knows how shells want to be asked", () => {
    assert.deepEqual(shellArguments("/bin/zsh", "c"), ["-i", "-l", "-c", "c"]);
    assert.deepEqual(shellArguments("/usr/bin/fish", "c"), ["-i", "-l", "-c", "c"]);
    assert.deepEqual(shellArguments("/bin/tcsh", "c"), ["-ic", "c"]);
    assert.deepEqual(shellArguments("/usr/local/bin/pwsh", "c"), ["-Login", "-Command", "c"]);
    assert.match(printCommand("/usr/local/bin/pwsh", "/a'b", "<m>"), /^& '\/a''b' '-e' '/);
  });

  it("quotes the runtime's path for the shell", function () {
    if (process.platform === "win32") this.skip();
    const runtime = script(`#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    const output = execFileSync("/bin/sh", ["-c", printCommand("/bin/sh", runtime, "<m>")], { env: { A: "1" }, encoding: "utf8" });
    assert.equal(parseEnvironment(output, "<m>")?.A, "1");
  });

  it("finds nothing in an output without both markers", () => {
    assert.equal(parseEnvironment("A=1", "<m>"), undefined);
    assert.equal(parseEnvironment("<m>A=1", "<m>"), undefined);
    assert.deepEqual(parseEnvironment("x<m>A=1\0B=\0=C:=2\0junk<m>y", "<m>"), { A: "1", B: "", "=C:": "2" });
  });
});
