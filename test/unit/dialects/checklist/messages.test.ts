// The checklist of subagent sessions, 38 to 45: messages between sessions, and `session` content of tool calls. The numbers are those of ../CHECKLIST.md.
import assert from "node:assert/strict";
import {
  answers,
  call,
  callUpdate,
  child,
  idle,
  lines,
  message,
  messageChunk,
  opened,
  prompts,
  running,
  Story,
  update,
} from "../../../support/story.ts";

const story = () => new Story(opened("R"), child("R", "C", running));

describe("checklist: messages between sessions", () => {
  it("38: a message that arrives opens no turn", () => {
    const told = story().tell(message("R", "m1", "C", "R", "Done."), message("C", "m2", "R", "C", "Count."));
    assert.deepEqual([told.session("R").isTurnOpen, told.session("R").state], [false, null]);
  });

  it("39: what is sent makes no entry in the transcript of the one it is sent to, and means no receipt", () => {
    const told = story().tell(message("R", "m1", "R", "C", "Count."));
    assert.equal(
      told.text(),
      lines("R root: - cwd /workspace", "  | card C", '  | message R → C "Count."', "C child of R: running live", "  run 1: -"),
    );
  });

  it("40: the same message id in two sessions is two messages; the links between them are kept as they came", () => {
    const told = story().tell(
      message("R", "m1", "R", "C", "Count.", { recipientMessageId: "m1" }),
      message("C", "m1", "R", "C", "Count.", { senderMessageId: "m1" }),
      message("R", "m1", "R", "C", "Count the files."),
    );
    assert.equal(told.text("R"), lines("R root: - cwd /workspace", "  | card C", '  | message R → C "Count the files."'));
    assert.equal(told.text("C"), lines("C child of R: running live", '  run 1: - prompt "Count."', '  | message R → C "Count."'));
    const links = ["R", "C"].map((id) => {
      const row = [...told.session(id).rows.values()].at(-1);
      return row?.kind === "session_message" ? [row.senderMessageId, row.recipientMessageId] : [];
    });
    assert.deepEqual(links, [
      [undefined, "m1"],
      ["m1", undefined],
    ]);
  });

  it("42: whole content replaces what came in pieces, later pieces are added, null and [] clear", () => {
    const told = story();
    const shown = () => [...told.session("C").rows.values()].map((row) => (row.kind === "session_message" ? row.text : row.kind));
    told.tell(messageChunk("C", "m1", "Cou"), messageChunk("C", "m1", "nt"));
    assert.deepEqual(shown(), ["Count"]);
    told.tell(message("C", "m1", "R", "C", "Count the files"));
    assert.deepEqual(shown(), ["Count the files"]);
    told.tell(messageChunk("C", "m1", " now", { _meta: { senderSessionId: "X" } }));
    assert.deepEqual(shown(), ["Count the files now"]);
    told.tell(update("C", "session_message", { messageId: "m1", content: null }));
    assert.deepEqual(shown(), [""]);
    told.tell(messageChunk("C", "m1", "Again"), update("C", "session_message", { messageId: "m1", content: [] }));
    assert.deepEqual(shown(), [""]);
    assert.equal(told.text("C"), lines("C child of R: running live", '  run 1: - prompt ""', '  | message R → C ""'));
  });

  it("42: a participant that is left out stays, null clears it", () => {
    const told = story().tell(
      message("C", "m1", "R", "C", "Count."),
      update("C", "session_message", { messageId: "m1", senderSessionId: null }),
    );
    assert.equal(told.text("C"), lines("C child of R: running live", '  run 1: - prompt "Count."', '  | message ? → C "Count."'));
  });

  it("43: a completed send or call does not mean that the child is done", () => {
    const told = story().tell(
      call("R", "send", { name: "SendMessage" }),
      message("C", "send", "R", "C", "Count."),
      callUpdate("R", "send", { status: "completed" }),
      message("R", "send:reply", "C", "R", "Sent."),
    );
    assert.deepEqual([told.session("C").state?.state, told.session("C").runs[0]?.endedAt], ["running", undefined]);
  });

  it("what a child's own children say to it is no prompt", () => {
    const told = story().tell(child("C", "G", running), child("C", "G", idle("end_turn")), message("C", "m1", "G", "C", "I am done."));
    assert.equal(told.text("C"), lines("C child of R: running live", "  run 1: -", "  | card G", '  | message G → C "I am done."'));
  });

  it("a message to a child at rest begins its next run", () => {
    const told = story().tell(
      message("C", "m1", "R", "C", "Count."),
      child("R", "C", idle("end_turn")),
      message("C", "m2", "R", "C", "Again."),
    );
    assert.equal(
      told.text("C"),
      lines(
        "C child of R: idle/end_turn live",
        '  run 1: idle/end_turn live prompt "Count."',
        '  run 2: - prompt "Again."',
        '  | message R → C "Count."',
        '  | message R → C "Again."',
      ),
    );
  });
});

describe("checklist: session content of tool calls (sent by no agent yet: written after the schema)", () => {
  const shows = (...ids: readonly string[]) => ({ content: ids.map((sessionId) => ({ type: "session", sessionId })) });

  it("44: it makes, moves, grants, sends and closes nothing, known or not", () => {
    const told = new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", running));
    told.tell(
      call("R", "t1", shows("C", "ghost")),
      callUpdate("R", "t1", { status: "completed" }),
      call("C", "t2", shows("R")),
      answers(1),
    );
    assert.equal(
      told.text(),
      lines(
        "R root: idle live cwd /workspace",
        '  | user "go"',
        "  | card C",
        '  | call other "t1" completed',
        "C child of R: running live",
        "  run 1: -",
        '  | call other "t2" pending NOT CLOSED',
      ),
    );
  });

  it("45: several calls may show one session and one call several; each keeps what it was given", () => {
    const told = story().tell(call("R", "t1", shows("C", "C")), call("R", "t2", shows("C")));
    const contents = [...told.session("R").rows.values()].flatMap((row) => (row.kind === "tool_call" ? [row.content] : []));
    assert.deepEqual(contents, [shows("C", "C").content, shows("C").content]);
  });
});
