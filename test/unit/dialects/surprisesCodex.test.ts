// What real agents do that a reader of the protocol would not expect, on frames recorded from them. Which is proved where: CHECKLIST.md.
import assert from "node:assert/strict";
import { Translator } from "../../../src/dialects/translator.ts";
import { nth, rows, state } from "../../support/look.ts";
import { recordings, replayed } from "../../support/recordings.ts";

const codex = "codex-acp-2.6.0";
const codexV2 = "codex-acp-2.6.0-multi-agent-v2";

describe("codex-acp in the standard form", () => {
  it("running is said twice and labels, folder and cancel come in any order: one child, one run", () => {
    for (const name of recordings().filter((file) => file.startsWith("codex-acp") && /\/(one|parallel|nested|permission)-full/.test(file)))
      for (const { parentId, runs } of replayed(name).sessions) assert.equal(parentId === null || runs.length === 1, true, name);
  });

  it("the description is the whole prompt with one generation of models, the title the task's name with the other", () => {
    const [first] = nth(replayed(`${codex}/one-full.jsonl`), 1).runs;
    assert.equal(first?.prompt, "[[script:child-a]] Read README.md and list the folder, then report.");
    const other = nth(replayed(`${codexV2}/one-full.jsonl`), 1);
    assert.deepEqual([other.title, other.description, other.runs[0]?.prompt], ["Inspect the readme", undefined, undefined]);
  });

  it("a grandchild's id does not name its parent: the session that announces it does", () => {
    for (const agent of [codex, codexV2]) {
      const store = replayed(`${agent}/nested-full.jsonl`);
      const [root, outer, inner] = [nth(store, 0), nth(store, 1), nth(store, 2)];
      assert.ok(inner.id.startsWith(`${root.id}:subagent:`));
      assert.deepEqual([outer.parentId, inner.parentId, inner.depth], [root.id, outer.id, 2]);
      assert.match(rows(store, 1), /card S2/);
    }
  });

  it("no call launches a child: its card stands where it was announced", () => {
    assert.match(
      rows(replayed(`${codex}/one-full.jsonl`), 0),
      /"I'll delegate this to a sub-agent\."\n {2}\| card S1\n {2}\| call other "wait" completed/,
    );
  });

  it("a child takes another id with each task: a call that leads to it ended when it did, not when its child was renamed", () => {
    const root = nth(replayed(`${codex}/followup-air.jsonl`), 0);
    const waits = [...root.rows.values()].filter((row) => row.kind === "tool_call" && row.title === "wait");
    assert.deepEqual(
      waits.map(({ at, changedAt }) => [at, changedAt]),
      [
        [2581, 3716],
        [3844, 4333],
      ],
    );
  });

  it("a child has its own usage and its own, read-only options", () => {
    const store = replayed(`${codex}/one-full.jsonl`);
    assert.notEqual(nth(store, 1).usage, undefined);
    assert.ok(nth(store, 1).config.every(({ choices }) => choices.length <= 1));
  });

  it("a finished child that gets a new task runs again on the same id", () => {
    for (const agent of [codex, codexV2]) {
      const store = replayed(`${agent}/followup-full.jsonl`);
      assert.deepEqual(
        nth(store, 1).runs.map(({ answer }) => answer),
        ["Child A report: README.md holds one line, the folder has two files.", "Child B report: notes.txt holds two lines."],
        agent,
      );
      assert.equal(store.sessionCount, 2, agent);
    }
  });

  it("what a client asks of a child but to cancel is refused, and changes nothing that was drawn", () => {
    for (const agent of [codex, codexV2]) {
      const refused = replayed(`${agent}/poke-child-full.jsonl`);
      assert.equal(refused.sessionCount, 2, agent);
      assert.doesNotMatch(rows(refused, 1), /user|error/, agent);
      assert.deepEqual([nth(refused, 1).isRestoring, nth(refused, 1).standing, nth(refused, 1).runs.length], [false, "child", 1], agent);
    }
  });

  it("a child is cancelled alone; the capability goes with its end", () => {
    const store = replayed(`${codex}/cancel-child-full.jsonl`);
    assert.deepEqual(
      [state(nth(store, 0)), state(nth(store, 1)), nth(store, 1).canCancel],
      ["idle/end_turn live", "idle/cancelled live", false],
    );
  });

  it("a cancel of the root leaves its waiting call open for ever: it is marked as cancelled by us", () => {
    for (const name of ["cancel", "permission-cancel"])
      assert.match(
        rows(replayed(`${codex}/${name}-full.jsonl`), 0),
        /call other "wait" in_progress \(cancelled by us\) NOT CLOSED about .*\n.*"The turn was cancelled\."$/,
        name,
      );
  });

  it("a rejected permission ends the child's whole turn, and what was refused is told", () => {
    const store = replayed(`${codex}/permission-reject-full.jsonl`);
    assert.deepEqual([state(nth(store, 0)), state(nth(store, 1))], ["idle/end_turn live", "idle/cancelled live"]);
    assert.match(
      rows(store, 1),
      /call execute .* failed\n.* terminal "" exit told\n.* request permission .* No, and tell Codex what to do differently$/,
    );
  });

  it("two children wait for the person at the same time, each with its own request", () => {
    let most: readonly string[] = [];
    const store = replayed(`${codex}/permission-parallel-full.jsonl`, ({ openRequests }) => {
      if (openRequests.length > most.length) most = openRequests.map(({ sessionId }) => sessionId ?? "");
    });
    assert.deepEqual([...most].sort(), [nth(store, 1).id, nth(store, 2).id].sort());
    assert.deepEqual(store.openRequests, []);
  });

  it("a child outlives its parent's prompt: its frames and its end come after the answer", () => {
    let working = "";
    const store = replayed(`${codex}/background-full.jsonl`, (model, entry) => {
      if (entry.type === "frame" && entry.message.type === "response" && entry.message.method === "session/prompt")
        working = state(nth(model, 1));
    });
    assert.deepEqual([working, state(nth(store, 1))], ["running live", "idle/end_turn live"]);
  });

  it("a load is history in place: no running state, nothing to cancel, calls complete when first seen", () => {
    for (const name of recordings().filter((file) => /^codex-acp[^/]*\/load-.*-?full/.test(file))) {
      const store = replayed(name, (model, entry) => {
        if (entry.type !== "frame" || entry.message.type !== "response" || entry.message.method !== "session/load") return;
        for (const session of model.sessions) {
          if (session.parentId === null) continue;
          assert.deepEqual([session.state?.state, session.state?.confirmed, session.canCancel], ["idle", "historical", false], name);
          for (const row of session.rows.values()) assert.equal(row.isHistory, true, name);
        }
      });
      assert.ok(store.sessionCount >= 2, name);
    }
  });

  it("a gap in the history is said by the agent, as a thought of the root", () => {
    assert.match(
      rows(replayed(`${codex}/load-nested-full.jsonl`), 0),
      /\(history\) thought "Some recorded child history is unavailable or incomplete\."/,
    );
  });

  it("a review of a guarded command is a call of the child", () => {
    assert.match(rows(replayed(`${codex}/guardian-full.jsonl`), 1), /call think "Guardian Review" completed/);
  });

  it("a title comes twice, the second time after the prompt's answer", () => {
    const titles: string[] = [];
    replayed(`${codex}/one-full.jsonl`, (store) => {
      const title = store.roots[0]?.ownTitle;
      if (title !== undefined && titles.at(-1) !== title) titles.push(`${title}`);
    });
    assert.deepEqual(titles, ["[[script:root-one]] Have a sub-agent inspect the readme.", "Mock title"]);
  });

  it("it tells of the account by which it works, which draws nothing and needs no sign-in", () => {
    const store = replayed(`${codex}/one-full.jsonl`);
    assert.equal(store.needsSignIn, false);
    assert.deepEqual(
      store.diagnostics.filter(({ message }) => message.includes("_auth/status_update")),
      [],
    );
  });

  it("a notification that nobody knows is told once and draws nothing", () => {
    const translator = new Translator();
    const message = { type: "notification", method: "_codex/later", params: {} } as const;
    const translate = (t: number) => translator.translate({ type: "frame", t, dir: "agent", frame: {}, message }).map(({ event }) => event);
    assert.deepEqual(
      [translate(1), translate(2)],
      [
        [{ type: "diagnosticReported", level: "info", message: "The agent sends _codex/later, which is not shown.", sessionId: undefined }],
        [],
      ],
    );
  });
});
