import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What the supervisor hands to cross-spawn is a full path as `resolveLaunch` finds it. Here is what becomes of it on
// Windows, where `.cmd` and `.bat` files cannot be spawned as they are (EINVAL): seen from any system, by loading
// cross-spawn in a process that says that it is one on Windows.
describe("cross-spawn on Windows", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "shim folder "));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The command line that cross-spawn makes of a program in the folder and its arguments. */
  function commandLine(
    name: string,
    args: readonly string[],
  ): { readonly command: string; readonly args: readonly string[]; readonly verbatim: boolean } {
    const program = join(folder, name);
    writeFileSync(program, "");
    const script = `
      Object.defineProperty(process, "platform", { value: "win32" });
      process.env.comspec = "cmd.exe";
      const { command, args, options } = require(${JSON.stringify(createRequire(import.meta.url).resolve("cross-spawn"))})._parse(...JSON.parse(process.argv[1]));
      process.stdout.write(JSON.stringify({ command, args, verbatim: options.windowsVerbatimArguments === true }));
    `;
    const output = execFileSync(process.execPath, ["-e", script, JSON.stringify([program, args, {}])], { encoding: "utf8" });
    return JSON.parse(output.replaceAll(JSON.stringify(folder).slice(1, -1), "FOLDER"));
  }

  it("[W01] runs a .cmd shim through the command interpreter, with quoting that it does not look into", () => {
    const escaped = folder.replaceAll(" ", "^ ");
    assert.deepEqual(commandLine("npx.cmd", ["-y", "a b", 'say "hi"', "100%", "x&y"]), {
      command: "cmd.exe",
      args: ["/d", "/s", "/c", `"${escaped}/npx.cmd ^"-y^" ^"a^ b^" ^"say^ \\^"hi\\^"^" ^"100^%^" ^"x^&y^""`],
      verbatim: true,
    });
  });

  it("runs an .exe as it is", () => {
    assert.deepEqual(commandLine("agent.exe", ["a b"]), { command: "FOLDER/agent.exe", args: ["a b"], verbatim: false });
  });
});
