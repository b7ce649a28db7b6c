// The command lines of docs/commands.md, as they stand there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../../scripts/setup.mjs";

const rows = readFileSync(join(root, "docs", "commands.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("the documented commands", () => {
  it("are those of package.json, each once", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const named = rows.flatMap(([, command = ""]) => /^`npm (?:run )?([\w:]+)`$/.exec(command)?.[1] ?? []);
    assert.deepEqual(named.toSorted(), Object.keys(scripts).toSorted());
  });

  for (const [, , , cell = ""] of rows) {
    const [, line] = /^`((?:npm|node) .+)`$/.exec(cell) ?? [];
    if (line === undefined) continue;
    it(line, async () => {
      const [program = "", ...args] = line.split(" ");
      const { code } = await run(program, args, { limitSeconds: 170 });
      assert.equal(code, 0);
    });
  }
});
