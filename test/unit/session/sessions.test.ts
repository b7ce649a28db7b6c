// Opening, bringing back, forking, naming, closing and deleting sessions: what the frames make of tree and transcripts.
import assert from "node:assert/strict";
import {
  agent,
  answers,
  asks,
  type Crossing,
  call,
  callUpdate,
  cancels,
  child,
  client,
  granted,
  idle,
  lines,
  loses,
  message,
  opened,
  prompts,
  refuses,
  requests,
  running,
  Story,
  says,
  update,
  withdraws,
} from "../../support/story.ts";

const titled = (sessionId: string, title: string | null, fields = {}) => update(sessionId, "session_info_update", { title, ...fields });

/** A root whose child has worked in a first turn. */
const told = [
  update("R", "user_message_chunk", { content: { type: "text", text: "Look." }, messageId: "u1" }),
  child("R", "C", { title: "Explorer", ...running }),
  message("C", "p1", "R", "C", "Read the store."),
  call("C", "t1", { title: "Edit", content: [{ type: "diff", path: "/w/a.ts", oldText: "a", newText: "b" }] }),
  callUpdate("C", "t1", { status: "completed" }),
  says("C", "It is small.", "m1"),
  child("R", "C", idle("end_turn")),
  says("R", "Done.", "m2"),
];

describe("a load", () => {
  it("S30 S31: gives the same card as live: the prompt first, then each step with its diff, then the answer", () => {
    const live = new Story(opened("R"), told);
    const loaded = new Story(requests(1, "session/load", "R", { cwd: "/workspace" }), told, answers(1));
    assert.equal(
      live.text("C"),
      lines(
        'C child of R: idle/end_turn live title "Explorer"',
        '  run 1: idle/end_turn live prompt "Read the store." answer "It is small."',
        '  | message R → C "Read the store."',
        '  | call other "Edit" completed',
        '  | agent "It is small."',
      ),
    );
    const asLive = loaded.text("C").replaceAll("(history) ", "").replaceAll("historical", "live");
    assert.equal(asLive, live.text("C"));
    const diffOf = (story: Story) => [...story.session("C").rows.values()].flatMap((row) => (row.kind === "tool_call" ? row.content : []));
    assert.deepEqual(diffOf(loaded), diffOf(live));
  });

  it("P16: that fails after it began keeps what came, and its last row says in the agent's words that there was more", () => {
    const story = new Story(requests(1, "session/load", "R", { cwd: "/workspace" }), told.slice(0, 2), refuses(1, "The file is cut off."));
    assert.equal(
      story.text("R"),
      lines(
        "R root: - closed cwd /workspace",
        '  | (history) user "Look."',
        "  | (history) card C",
        '  | (history) error "The history broke off here. The file is cut off. (-32603)"',
      ),
    );
    assert.deepEqual([story.session("R").isClosed, story.session("R").isHistory], [true, true]);
    // Another try draws it afresh.
    story.tell(requests(2, "session/load", "R", { cwd: "/workspace" }), told, answers(2));
    assert.equal(
      story.text("R"),
      lines("R root: - cwd /workspace", '  | (history) user "Look."', "  | (history) card C", '  | (history) agent "Done."'),
    );
  });

  it("P16: that fails before anything came leaves the earlier transcript as it was, and what was closed closed", () => {
    const story = new Story(opened("R"), told, requests(1, "session/close", "R"), answers(1));
    const before = story.text("R");
    story.tell(requests(2, "session/load", "R", { cwd: "/workspace" }), refuses(2, "Locked."));
    assert.equal(story.text("R"), before);
    const open = new Story(opened("R"), told, requests(1, "session/load", "R"), refuses(1, "Locked."));
    assert.equal(open.session("R").isClosed, false);
  });

  it("P16: that fails on the way, of a session that was shown, brings back what was shown, and says so", () => {
    const story = new Story(opened("R"), told, requests(1, "session/close", "R"), answers(1));
    story.tell(requests(2, "session/load", "R", { cwd: "/workspace" }), told.slice(0, 3), refuses(2, "The file is cut off."));
    assert.equal(
      story.text("R", "C"),
      lines(
        "R root: - closed cwd /workspace",
        '  | (history) user "Look."',
        "  | (history) card C",
        '  | (history) agent "Done."',
        '  | (history) error "The history could not be loaded again; this is what was shown before. The file is cut off.…"',
        'C child of R: idle/end_turn lastKnown closed title "Explorer"',
        '  run 1: idle/end_turn live prompt "Read the store." answer "It is small."',
        '  | (history) message R → C "Read the store."',
        '  | (history) call other "Edit" completed',
        '  | (history) agent "It is small."',
      ),
    );
  });

  it("that the connection breaks off says so in its last row", () => {
    const story = new Story(requests(1, "session/load", "R"), says("R", "Once …", "m0"), loses());
    assert.equal(
      story.text("R"),
      lines("R root: - closed", '  | (history) agent "Once …"', '  | (history) error "The history broke off here. the agent ended"'),
    );
  });

  it("leaves a call cancelled that our cancel had reached, a child's too, unless it was completed all the same", () => {
    const calls = (status: string) => [
      call("R", "a", { title: "Build" }),
      callUpdate("R", "a", { status }),
      call("R", "b", { title: "Write" }),
      call("R", "c", { title: "Broken", status: "failed" }),
      child("R", "C", { title: "Explorer", ...running }),
      call("C", "d", { title: "Read" }),
    ];
    const failed = [callUpdate("R", "b", { status: "failed" }), callUpdate("C", "d", { status: "failed" })];
    const ended = [child("R", "C", idle("cancelled"))];
    const story = new Story(opened("R"), prompts(1, "R", "Go"), calls("pending"), cancels("R"), failed, ended);
    story.tell(answers(1, { stopReason: "cancelled" }), requests(2, "session/close", "R"), answers(2));
    const load = [requests(3, "session/load", "R"), calls("completed"), failed, child("R", "C", idle()), answers(3)];
    const shown = (...ids: readonly string[]) => story.text(...ids).match(/call other .*/g);
    const expected = [
      'call other "Build" completed',
      'call other "Write" failed (cancelled by us)',
      'call other "Broken" failed',
      'call other "Read" failed (cancelled by us)',
    ];
    story.tell(...load);
    assert.deepEqual(shown("R", "C"), expected);
    story.tell(...load);
    assert.deepEqual(shown("R", "C"), expected);
  });

  it("S35: shows the children of every turn, the older ones too", () => {
    const story = new Story(
      requests(1, "session/load", "R"),
      told,
      update("R", "user_message_chunk", { content: { type: "text", text: "Again." }, messageId: "u2" }),
      child("R", "D", { title: "Second", ...idle("end_turn") }),
      answers(1),
    );
    assert.deepEqual(story.session("R").children, ["C", "D"]);
  });
});

describe("a resume", () => {
  it("U15: of a session that was never shown says what is not told again", () => {
    const story = new Story(requests(1, "session/resume", "R", { cwd: "/workspace" }), answers(1));
    assert.equal(
      story.text(),
      lines("R root: - cwd /workspace", '  | notice info "Resumed: the agent knows what was said before. It is not told again here."'),
    );
  });

  it("S34: keeps the tree that was there, its states marked as the last known", () => {
    const story = new Story(
      opened("R"),
      told,
      child("R", "D", running),
      requests(1, "session/resume", "R", { cwd: "/workspace" }),
      answers(1),
    );
    assert.deepEqual(story.session("R").children, ["C", "D"]);
    assert.deepEqual(
      ["C", "D"].map((id) => story.session(id).state?.confirmed),
      ["lastKnown", "lastKnown"],
    );
    assert.equal(story.text("R").includes("Resumed"), false);
  });
});

describe("a fork", () => {
  const forked = [
    client({ id: 1, method: "session/fork", params: { sessionId: "R", cwd: "/workspace" } }),
    agent({ id: 1, result: { sessionId: "F" } }),
  ];

  it("is a root of its own that says what is not told again; its source is untouched", () => {
    const story = new Story(opened("R"), told);
    const before = story.text("R", "C");
    story.tell(forked);
    assert.equal(story.text("R", "C"), before);
    assert.equal(
      story.text("F"),
      lines(
        "F root: - cwd /workspace",
        '  | notice info "Forked: the agent knows what was said in the session before. It is not told again here."',
      ),
    );
    assert.equal(story.session("F").forkOf, "R");
    const [notice] = story.session("F").rows.values();
    assert.equal(notice?.kind === "notice" && notice.continues, "R");
  });

  it("says nothing of the kind when the agent has told what was said", () => {
    const story = new Story(opened("R"), told, forked[0] ?? [], says("F", "Once …", "m1"), forked[1] ?? []);
    assert.equal(story.text("F"), lines("F root: - cwd /workspace", '  | agent "Once …"'));
  });
});

describe("a session's own words", () => {
  it("are patched by session_info_update, each by itself", () => {
    const story = new Story(opened("R"), titled("R", "First", { updatedAt: "2026-01-01T00:00:00Z" }), titled("R", "Second"));
    assert.deepEqual([story.session("R").ownTitle, story.session("R").updatedAt], ["Second", "2026-01-01T00:00:00Z"]);
    story.tell(titled("R", null, { updatedAt: null }));
    assert.deepEqual([story.session("R").ownTitle, story.session("R").updatedAt], [undefined, undefined]);
  });

  it("are what the agent keeps after a rename; renaming a session that is not open opens none", () => {
    const rename = (id: number, sessionId: string) => requests(id, "session/set_title", sessionId, { title: " Wanted " });
    const story = new Story(
      opened("R"),
      rename(1, "R"),
      answers(1, { title: "Wanted" }),
      rename(2, "other"),
      answers(2, { title: "Wanted" }),
    );
    assert.equal(story.session("R").ownTitle, "Wanted");
    assert.equal(story.store.sessionCount, 1);
  });
});

describe("the end of a session", () => {
  it("by closing or archiving keeps its tree to be read", () => {
    for (const method of ["session/close", "session/archive"]) {
      const story = new Story(opened("R"), told, requests(1, method, "R"), answers(1));
      assert.deepEqual(
        ["R", "C"].map((id) => story.session(id).isClosed),
        [true, true],
        method,
      );
      assert.equal(story.session("C").rows.count, 3);
    }
  });

  it("by closing is our own doing: what waited and what was at work in it is told as cancelled, unless the agent refuses to end it", () => {
    const atWork = [
      prompts(1, "R", "Clean up"),
      child("R", "C", { title: "Builder", ...running }),
      call("C", "t1"),
      asks(8, "C", "t1", { title: "rm -rf build" }),
      call("R", "t2", { title: "Wait" }),
    ];
    const stopped = [withdraws(8), callUpdate("C", "t1", { status: "failed" }), callUpdate("R", "t2", { status: "failed" })];
    const ended = [child("R", "C", idle("cancelled")), answers(1, { stopReason: "cancelled" })];
    const rows = (...told: readonly (readonly Crossing[])[]) => {
      const story = new Story(opened("R"), atWork, ...told);
      return story
        .text("R", "C")
        .split("\n")
        .filter((line) => /call|request/.test(line));
    };
    const cancelled = ['  | call other "Wait" failed (cancelled by us)', '  | call other "rm -rf build" failed (cancelled by us)'];
    const failed = [
      '  | call other "Wait" failed',
      '  | call other "rm -rf build" failed',
      '  | request permission "rm -rf build" withdrawn',
    ];
    for (const method of ["session/close", "session/archive"]) {
      assert.deepEqual(rows([requests(2, method, "R")], stopped, ended, [answers(2)]), cancelled);
      assert.deepEqual(rows([requests(2, method, "R")], stopped, [answers(2)]), cancelled);
    }
    assert.deepEqual(rows([requests(2, "session/close", "R"), refuses(2, "Busy.")], stopped, ended), failed);
    assert.deepEqual(rows(stopped, ended), failed);
  });

  it("by deleting takes its whole tree away, and the requests of its children; a refused deletion takes nothing", () => {
    const story = new Story(opened("R"), opened("S"), told, asks(7, "C", "t2"), requests(1, "session/delete", "R"), refuses(1, "No."));
    assert.equal(story.store.openRequests.length, 1);
    story.tell(requests(2, "session/delete", "R"), answers(2));
    assert.deepEqual([[...story.store.sessions].map(({ id }) => id), story.store.openRequests.length], [["S"], 0]);
    // What still comes of it is told in the log, until it is opened again.
    story.tell(says("R", "Late."), says("C", "Late."), child("R", "C", running));
    assert.equal(story.store.sessionCount, 1);
    assert.match(story.store.diagnostics.at(-1)?.message ?? "", /^childUpdated came of R, which was taken off/);
    story.tell(requests(3, "session/load", "R"), told, answers(3));
    assert.deepEqual(story.session("R").children, ["C"]);
  });
});

describe("parents and their children", () => {
  const busy = () => new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", { ...running, ...granted }), child("R", "D", running));

  it("S17: a child that works after its parent's turn ended is told as working, the parent as done", () => {
    const story = busy().tell(answers(1, { stopReason: "end_turn" }));
    assert.deepEqual(
      ["R", "C"].map((id) => [story.session(id).state?.state, story.session(id).state?.confirmed]),
      [
        ["idle", "live"],
        ["running", "live"],
      ],
    );
  });

  it("S18: the end of a child changes nothing of its parent or its siblings", () => {
    const story = busy();
    const before = story.text("D");
    story.tell(child("R", "C", idle("end_turn")));
    assert.deepEqual([story.session("R").isTurnOpen, story.session("R").state?.state, story.text("D")], [true, "running", before]);
  });

  it("S37 S38 S39: after the parent's stop the children are still told as working, each with its own Stop where that is granted", () => {
    const story = busy().tell(cancels("R"), answers(1, { stopReason: "cancelled" }));
    assert.deepEqual(
      ["C", "D"].map((id) => [story.session(id).state?.state, story.session(id).isStopping, story.session(id).canCancel]),
      [
        ["running", false, true],
        ["running", false, false],
      ],
    );
  });
});

describe("a prompt that is refused until somebody signs in", () => {
  const refused = agent({ id: 5, error: { code: -32000, message: "Authentication required" } });
  const asked = [opened("R"), prompts(5, "R", "Look."), refused];

  it("goes on in its own row when it is sent again", () => {
    const story = new Story(...asked, prompts(6, "R", "Look."), says("R", "Done."), answers(6, { stopReason: "end_turn" }));
    const once = new Story(opened("R"), prompts(5, "R", "Look."), says("R", "Done."), answers(5, { stopReason: "end_turn" }));
    assert.equal(story.text("R"), once.text("R"));
  });

  it("stays with its refusal when another one is sent, or when it was refused for another reason", () => {
    const other = new Story(...asked, prompts(6, "R", "Look there."));
    const failed = new Story(opened("R"), prompts(5, "R", "Look."), refuses(5, "no"), prompts(6, "R", "Look."));
    const kinds = (story: Story) => [...story.session("R").rows.values()].map(({ kind }) => kind).join(" ");
    assert.deepEqual([kinds(other), kinds(failed)], ["user_message error user_message", "user_message error user_message"]);
  });
});
