// What more than one agent does and a client has to live with. Which is proved where: CHECKLIST.md.
import assert from "node:assert/strict";
import { callOf } from "../../../src/session/rows.ts";
import { agent, call, callUpdate, child, lines, opened, prompts, refuses, requests, Story, says, update } from "../../support/story.ts";

describe("what a client has to cope with, whoever the agent is", () => {
  it("frames of a child come before, in and after the prompt: each is the child's", () => {
    const story = new Story(opened("R"), child("R", "C"), says("C", "Before.", "m1"), says("R", "Mine.", "m1"));
    assert.equal(story.text("C"), lines("C child of R: -", "  run 1: -", '  | agent "Before."'));
  });

  it("an update can be the first that is heard of a call; a call may be announced twice, and late, and goes back in nothing", () => {
    const story = new Story(
      opened("R"),
      callUpdate("R", "t1", { status: "in_progress", title: "Run" }),
      call("R", "t1", { title: "Run it" }),
    );
    assert.equal(story.text("R"), lines("R root: - cwd /workspace", '  | call other "Run it" in_progress NOT CLOSED'));
    story.tell(callUpdate("R", "t1", { status: "completed" }), call("R", "t1"));
    assert.equal(story.text("R"), lines("R root: - cwd /workspace", '  | call other "t1" completed'));
    assert.equal(story.session("R").toolCallCount, 1);
  });

  it("a chunk without text makes no row", () => {
    assert.equal(new Story(opened("R"), says("R", "")).text(), "R root: - cwd /workspace");
  });

  it("why a prompt failed stands in the error's data beside “Internal error”: it is told, and once", () => {
    const told = (message: string, data: unknown) => {
      const story = new Story(opened("R"), prompts(1, "R", "Go."), agent({ id: 1, error: { code: -32603, message, data } }));
      return Array.from(story.session("R").rows.values(), (row) => (row.kind === "error" ? row.text : "")).join("");
    };
    assert.equal(told("Internal error", { details: "The quota is used up." }), "Internal error: The quota is used up. (-32603)");
    assert.equal(told("Internal error", { error: { message: "No model." } }), "Internal error: No model. (-32603)");
    assert.equal(told("Internal error", "No disk."), "Internal error: No disk. (-32603)");
    assert.equal(told("Internal error: No model.", { message: "No model." }), "Internal error: No model. (-32603)");
    assert.equal(told("Resource not found", { sessionId: "x" }), "Resource not found (-32603)");
  });

  it("the same words said twice are shown twice", () => {
    const story = new Story(
      opened("R"),
      says("R", "Done."),
      call("R", "t1"),
      says("R", "Done."),
      says("R", "Done.", "m1"),
      says("R", "Done.", "m2"),
    );
    assert.equal(story.text("R").match(/agent "Done\."/g)?.length, 4);
  });

  it("an agent's echo of a prompt is the prompt; what only begins like it is shown whole", () => {
    const echo = (text: string, messageId: string) => update("R", "user_message_chunk", { content: { type: "text", text }, messageId });
    const whole = new Story(opened("R"), prompts(1, "R", "go on"), echo("go", "m1"), echo(" on", "m1"), says("R", "Yes.", "m2"));
    assert.equal(whole.text(), lines("R root: running live cwd /workspace", '  | user "go on"', '  | agent "Yes."'));
    const other = new Story(opened("R"), prompts(1, "R", "go on"), echo("go", "m1"), echo(" away", "m1"));
    assert.equal(other.text(), lines("R root: running live cwd /workspace", '  | user "go on"', '  | user "go away"'));
  });

  it("a session that spoke before it was opened is a root like any other", () => {
    const story = new Story(says("R", "Welcome.", "m1"), opened("R"));
    assert.equal(story.text(), lines("R root: - cwd /workspace", '  | agent "Welcome."'));
  });

  it("a terminal that the client never made stays in the call as it came", () => {
    const content = [{ type: "terminal", terminalId: "call_1" }];
    const story = new Story(opened("R"), call("R", "t1", { content, _meta: { terminal_info: { terminal_id: "call_1" } } }));
    assert.deepEqual(
      Array.from(story.session("R").rows.values(), (row) => callOf(row)?.content),
      [content],
    );
  });

  it("a session whose load is refused is no root to work with, and neither is one whose first prompt is", () => {
    assert.equal(
      new Story(requests(1, "session/load", "old"), refuses(1, "Gone."), prompts(2, "old", "hi"), refuses(2, "Gone.")).store.sessionCount,
      0,
    );
  });

  it("a kind of update that nobody knows is a row, and the session goes on", () => {
    const story = new Story(opened("R"), child("R", "C"), update("C", "of_tomorrow", { x: 1 }), says("C", "Go on.", "m1"));
    assert.equal(story.text("C"), lines("C child of R: -", "  run 1: -", "  | unknown of_tomorrow", '  | agent "Go on."'));
  });
});
