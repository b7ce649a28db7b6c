import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Tally, tallyOfRun } from "../../../scripts/lib/tally.ts";

describe("the tally of a run", () => {
  const folder = mkdtempSync(join(tmpdir(), "acp-tally-"));
  after(() => rmSync(folder, { recursive: true }));

  const tally = (counts: object | undefined, code: number | null, timedOut = false): Tally => {
    const file = join(folder, "result.json");
    rmSync(file, { force: true });
    if (counts) writeFileSync(file, JSON.stringify(counts));
    return tallyOfRun(file, code, timedOut);
  };

  it("counts what passed and what failed", () => {
    assert.deepEqual(tally({ passed: 7, failed: 0 }, 0), { passed: 7, failed: 0, reasons: [] });
    assert.deepEqual(tally({ passed: 5, failed: 2 }, 2), { passed: 5, failed: 2, reasons: [] });
  });

  it("is a failure when the run died, although its code says that all is well", () => {
    assert.deepEqual(tally(undefined, 0), { passed: 0, failed: 1, reasons: ["The tests did not run to their end: it ended with code 0."] });
  });

  it("is a failure when the run was stopped", () => {
    const reasons = ["The tests did not run to their end: it was stopped at its time limit."];
    assert.deepEqual(tally(undefined, null, true), { passed: 0, failed: 1, reasons });
  });

  it("is a failure when there was nothing to run", () => {
    assert.deepEqual(tally({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1, reasons: ["There was not one test to run."] });
  });

  it("is a failure when all tests passed and the run failed all the same", () => {
    assert.deepEqual(tally({ passed: 3, failed: 0 }, 1), {
      passed: 3,
      failed: 1,
      reasons: ["All tests passed, but it ended with code 1."],
    });
  });
});
