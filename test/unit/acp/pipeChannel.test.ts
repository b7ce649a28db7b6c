import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PipeChannel } from "../../../src/acp/traffic/pipeChannel.ts";

/** Longer than a slice of handling may take, in ms, so that each look at the clock ends one. */
const burnedPerPiece = 10;
/** A frame of 100 bytes. */
const frame = (n: number) => `${`{"method":"update","params":{"n":${n},"text":"`.padEnd(96, "x")}"}}\n`.slice(-100);

function burn(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe("a flood of frames", () => {
  it("is handled in slices, also what came in one piece: the host goes on in between, and nothing is lost", async () => {
    const stdout = new PassThrough({ highWaterMark: 1024 * 1024 });
    const seen: number[] = [];
    const slices: number[] = [];
    let inSlice = 0;
    const channel = new PipeChannel({ stdout, stdin: new PassThrough() });
    channel.read({
      value: (value) => {
        seen.push((value as { params: { n: number } }).params.n);
        inSlice += 1;
        burn(burnedPerPiece / 80);
      },
      noise: (text) => assert.fail(text),
    });
    stdout.write(Array.from({ length: 1300 }, (_, n) => frame(n)).join(""));
    stdout.end();
    let isOver = false;
    void channel.ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await nextTurn();
      if (inSlice > 0) slices.push(inSlice);
      inSlice = 0;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 1300 }, (_, n) => n),
    );
    // Two pieces of 8 KiB at most: the clock may say that the first one was not long enough.
    assert.ok(Math.max(...slices) <= 170, `the longest slices: ${slices.sort((a, b) => b - a).slice(0, 3)} frames`);
  });

  it("is held back where it comes from: no more is read than is handled", async () => {
    const chunk = Buffer.from(Array.from({ length: 600 }, (_, n) => frame(n)).join(""));
    let read = 0;
    let handled = 0;
    let mostAhead = 0;
    const stdout = new Readable({
      highWaterMark: chunk.length,
      read() {
        read += read < 20 * chunk.length ? chunk.length : 0;
        mostAhead = Math.max(mostAhead, read - handled);
        this.push(read < 20 * chunk.length ? chunk : null);
      },
    });
    const channel = new PipeChannel({ stdout, stdin: new PassThrough() });
    channel.read({
      value: (_value, text) => {
        handled += text.length + 1;
        burn(0.02);
      },
      noise: (text) => assert.fail(text),
    });
    await channel.ended;
    assert.equal(handled, 19 * chunk.length);
    assert.ok(mostAhead <= 4 * chunk.length, `${mostAhead / chunk.length} chunks were read ahead`);
  });

  it("ends where it is stopped: what waits is not handled", async () => {
    const stdout = new PassThrough({ highWaterMark: 1024 * 1024 });
    let seen = 0;
    const channel = new PipeChannel({ stdout, stdin: new PassThrough() });
    const value = () => {
      burn(burnedPerPiece / 80);
      seen += 1;
    };
    channel.read({ value, noise: () => undefined });
    stdout.write(Array.from({ length: 1000 }, (_, n) => frame(n)).join(""));
    await nextTurn();
    channel.stop();
    const before = seen;
    await channel.ended;
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    assert.equal(seen, before);
  });
});
