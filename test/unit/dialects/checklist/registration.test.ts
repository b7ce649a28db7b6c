// The checklist of subagent sessions, 2 to 8: registration and routing. The numbers are those of ../CHECKLIST.md.
import assert from "node:assert/strict";
import {
  answers,
  asks,
  call,
  child,
  granted,
  lines,
  message,
  messageChunk,
  opened,
  prompts,
  refuses,
  requests,
  running,
  Story,
  says,
  update,
} from "../../../support/story.ts";

describe("checklist: registration and routing", () => {
  it("2: an announced child is registered before its first frame is read", () => {
    const story = new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", { title: "Look around" }), says("C", "Hello.", "m1"));
    assert.equal(
      story.text(),
      lines(
        "R root: running live cwd /workspace",
        '  | user "go"',
        "  | card C",
        'C child of R: - title "Look around"',
        "  run 1: -",
        '  | agent "Hello."',
      ),
    );
  });

  it("2: an announcement that cannot be read is a row, not an unknown update to ignore", () => {
    assert.equal(new Story(opened("R"), child("R", 7 as never)).text(), lines("R root: - cwd /workspace", "  | unknown subagent_update"));
  });

  it("3: [S02] every request and notification is attributed to the session id that it carries", () => {
    const story = new Story(opened("R"), child("R", "C"));
    story.tell(
      update("C", "user_message_chunk", { content: { type: "text", text: "do" }, messageId: "m3" }),
      says("C", "I look.", "m1"),
      update("C", "agent_thought_chunk", { content: { type: "text", text: "hm" }, messageId: "m2" }),
      call("C", "t1", { title: "Read", kind: "read" }),
      update("C", "plan", { entries: [{ content: "look", status: "pending", priority: "low" }] }),
      update("C", "usage_update", { used: 10, size: 100 }),
      update("C", "current_mode_update", { currentModeId: "plan" }),
      update("C", "session_info_update", { title: "Its own title" }),
      update("C", "available_commands_update", { availableCommands: [{ name: "help", description: "" }] }),
      update("C", "config_option_update", { configOptions: [{ id: "model", name: "Model", currentValue: "big", options: [] }] }),
      asks(7, "C", "t1"),
    );
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | card C",
        'C child of R: - own title "Its own title"',
        '  run 1: - prompt "do"',
        '  | user "do"',
        '  | agent "I look."',
        '  | thought "hm"',
        '  | call read "t1" pending NOT CLOSED',
        "  | plan [pending] look",
        'request of C: "t1"',
      ),
    );
    const { usage, modeId, commands, model } = story.session("C");
    assert.deepEqual([usage, modeId, commands.length, model], [{ used: 10, size: 100 }, "plan", 1, "big"]);
    const root = story.session("R");
    assert.deepEqual([root.usage, root.modeId, root.commands, root.model], [undefined, undefined, [], undefined]);
  });

  it("4: session_message and its chunks are understood", () => {
    const story = new Story(opened("R"), child("R", "C"));
    story.tell(message("C", "m1", "R", "C", "Count the files."), messageChunk("C", "m1", " Quickly."), messageChunk("C", "m2", "half a "));
    assert.equal(
      story.text("C"),
      lines(
        "C child of R: -",
        '  run 1: - prompt "Count the files. Quickly."',
        '  | message R → C "Count the files. Quickly."',
        '  | message ? → ? "half a "',
      ),
    );
  });

  it("6: the outer session id is the immediate parent, at any depth", () => {
    const story = new Story(opened("R"), child("R", "C1"), child("C1", "C2"), child("C2", "C3"), child("R", "D1"));
    const places = Array.from(
      story.store.sessions,
      ({ id, parentId, depth, ordinal }) => `${id} under ${parentId}, ${depth} deep, number ${ordinal}`,
    );
    assert.deepEqual(places, [
      "R under null, 0 deep, number 0",
      "C1 under R, 1 deep, number 1",
      "C2 under C1, 2 deep, number 2",
      "C3 under C2, 3 deep, number 3",
      "D1 under R, 1 deep, number 4",
    ]);
  });

  it("6: a child keeps its first parent; what else is said of it still counts", () => {
    const story = new Story(opened("R"), child("R", "A"), child("R", "B"), child("B", "A", { title: "Mine", ...running }));
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | card A",
        "  | card B",
        'A child of R: running live title "Mine"',
        "  run 1: -",
        "B child of R: -",
        "  run 1: -",
        'warning: "A keeps its first parent; B claimed it too."',
      ),
    );
  });

  it("6: self-parents, cycles and roots as children are refused and told", () => {
    const story = new Story(opened("R"), child("R", "A"), child("A", "B"));
    story.tell(child("A", "A"), child("B", "A"), child("B", "R"), child("X", "Y"), child("Y", "X"));
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | card A",
        "A child of R: -",
        "  run 1: -",
        "  | card B",
        "B child of A: -",
        "  run 1: -",
        "X detached: -",
        "  | card Y",
        "Y child of X: -",
        "  run 1: -",
        'warning: "The session A was announced as its own child; refused."',
        'warning: "A keeps its first parent; B claimed it too."',
        'warning: "R cannot become a child of B: it is a session that was opened here."',
        'warning: "X cannot become a child of Y: it is above it."',
      ),
    );
  });

  it("7: a load, resume, close or prompt that names a child changes nothing of it, whoever sent it", () => {
    const story = new Story(opened("R"), child("R", "C", { ...running, ...granted }), says("C", "I work.", "m1"));
    const before = story.text("R", "C");
    story.tell(requests(1, "session/load", "C"), requests(2, "session/resume", "C"), refuses(1, "No."), refuses(2, "No."));
    story.tell(requests(3, "session/close", "C"), answers(3), prompts(4, "C", "hi"), refuses(4, "No."));
    assert.equal(story.text("R", "C"), before);
  });

  it("8: [S43] frames of a session that nobody announced are shown at once, and its announcement adopts it as one child with one run", () => {
    const early = new Story(opened("R"), says("C", "Early.", "m1"), call("C", "t1"), asks(7, "C", "t1"));
    assert.equal(
      early.text(),
      lines(
        "R root: - cwd /workspace",
        "C detached: -",
        "  run 1: -",
        '  | agent "Early."',
        '  | call other "t1" pending NOT CLOSED',
        'request of C: "t1"',
      ),
    );
    early.tell(child("R", "C", { title: "Late" }));
    const late = new Story(opened("R"), child("R", "C", { title: "Late" }), says("C", "Early.", "m1"), call("C", "t1"), asks(7, "C", "t1"));
    assert.equal(early.text(), late.text());
    assert.deepEqual(early.session("C").runs.length, 1);
    assert.equal(early.session("C").runs[0]?.firstRowId, early.session("C").rows.idAt(0));
  });

  it("8: what was seen below a session before its own announcement comes along, numbered once", () => {
    const story = new Story(opened("R"), child("R", "A"), child("C", "G"), child("R", "C"));
    const places = Array.from(story.store.sessions, ({ id, depth, ordinal }) => `${id} ${depth} deep, number ${ordinal}`);
    assert.deepEqual(places, ["R 0 deep, number 0", "A 1 deep, number 1", "C 1 deep, number 2", "G 2 deep, number 3"]);
  });

  it("8: an agent that goes on inventing sessions is told of in the log; its permission requests are shown all the same", () => {
    const story = new Story(opened("R"));
    for (let number = 1; number <= 1500; number++) story.tell(says(`X${number}`, "Who am I?"));
    assert.equal(story.store.sessionCount, 1000);
    assert.equal(story.store.diagnostics.length, 501);
    story.tell(asks(7, "X1500", "t1"), child("R", "C"));
    assert.deepEqual(
      Array.from(story.store.openRequests, ({ sessionId }) => sessionId),
      ["X1500"],
    );
    assert.equal(story.session("C").parentId, "R");
  });
});
