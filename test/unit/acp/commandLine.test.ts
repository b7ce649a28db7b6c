import assert from "node:assert/strict";
import { type CommandRequest, commandLaunch, readCommandRequest } from "../../../src/acp/process/commandLine.ts";
import type { Environment } from "../../../src/acp/process/launch.ts";
import { type Platform, resolveLaunch } from "../../../src/acp/process/platform.ts";
import { RequestFailure } from "../../../src/acp/requests/agentRequests.ts";

/** A system that has these programs, and every folder but `/gone`. */
function system(os: NodeJS.Platform, ...programs: readonly string[]): Platform {
  const has = (path: string) =>
    programs.some((program) => (os === "win32" ? program.toLowerCase() === path.toLowerCase() : program === path));
  return {
    os,
    home: os === "win32" ? "C:\\Users\\me" : "/home/me",
    isProgram: has,
    isFolder: (path) => path !== "/gone",
    namesIn: () => [],
  };
}

const request = (command: string, ...args: readonly string[]): CommandRequest => ({ command, args, env: {} });
const posix: Environment = { PATH: "/bin" };
const windows: Environment = { Path: "C:\\bin", PATHEXT: ".COM;.EXE;.BAT;.CMD", ComSpec: "C:\\Windows\\cmd.exe" };

describe("commandLine", () => {
  it("W03: a command is found on Windows as agents are: by the extensions of PATHEXT", () => {
    const platform = system("win32", "C:\\bin\\npm.cmd", "C:\\bin\\git.exe", "C:\\repo\\build.bat");
    const found = (command: string, ...args: readonly string[]) =>
      resolveLaunch(commandLaunch(request(command, ...args), "C:\\repo", windows, platform), windows, platform).path;
    assert.deepEqual(
      [found("npm", "test"), found("git", "status"), found("GIT.EXE", "status"), found(".\\build", "x"), found("C:\\bin\\npm", "ci")],
      ["C:\\bin\\npm.cmd", "C:\\bin\\git.exe", "C:\\bin\\GIT.EXE", "C:\\repo\\build.bat", "C:\\bin\\npm.cmd"],
    );
  });

  it("a program with its arguments is run as it is", () => {
    const { command, args, cwd, isOneOutput } = commandLaunch(request("ls", "-l", "a b; c"), "/repo", posix, system("linux", "/bin/ls"));
    assert.deepEqual({ command, args, cwd, isOneOutput }, { command: "ls", args: ["-l", "a b; c"], cwd: "/repo", isOneOutput: true });
  });

  it("a line for a shell goes to the shell, unless a program is called so", () => {
    const ran = (platform: Platform, env: Environment, command: string, ...args: readonly string[]) => {
      const launch = commandLaunch(request(command, ...args), "/repo", env, platform);
      return [launch.command, ...launch.args];
    };
    const linux = system("linux", "/bin/ls", "/repo/my tool");
    assert.deepEqual(ran(linux, posix, "ls -l && echo done"), ["/bin/sh", "-c", "ls -l && echo done"]);
    assert.deepEqual(ran(linux, posix, "./my tool"), ["./my tool"]);
    assert.deepEqual(ran(system("win32"), windows, "dir | more"), ["C:\\Windows\\cmd.exe", "/d", "/s", "/c", "dir | more"]);
  });

  it("says what is not there", () => {
    const fails = (cwd: string, command: string, ...args: readonly string[]) => {
      try {
        commandLaunch(request(command, ...args), cwd, posix, system("linux", "/bin/ls"));
        return "runs";
      } catch (error) {
        return error instanceof RequestFailure ? `${error.code} ${error.message}` : error;
      }
    };
    assert.equal(fails("/repo", "nope"), '-32002 The program "nope" was not found. The PATH used was: /bin');
    assert.equal(fails("/repo", "no pe", "x"), '-32002 The program "no pe" was not found. The PATH used was: /bin');
    assert.equal(fails("/gone", "ls"), "-32002 The folder /gone does not exist.");
  });

  it("reads what is asked for, and names the field that is wrong", () => {
    assert.deepEqual(
      readCommandRequest({ command: "ls", args: null, env: [{ name: "A", value: "1" }], cwd: null, outputByteLimit: 10.5, zz: 1 }),
      { command: "ls", args: [], env: { A: "1" }, cwd: undefined, outputByteLimit: 10 },
    );
    const wrong = (params: object) => {
      try {
        return readCommandRequest({ command: "ls", ...params });
      } catch (error) {
        return (error as Error).message;
      }
    };
    assert.deepEqual(
      [{ command: " " }, { args: "x" }, { args: [1] }, { env: { A: "1" } }, { env: [{ name: "A" }] }, { cwd: "src" }].map(wrong),
      [
        '"command" of terminal/create must be a program.',
        '"args" of terminal/create must be a list.',
        '"args" of terminal/create must be a list of strings.',
        '"env" of terminal/create must be a list.',
        '"env" of terminal/create must be a list of {name, value}.',
        '"cwd" of terminal/create must be a full path.',
      ],
    );
  });
});
