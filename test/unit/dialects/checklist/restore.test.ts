// The checklist of subagent sessions, 26 to 37: connection loss, load, resume and replay. The numbers are those of ../CHECKLIST.md.
import assert from "node:assert/strict";
import {
  agent,
  allows,
  answers,
  asks,
  call,
  child,
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
} from "../../../support/story.ts";

/** A permission request that names no call, so that it leaves no row. */
const asksNothing = (id: number, sessionId: string) =>
  agent({ id, method: "session/request_permission", params: { sessionId, options: [] } });

/** A root with a child that works and may be cancelled. */
const live = () => new Story(opened("R"), child("R", "C", { ...running, ...granted }), says("C", "I work.", "m1"));

describe("checklist: connection loss", () => {
  it("26, 27: what ran is only the last known, no outcome is made up, and nothing waits for an answer", () => {
    const story = live().tell(prompts(1, "R", "go"), call("C", "t1"), asks(7, "C", "t1"), child("R", "D", idle("end_turn")), loses());
    assert.equal(
      story.text(),
      lines(
        "R root: running lastKnown closed cwd /workspace",
        "  | card C",
        '  | user "go"',
        "  | card D",
        "C child of R: running lastKnown closed",
        "  run 1: -",
        '  | agent "I work."',
        '  | call other "t1" pending NOT CLOSED',
        "D child of R: idle/end_turn live closed",
        "  run 1: idle/end_turn live",
      ),
    );
    assert.equal(story.session("R").isTurnOpen, false);
  });

  it("26: what comes after the end changes nothing", () => {
    const story = live().tell(loses());
    const ended = story.text();
    story.tell(says("C", "Still here?", "m2"), child("R", "C", { ...running, ...granted }), child("R", "E", running), asks(8, "C", "t2"));
    assert.equal(story.text(), ended);
    assert.equal(story.store.diagnostics.filter(({ message }) => message.includes("came after the connection had ended")).length, 5);
  });
});

describe("checklist: load", () => {
  const history = [child("R", "C", running), says("C", "I work.", "m1"), child("R", "C", idle())];

  it("29: as soon as a load or resume is sent, states are the last known and nothing may be cancelled; what was drawn stays", () => {
    for (const method of ["session/load", "session/resume"]) {
      assert.equal(
        live()
          .tell(requests(1, method, "R"))
          .text(),
        lines("R root: - cwd /workspace", "  | card C", "C child of R: running lastKnown", "  run 1: -", '  | agent "I work."'),
      );
    }
  });

  it("29: the permissions of a child's child go too", () => {
    const story = live().tell(child("C", "G", granted));
    assert.equal(story.session("G").canCancel, true);
    assert.equal(story.tell(requests(1, "session/load", "R")).session("G").canCancel, false);
  });

  it("30, 31: states and capabilities before the response are history, for what is known and for what is new", () => {
    const story = live().tell(
      requests(1, "session/load", "R"),
      child("R", "C", { ...running, ...granted }),
      child("R", "D", { ...running, ...granted }),
    );
    const expected = lines(
      "R root: - cwd /workspace",
      "  | (history) card C",
      "  | (history) card D",
      "C child of R: running historical",
      "  run 1: -",
      "D child of R: running historical",
      "  run 1: -",
    );
    assert.equal(story.text(), expected);
    // The load tells nothing of C's work: what was drawn of it stays, as history.
    const kept = expected.replace("D child", '  | (history) agent "I work."\nD child');
    assert.equal(story.tell(answers(1)).text(), kept);
  });

  it("30: a grant that came for a session before it was announced in a replay is history as well", () => {
    const story = new Story(
      opened("R"),
      requests(1, "session/load", "R"),
      child("C", "G", { ...running, ...granted }),
      child("R", "C"),
      answers(1),
    );
    assert.deepEqual([story.session("G").state?.confirmed, story.session("G").canCancel], ["historical", false]);
  });

  it("31: only what is granted after the response counts", () => {
    const story = live().tell(requests(1, "session/load", "R"), history, answers(1));
    assert.equal(story.session("C").canCancel, false);
    story.tell(child("R", "C", { ...running, ...granted }));
    assert.deepEqual([story.session("C").canCancel, story.session("C").state?.confirmed], [true, "live"]);
  });

  it("32: a load that is refused takes no history and gives nothing back", () => {
    const story = live().tell(requests(1, "session/load", "R"), refuses(1, "Not now."));
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | card C",
        "C child of R: running lastKnown",
        "  run 1: -",
        '  | agent "I work."',
        'error: "Not now. (-32603)"',
      ),
    );
    assert.deepEqual([story.session("R").isHistory, story.session("C").isHistory], [false, false]);
  });

  it("32: states and permissions of a resume that fails are taken back", () => {
    const story = live().tell(requests(1, "session/resume", "R"), child("R", "C", { ...running, ...granted }), refuses(1, "Not now."));
    assert.deepEqual([story.session("C").state?.confirmed, story.session("C").canCancel], ["lastKnown", false]);
  });

  it("32: a session that is refused and of which nothing came is not there; of one that began to come the rest stays, closed", () => {
    const refused = new Story(requests(1, "session/load", "old"), refuses(1, "Gone."));
    assert.equal(refused.text(), 'error: "Gone. (-32603)"');
    const asking = new Story(requests(1, "session/load", "old"), asksNothing(7, "old"), refuses(1, "Gone."));
    assert.deepEqual([asking.session("old").isClosed, asking.store.openRequests.length], [true, 1]);
    const begun = new Story(
      requests(1, "session/load", "old"),
      child("old", "C", running),
      says("C", "I work.", "m1"),
      refuses(1, "Gone."),
    );
    assert.equal(
      begun.text(),
      lines(
        "old root: - closed",
        "  | (history) card C",
        '  | (history) error "The history broke off here. Gone. (-32603)"',
        "C child of old: running historical closed",
        "  run 1: -",
        '  | (history) agent "I work."',
        'error: "Gone. (-32603)"',
      ),
    );
  });

  it("33: in a resume what comes before the response is current, and controls wait for success", () => {
    const current = { ...running, ...granted };
    const story = live().tell(requests(1, "session/resume", "R"), child("R", "C", current), child("R", "D", current));
    const seen = () =>
      ["C", "D"].map((id) => `${id} ${story.session(id).state?.confirmed}${story.session(id).canCancel ? ", can be cancelled" : ""}`);
    assert.deepEqual(seen(), ["C live", "D live"]);
    story.tell(answers(1));
    assert.deepEqual(seen(), ["C live, can be cancelled", "D live, can be cancelled"]);
  });

  it("34: a child that a load does not mention keeps its place in the tree, at the end, without an outcome", () => {
    const story = live().tell(child("R", "D", idle("end_turn")), requests(1, "session/load", "R"), child("R", "D", idle()), answers(1));
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | (history) card D",
        "  | (history) card C",
        "C child of R: running lastKnown",
        "  run 1: -",
        '  | agent "I work."',
        "D child of R: idle historical",
        "  run 1: idle historical",
      ),
    );
  });

  it("34: a load that is broken off by the connection leaves every child its place", () => {
    const story = live().tell(requests(1, "session/load", "R"), says("R", "Once …", "m0"), loses());
    assert.equal(
      story.text("R"),
      lines(
        "R root: - closed cwd /workspace",
        "  | (history) card C",
        '  | (history) error "The history could not be loaded again; this is what was shown before. the agent ended"',
      ),
    );
  });

  it("35: participants of a replayed message become no sessions and get no state", () => {
    const story = new Story(opened("R"), requests(1, "session/load", "R"), message("R", "m1", "ghost", "R", "Boo."), answers(1));
    assert.equal(story.text(), lines("R root: - cwd /workspace", '  | (history) message ghost → R "Boo."'));
  });

  it("36: a request during a replay is a live one and waits at once", () => {
    const story = live().tell(requests(1, "session/load", "R"), history, asks(7, "C", "t1"));
    assert.deepEqual(
      story.store.openRequests.map(({ sessionId, title }) => `${sessionId}: ${title}`),
      ["C: t1"],
    );
    assert.equal(story.tell(answers(1)).store.openRequests.length, 1);
    assert.equal(story.tell(allows(7)).store.openRequests.length, 0);
  });

  it("a session is drawn once, however often it is loaded", () => {
    const story = live();
    for (const id of [1, 2, 3]) story.tell(requests(id, "session/load", "R"), history, answers(id));
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        "  | (history) card C",
        "C child of R: idle historical",
        '  run 1: idle historical answer "I work."',
        '  | (history) agent "I work."',
      ),
    );
  });

  it("a session that was closed and is loaded again can be worked with, its children too", () => {
    const story = live().tell(requests(1, "session/close", "R"), answers(1));
    assert.equal(story.text("C"), lines("C child of R: running lastKnown closed", "  run 1: -", '  | agent "I work."'));
    assert.equal(story.tell(child("R", "C", granted)).session("C").canCancel, false);
    story.tell(requests(2, "session/load", "R"), history, answers(2), child("R", "C", { ...running, ...granted }));
    assert.equal(story.text("C"), lines("C child of R: running live can-cancel", "  run 1: -", '  | (history) agent "I work."'));
  });
});
