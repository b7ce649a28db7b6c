import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suiteNames } from "../../../scripts/lib/suites.ts";
import { limitNames } from "../../../src/base/limits.ts";

const root = join(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "docs", "reliability.md"), "utf8");

/** The titles of all tests and of what they stand in, as they are written. */
function titles(): string {
  const files = globSync("test/**/*.test.ts", { cwd: root });
  return files
    .flatMap((file) => readFileSync(join(root, file), "utf8").match(/\b(it|describe)\(\s*["`].*|^\s+what: ".*/gm) ?? [])
    .join("\n");
}

describe("what was tried", () => {
  it("names tests, files and suites that there are", () => {
    const all = titles();
    const named = [...text.matchAll(/`([^`]* › [^`]*)`/g)].flatMap(([, path = ""]) => path.split(" › "));
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.map((title) => title.replace(/ …$/, "")).filter((title) => !all.includes(title)),
      [],
    );
    const files = [...text.matchAll(/`((?:test|src)\/[\w/.]+)`/g)].map(([, file = ""]) => file);
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    );
    const suites = [...text.matchAll(/suite `(\w+)`/g)].map(([, suite = ""]) => suite);
    assert.deepEqual(
      suites.filter((suite) => !(suiteNames as readonly string[]).includes(suite)),
      [],
    );
  });

  it("says of every limit where it is told", () => {
    const [, table = ""] = /\n## Limits\n([\s\S]*?)\n##/.exec(text) ?? [];
    const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
      cell.split(", ").map((name) => name.replaceAll("`", "")),
    );
    assert.deepEqual(named.toSorted(), limitNames.toSorted());
  });
});
