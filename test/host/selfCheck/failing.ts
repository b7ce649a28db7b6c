// Not a test of the product: the host suite runs it to see that a failing test is told as one.
import assert from "node:assert/strict";

describe("self check", () => {
  it("fails on purpose", () => assert.equal(1 + 1, 3));
});
