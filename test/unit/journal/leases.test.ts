import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDisposable } from "../../../src/base/disposables.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { Leases, type LeasesOptions } from "../../../src/journal/leases.ts";
import { folderName } from "../../../src/journal/library.ts";

describe("Leases", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leases-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const timer = { now: () => Date.now(), after: () => toDisposable(() => undefined) };
  const windowCalled = (label: string, more: Partial<LeasesOptions> = {}) =>
    new Leases({ folder, label, timer, log: silentLogger, letGo: () => Promise.resolve(), isWorking: () => false, ...more });

  it("one window has a session; another learns who, and gets it when it is given back", async () => {
    const [first, second] = [windowCalled("first"), windowCalled("second")];
    assert.equal(await first.take("a", "s"), undefined);
    assert.equal(await first.take("a", "s"), undefined);
    assert.equal((await second.take("a", "s"))?.label, "first");
    assert.equal(await second.take("a", "other"), undefined);
    await first.release("a", "s");
    assert.equal(await second.take("a", "s"), undefined);
    assert.equal((await first.take("a", "s"))?.label, "second");
  });

  it("who has a session can be seen without taking it, and whether that window is about to end", async () => {
    const [first, second] = [windowCalled("first"), windowCalled("second")];
    assert.equal(await second.holder("a", "s"), undefined);
    await first.take("a", "s");
    assert.equal(await first.holder("a", "s"), undefined);
    const seen = async () => [(await second.holder("a", "s"))?.label, (await second.take("a", "s"))?.isEnding];
    assert.deepEqual(await seen(), ["first", false]);
    await first.leave();
    assert.deepEqual(await seen(), ["first", true]);
    await first.releaseAll();
    assert.deepEqual(await seen(), [undefined, undefined]);
    // What somebody else has by now is left alone.
    await first.leave();
    assert.equal((await first.holder("a", "s"))?.isEnding, false);
  });

  it("a lease says whether its session works, from the next beat on, without a word of it to the holder; an older one does not say", async () => {
    let isWorking = false;
    const first = windowCalled("first", { isWorking: (agentId, sessionId) => isWorking && `${agentId} ${sessionId}` === "a s" });
    const second = windowCalled("second");
    const seen = async () => (await second.holder("a", "s"))?.isWorking;
    await first.take("a", "s");
    assert.equal(await seen(), false);
    isWorking = true;
    await first.beat();
    assert.equal(await seen(), true);
    await first.leave();
    assert.equal(await seen(), true);
    isWorking = false;
    await first.beat();
    assert.equal(await seen(), false);
    const path = join(folder, folderName("a", "s"));
    const { isWorking: _, ...older } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(older));
    assert.equal(await seen(), undefined);
  });

  it("a lease that is given back while it is written again is gone", async () => {
    let givenBack: Promise<void> | undefined;
    const first = windowCalled("first", {
      isWorking: () => {
        if (readdirSync(folder).length > 0) givenBack = first.release("a", "s");
        return givenBack === undefined;
      },
    });
    await first.take("a", "s");
    await Promise.all([first.leave(), first.release("a", "s")]);
    assert.deepEqual(readdirSync(folder), []);
    await first.take("a", "s");
    await first.beat();
    assert.ok(givenBack);
    await givenBack;
    assert.deepEqual(readdirSync(folder), []);
  });

  it("of many windows that want it at once one gets it", async () => {
    const windows = Array.from({ length: 10 }, (_, index) => windowCalled(String(index)));
    const holders = await Promise.all(windows.map((window) => window.take("a", "s")));
    assert.equal(holders.filter((holder) => holder === undefined).length, 1);
  });

  it("the lease of a process that is gone, of one that is silent, and a torn one are taken over", async () => {
    await windowCalled("dead").take("a", "s");
    assert.equal(await windowCalled("next", { isAlive: () => false }).take("a", "s"), undefined);
    const path = join(folder, folderName("a", "s"));
    utimesSync(path, new Date(0), new Date(0));
    assert.equal(await windowCalled("later").take("a", "s"), undefined);
    writeFileSync(path, "{");
    assert.equal(await windowCalled("last").take("a", "s"), undefined);
  });

  it("the holder is asked, lets go and says to whom; the one that asked has it then", async () => {
    const told: string[] = [];
    const first = windowCalled("first", {
      letGo: (agentId, sessionId, to) => {
        told.push(`${agentId} ${sessionId} to ${to}`);
        return Promise.resolve();
      },
    });
    await first.take("a", "s");
    const second = windowCalled("second");
    assert.equal(await second.ask("a", "s", 5000, () => first.beat()), true);
    assert.deepEqual(told, ["a s to second"]);
    assert.equal((await first.take("a", "s"))?.label, "second");
    assert.deepEqual(readdirSync(folder).length, 1, "the wish is gone");
  });

  it("a window that was taken for gone notices it and lets go", async () => {
    const told: string[] = [];
    const first = windowCalled("first", { letGo: (_, sessionId, to) => Promise.resolve(void told.push(`${sessionId} to ${to}`)) });
    await first.take("a", "s");
    utimesSync(join(folder, folderName("a", "s")), new Date(0), new Date(0));
    await windowCalled("second").take("a", "s");
    await first.beat();
    assert.deepEqual(told, ["s to second"]);
    assert.equal((await windowCalled("third").take("a", "s"))?.label, "second");
  });

  it("a holder that does not answer keeps it, and the one that asked is told", async () => {
    await windowCalled("first").take("a", "s");
    assert.equal(await windowCalled("second").ask("a", "s", 400, () => Promise.resolve()), false);
    assert.equal((await windowCalled("third").take("a", "s"))?.label, "first");
  });

  it("where the folder cannot be written nobody is kept from anything", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    assert.equal(await windowCalled("first", { folder: join(file, "x") }).take("a", "s"), undefined);
  });

  it("a folder that is cleared while sessions are open is filled again", async () => {
    const first = windowCalled("first");
    await first.take("a", "s");
    rmSync(folder, { recursive: true });
    await first.beat();
    assert.equal((await windowCalled("second").take("a", "s"))?.label, "first");
  });

  it("all are given back when the window goes", async () => {
    const first = windowCalled("first");
    await first.take("a", "s");
    await first.take("a", "t");
    await first.releaseAll();
    assert.deepEqual(readdirSync(folder), []);
  });
});
