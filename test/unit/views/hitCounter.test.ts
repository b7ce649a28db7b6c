import assert from "node:assert/strict";
import { countHits } from "../../../src/views/find/hitCounter.ts";

/** How many there are, and in how many rests they were found. */
function counted(text: string, pattern: RegExp): string {
  const counting = countHits(text, pattern);
  for (let rests = 0; ; rests++) {
    const step = counting.next();
    if (step.done) return `${step.value} in ${rests} rests`;
  }
}

describe("views/find/hitCounter", () => {
  it("rests between stretches of a long text and counts each place once", () => {
    const hay = "hay ".repeat(25_000);
    assert.equal(counted(`${hay}needle${hay}${hay.slice(3)}needle`, /needle/gu), "2 in 3 rests");
    // One that reaches over the end of a stretch, and one that begins right behind it.
    assert.equal(counted(`${"x".repeat(99_998)}needleneedle${"x".repeat(100)}`, /needle/gu), "2 in 1 rests");
    assert.equal(counted("aaaa", /aa/gu), "2 in 0 rests");
    assert.equal(counted("", /a/gu), "0 in 0 rests");
  });

  it("knows at the start of a stretch whether a word begins there", () => {
    const pattern = /(?<![\p{L}\p{N}_])cat(?![\p{L}\p{N}_])/gu;
    assert.equal(counted(`${"x".repeat(100_000)}cat`, pattern), "0 in 1 rests");
    assert.equal(counted(`${"x ".repeat(50_000)}cat`, pattern), "1 in 1 rests");
  });
});
