import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskEntry } from "../../../src/acp/requests/diskTree.ts";
import { noFile } from "../../../src/acp/requests/noFile.ts";

describe("what is no file of a person's", () => {
  it("on Unix: processes, devices, and what the system says of itself", () => {
    const why = (path: string) => noFile(path, "linux", ["/code"]) ?? "a file";
    assert.deepEqual(["/proc", "/proc/1/environ", "/sys/kernel", "/dev/zero"].map(why), Array(4).fill("it belongs to the system"));
    assert.deepEqual(["/procedures/a", "/code/dev/zero", "/dev/shm/a", "/code/proc", "/code/nul"].map(why), Array(5).fill("a file"));
  });

  it("on Windows: devices under all their names, and shares of machines that no folder of the work is on", () => {
    const why = (path: string) => noFile(path, "win32", ["C:\\code", "\\\\files\\team\\code"]) ?? "a file";
    const devices = [
      "\\\\.\\PhysicalDrive0",
      "\\\\?\\C:\\x",
      "//./COM1",
      "C:\\code\\NUL",
      "C:\\code\\con.txt",
      "C:\\code\\aux\\x",
      "C:/lpt1 ",
    ];
    assert.deepEqual(
      devices.map(why),
      devices.map(() => "it names a device"),
    );
    assert.deepEqual(["\\\\evil.example\\share\\x", "//EVIL/share/x"].map(why), Array(2).fill("it lies on another machine"));
    const files = ["\\\\FILES\\other\\x", "C:\\code\\null.txt", "C:\\code\\console.ts", "C:\\aux2"];
    assert.deepEqual(
      files.map(why),
      files.map(() => "a file"),
    );
  });

  it("on this disk: pipes and devices are told from files, also behind a link", async () => {
    if (process.platform === "win32") return;
    const folder = mkdtempSync(join(tmpdir(), "acp-no-file-"));
    try {
      execFileSync("mkfifo", [join(folder, "pipe")]);
      symlinkSync("/dev/zero", join(folder, "zero"));
      writeFileSync(join(folder, "text"), "four");
      const entries = await Promise.all(["pipe", "zero", "text", ".", "gone"].map((name) => diskEntry(join(folder, name))));
      assert.deepEqual(
        entries.map((entry) => entry && `${entry.isFile} ${entry.isFile ? entry.size : ""}`.trim()),
        ["false", "false", "true 4", "false", undefined],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
