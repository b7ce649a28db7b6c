import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const test = join(import.meta.dirname, "../..");

/** Faults of other clients (`test/faults.tsv`) that no test here covers yet, with what they belong to. */
const open: { readonly [id: string]: string } = {
  U03: "speed: what a change of the width costs is not measured yet",
};

/** Faults of which a part is still open, with what that belongs to. */
const partlyOpen: { readonly [id: string]: string } = {
  U01: "speed: the memory of a page is not measured yet",
};

/** The ids of `test/faults.tsv`: S sessions and subagents, P protocol, W processes, U use. */
function ids(): readonly string[] {
  const [, ...lines] = readFileSync(join(test, "faults.tsv"), "utf8").trimEnd().split("\n");
  return lines.map((line) => line.split("\t")[0] ?? "");
}

/** The titles of all tests, as they stand in the source. */
function titles(): string {
  const files = globSync("**/*.test.ts", { cwd: test, exclude: ["unit/docs/faults.test.ts"] });
  return files.flatMap((file) => readFileSync(join(test, file), "utf8").match(/\bit\(\s*["`].*/g) ?? []).join("\n");
}

describe("faults of other clients", () => {
  it("are listed once each, with what would be right", () => {
    const [, ...lines] = readFileSync(join(test, "faults.tsv"), "utf8").trimEnd().split("\n");
    for (const line of lines) assert.match(line, /^[SPWU]\d\d\t[^\t]+\t[^\t]+$/);
    assert.equal(new Set(ids()).size, ids().length);
  });

  it("are each named by a test that shows what is right here, but for those that are still open", () => {
    const told = titles();
    const isNamed = (id: string) => new RegExp(`\\b${id}\\b`).test(told);
    assert.deepEqual(
      ids().filter((id) => !isNamed(id)),
      Object.keys(open),
    );
    assert.deepEqual(
      Object.keys(partlyOpen).filter((id) => !ids().includes(id)),
      [],
    );
  });

  it("are none that the list does not have", () => {
    const named = new Set(titles().match(/\b[SPWU]\d\d\b/g));
    assert.deepEqual(
      [...named].filter((id) => !ids().includes(id)),
      [],
    );
  });
});
