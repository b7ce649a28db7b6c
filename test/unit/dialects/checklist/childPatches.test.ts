// The checklist of subagent sessions, 10 to 25: capabilities, labels, placement and state. The numbers are those of ../CHECKLIST.md.
import assert from "node:assert/strict";
import { answers, asks, call, child, granted, idle, lines, opened, prompts, running, Story, says, update } from "../../../support/story.ts";

const story = () => new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", { title: "Look", ...running, ...granted }));

describe("checklist: capabilities", () => {
  const cases: readonly [capabilities: unknown, canCancel: boolean][] = [
    [{ cancel: {} }, true],
    [{ cancel: { later: 1 } }, true],
    [undefined, false],
    [null, false],
    [{}, false],
    [{ cancel: null }, false],
    [{ cancel: true }, false],
    [{ cancel: [] }, false],
    ["cancel", false],
  ];
  for (const [capabilities, canCancel] of cases) {
    it(`10: capabilities ${JSON.stringify(capabilities) ?? "never supplied"} ${canCancel ? "grant" : "do not grant"} a cancel`, () => {
      assert.equal(new Story(opened("R"), child("R", "C", { capabilities })).session("C").canCancel, canCancel);
    });
  }

  for (const capabilities of [{}, null, { cancel: null }, { other: {} }]) {
    it(`11: ${JSON.stringify(capabilities)} replaces what was granted before as a whole`, () => {
      assert.equal(
        story()
          .tell(child("R", "C", { capabilities }))
          .session("C").canCancel,
        false,
      );
    });
  }

  it("11: a patch without capabilities leaves them as they are", () => {
    assert.equal(
      story()
        .tell(child("R", "C", idle("end_turn")))
        .session("C").canCancel,
      true,
    );
  });

  it("13: a child is found through its announcement alone; its closing is its root's", () => {
    const told = story().tell(child("C", "G"));
    assert.deepEqual(
      told.store.roots.map(({ id }) => id),
      ["R"],
    );
    assert.deepEqual([told.session("R").children, told.session("C").children], [["C"], ["G"]]);
  });
});

describe("checklist: labels and placement", () => {
  const full = {
    title: "Look",
    description: "Look around",
    cwd: "/elsewhere",
    additionalDirectories: ["/more"],
    capabilities: { cancel: {} },
    state: { state: "running" },
  };
  const shown = ({ store }: Story) => {
    const { title, description, cwd, additionalDirectories, canCancel, state } = [...store.sessions][1] ?? assert.fail();
    return { title, description, cwd, additionalDirectories, canCancel, state: state?.state };
  };
  const before = {
    title: "Look",
    description: "Look around",
    cwd: "/elsewhere",
    additionalDirectories: ["/more"],
    canCancel: true,
    state: "running",
  };

  it("14: what is left out stays as it was", () => {
    assert.deepEqual(shown(new Story(opened("R"), child("R", "C", full), child("R", "C"))), before);
  });

  for (const [field, cleared] of Object.entries({ ...before, capabilities: "" })) {
    if (field === "canCancel" || cleared === undefined) continue;
    it(`14: null clears ${field} and nothing else`, () => {
      const told = new Story(opened("R"), child("R", "C", full), child("R", "C", { [field]: null }));
      assert.deepEqual(shown(told), { ...before, ...(field === "capabilities" ? { canCancel: false } : { [field]: undefined }) });
    });
  }

  it("14: a value replaces the whole of what was there", () => {
    const patch = {
      title: "Read",
      description: "Read it",
      cwd: "/there",
      additionalDirectories: [],
      state: { state: "idle", stopReason: "end_turn" },
    };
    const told = new Story(opened("R"), child("R", "C", full), child("R", "C", patch));
    assert.deepEqual(shown(told), {
      title: "Read",
      description: "Read it",
      cwd: "/there",
      additionalDirectories: [],
      canCancel: true,
      state: "idle",
    });
  });

  it("14: a value of a wrong type changes nothing", () => {
    const patch = { title: 7, description: [], cwd: {}, additionalDirectories: "x", capabilities: 1, state: "running" };
    assert.deepEqual(shown(new Story(opened("R"), child("R", "C", full), child("R", "C", patch))), before);
  });

  it("15: the child's own title and its parent's label for it do not patch each other", () => {
    const told = story().tell(update("C", "session_info_update", { title: "Own" }), update("R", "session_info_update", { title: "Root" }));
    assert.equal(
      told.text(),
      lines(
        'R root: running live own title "Root" cwd /workspace',
        '  | user "go"',
        "  | card C",
        'C child of R: running live can-cancel title "Look" own title "Own"',
        "  run 1: -",
      ),
    );
    told.tell(update("C", "session_info_update", { title: null }));
    assert.deepEqual([told.session("C").title, told.session("C").ownTitle], ["Look", undefined]);
  });

  it("16: a child without a folder of its own has none; nothing is copied from its parent", () => {
    assert.deepEqual([story().session("C").cwd, story().session("C").additionalDirectories], [undefined, undefined]);
  });
});

describe("checklist: state", () => {
  const stateOf = (told: Story, id = "C") => {
    const { state, lastKnownState } = told.session(id);
    return { state, lastKnownState };
  };

  it("17: an announcement is not running, and a cleared or missing state is not idle", () => {
    const told = new Story(opened("R"), child("R", "C"));
    assert.deepEqual(stateOf(told), { state: null, lastKnownState: undefined });
    told.tell(child("R", "C", running), child("R", "C", { state: null }));
    assert.deepEqual(stateOf(told), { state: null, lastKnownState: "running" });
  });

  it("18: each state replaces the one before as a whole, its stop reason and error too", () => {
    const error = { code: -32603, message: "API error" };
    const told = story().tell(child("R", "C", { state: { state: "idle", stopReason: "error", error } }));
    assert.deepEqual(told.session("C").state, { state: "idle", stopReason: "error", error, confirmed: "live", outcome: "reported" });
    told.tell(child("R", "C", { state: { state: "idle" } }));
    assert.deepEqual(told.session("C").state, {
      state: "idle",
      stopReason: undefined,
      error: undefined,
      confirmed: "live",
      outcome: "reported",
    });
  });

  it("19: after unknown the earlier state is only the last known; nothing is closed, settled or revoked by it", () => {
    const told = story().tell(call("C", "t1"), asks(7, "C", "t1"), child("R", "C", { state: { state: "unknown" } }));
    assert.equal(
      told.text("C"),
      lines('C child of R: unknown live can-cancel title "Look"', "  run 1: -", '  | call other "t1" pending NOT CLOSED'),
    );
    assert.equal(told.session("C").lastKnownState, "running");
    assert.equal(told.store.openRequests.length, 1);
    told.tell(child("R", "C", { state: { state: "unknown" } }), child("R", "C", { state: null }));
    assert.deepEqual(stateOf(told), { state: null, lastKnownState: "running" });
  });

  it("20: states and stop reasons that nobody knows are kept and mean no end", () => {
    const told = story().tell(call("C", "t1"), child("R", "C", { state: { state: "_dreaming" } }));
    assert.equal(
      told.text("C"),
      lines('C child of R: _dreaming live can-cancel title "Look"', "  run 1: -", '  | call other "t1" pending NOT CLOSED'),
    );
    told.tell(child("R", "C", { state: { state: "idle", stopReason: "_bored" } }));
    assert.equal(told.session("C").state?.stopReason, "_bored");
  });

  it("21: idle is not the end: the same child runs again, as another run of its own", () => {
    const told = story().tell(
      says("C", "One.", "m1"),
      child("R", "C", idle("end_turn")),
      child("R", "C", running),
      says("C", "Two.", "m2"),
    );
    assert.equal(
      told.text("C"),
      lines(
        'C child of R: running live can-cancel title "Look"',
        '  run 1: idle/end_turn live answer "One."',
        "  run 2: -",
        '  | agent "One."',
        '  | agent "Two."',
      ),
    );
  });

  it("22: the end of the parent's turn says nothing of its children", () => {
    const told = story().tell(asks(7, "C", "t1"), answers(1, { stopReason: "end_turn" }));
    assert.deepEqual(
      [told.session("R").state?.state, told.session("C").state?.state, told.session("C").canCancel],
      ["idle", "running", true],
    );
    assert.equal(told.store.openRequests.length, 1);
    told.tell(says("C", "Still here.", "m1"));
    assert.equal(told.session("C").rows.count, 2);
  });

  it("23: an error ends the child's current work, not its parent's", () => {
    const told = story().tell(child("R", "C", { state: { state: "idle", stopReason: "error", error: { message: "API error" } } }));
    assert.equal(
      told.text(),
      lines(
        "R root: running live cwd /workspace",
        '  | user "go"',
        "  | card C",
        'C child of R: idle/error live error "API error" can-cancel title "Look"',
        '  run 1: idle/error live error "API error"',
      ),
    );
  });

  it("24: a state that is said twice is no news: no second run, no second end", () => {
    const told = story().tell(child("R", "C", running), says("C", "One.", "m1"), child("R", "C", idle("end_turn")));
    const once = told.text();
    const ended = told.session("C").runs[0]?.endedAt;
    assert.equal(told.tell(child("R", "C", idle("end_turn"))).text(), once);
    assert.equal(told.session("C").runs[0]?.endedAt, ended);
  });
});
