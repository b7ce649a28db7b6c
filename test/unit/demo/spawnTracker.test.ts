import assert from "node:assert/strict";
import type { DemoEvent, SpawnSessionStart, StreamComplete, WorkEvent } from "../../../src/demo/spawnEvents.ts";
import { SpawnTracker } from "../../../src/demo/spawnTracker.ts";

/** A tracker of the root `r`, its warnings and a clock that stands at `now`. */
function setUp(limits: { maxDepth?: number; maxChildren?: number; cancelsAll?: boolean } = {}) {
  const at = { now: 0 };
  const warnings: string[] = [];
  const tracker = new SpawnTracker({ rootSessionId: "r", now: () => at.now, warn: (message) => warnings.push(message), ...limits });
  const told: string[] = [];
  return {
    at,
    tracker,
    /** Gives events to the tracker and returns everything that it has told and warned of so far. */
    play: (...events: DemoEvent[]) => {
      for (const event of events) told.push(...tracker.accept(event).map(lineOf));
      return textOf(told, warnings);
    },
    tell: (events: readonly DemoEvent[]) => {
      told.push(...events.map(lineOf));
      return textOf(told, warnings);
    },
  };
}

function textOf(told: readonly string[], warnings: readonly string[]): string {
  return [...told, ...warnings.map((warning) => `! ${warning}`)].join("\n");
}

function lineOf(event: DemoEvent): string {
  switch (event.type) {
    case "SpawnSessionStart":
      return `${event.parentSessionId} starts ${event.childSessionId} at depth ${event.depth}`;
    case "StreamComplete":
      return `${event.childSessionId} ends: ${event.outcome}, ${event.result}`;
    case "SubAgentEvent":
      return `${event.childSessionId} ${workOf(event.event)}`;
    case "RootEvent":
      return `r ${workOf(event.event)}`;
  }
}

function workOf(event: WorkEvent | SpawnSessionStart): string {
  switch (event.type) {
    case "textStreamed":
      return `says ${event.text}`;
    case "toolCallStarted":
      return `calls ${event.toolCallId}`;
    case "toolCallEnded":
      return `call ${event.toolCallId} ${event.status}`;
    case "stateReported":
      return event.state;
    default:
      return event.type;
  }
}

function start(childSessionId: string, parentSessionId = "r", more: Partial<SpawnSessionStart> = {}): SpawnSessionStart {
  const fixed = {
    spawnMechanism: "sync",
    sourceName: "explorer",
    sourceType: "agent",
    depth: 1,
    description: "Explore",
    metadata: {},
  } as const;
  return { type: "SpawnSessionStart", childSessionId, parentSessionId, ...fixed, ...more };
}

function work(childSessionId: string, event: WorkEvent | SpawnSessionStart): DemoEvent {
  return { type: "SubAgentEvent", childSessionId, event };
}

function says(childSessionId: string, text: string): DemoEvent {
  return work(childSessionId, { type: "textStreamed", messageId: "m", text });
}

function calls(toolCallId: string): WorkEvent {
  return { type: "toolCallStarted", toolCallId, name: "Bash", title: "ls", kind: "execute", status: "in_progress", rawInput: {} };
}

function ends(childSessionId: string, outcome: StreamComplete["outcome"] = "success", result = "done"): StreamComplete {
  return { type: "StreamComplete", childSessionId, outcome, result };
}

describe("spawn tracker", () => {
  it("ignores a second start of the same child", () => {
    const { play } = setUp();
    assert.equal(play(start("a"), start("a"), says("a", "hi")), "r starts a at depth 1\na says hi");
  });

  it("refuses a start without a child id", () => {
    const { play } = setUp();
    assert.equal(play(start("")), "! A child of r started without a session id; it is not shown.");
  });

  it("announces a child that works before it was started", () => {
    const { play } = setUp();
    assert.equal(
      play(says("a", "hi"), start("a")),
      "r starts a at depth 1\na says hi\n! a did something before it was started; it is announced with what is known.",
    );
  });

  it("puts a child of an unknown parent under the root", () => {
    const { play } = setUp();
    assert.equal(play(start("a", "nobody")), "r starts a at depth 1\n! The parent nobody of a is unknown; the root takes its place.");
  });

  it("refuses a session as its own child", () => {
    const { play } = setUp();
    assert.equal(
      play(start("a", "a"), start("r")),
      "! a was not started: a session cannot be its own child.\n! r was not started: a session cannot be its own child.",
    );
  });

  it("takes a start among a child's events as a nested child and counts its depth", () => {
    const { play } = setUp();
    assert.equal(play(start("a"), work("a", start("b", "ignored"))), "r starts a at depth 1\na starts b at depth 2");
  });

  it("refuses what is too deep, and all of it", () => {
    const { play } = setUp({ maxDepth: 2 });
    assert.equal(
      play(start("a"), start("b", "a"), start("c", "b"), says("c", "hi"), start("d", "c"), ends("c")),
      [
        "r starts a at depth 1",
        "a starts b at depth 2",
        "! c was not started: it would be 3 levels deep and 2 are allowed.",
        "! d was not started: its parent c was not started.",
      ].join("\n"),
    );
  });

  it("allows five levels unless said otherwise", () => {
    const { play } = setUp();
    const levels = ["a", "b", "c", "d", "e", "f"].map((id, index, ids) => start(id, ids[index - 1] ?? "r"));
    assert.match(play(...levels), /d starts e at depth 5\n! f was not started: it would be 6 levels deep and 5 are allowed\.$/);
  });

  it("refuses more running children than a parent may have", () => {
    const { play } = setUp({ maxChildren: 2 });
    assert.equal(
      play(start("a"), start("b"), start("c"), ends("a"), start("d")),
      [
        "r starts a at depth 1",
        "r starts b at depth 1",
        "a ends: success, done",
        "r starts d at depth 1",
        "! c was not started: r has 2 running children, which is the limit.",
      ].join("\n"),
    );
  });

  it("ends a child once", () => {
    const { play } = setUp();
    assert.equal(play(start("a"), ends("a"), ends("a", "error")), "r starts a at depth 1\na ends: success, done");
  });

  it("warns of an end without a start", () => {
    const { play } = setUp();
    assert.equal(play(ends("a")), "! a ended without having been started.");
  });

  it("drops what an ended child still says, lets it close its call, and lets it run again", () => {
    const { play } = setUp();
    assert.equal(
      play(
        start("a"),
        work("a", calls("t1")),
        ends("a"),
        says("a", "late"),
        work("a", { type: "toolCallEnded", toolCallId: "t1", status: "completed" }),
        work("a", { type: "stateReported", state: "running" }),
        says("a", "again"),
        ends("a"),
      ),
      [
        "r starts a at depth 1",
        "a calls t1",
        "a ends: success, done",
        "a call t1 completed",
        "a running",
        "a says again",
        "a ends: success, done",
        "! a has ended; its textStreamed is not shown.",
      ].join("\n"),
    );
  });

  for (const [outcome, status] of [
    ["success", "completed"],
    ["error", "failed"],
    ["timeout", "failed"],
    ["cancelled", "failed"],
  ] as const) {
    it(`closes a launching call that is shown as ${status} after ${outcome}`, () => {
      const { play } = setUp();
      assert.equal(
        play({ type: "RootEvent", event: calls("launch") }, start("a", "r", { toolCallId: "launch" }), ends("a", outcome)),
        `r calls launch\nr starts a at depth 1\na ends: ${outcome}, done\nr call launch ${status}`,
      );
    });
  }

  it("leaves a launching call alone that is not shown", () => {
    const { play } = setUp();
    assert.equal(play(start("a", "r", { toolCallId: "launch" }), ends("a")), "r starts a at depth 1\na ends: success, done");
  });

  it("fails the open calls of a child that fails", () => {
    const { play } = setUp();
    assert.equal(
      play(start("a"), work("a", calls("t1")), work("a", calls("t2")), ends("a", "error", "broken")),
      "r starts a at depth 1\na calls t1\na calls t2\na call t1 failed\na call t2 failed\na ends: error, broken",
    );
  });

  it("cancels a child with all below it and no other", () => {
    const { play, tell, tracker } = setUp();
    play(start("a"), start("b", "a"), start("c"));
    assert.equal(
      tell(tracker.cancel("a")),
      [
        "r starts a at depth 1",
        "a starts b at depth 2",
        "r starts c at depth 1",
        "b ends: cancelled, Its parent was stopped.",
        "a ends: cancelled, Stopped by the person.",
      ].join("\n"),
    );
    assert.deepEqual(tracker.cancel("a"), []);
  });

  it("cancels the foreground children of the root with their calls, and lets the background work on", () => {
    const { play, tell, tracker } = setUp();
    play(
      { type: "RootEvent", event: calls("own") },
      { type: "RootEvent", event: calls("launch-a") },
      { type: "RootEvent", event: calls("launch-b") },
      start("a", "r", { toolCallId: "launch-a" }),
      start("b", "r", { toolCallId: "launch-b", spawnMechanism: "async_worker" }),
      start("c", "r", { spawnMechanism: "manual" }),
    );
    const told = tell(tracker.cancel("r")).split("\n").slice(6).join("\n");
    assert.equal(told, "a ends: cancelled, The turn was cancelled.\nr call launch-a failed\nr call own failed");
    assert.deepEqual([tracker.isRunning("b"), tracker.isRunning("c")], [true, true]);
  });

  it("cancels the background children with the root where the form says so, with their calls", () => {
    const { play, tell, tracker } = setUp({ cancelsAll: true });
    play(
      { type: "RootEvent", event: calls("launch-a") },
      start("a", "r", { toolCallId: "launch-a", spawnMechanism: "async_worker" }),
      start("b", "a"),
      work("b", calls("t1")),
    );
    const told = tell(tracker.cancel("r")).split("\n").slice(4).join("\n");
    assert.equal(
      told,
      [
        "b call t1 failed",
        "b ends: cancelled, Its parent was stopped.",
        "a ends: cancelled, The turn was cancelled.",
        "r call launch-a failed",
      ].join("\n"),
    );
  });

  it("ends all children and calls when the session closes", () => {
    const { play, tell, tracker } = setUp();
    play(
      { type: "RootEvent", event: calls("own") },
      start("a", "r", { spawnMechanism: "async_worker" }),
      work("a", calls("t1")),
      start("b", "a"),
      start("c"),
    );
    const told = tell(tracker.close()).split("\n").slice(5).join("\n");
    assert.equal(
      told,
      [
        "b ends: cancelled, Its parent was stopped.",
        "a call t1 failed",
        "a ends: cancelled, The session was closed.",
        "c ends: cancelled, The session was closed.",
        "r call own failed",
      ].join("\n"),
    );
  });

  it("remembers which call launched a child until the session closes", () => {
    const { play, tracker } = setUp();
    play(start("a", "r", { toolCallId: "launch" }), ends("a"));
    tracker.cancel("r");
    const before = tracker.launchOf("a");
    tracker.close();
    assert.deepEqual([before, tracker.launchOf("a")], ["launch", undefined]);
  });

  it("fails a child that is silent for five minutes", () => {
    const { at, play, tell, tracker } = setUp();
    play(start("a"), work("a", calls("t1")));
    at.now = 299_999;
    assert.deepEqual([tracker.expire(), tracker.nextDeadline()], [[], 300_000]);
    at.now = 300_000;
    assert.equal(
      tell(tracker.expire()),
      "r starts a at depth 1\na calls t1\na call t1 failed\na ends: timeout, No sign of life for 300 seconds.",
    );
    assert.equal(tracker.nextDeadline(), undefined);
  });

  it("counts every event as a sign of life, also for those above", () => {
    const { at, play, tracker } = setUp();
    play(start("a"), start("b", "a"));
    at.now = 200_000;
    play(says("b", "hi"));
    at.now = 499_999;
    assert.deepEqual([tracker.expire(), tracker.nextDeadline()], [[], 500_000]);
  });

  it("does not call a child silent that waits for the person, nor its parent", () => {
    const { at, play, tracker } = setUp();
    play(start("a"), start("b", "a"), work("b", { type: "permissionNeeded", toolCallId: "t1" }));
    at.now = 3_600_000;
    assert.deepEqual([tracker.expire(), tracker.nextDeadline()], [[], undefined]);
    play(work("b", { type: "permissionSettled", toolCallId: "t1" }));
    assert.equal(tracker.nextDeadline(), 3_900_000);
  });
});
