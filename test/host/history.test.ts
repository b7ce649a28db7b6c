import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { silentLogger } from "../../src/base/logger.ts";
import { systemTimer as timer } from "../../src/base/timer.ts";
import { Leases } from "../../src/journal/leases.ts";
import { toSessionId } from "../../src/session/ids.ts";
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

  it("is told within a second that it is open in another window of the same folder, and waits only for one that ends", async () => {
    const { leases, settings } = (await activated()).parts;
    const { args = [] } = settings.demo as { readonly args?: readonly string[] };
    const folder = join(dirname(args[args.indexOf("--state") + 1] ?? ""), "leases");
    const label = vscode.workspace.name ?? "a window without a folder";
    const other = new Leases({ folder, label, timer, log: silentLogger, letGo: () => Promise.resolve() });
    const session = toSessionId("in-two-windows");
    try {
      assert.equal(await other.take(quickId, session), undefined);
      const before = Date.now();
      await assert.rejects(leases.look(quickId, session), /Another window has this session open/);
      assert.ok(Date.now() - before < 1500, `${Date.now() - before} ms`);
      await other.leave();
      const looked = leases.look(quickId, session);
      await delay(1000);
      await other.releaseAll();
      await looked;
    } finally {
      other.dispose();
    }
  });
});
