import assert from "node:assert/strict";
import { OutputTail } from "../../../src/acp/process/outputTail.ts";

const tail = (limit: number, ...pieces: readonly (string | Uint8Array)[]) => {
  const output = new OutputTail(limit);
  for (const piece of pieces) output.add(Buffer.from(piece as string));
  return output;
};

describe("OutputTail", () => {
  it("P17: a character split over two chunks stays one", () => {
    const bytes = Buffer.from("日本 é 👍");
    for (let at = 1; at < bytes.length; at++) {
      assert.deepEqual(tail(100, bytes.subarray(0, at), bytes.subarray(at)).read(true), { output: "日本 é 👍", truncated: false });
    }
  });

  it("half a character at the end waits for the rest; when nothing more comes it is a broken one", () => {
    const output = tail(100, Buffer.from("aé").subarray(0, 2));
    assert.deepEqual(output.read(false), { output: "a", truncated: false });
    assert.deepEqual(output.read(true), { output: "a\ufffd", truncated: false });
  });

  it("keeps the end within the limit, cut between characters, and says so", () => {
    const cases: readonly (readonly [limit: number, output: string, truncated: boolean])[] = [
      [12, "ab日cd👍", false],
      [11, "ab日cd👍", false],
      [10, "b日cd👍", true],
      [8, "cd👍", true],
      [3, "", true],
      [0, "", true],
    ];
    for (const [limit, output, truncated] of cases)
      assert.deepEqual(tail(limit, "ab日", "cd👍").read(true), { output, truncated }, `limit ${limit}`);
  });

  it("bytes that are no UTF-8 do not make it longer than the limit", () => {
    const { output, truncated } = tail(10, Buffer.alloc(10, 0xff)).read(true);
    assert.deepEqual([output, truncated], ["\ufffd\ufffd\ufffd", true]);
  });

  it("an endless output takes a bounded memory, and reading twice gives the same", () => {
    const output = tail(1000);
    const chunk = Buffer.alloc(10_000, "x");
    for (let count = 0; count < 5000; count++) output.add(chunk);
    assert.deepEqual(output.read(false), output.read(false));
    assert.deepEqual(output.read(true), { output: "x".repeat(1000), truncated: true });
  });

  it("a byte order mark is a character like another", () => {
    assert.equal(tail(10, "\ufeffa").read(true).output, "\ufeffa");
  });
});
