// The forms of `--display` frame by frame: one story, and what each form makes of it. Every line of the expected files
// was written from the table of forms.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDisplay, type DisplayName, displayForm, displays, show } from "../../../src/demo/display.ts";
import { launchingCall, received, startEvent } from "../../../src/demo/launching.ts";
import type { LaunchSpec } from "../../../src/demo/script.ts";
import type { DemoEvent, StreamComplete, WorkEvent } from "../../../src/demo/spawnEvents.ts";
import { SpawnTracker } from "../../../src/demo/spawnTracker.ts";
import { prompt, startAgent } from "./bareClient.ts";
import { ManualClock } from "./manualClock.ts";
import { transcript } from "./transcript.ts";

const golden = join(import.meta.dirname, "golden/forms");

function spec(role: string, title: string, prompt: string, more: Partial<LaunchSpec> = {}): LaunchSpec {
  return { role, title, prompt, play: () => assert.fail("it was played"), ...more };
}

/** A child `id` of `parent` starts, launched by the call `toolCallId`, and gets its prompt. */
function starts(parent: string, id: string, toolCallId: string, launch: LaunchSpec): readonly DemoEvent[] {
  const place = { childSessionId: id, parentSessionId: parent, toolCallId, depth: 1, maxDepth: 5 };
  return [startEvent(launch, place), on(id, received(toolCallId, parent, launch.prompt))];
}

function on(id: string, event: WorkEvent): DemoEvent {
  return id === "r" ? { type: "RootEvent", event } : { type: "SubAgentEvent", childSessionId: id, event };
}

function says(id: string, messageId: string, text: string): DemoEvent {
  return on(id, { type: "textStreamed", messageId, text });
}

function calls(id: string, toolCallId: string, name: string, title: string): DemoEvent {
  return on(id, { type: "toolCallStarted", toolCallId, name, title, kind: "execute", status: "in_progress", rawInput: { title } });
}

function ends(childSessionId: string, outcome: StreamComplete["outcome"], result: string): DemoEvent {
  return { type: "StreamComplete", childSessionId, outcome, result };
}

const content = [{ type: "content", content: { type: "text", text: "42 lines" } }];
const explore = spec("explorer", "Explore the store", "Read it.");
const benchmark = spec("worker", "Benchmark", "x".repeat(201), { mechanism: "async_worker" });

/** A child with a child of its own that works a second time, one in the background, one that fails. */
const story: readonly DemoEvent[] = [
  on("r", launchingCall("t1", explore)),
  ...starts("r", "a", "t1", explore),
  on("a", { type: "thoughtStreamed", messageId: "m1", text: "The store first." }),
  says("a", "m2", "Reading"),
  says("a", "m2", " now."),
  calls("a", "t2", "Read", "Read store.ts"),
  on("a", { type: "toolCallEnded", toolCallId: "t2", status: "completed", content }),
  ...starts("a", "b", "t3", spec("counter", "Count the callers", "Count.")),
  says("b", "m3", "One caller."),
  ends("b", "success", "One caller."),
  on("a", { type: "planReported", entries: [{ content: "Report", priority: "medium", status: "completed" }] }),
  says("a", "m4", "It has one caller."),
  ends("a", "success", "It has one caller."),
  on("a", { type: "stateReported", state: "running" }),
  on("a", received("t4", "r", "Look again.")),
  says("a", "m5", "Still one."),
  ends("a", "success", "Still one."),
  ...starts("r", "c", "t5", benchmark),
  calls("c", "t6", "Bash", "npm test"),
  ...starts("r", "d", "t7", spec("tester", "Test it", "Test.")),
  ends("d", "error", "No network."),
];

/** What a form makes of the story and of a cancel of the root after it, one line a frame. */
function told(name: DisplayName): string {
  const { cancelsAll } = displayForm(name);
  const tracker = new SpawnTracker({ rootSessionId: "r", now: () => 0, warn: (message) => assert.fail(message), cancelsAll });
  const display = createDisplay(name, true, { rootSessionId: "r", isReplay: false });
  const events = [...story.flatMap((event) => tracker.accept(event)), ...tracker.cancel("r")];
  const frames = events.flatMap((event) => show(display, event));
  return frames
    .map(({ sessionId, update: { sessionUpdate, ...rest } }) => `${sessionId} ${sessionUpdate} ${JSON.stringify(rest)}\n`)
    .join("");
}

describe("demo agent, forms of display", () => {
  for (const file of readdirSync(golden)) {
    const name = file.replace(".txt", "") as DisplayName;
    it(`tells a story as ${name}`, () => assert.equal(told(name), readFileSync(join(golden, file), "utf8")));
  }

  it("has an expected list for every form but the standard one, which has one a scenario", () => {
    const kept = readdirSync(golden).map((file) => file.replace(".txt", ""));
    assert.deepEqual(
      Object.keys(displays).filter((name) => !kept.includes(name)),
      ["standard"],
    );
  });

  it("needs a client that takes subagent sessions for the announced forms alone", () => {
    const toOthers = Object.keys(displays).filter((name) => {
      const display = createDisplay(name as DisplayName, false, { rootSessionId: "r", isReplay: false });
      const [start] = starts("r", "a", "t1", explore);
      return start && JSON.stringify(show(display, start)).includes('"kind":"think"');
    });
    assert.deepEqual(toOthers, ["standard", "draft"]);
  });

  it("carries the prompt, cut, the task's id and the limit of depth in the metadata of a background start", () => {
    const [start] = starts("r", "c", "t5", benchmark);
    assert.ok(start?.type === "SpawnSessionStart");
    assert.deepEqual(start.metadata, { prompt: `${"x".repeat(200)}…`, taskId: "t5", depthLimit: 5 });
  });

  it("knows which call is whose over the end of a turn, until the session is closed", async () => {
    const clock = new ManualClock();
    const dir = mkdtempSync(join(tmpdir(), "demo-forms-"));
    try {
      const client = startAgent(dir, clock, "zed");
      await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
      await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
      const answered = prompt(client, "/background");
      await clock.advance(4000);
      assert.deepEqual((await answered).result, { stopReason: "end_turn" });
      const launch = transcript(client.log).match(/demo-1 tool_call {"toolCallId":"([^"]+)","title":"worker: Long benchmark"/)?.[1];
      client.log.length = 0;
      await client.request("session/close", { sessionId: "demo-1" });
      client.notify("session/cancel", { sessionId: "demo-1:c1" });
      await clock.advance(60_000);
      const stopped = `[{"type":"content","content":{"type":"text","text":"The work was stopped before this call returned a result."}}]`;
      const meta = `{"subagent_session_info":{"session_id":"demo-1:c1","message_start_index":0,"message_end_index":3},"tool_name":"task"}`;
      const result = "The session was closed.";
      assert.equal(
        transcript(client.log),
        [
          `> #3 session/close {"sessionId":"demo-1"}`,
          `demo-1:c1 tool_call_update {"toolCallId":"demo-1:t3","status":"failed","content":${stopped}}`,
          `demo-1 tool_call_update {"toolCallId":"${launch}","status":"failed","content":[{"type":"content","content":{"type":"text","text":"${result}"}}],"rawOutput":"${result}","_meta":${meta}}`,
          `< #3 result {}`,
          `> session/cancel {"sessionId":"demo-1:c1"}`,
        ].join("\n"),
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  for (const name of ["draft", "zed", "tool_box", "inline", "legacy"] as const) {
    it(`shows the launching call in ${name} when a limit forbids the child`, () => {
      const display = createDisplay(name, true, { rootSessionId: "r", isReplay: false });
      const refused = [on("r", launchingCall("t1", explore)), on("r", { type: "toolCallEnded", toolCallId: "t1", status: "failed" })];
      const frames = refused.flatMap((event) => show(display, event));
      assert.deepEqual(
        frames.map(({ update }) => [update.sessionUpdate, update.toolCallId, update.status]),
        [
          ["tool_call", "t1", "pending"],
          ["tool_call_update", "t1", "failed"],
        ],
      );
    });
  }
});
