import assert from "node:assert/strict";
import { requestDetail } from "../../../src/views/attention.ts";
import {
  agent,
  answers,
  type Crossing,
  child,
  client,
  lines,
  prompts,
  refuses,
  requests,
  running,
  Story,
  says,
  update,
} from "../../support/story.ts";

/** The agent takes the second version, and opens a session. */
const opened: readonly Crossing[] = [
  client({ id: "i", method: "initialize", params: { protocolVersion: 2 } }),
  agent({ id: "i", result: { protocolVersion: 2, info: { name: "two", title: "Two", version: "2.0" }, capabilities: { session: {} } } }),
  client({ id: "n", method: "session/new", params: { cwd: "/w" } }),
  agent({ id: "n", result: { sessionId: "r", configOptions: [{ configId: "m", name: "Mode", type: "boolean", currentValue: true }] } }),
];
const state = (sessionId: string, word: string, fields: object = {}) => update(sessionId, "state_update", { state: word, ...fields });
const whole = (kind: string, messageId: string, ...texts: readonly string[]) =>
  update("r", kind, { messageId, content: texts.map((text) => ({ type: "text", text })) });
const call = (fields: object) => update("r", "tool_call_update", { toolCallId: "c", ...fields });
const rowsOf = (story: Story) =>
  story
    .text("r")
    .split("\n")
    .filter((line) => line.startsWith("  |"))
    .join("\n");

describe("the second version of the protocol, read", () => {
  it("names the agent, and the options by the ids of the first", () => {
    const story = new Story(opened);
    assert.deepEqual([story.store.agent.title, story.session("r").config.map(({ id }) => id)], ["Two", ["m"]]);
  });

  it("ends a turn with the root's own idle, not with the answer, and takes no idle from before for it", () => {
    const story = new Story(opened, prompts(1, "r", "go"), state("r", "idle"));
    assert.equal(story.session("r").isTurnOpen, true);
    story.tell(answers(1, { messageId: "u" }), state("r", "running"), whole("user_message", "u", "go"), says("r", "Hello.", "m"));
    assert.equal(story.session("r").isTurnOpen, true);
    story.tell(state("r", "idle", { stopReason: "max_tokens" }));
    assert.deepEqual([story.session("r").isTurnOpen, story.session("r").lastTurn?.stopReason], [false, "max_tokens"]);
    const early = '  | notice warning "The turn ended early: stopped: token limit reached."';
    assert.equal(rowsOf(story), lines('  | user "go"', '  | agent "Hello."', early));
  });

  it("says what went wrong in a turn, and that a prompt was not taken", () => {
    const failed = state("r", "idle", { stopReason: "error", error: { code: -32603, message: "No model." } });
    const story = new Story(opened, prompts(1, "r", "go"), answers(1, { messageId: "u" }), state("r", "running"), failed);
    assert.deepEqual(story.session("r").lastTurn?.error, "No model. (-32603)");
    story.tell(prompts(2, "r", "again"), refuses(2, "Busy"));
    assert.deepEqual([story.session("r").isTurnOpen, story.session("r").lastTurn?.error], [false, "Busy (-32603)"]);
  });

  it("ends every prompt that was taken with one idle, and none that was not", () => {
    const story = new Story(opened, prompts(1, "r", "one"), answers(1, { messageId: "u1" }), state("r", "running"));
    story.tell(prompts(2, "r", "two"), answers(2, { messageId: "u2" }), prompts(3, "r", "three"), state("r", "running"));
    story.tell(state("r", "idle", { stopReason: "end_turn" }));
    assert.deepEqual([story.session("r").isTurnOpen, story.session("r").state?.state], [true, "running"], "the third was not taken yet");
    story.tell(answers(3, { messageId: "u3" }), state("r", "running"));
    story.tell(state("r", "idle", { stopReason: "error", error: { message: "No model." } }));
    assert.equal(story.session("r").isTurnOpen, false);
    assert.equal(rowsOf(story), lines('  | user "one"', '  | user "two"', '  | user "three"', '  | error "No model."'));
  });

  it("tells once what went wrong in a turn of two prompts, and goes on when a second one is refused", () => {
    const story = new Story(opened, prompts(1, "r", "one"), answers(1, { messageId: "u1" }), state("r", "running"));
    story.tell(prompts(2, "r", "two"), answers(2, { messageId: "u2" }), prompts(3, "r", "three"), refuses(3, "Busy"));
    assert.equal(story.session("r").isTurnOpen, true);
    story.tell(state("r", "idle", { stopReason: "error", error: { message: "No model." } }));
    assert.equal(story.session("r").isTurnOpen, false);
    assert.equal(
      rowsOf(story),
      lines('  | user "one"', '  | user "two"', '  | user "three"', '  | error "Busy (-32603)"', '  | error "No model."'),
    );
  });

  it("tells what a root does by itself, beside turns of ours", () => {
    const story = new Story(opened, state("r", "running", { background: [] }));
    assert.equal(story.session("r").state?.state, "running");
    story.tell(state("r", "_resting"));
    assert.equal(story.session("r").state?.state, "_resting");
    story.tell(state("r", "idle"));
    assert.deepEqual([story.session("r").state?.state, story.session("r").lastTurn], ["idle", undefined]);
  });

  it("takes a child's own state and its parent's word of it for one", () => {
    const story = new Story(opened, child("r", "a", running), state("a", "running"), state("a", "idle", { stopReason: "cancelled" }));
    story.tell(child("r", "a", { state: { state: "idle", stopReason: "cancelled" } }));
    assert.deepEqual([story.session("a").runs.length, story.session("a").state?.stopReason], [1, "cancelled"]);
  });

  it("replaces a message that is told whole, goes on with it by pieces, and empties it", () => {
    const story = new Story(
      opened,
      says("r", "Hel", "m"),
      says("r", "lo", "m"),
      whole("agent_message", "m", "Good ", "day"),
      says("r", "!", "m"),
    );
    assert.equal(rowsOf(story), '  | agent "Good day!"');
    story.tell(update("r", "agent_message", { messageId: "m" }));
    assert.equal(rowsOf(story), '  | agent "Good day!"', "what is left out is unchanged");
    story.tell(update("r", "agent_message", { messageId: "m", content: null }));
    assert.equal(rowsOf(story), '  | agent ""');
    story.tell(whole("agent_thought", "t", "Hm."));
    assert.equal(rowsOf(story), lines('  | agent ""', '  | thought "Hm."'));
  });

  it("begins a call with its first update, whatever that says, and takes fields back by null", () => {
    const story = new Story(opened, call({}));
    assert.equal(rowsOf(story), '  | call other "c" pending NOT CLOSED');
    story.tell(call({ title: "Read", kind: "read", status: "in_progress" }), call({ kind: null, status: null }));
    assert.equal(rowsOf(story), '  | call other "Read" pending NOT CLOSED');
  });

  it("joins a call's content that comes piece by piece, until it is told whole", () => {
    const words = (text: string) => ({ type: "content", content: { type: "text", text } });
    const piece = (text: string) => update("r", "tool_call_content_chunk", { toolCallId: "c", content: words(text) });
    const content = (story: Story) => {
      const row = [...story.session("r").rows.values()][0];
      return row?.kind === "tool_call" ? row.content.map((item) => (item as unknown as ReturnType<typeof words>).content.text) : [];
    };
    const story = new Story(opened, piece("a"), piece("b"));
    assert.deepEqual(content(story), ["a", "b"]);
    assert.deepEqual(content(story.tell(call({ content: [words("c")] }), piece("d"))), ["c", "d"]);
    assert.deepEqual(content(story.tell(call({ content: null }))), []);
  });

  it("reads each file of a patch as its lines before and after", () => {
    const text = lines(
      "diff --git a/w/one.ts b/w/one.ts",
      "--- a/w/one.ts",
      "+++ b/w/one.ts",
      "@@ -1,2 +1,2 @@",
      " same",
      "-old",
      "+new",
      "diff --git a/w/two.ts b/w/two.ts",
      "--- /dev/null",
      "+++ b/w/two.ts",
      "@@ -0,0 +1 @@",
      "+only",
      "\\ No newline at end of file",
      "",
    );
    const changes = [
      { operation: "modify", path: "/w/one.ts" },
      { operation: "add", path: "/w/two.ts" },
      { operation: "move", oldPath: "/w/three.ts", path: "/w/four.ts" },
    ];
    const story = new Story(opened, call({ content: [{ type: "diff", changes, patch: { format: "git_patch", text } }] }));
    const row = [...story.session("r").rows.values()][0];
    assert.deepEqual(row?.kind === "tool_call" && row.content, [
      { type: "diff", path: "/w/one.ts", oldText: "same\nold\n", newText: "same\nnew\n" },
      { type: "diff", path: "/w/two.ts", oldText: null, newText: "only" },
      { type: "diff", path: "/w/four.ts", newText: "move /w/three.ts" },
    ]);
  });

  it("asks with the request's own words, about a call, a command or nothing that is named", () => {
    const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
    const asks = (id: number, fields: object) =>
      agent({ id, method: "session/request_permission", params: { sessionId: "r", title: `Question ${id}`, options, ...fields } });
    const story = new Story(
      opened,
      call({ title: "rm", kind: "execute" }),
      asks(1, {
        subject: { type: "tool_call", toolCall: { toolCallId: "c", rawInput: { command: "rm -r x" } } },
        description: "It is old.",
      }),
      asks(2, { subject: { type: "command", command: "ls", cwd: "/w" } }),
      asks(3, { description: "Shall I?" }),
      asks(4, { subject: null }),
    );
    assert.deepEqual(
      story.store.openRequests.map((request) => [request.title, requestDetail(request)]),
      [
        ["Question 1", "rm -r x\n\nIt is old."],
        ["Question 2", "ls"],
        ["Question 3", "Shall I?"],
        ["Question 4", ""],
      ],
    );
    assert.equal(rowsOf(story), '  | call execute "rm" pending NOT CLOSED', "the call keeps its own title");
  });

  it("tells a history by a resume with a replay, and none without", () => {
    const resume = (id: number, fields: object = {}) => requests(id, "session/resume", "old", { cwd: "/w", ...fields });
    const story = new Story(opened.slice(0, 2), resume(1, { replayFrom: { type: "start" } }));
    story.tell(
      update("old", "user_message", { messageId: "u", content: [{ type: "text", text: "Hi" }] }),
      state("old", "idle"),
      answers(1),
    );
    assert.match(story.text("old"), /\(history\) user "Hi"/);
    const live = new Story(
      opened.slice(0, 2),
      resume(1),
      answers(1, { availableCommands: [{ type: "command", name: "go", description: "" }] }),
    );
    assert.deepEqual(
      live.session("old").commands.map(({ name }) => name),
      ["go"],
    );
  });

  it("goes on with the calls of a session while another one's history is told, and begins those of the told one afresh", () => {
    const told = (sessionId: string, fields: object) => update(sessionId, "tool_call_update", { toolCallId: "c", ...fields });
    const story = new Story(opened, told("r", { title: "build", kind: "execute", status: "in_progress" }), child("r", "a", running));
    story.tell(told("a", { title: "look", kind: "read", status: "in_progress" }));
    const load = (id: number) => requests(id, "session/resume", "old", { cwd: "/w", replayFrom: { type: "start" } });
    for (const id of [7, 8]) {
      story.tell(load(id), child("old", "b", running), told("b", { title: "old look" }), told("old", { title: "old build" }));
      story.tell(answers(id));
    }
    story.tell(told("r", { rawOutput: "ok" }), told("a", { rawOutput: "ok" }));
    const calls = (["r", "a", "old", "b"] as const).map((id) => /call .*/.exec(story.text(id))?.[0]);
    assert.deepEqual(calls, [
      'call execute "build" in_progress NOT CLOSED',
      'call read "look" in_progress NOT CLOSED',
      'call other "old build" pending NOT CLOSED',
      'call other "old look" pending NOT CLOSED',
    ]);
  });

  it("leaves an agent alone that takes the first version", () => {
    const first = agent({ id: "i", result: { protocolVersion: 1, agentInfo: { name: "one" } } });
    const story = new Story(opened.slice(0, 1), first, opened.slice(2), prompts(1, "r", "go"), answers(1, { stopReason: "end_turn" }));
    assert.equal(story.session("r").lastTurn?.stopReason, "end_turn");
  });
});
