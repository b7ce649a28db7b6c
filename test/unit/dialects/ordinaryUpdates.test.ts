import assert from "node:assert/strict";
import { call, callUpdate, child, lines, opened, prompts, Story, says, update } from "../../support/story.ts";

const item = (content: string, status: string) => ({ content, status, priority: "low" });
const planUpdate = (sessionId: string, plan: { readonly [key: string]: unknown }) => update(sessionId, "plan_update", { plan });

describe("plans", () => {
  it("without an id is one in a turn, replaced in its place", () => {
    const story = new Story(opened("r"), update("r", "plan", { entries: [item("Look", "pending")] }), says("r", "Hm."));
    story.tell(update("r", "plan", { entries: [item("Look", "completed"), item("Act", "pending")] }));
    story.tell(prompts(1, "r", "on"), update("r", "plan", { entries: [item("Again", "pending")] }));
    assert.equal(
      story.text("r"),
      lines(
        "r root: running live cwd /workspace",
        "  | plan [completed] Look; [pending] Act",
        '  | agent "Hm."',
        '  | user "on"',
        "  | plan [pending] Again",
      ),
    );
  });

  it("with ids are several, in every form, and go on over turns", () => {
    const story = new Story(opened("r"), planUpdate("r", { type: "items", planId: "a", entries: [item("Look", "pending")] }));
    story.tell(planUpdate("r", { type: "file", planId: "b", uri: "file:///w/PLAN.md" }));
    story.tell(planUpdate("r", { type: "markdown", planId: "c", content: "1. Look" }), prompts(1, "r", "on"));
    story.tell(planUpdate("r", { type: "items", planId: "a", entries: [item("Look", "completed")] }));
    story.tell(planUpdate("r", { type: "markdown", planId: "b", content: "Other form" }));
    assert.equal(
      story.text("r"),
      lines("r root: running live cwd /workspace", "  | plan [completed] Look", "  | plan Other form", "  | plan 1. Look", '  | user "on"'),
    );
  });

  it("that are taken back keep their place, and their id may begin another", () => {
    const story = new Story(opened("r"), planUpdate("r", { type: "items", planId: "a", entries: [item("Look", "pending")] }));
    story.tell(update("r", "plan_removed", { planId: "a" }), update("r", "plan_removed", { planId: "never told" }));
    story.tell(planUpdate("r", { type: "items", planId: "a", entries: [item("Anew", "pending")] }));
    assert.equal(story.text("r"), lines("r root: - cwd /workspace", "  | plan removed [pending] Look", "  | plan [pending] Anew"));
  });

  it("of a form that nobody knows are shown as what they are", () => {
    assert.match(new Story(opened("r"), planUpdate("r", { type: "song", planId: "a" })).text("r"), /unknown plan_update/);
  });
});

describe("messages", () => {
  it("are told in pieces, each kind for itself", () => {
    const piece = (kind: string, text: string) => update("r", `${kind}_chunk`, { content: { type: "text", text } });
    const story = new Story(opened("r"), piece("user_message", "Go"), piece("user_message", " on."));
    story.tell(piece("agent_thought", "Hm"), piece("agent_thought", "."), piece("agent_message", "Do"), piece("agent_message", "ne."));
    assert.equal(story.text("r"), lines("r root: - cwd /workspace", '  | user "Go on."', '  | thought "Hm."', '  | agent "Done."'));
  });
});

describe("notices", () => {
  it("have a row with their title and what is told of it; without either they are shown as they came", () => {
    const story = new Story(opened("r"), update("r", "notice", { severity: "warning", title: "Slow", description: "The net is slow." }));
    story.tell(update("r", "notice", { description: "Only this." }), update("r", "notice", { severity: "error" }));
    assert.equal(
      story.text("r"),
      lines(
        "r root: - cwd /workspace",
        '  | notice warning "Slow\\nThe net is slow."',
        '  | notice info "Only this."',
        "  | unknown notice",
      ),
    );
  });
});

describe("compaction", () => {
  const compaction = (fields: { readonly [key: string]: unknown }) => update("r", "compaction_update", { compactionId: "k", ...fields });
  const piece = (text: string) => update("r", "compaction_summary_chunk", { compactionId: "k", content: { type: "text", text } });

  it("gathers a summary that streams in its row, whichever frame comes first", () => {
    const story = new Story(opened("r"), piece("It was "), says("r", "Meanwhile.")).tell(piece("read."));
    const rows = (status: string) => lines("r root: - cwd /workspace", `  | compaction ${status} "It was read."`, '  | agent "Meanwhile."');
    assert.equal(story.text("r"), rows("in_progress"));
    assert.deepEqual(
      story.change.map(({ type }) => type),
      ["textAppended"],
    );
    assert.equal(story.tell(compaction({ status: "completed" })).text("r"), rows("completed"));
  });

  it("says why it failed, and replaces or clears what was told", () => {
    const story = new Story(opened("r"), compaction({ status: "in_progress", summary: [{ type: "text", text: "Half" }] }));
    story.tell(compaction({ status: "failed", error: "Nothing to shorten" }));
    assert.match(story.text("r"), /compaction failed "Half" error "Nothing to shorten"$/);
    assert.match(story.tell(compaction({ status: "completed", summary: null, error: null })).text("r"), /compaction completed ""$/);
  });
});

describe("faults of peers in ordinary updates", () => {
  it("P01: two tool_call frames for one id are one row, in whatever order they come", () => {
    const story = new Story(opened("r"), call("r", "c", { title: "Read", status: "in_progress" }));
    story.tell(call("r", "c", { title: "Read a.ts", status: "pending" }), callUpdate("r", "c", { status: "completed" }));
    // Another session has calls of its own.
    story.tell(child("r", "s"), call("s", "c", { title: "Search" }));
    assert.match(story.text("r"), /^.*\n {2}\| call other "Read a\.ts" completed\n {2}\| card s$/);
    assert.match(story.text("s"), /\| call other "Search" pending/);
  });

  it("P13: a kind of update that nobody knows is a row, and the turn goes on", () => {
    const story = new Story(opened("r"), prompts(1, "r", "go"), update("r", "weather_update", { sun: true }), says("r", "Done."));
    assert.equal(
      story.text(),
      lines("r root: running live cwd /workspace", '  | user "go"', "  | unknown weather_update", '  | agent "Done."'),
    );
  });

  it("P14: an update of a session that nobody opened makes one that stands by itself", () => {
    const story = new Story(opened("r"), says("stranger", "Hello."), call("stranger", "c", { title: "Read" }));
    assert.equal(story.session("stranger").standing, "detached");
    assert.equal(
      story.text("stranger"),
      lines("stranger detached: -", "  run 1: -", '  | agent "Hello."', '  | call other "Read" pending NOT CLOSED'),
    );
    assert.deepEqual(story.store.diagnostics, []);
  });
});
