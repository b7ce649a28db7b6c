import assert from "node:assert/strict";
import { messageOf } from "../../src/base/personError.ts";
import { activated, run } from "./extension.ts";

describe("Install or Update Agent", () => {
  it("says in one sentence that there is no network, and leaves the agents as they were", async () => {
    const { teller, settings } = (await activated()).parts;
    const before = settings.agents.map(({ id }) => id);
    const told: string[] = [];
    const { fail } = teller;
    teller.fail = (_what, error) => told.push(messageOf(error));
    try {
      await run("installAgent", "codex");
    } finally {
      teller.fail = fail;
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /^Codex was not installed: npm cannot reach its registry\. .* npm said: code ECONNREFUSED/s);
    assert.deepEqual(
      settings.agents.map(({ id }) => id),
      before,
    );
  });
});
