import assert from "node:assert/strict";
import { AnswerTurns } from "../../../src/acp/requests/answerTurns.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { requestIdOf } from "../../../src/dialects/requestIds.ts";

const answered = (id: number): LogEntry => ({
  type: "frame",
  t: 0,
  dir: "client",
  frame: {},
  message: { type: "response", id, method: "fs/read_text_file", params: {}, result: {} },
});

describe("answers that may be large", () => {
  it("are made a few at a time, in order; one that goes out makes room, one that is taken back stands in nobody's way", async () => {
    const turns = new AnswerTurns();
    const made: number[] = [];
    const takenBack: number[] = [];
    const ask = (id: number, signal = new AbortController().signal) =>
      void turns.take({ requestId: requestIdOf(id), sessionId: undefined, signal }).then(
        () => made.push(id),
        () => takenBack.push(id),
      );
    const settled = () => new Promise(setImmediate);
    const fifth = new AbortController();
    for (const id of [1, 2, 3, 4]) ask(id);
    ask(5, fifth.signal);
    for (const id of [6, 6, 7]) ask(id);
    await settled();
    assert.deepEqual(made, [1, 2, 3, 4]);
    fifth.abort();
    for (const id of [9, 2, 2, 1]) turns.look(answered(id));
    await settled();
    assert.deepEqual([made, takenBack], [[1, 2, 3, 4, 6, 6], [5]]);
    turns.look(answered(3));
    await settled();
    assert.deepEqual(made, [1, 2, 3, 4, 6, 6, 7]);
  });
});
