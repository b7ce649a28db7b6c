import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { descendantsOf, listProcesses } from "./processes.ts";
import { until } from "./until.ts";

describe("npm start", () => {
  it("serves a workbench on a sample folder, says what to click, and takes everything away at Ctrl-C", async () => {
    const child = spawn(process.execPath, [join(root, "scripts", "bootstrap.mjs"), "start", "--no-open"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(child, "exit");
    try {
      let text = "";
      child.stdout.on("data", (data) => (text += data));
      await until("it has told what to click", () => text.includes("Ctrl-C") || child.exitCode !== null);
      for (const words of ["ACP Subagents", "ACP: Try the Demo Agent"]) assert.ok(text.includes(words), `${words} in ${text}`);

      const [address = ""] = /http:\/\/127\.0\.0\.1:\S+/.exec(text) ?? [];
      const sample = new URL(address).searchParams.get("folder") ?? "";
      assert.ok(existsSync(join(sample, "README.md")), "the sample folder is there");
      assert.match(await (await fetch(address)).text(), /workbench/);

      const family = descendantsOf(child.pid ?? 0).map(({ pid }) => pid);
      assert.ok(family.length > 0);
      child.kill("SIGINT");
      assert.deepEqual(await ended, [0, null]);
      assert.equal(existsSync(sample), false, "the throw-away profile is gone");
      await until("all processes are gone", () => listProcesses().every(({ pid }) => !family.includes(pid)), 10_000);
    } finally {
      child.kill("SIGTERM");
    }
  });
});
