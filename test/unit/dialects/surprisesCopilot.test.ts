import assert from "node:assert/strict";
import { answers, call, callUpdate, cancels, identified, lines, opened, prompts, Story, says } from "../../support/story.ts";

const launched = [
  identified("Copilot", "1.0.102"),
  opened("r"),
  prompts(1, "r", "go"),
  call("r", "launch", {
    title: "Helper",
    kind: "other",
    status: "pending",
    rawInput: { agent_type: "general-purpose", description: "Helper", prompt: "Do it.", mode: "sync" },
  }),
] as const;

/** The runs and rows of the child that the call launched. */
const childOf = (story: Story) => story.text("r#launch").split("\n").slice(1).join("\n");

// copilot 1.0.102, recordings cancel-full, permission-reject-full and fail-full.
describe("what Copilot says beside its model's words", () => {
  it("is a notice where a turn was cancelled, and no end of the child's last words", () => {
    const story = new Story(...launched, says("r", "Still "), says("r", "working."), cancels("r"));
    story.tell(says("r", "Info: Operation cancelled by user"), answers(1, { stopReason: "cancelled" }));
    assert.equal(
      childOf(story),
      lines(
        '  run 1: idle live prompt "Do it." answer "Still working."',
        '  | agent "Still working."',
        '  | notice info "Operation cancelled by user"',
      ),
    );
  });

  it("is a notice where a child's call was refused, and not its answer; words that only begin so are words", () => {
    const story = new Story(...launched, says("r", "I will try."), says("r", "Info: Operation cancelled by user"));
    const content = [{ type: "content", content: { type: "text", text: "I will try." } }];
    story.tell(callUpdate("r", "launch", { status: "completed", content }), says("r", "Info: Operation cancelled by users"));
    assert.match(childOf(story), /^ {2}run 1: idle\/end_turn live prompt "Do it\." answer "I will try\."\n/);
    assert.match(story.text("r"), /\| agent "Info: Operation cancelled by users"/);
  });

  it("names the reason of a failed launch in the call's raw output only", () => {
    const rawOutput = { message: "400 refused", code: "failure" };
    const story = new Story(...launched, callUpdate("r", "launch", { status: "failed", rawOutput }));
    assert.equal(childOf(story), '  run 1: idle/error live error "400 refused" prompt "Do it."');
  });

  it("stands together where it began beside another child, and with the child from its next call on", () => {
    const rawInput = { agent_type: "general-purpose", description: "Other", prompt: "Do that.", mode: "sync" };
    const story = new Story(...launched, call("r", "second", { title: "Other", kind: "other", status: "pending", rawInput }));
    story.tell(says("r", "First "), callUpdate("r", "second", { status: "completed" }), says("r", "words."));
    const _meta = { "github.com/copilot": { agentId: "ag-1" } };
    story.tell(call("r", "step", { title: "Look", kind: "read", status: "completed", _meta }), says("r", "Seen."));
    assert.match(story.text("r"), /\| agent of this or another "First words\."$/m);
    assert.equal(childOf(story), lines('  run 1: - prompt "Do it."', '  | call read "Look" completed', '  | agent "Seen."'));
  });

  it("names agents that no launch names: with two at work nobody can tell whose step it is, and none is given it", () => {
    const rawInput = { agent_type: "general-purpose", description: "Other", prompt: "Do that.", mode: "sync" };
    const story = new Story(...launched, call("r", "second", { title: "Other", kind: "other", status: "pending", rawInput }));
    const _meta = { "github.com/copilot": { agentId: "ag-2" } };
    story.tell(
      call("r", "step", { title: "Look", kind: "read", status: "pending", _meta }),
      callUpdate("r", "step", { status: "completed", _meta }),
    );
    assert.match(story.text("r"), /\| call of this or another read "Look" completed$/m);
    assert.equal(childOf(story), '  run 1: - prompt "Do it."');
  });
});
