import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import type { Environment, ProgramLaunch } from "../../../src/acp/process/launch.ts";
import { agentEnvironment, type Platform, resolveLaunch, variable, versionManagerFolders } from "../../../src/acp/process/platform.ts";
import { PersonError, wordsWithDetail } from "../../../src/base/personError.ts";

/** A system with nothing but these programs, and the folders that they lie in. */
function system(os: NodeJS.Platform, home: string, programs: readonly string[], folders: readonly string[] = []): Platform {
  const paths = os === "win32" ? win32 : posix;
  // Windows does not care for the case of a path.
  const same = (path: string) => (os === "win32" ? path.toLowerCase() : path);
  const files = new Set(programs.map(same));
  const all = new Set(
    [...folders, ...programs.map((program) => paths.dirname(program))].flatMap((folder) => withParents(folder, paths)).map(same),
  );
  return {
    os,
    home,
    isProgram: (path) => files.has(same(path)),
    isFolder: (path) => all.has(same(path)),
    namesIn: (path) => [...all].filter((folder) => paths.dirname(folder) === same(path)).map((folder) => paths.basename(folder)),
  };
}

function withParents(folder: string, paths: typeof posix): readonly string[] {
  const parent = paths.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent, paths)];
}

function launch(command: string, cwd: string): ProgramLaunch {
  return { label: "Agent", command, args: [], env: {}, cwd };
}

/** Where a command is found, or the sentence that says why not. */
function find(command: string, cwd: string, env: Environment, platform: Platform): string {
  try {
    return resolveLaunch(launch(command, cwd), env, platform).path;
  } catch (error) {
    assert.ok(error instanceof PersonError);
    return wordsWithDetail(error);
  }
}

describe("resolveLaunch", () => {
  it("finds programs on Linux: on the PATH in its order, by full path, from the working folder, in the home folder", () => {
    const env = { PATH: "/usr/local/bin::/usr/bin" };
    const linux = system("linux", "/home/u", [
      "/usr/bin/npx",
      "/usr/bin/a b",
      "/usr/local/bin/npx",
      "/w/tool/agent",
      "/home/u/bin/agent",
      "/w/npm",
    ]);
    assert.deepEqual(
      ["npx", "a b", "/usr/bin/npx", "tool/agent", "./npm", "~/bin/agent"].map((command) => find(command, "/w", env, linux)),
      ["/usr/local/bin/npx", "/usr/bin/a b", "/usr/bin/npx", "/w/tool/agent", "/w/npm", "/home/u/bin/agent"],
    );
    assert.match(find("npm", "/w", env, linux), /not found/, "an empty entry of the PATH is not the working folder");
    assert.match(find("C:\\npx", "/w", env, linux), /not found/);
  });

  it("[W04] finds programs on Windows by PATHEXT: the .cmd shim and not the shell script beside it, names with dots, quotes in the PATH", () => {
    const files = [
      "C:\\Program Files\\nodejs\\npx",
      "C:\\Program Files\\nodejs\\npx.cmd",
      "C:\\Program Files\\nodejs\\node.exe",
      "C:\\Users\\u\\My Tools\\agent-1.2.bat",
      "C:\\w\\local.exe",
      "C:\\w\\script.mjs",
      "C:\\Users\\u\\bin\\tool.exe",
    ];
    const windows = system("win32", "C:\\Users\\u", files);
    const env = { Path: 'C:\\Windows;"C:\\Program Files\\nodejs";C:\\Users\\u\\My Tools', PathExt: ".COM;.EXE;.BAT;.CMD" };
    const cases = [
      "npx",
      "NPX.CMD",
      "node",
      "agent-1.2",
      "C:\\Program Files\\nodejs\\npx",
      ".\\local",
      "script.mjs",
      ".\\script.mjs",
      "~\\bin\\tool",
    ];
    assert.deepEqual(
      cases.map((command) => find(command, "C:\\w", env, windows)).map((found) => (found.includes("not found") ? "not found" : found)),
      [
        "C:\\Program Files\\nodejs\\npx.cmd",
        "C:\\Program Files\\nodejs\\NPX.CMD",
        "C:\\Program Files\\nodejs\\node.exe",
        "C:\\Users\\u\\My Tools\\agent-1.2.bat",
        "C:\\Program Files\\nodejs\\npx.cmd",
        "C:\\w\\local.exe",
        "not found",
        "C:\\w\\script.mjs",
        "C:\\Users\\u\\bin\\tool.exe",
      ],
    );
    assert.equal(
      find("node", "C:\\w", { PATH: "C:\\Program Files\\nodejs" }, windows),
      "C:\\Program Files\\nodejs\\node.exe",
      "PATHEXT may be missing",
    );
  });

  it("[W07] looks into the folders of version managers when the PATH of the desktop lacks them, and puts those on the agent's PATH", () => {
    const mac = system("darwin", "/Users/u", [
      "/Users/u/.nvm/versions/node/v9.0.0/bin/npx",
      "/Users/u/.nvm/versions/node/v22.1.0/bin/npx",
      "/opt/homebrew/bin/brew",
    ]);
    const { path, env } = resolveLaunch(launch("npx", "/"), { PATH: "/usr/bin:/bin" }, mac);
    assert.equal(path, "/Users/u/.nvm/versions/node/v22.1.0/bin/npx");
    assert.equal(
      env.PATH,
      "/usr/bin:/bin:/Users/u/.nvm/versions/node/v22.1.0/bin:/Users/u/.nvm/versions/node/v9.0.0/bin:/opt/homebrew/bin",
    );
    const windows = system("win32", "C:\\Users\\u", ["C:\\Users\\u\\AppData\\Roaming\\npm\\agent.cmd"]);
    const found = resolveLaunch(launch("agent", "C:\\"), { Path: "C:\\Windows", APPDATA: "C:\\Users\\u\\AppData\\Roaming" }, windows);
    assert.deepEqual(
      [found.path, found.env.Path, found.env.PATH],
      ["C:\\Users\\u\\AppData\\Roaming\\npm\\agent.cmd", "C:\\Windows;C:\\Users\\u\\AppData\\Roaming\\npm", undefined],
    );
  });

  it("leaves the PATH alone when the program is on it", () => {
    const linux = system("linux", "/home/u", ["/usr/bin/npx", "/home/u/.local/bin/x"]);
    const env = { PATH: "/usr/bin" };
    assert.equal(resolveLaunch(launch("npx", "/"), env, linux).env, env);
  });

  it("[W06] says what was not found, where was looked, and what to do", () => {
    const linux = system("linux", "/home/u", ["/home/u/.local/bin/x"], ["/w"]);
    assert.equal(
      find("claude-agent-acp", "/w", { PATH: "/usr/bin:/bin" }, linux),
      "Agent cannot be started: “claude-agent-acp” was not found. Install it, or put its full path into the agent's settings.\n\n" +
        "The PATH used was: /usr/bin:/bin:/home/u/.local/bin",
    );
    assert.equal(
      find("/nonexistent/agent", "/w", { PATH: "/usr/bin" }, linux),
      "Agent cannot be started: there is no program at /nonexistent/agent. Correct its path in the agent's settings.",
    );
    assert.equal(
      find("x", "/gone", { PATH: "" }, linux),
      "Agent cannot be started: the folder /gone does not exist. Create it, or name another “cwd” in the agent's settings.",
    );
  });
});

describe("versionManagerFolders", () => {
  it("goes by the variables of the managers", () => {
    const folders = ["/n/versions/node/v20.0.0/bin", "/v/bin", "/f/aliases/default/bin", "/a/shims", "/m/shims", "/p"];
    const linux = system("linux", "/home/u", [], folders);
    const env = { NVM_DIR: "/n", VOLTA_HOME: "/v", FNM_DIR: "/f", ASDF_DATA_DIR: "/a", MISE_DATA_DIR: "/m", PNPM_HOME: "/p" };
    assert.deepEqual(versionManagerFolders(env, linux), folders);
  });

  it("knows where they are without them: nvm, volta, fnm, asdf, mise, ~/.local/bin, homebrew", () => {
    const linux = [
      "/home/u/.local/bin",
      "/home/u/.volta/bin",
      "/home/u/.local/share/fnm/aliases/default/bin",
      "/home/u/.asdf/shims",
      "/home/u/.local/share/mise/shims",
      "/home/linuxbrew/.linuxbrew/bin",
    ];
    assert.deepEqual(versionManagerFolders({}, system("linux", "/home/u", [], linux)), linux);
    const windows = ["C:\\Users\\u\\AppData\\Roaming\\npm", "C:\\Users\\u\\AppData\\Local\\Volta\\bin", "C:\\Users\\u\\scoop\\shims"];
    assert.deepEqual(versionManagerFolders({}, system("win32", "C:\\Users\\u", [], windows)), windows);
  });
});

describe("agentEnvironment", () => {
  it("drops what steers the editor's processes, and adds what the agent's settings say", () => {
    const inherited = { PATH: "/bin", ELECTRON_RUN_AS_NODE: "1", VSCODE_PID: "5", KEY: "old" };
    assert.deepEqual(agentEnvironment(inherited, { KEY: "new", ELECTRON_RUN_AS_NODE: "1" }, "linux"), {
      PATH: "/bin",
      KEY: "new",
      ELECTRON_RUN_AS_NODE: "1",
    });
  });

  it("does not care for the case of names on Windows, and does elsewhere", () => {
    assert.deepEqual(agentEnvironment({ Path: "a" }, { PATH: "b" }, "win32"), { Path: "b" });
    assert.deepEqual(agentEnvironment({ Path: "a" }, { PATH: "b" }, "linux"), { Path: "a", PATH: "b" });
    assert.deepEqual([variable({ Path: "a" }, "PATH", "win32"), variable({ Path: "a" }, "PATH", "darwin")], ["a", undefined]);
  });
});
