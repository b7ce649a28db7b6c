import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { silentLogger } from "../../src/base/logger.ts";
import { systemTimer as timer } from "../../src/base/timer.ts";
import { Leases } from "../../src/journal/leases.ts";
import { until } from "../workbench/until.ts";
import { activated, quickId, run, startDemo } from "./extension.ts";

describe("a session in two windows", () => {
  it("another window learns that it is open here, and gets it when it asks; this one can take it over again", async () => {
    const { settings } = (await activated()).parts;
    const demo = await startDemo();
    const { args = [] } = settings.demo as { readonly args?: readonly string[] };
    const folder = join(dirname(args[args.indexOf("--state") + 1] ?? ""), "leases");
    const handed: string[] = [];
    const letGo = (_agentId: string, sessionId: string) => Promise.resolve(void handed.push(sessionId));
    const other = new Leases({ folder, label: "another window", timer, log: silentLogger, letGo });
    try {
      await until("it has its lease", async () => {
        if (await other.take(quickId, demo.id)) return true;
        await other.release(quickId, demo.id);
        return false;
      });
      assert.equal(await other.ask(quickId, demo.id, 15_000, (ms) => delay(ms)), true);
      assert.equal(demo.connection.model.get(demo.id)?.isClosed, true);
      await run("takeOverSession", demo.key(demo.id));
      assert.deepEqual(handed, [demo.id]);
      assert.equal(demo.connection.model.get(demo.id)?.isClosed, false);
    } finally {
      other.dispose();
    }
  });
});
