import { existsSync, readFileSync } from "node:fs";

/** What one suite found. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Why something failed that no test could say: one plain sentence each. */
  readonly reasons: readonly string[];
}

/** One check that is not a mocha test. */
export function check(reason: string | undefined): Tally {
  return reason === undefined ? { passed: 1, failed: 0, reasons: [] } : { passed: 0, failed: 1, reasons: [reason] };
}

/** All of them together. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((count, tally) => count + tally.passed, 0),
    failed: tallies.reduce((count, tally) => count + tally.failed, 0),
    reasons: tallies.flatMap((tally) => tally.reasons),
  };
}

/**
 * What a mocha run found, from the file that CountingReporter left and the way the process ended. A run without that file, with
 * no test at all, or with an end that contradicts its counts is a failure: a green that is not true is worse than a red.
 */
export function tallyOfRun(resultFile: string, code: number | null, timedOut: boolean): Tally {
  const counts = existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, "utf8")) as { passed: number; failed: number }) : undefined;
  const ending = timedOut ? "it was stopped at its time limit" : `it ended with code ${code ?? "none"}`;
  if (!counts) return check(`The tests did not run to their end: ${ending}.`);
  const { passed, failed } = counts;
  if (passed + failed === 0) return check("There was not one test to run.");
  if (failed === 0 && code !== 0) return { passed, failed: 1, reasons: [`All tests passed, but ${ending}.`] };
  return { passed, failed, reasons: [] };
}
