import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

describe("the table of dialects in the docs", () => {
  const docs = readFileSync(join(root, "docs/dialects.md"), "utf8");

  it("names every agent that was recorded, and every hand-written file as unverified", () => {
    const folders = readdirSync(join(root, "test/recordings"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const synthetic = globSync("*.jsonl", { cwd: join(root, "test/recordings/synthetic") }).map((file) => basename(file, ".jsonl"));
    const unverified = docs.split("\n").filter((line) => line.includes("unverified:"));
    assert.deepEqual(
      folders.map(({ name }) => name).filter((name) => name !== "synthetic" && !docs.includes(`\`${name}\``)),
      [],
    );
    assert.deepEqual(
      synthetic.filter((name) => !unverified.some((line) => line.includes(`\`${name}\``))),
      [],
    );
  });

  it("has a hand-read tree beside every hand-written file", () => {
    const folder = join(root, "test/recordings/synthetic");
    const expected = globSync("*.expected.txt", { cwd: folder }).map((file) => basename(file, ".expected.txt"));
    const frames = globSync("*.jsonl", { cwd: folder }).map((file) => basename(file, ".jsonl"));
    assert.deepEqual(expected.sort(), frames.sort());
  });
});
