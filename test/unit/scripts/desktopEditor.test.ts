import assert from "node:assert/strict";
import { canOpenOwnWindow, findEditorCli, type Machine } from "../../../scripts/lib/desktopEditor.ts";

function machine(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, files: readonly string[] = []): Machine {
  return { platform, env, exists: (path) => files.includes(path) };
}

describe("the desktop's editor", () => {
  it("is the first on the PATH, VS Code before its forks", () => {
    const files = ["/opt/cursor/bin/cursor", "/usr/bin/code"];
    assert.equal(findEditorCli(machine("linux", { PATH: "/opt/cursor/bin:/usr/bin" }, files)), "/usr/bin/code");
    assert.equal(findEditorCli(machine("linux", { PATH: "/opt/cursor/bin" }, files)), "/opt/cursor/bin/cursor");
    assert.equal(findEditorCli(machine("linux", { PATH: "/bin" }, files)), undefined);
  });

  it("is a .cmd file on Windows", () => {
    const cli = "C:\\Programs\\VS Code\\bin\\code.cmd";
    assert.equal(findEditorCli(machine("win32", { PATH: "C:\\Windows;C:\\Programs\\VS Code\\bin" }, [cli])), cli);
  });

  it("opens a window of its own where there is a display", () => {
    assert.equal(canOpenOwnWindow("/usr/bin/code", machine("linux", { DISPLAY: ":0" })), true);
    assert.equal(canOpenOwnWindow("/usr/bin/code", machine("darwin", {})), true);
    assert.equal(canOpenOwnWindow("/usr/bin/code", machine("linux", {})), false);
  });

  it("does not act on the person's own editor from WSL or from inside a remote window", () => {
    assert.equal(canOpenOwnWindow("/mnt/c/bin/code", machine("linux", { DISPLAY: ":0", WSL_DISTRO_NAME: "Debian" })), false);
    assert.equal(canOpenOwnWindow("/srv/bin/remote-cli/code", machine("linux", { DISPLAY: ":0" })), false);
  });
});
