// Work of one key never runs at the same time as other work of that key.
import assert from "node:assert/strict";
import { OneAtATime } from "../../../src/base/oneAtATime.ts";

describe("one at a time", () => {
  it("runs what has the same key in order, whatever became of what was before; other keys at once", async () => {
    const queue = new OneAtATime<string>();
    const told: string[] = [];
    const first = gate();
    const all = [
      queue.run("a", async () => {
        told.push("a1 begins");
        await first.opened;
        told.push("a1 fails");
        throw new Error("no");
      }),
      queue.run("a", async () => told.push("a2")),
      queue.run("b", async () => told.push("b1")),
    ];
    await all[2];
    first.open();
    const ends = await Promise.allSettled(all);
    assert.deepEqual(told, ["a1 begins", "b1", "a1 fails", "a2"]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ["rejected", "fulfilled", "fulfilled"],
    );
  });

  it("leaves out what was taken back while it waited", async () => {
    const queue = new OneAtATime<string>();
    const abort = new AbortController();
    const first = gate();
    let hasRun = false;
    const before = queue.run("a", () => first.opened);
    const waiting = queue.run("a", async () => (hasRun = true), abort.signal);
    abort.abort(new Error("taken back"));
    first.open();
    await before;
    await assert.rejects(waiting, /taken back/);
    assert.equal(hasRun, false);
  });

  it("does nothing for who asks while work of the key is under way, whatever becomes of that", async () => {
    const queue = new OneAtATime<string>();
    const told: string[] = [];
    const first = gate();
    const work = async () => {
      told.push("begins");
      await first.opened;
      throw new Error("no");
    };
    const all = [queue.runUnlessBusy("a", work), queue.runUnlessBusy("a", work)];
    first.open();
    const ends = await Promise.allSettled(all);
    const later = await Promise.allSettled([queue.runUnlessBusy("a", work)]);
    assert.deepEqual(
      [...told, ...[...ends, ...later].map(({ status }) => status)],
      ["begins", "begins", "rejected", "fulfilled", "rejected"],
    );
  });
});

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
