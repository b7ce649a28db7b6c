import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { silentLogger } from "../../src/base/logger.ts";
import { messageOf } from "../../src/base/personError.ts";
import { systemTimer as timer } from "../../src/base/timer.ts";
import { Leases } from "../../src/journal/leases.ts";
import { toSessionId } from "../../src/session/ids.ts";
import type { NextStep } from "../../src/vscode/teller.ts";
import { until } from "../workbench/until.ts";
import { activated, quickId, run, send, startDemo, told, turnEnded } from "./extension.ts";

describe("a session in two windows", () => {
  it("another window learns that it is open here, and gets it when it asks; this one can take it over again", async () => {
    const { settings, tree } = (await activated()).parts;
    const demo = await startDemo();
    const { args = [] } = settings.demo as { readonly args?: readonly string[] };
    const folder = join(dirname(args[args.indexOf("--state") + 1] ?? ""), "leases");
    const handed: string[] = [];
    const letGo = (_agentId: string, sessionId: string) => Promise.resolve(void handed.push(sessionId));
    let isWorking = false;
    const other = new Leases({ folder, label: "another window", timer, log: silentLogger, letGo, isWorking: () => isWorking });
    const { connection, id } = demo;
    try {
      await until("it has its lease", async () => {
        if (await other.take(quickId, demo.id)) return true;
        await other.release(quickId, demo.id);
        return false;
      });
      assert.equal(await other.ask(quickId, demo.id, 15_000, (ms) => delay(ms)), true);
      assert.deepEqual([connection.model.get(id)?.isClosed, connection.model.get(id)?.takenOverBy], [true, "another window"]);
      assert.match(String(tree.getTreeItem(demo.key(id)).description), /^taken over by another window/);

      isWorking = true;
      await other.beat();
      const question = /^Take over “.*”\? The other window \(another window\) is at work in it, or it waits for you there\. What goes on/;
      assert.match((await told(() => run("takeOverSession", demo.key(id)), false)).join("\n"), question);
      assert.deepEqual([handed, connection.model.get(id)?.isClosed], [[], true]);
      isWorking = false;
      await other.beat();
      assert.deepEqual(await told(() => run("takeOverSession", demo.key(id))), []);
      assert.deepEqual(handed, [id]);
      assert.deepEqual([connection.model.get(id)?.isClosed, connection.model.get(id)?.takenOverBy], [false, undefined]);
    } finally {
      other.dispose();
    }
  });

  it("what another window has open is neither deleted nor archived here, nor taken out of the history; it is read anew when asked", async () => {
    const { settings, journals, connections, history, teller } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/one held elsewhere");
    await turnEnded(demo);
    await run("closeSession", demo.key(demo.id));
    const { args = [] } = settings.demo as { readonly args?: readonly string[] };
    const folder = join(dirname(args[args.indexOf("--state") + 1] ?? ""), "leases");
    const letGo = () => Promise.resolve();
    const other = new Leases({ folder, label: "another window", timer, log: silentLogger, letGo, isWorking: () => false });
    try {
      await until("the session is free", async () => (await other.take(quickId, demo.id)) === undefined);
      const refused = [
        "“/one held elsewhere” is open in another window (another window). Close it there first, or open it here and take it over.",
      ];
      const steps: NextStep[] = [];
      assert.deepEqual(await told(() => run("deleteSession", demo.key(demo.id)), true, steps), refused);
      assert.deepEqual(
        steps.map(({ label }) => label),
        ["Take Over"],
      );
      assert.deepEqual(await told(() => run("archiveSession", demo.key(demo.id))), refused);
      const { sessions } = await demo.connection.agent.sessions.list();
      assert.ok(sessions.some(({ sessionId }) => sessionId === demo.id));

      const kept = async () => (await journals()).find(quickId, demo.id);
      await until("its list entry is written", async () => (await kept())?.cwd !== undefined);
      await run("removeFromTree", demo.key(demo.id));
      const shown = () => connections.connections.find((each) => each.storedBecause !== undefined && each.model.get(demo.id));
      const stored = await kept();
      assert.ok(stored);
      const key = await history.showStored(stored, { because: "Read long ago." });
      const [answer] = await told(() => run("reopenSession", key));
      assert.equal(answer, "Another window has this session open (another window).");
      assert.match(
        shown()?.storedBecause ?? "",
        /^From history, read-only: Another window has this session open \(another window\)\. This is how it stood at .*\d\d/,
      );
      assert.equal(shown()?.goOn, "takeOver");
      assert.deepEqual(await told(() => run("deleteFromHistory", key)), refused);
      assert.ok(await kept());

      await other.release(quickId, demo.id);
      await demo.connection.agent.sessions.delete(demo.id);
      const failures: string[] = [];
      const { fail } = teller;
      teller.fail = (_what, error) => failures.push(messageOf(error));
      try {
        await run("reopenSession", key);
      } finally {
        teller.fail = fail;
      }
      assert.match(
        failures.join("\n"),
        /^Quick Demo does not have this session any more: .+ \(-32002\)\. What was kept of it can be read:/,
      );
      history.hide(quickId, demo.id);
      assert.equal(shown(), undefined);
    } finally {
      other.dispose();
    }
  });

  it("is told within a second that it is open in another window of the same folder, and waits only for one that ends", async () => {
    const { leases, settings } = (await activated()).parts;
    const { args = [] } = settings.demo as { readonly args?: readonly string[] };
    const folder = join(dirname(args[args.indexOf("--state") + 1] ?? ""), "leases");
    const label = vscode.workspace.name ?? "a window without a folder";
    const other = new Leases({ folder, label, timer, log: silentLogger, letGo: () => Promise.resolve(), isWorking: () => false });
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
