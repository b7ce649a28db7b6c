import assert from "node:assert/strict";
import { createDisplay } from "../../../src/demo/display.ts";
import { SessionIds } from "../../../src/demo/ids.ts";
import type { LaunchSpec, Play } from "../../../src/demo/script.ts";
import { SpawnTracker } from "../../../src/demo/spawnTracker.ts";
import { Stage } from "../../../src/demo/stage.ts";
import { ManualClock } from "./manualClock.ts";

/** Plays a root script for `ms` and returns what it told, one line an update. */
async function play(root: Play, ms: number, maxDepth = 5): Promise<string> {
  const clock = new ManualClock();
  const lines: string[] = [];
  const warn = (message: string) => lines.push(`! ${message}`);
  const stage = new Stage({
    rootSessionId: "r",
    cwd: "/workspace",
    clock,
    ids: new SessionIds("r"),
    tracker: new SpawnTracker({ rootSessionId: "r", now: () => clock.now(), warn, maxDepth }),
    display: createDisplay("standard", true, { rootSessionId: "r", isReplay: false }),
    send: async ({ sessionId, update }) => void lines.push(`${sessionId} ${JSON.stringify(update)}`),
    request: () => new Promise(() => undefined),
    notify: () => Promise.resolve(),
    record: () => undefined,
    isTaken: () => false,
  });
  void stage.prompt(root).then((stopReason) => lines.push(`= ${stopReason}`));
  await clock.advance(ms);
  return lines.filter((line) => !line.includes("session_message")).join("\n");
}

function child(title: string, playChild: Play, more: Partial<LaunchSpec> = {}): LaunchSpec {
  return { title, role: "worker", prompt: "Work.", play: playChild, ...more };
}

describe("demo stage", () => {
  it("fails a child that is silent for five minutes, and its parent learns it", async () => {
    const silent: Play = function* (me) {
      yield* me.pause(3_600_000);
      return "late";
    };
    const text = await play(function* (me) {
      const end = yield* me.delegate(child("Sleep", silent));
      yield* me.say(end.outcome);
      return "";
    }, 301_000);
    assert.equal(
      text,
      [
        `r {"sessionUpdate":"subagent_update","sessionId":"r:c1","title":"Sleep","description":"worker","capabilities":{"cancel":{}},"state":{"state":"running"}}`,
        `r {"sessionUpdate":"subagent_update","sessionId":"r:c1","capabilities":{"cancel":null},"state":{"state":"idle","stopReason":"error","error":{"code":-32603,"message":"No sign of life for 300 seconds."}}}`,
        `r {"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"timeout"},"messageId":"r:m1"}`,
        `= end_turn`,
      ].join("\n"),
    );
  });

  it("fails the call of a launch that a limit forbids, and its parent goes on", async () => {
    const text = await play(
      function* (me) {
        const end = yield* me.delegate(child("Too deep", () => assert.fail("it was played"), { showsCall: true }));
        yield* me.say(end.outcome);
        return "";
      },
      2000,
      0,
    );
    assert.equal(
      text,
      [
        `r {"sessionUpdate":"tool_call","toolCallId":"r:t1","name":"Agent","title":"Too deep","kind":"think","status":"pending","rawInput":{"description":"Too deep","prompt":"Work.","subagent_type":"worker"},"content":[{"type":"content","content":{"type":"text","text":"Work."}}]}`,
        `! r:c1 was not started: it would be 1 levels deep and 0 are allowed.`,
        `r {"sessionUpdate":"tool_call_update","toolCallId":"r:t1","status":"failed"}`,
        `r {"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"notStarted"},"messageId":"r:m1"}`,
        `= end_turn`,
      ].join("\n"),
    );
  });

  it("waits for the person as long as it takes", async () => {
    const asking: Play = function* (me) {
      const toolCallId = yield* me.startCall({ name: "Bash", title: "rm -rf build", kind: "execute", input: {}, ms: 0 });
      yield* me.ask({ toolCall: { toolCallId }, options: [] });
      return "";
    };
    const text = await play(function* (me) {
      yield* me.delegate(child("Ask", asking));
      return "";
    }, 3_600_000);
    assert.match(text, /"requires_action"}}$/);
  });

  it("names what a script throws as the child's error", async () => {
    const broken: Play = function* (me) {
      yield* me.pause(10);
      throw new TypeError("no such thing");
    };
    const text = await play(function* (me) {
      yield* me.delegate(child("Break", broken));
      return "";
    }, 2000);
    assert.match(text, /"error":{"code":-32603,"message":"no such thing"}}}\n= end_turn$/);
  });
});
