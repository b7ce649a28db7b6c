import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const unit = join(import.meta.dirname, "..");

interface Line {
  readonly number: string;
  readonly proof: string;
}

/** The lines of the tables, heads left out. */
function tableLines(text: string): readonly Line[] {
  return text.split("\n").flatMap((line) => {
    const [, number, , proof] = line.split("|").map((cell) => cell.trim());
    return proof === undefined || number === "---" || proof === "proved by" || number === undefined ? [] : [{ number, proof }];
  });
}

/** What is said of tests and is not so, one sentence each. */
function* untrue({ number, proof }: Line): Iterable<string> {
  if (proof.startsWith("–") || proof === "9 to 13") return;
  const tests = [...proof.matchAll(/`([^`]+\.test\.ts)`(?: “([^”]+)”)?/g)];
  if (tests.length === 0) yield `${number}: no test is named`;
  for (const [, file = "", name] of tests) {
    const path = join(unit, file);
    const source = existsSync(path) ? readFileSync(path, "utf8") : "";
    const isThere = name === undefined ? new RegExp(`it\\(\\s*["\`](\\d+, )*${number}(, \\d+)*: `).test(source) : source.includes(name);
    if (!isThere) yield `${number}: ${file} has no such test${name === undefined ? "" : `: ${name}`}`;
  }
}

describe("the table of duties", () => {
  const text = readFileSync(join(import.meta.dirname, "CHECKLIST.md"), "utf8");

  it("has every number from 1 to 55, and a test or a reason for each", () => {
    const [duties = ""] = text.split("\n## ");
    assert.deepEqual(
      tableLines(duties).map(({ number }) => number),
      Array.from({ length: 55 }, (_, index) => String(index + 1)),
    );
  });

  it("names only tests that are there", () => {
    assert.deepEqual(
      tableLines(text).flatMap((line) => [...untrue(line)]),
      [],
    );
  });
});
