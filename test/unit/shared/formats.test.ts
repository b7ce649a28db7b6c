import assert from "node:assert/strict";
import { formatDuration } from "../../../src/shared/formats.ts";

describe("shared/formats", () => {
  const cases: readonly (readonly [ms: number, words: string])[] = [
    [-5, "0s"],
    [999, "0s"],
    [8_400, "8s"],
    [72_000, "1m 12s"],
    [3_600_000, "1h 0m"],
    [7_500_000, "2h 5m"],
  ];
  for (const [ms, words] of cases) it(`${ms} ms read ${words}`, () => assert.equal(formatDuration(ms), words));
});
