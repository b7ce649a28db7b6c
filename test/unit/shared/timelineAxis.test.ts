import assert from "node:assert/strict";
import { parseTimelineMessage } from "../../../src/shared/timeline.ts";
import { TimelineAxis } from "../../../src/shared/timelineAxis.ts";
import { TimelineData } from "../../../src/shared/timelineData.ts";

const minute = 60_000;

function data(spans: readonly (readonly [from: number, to: number | undefined])[], orderCount = 0): TimelineData {
  const all = new TimelineData();
  all.take({
    about: { rootId: "r", title: "", emptyText: "", orderCount, hasClock: false },
    order: ["r"],
    spans: spans.map(([at, end], index) => ({ id: `s${index}`, laneId: "r", kind: "run", at, end, words: "" })),
  });
  return all;
}

describe("the axis of a timeline", () => {
  it("is a millisecond a unit, and goes on until now where nothing has an end", () => {
    const axis = new TimelineAxis(
      data([
        [1000, 2000],
        [3000, undefined],
      ]),
      9000,
    );
    assert.deepEqual([axis.x(1000), axis.x(2500), axis.x(9000), axis.length], [0, 1500, 8000, 8000]);
  });

  it("folds idle time that is longer than a minute, and says how much it left out", () => {
    const axis = new TimelineAxis(
      data([
        [0, 10 * minute],
        [600 * minute, 610 * minute],
      ]),
      0,
    );
    const [fold] = axis.folds;
    assert.equal(fold?.ms, 590 * minute);
    assert.equal(axis.length, 20 * minute + (fold?.width ?? 0));
    assert.ok((fold?.width ?? 0) < minute);
    assert.equal(axis.x(600 * minute) - axis.x(10 * minute), fold?.width);
    const inside = axis.x(300 * minute) - axis.x(10 * minute);
    assert.ok(inside > 0 && inside < (fold?.width ?? 0));
    assert.deepEqual(
      new TimelineAxis(
        data([
          [0, minute],
          [2 * minute, 3 * minute],
        ]),
        0,
      ).folds,
      [],
    );
  });

  it("has a zone of its own for what has an order only", () => {
    const axis = new TimelineAxis(data([[0, 10_000]], 4), 0);
    assert.ok(axis.orderEnd > 0);
    assert.equal(axis.x(4, true), axis.orderEnd);
    assert.ok(axis.x(0) > axis.orderEnd);
    assert.equal(new TimelineAxis(data([], 4), 0).x(4, true), 4000);
  });

  it("has labels that are as far apart as is asked for", () => {
    const axis = new TimelineAxis(data([[0, 10_000]]), 0);
    assert.deepEqual(axis.labels(0, 10_000, 4000, false), [
      { x: 0, text: "0s" },
      { x: 5000, text: "5s" },
      { x: 10_000, text: "10s" },
    ]);
    assert.deepEqual(
      axis.labels(0, 1000, 400, false).map(({ text }) => text),
      ["0.00s", "0.50s", "1.00s"],
    );
  });

  it("is there also when nothing happened, and far from now", () => {
    const axis = new TimelineAxis(new TimelineData(), 0);
    assert.deepEqual([axis.length, axis.x(5), axis.labels(0, 1, 1, true)], [1, 0, []]);
  });
});

describe("messages of a timeline's page", () => {
  it("are taken when they are exactly known, and nothing else is", () => {
    const good = [
      { type: "ready" },
      { type: "ack", seq: 1 },
      { type: "openRow", sessionId: "a" },
      { type: "openRow", sessionId: "a", rowId: "r" },
    ];
    for (const message of good) assert.equal(parseTimelineMessage(message), message);
    const bad = [
      null,
      1,
      {},
      { type: "toString" },
      { type: "ack", seq: "1" },
      { type: "ack", seq: Number.NaN },
      { type: "openRow", rowId: "r" },
    ];
    for (const message of [...bad, { type: "openRow", sessionId: "a", rowId: 1 }]) assert.equal(parseTimelineMessage(message), undefined);
  });
});
