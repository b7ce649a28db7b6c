import assert from "node:assert/strict";
import { BoundedLog } from "../../../src/acp/traffic/boundedLog.ts";

describe("what an agent writes into the log", () => {
  it("is kept up to the limit; what is left out is told once, and counted at the end", () => {
    const lines: string[] = [];
    const keep = (message: string) => void lines.push(message);
    const log = new BoundedLog({ debug: keep, info: keep, warn: keep, error: keep }, "Agent", 10);
    for (const message of ["12345", "67890", "x", "y", "z"]) log.debug(message);
    log.end();
    assert.deepEqual(lines, [
      "12345",
      "67890",
      "Agent has filled its 10 bytes of this log (acpSubagents.limits.logBytes); the rest is left out.",
      "Agent: 3 messages were left out of this log.",
    ]);
  });
});
