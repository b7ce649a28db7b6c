import assert from "node:assert/strict";
import { startLimit } from "../../../src/acp/calls/timeLimits.ts";
import { until } from "./processes.ts";

describe("the time that an answer may take", () => {
  it("does not run out while the person is asked, and does after that", async () => {
    let looks = 0;
    let isOver = false;
    startLimit(
      1,
      () => ++looks < 4,
      () => {
        isOver = true;
      },
    );
    await until("it is over", () => isOver);
    assert.equal(looks, 4);
  });

  it("is stopped by the answer", async () => {
    const stop = startLimit(
      0,
      () => false,
      () => assert.fail("it ran out"),
    );
    stop();
    let isLater = false;
    startLimit(
      1,
      () => false,
      () => {
        isLater = true;
      },
    );
    await until("another is over", () => isLater);
  });
});
