// What real agents do that a reader of the protocol would not expect, on frames recorded from them. Which is proved where: CHECKLIST.md.
import assert from "node:assert/strict";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { callOf } from "../../../src/session/rows.ts";
import type { Session } from "../../../src/session/session.ts";
import { nth, openCalls, rows, state } from "../../support/look.ts";
import { recordings, replayed } from "../../support/recordings.ts";
import { answers, asks, call, callUpdate, child, idle, message, opened, requests, running, Story } from "../../support/story.ts";

const claude101 = "claude-agent-acp-0.101.0";
const claude93 = "claude-agent-acp-0.93.0";

/** The tool call update in an entry of the log. */
function toolUpdate(entry: LogEntry): { readonly sessionId: unknown; readonly status: unknown } | undefined {
  if (entry.type !== "frame" || entry.message.type !== "notification") return undefined;
  const { sessionId, update } = entry.message.params as { sessionId?: unknown; update?: { sessionUpdate?: unknown; status?: unknown } };
  return update?.sessionUpdate === "tool_call_update" ? { sessionId, status: update.status } : undefined;
}

describe("claude-agent-acp in the standard form", () => {
  it("3: title and description change places between versions, and the launch is a call in one of them only", () => {
    for (const agent of [claude101, claude93]) {
      const { title, role } = nth(replayed(`${agent}/foreground-subagents.jsonl`), 1);
      assert.deepEqual([title, role], ["List and note files", "general-purpose"], agent);
    }
    const card = (agent: string) =>
      rows(replayed(`${agent}/foreground-subagents.jsonl`), 0)
        .split("\n")
        .filter((line) => line.includes("S1"));
    assert.deepEqual(card(claude93), ['  | card S1 = call think "List and note files" completed']);
    assert.equal(card(claude101)[0], "  | card S1");
  });

  it("4: a launch that is over does not mean that its child is", () => {
    const seen = new Set<string>();
    replayed(`${claude93}/background-subagents.jsonl`, (store) => {
      if (store.sessionCount < 2) return;
      const card = [...nth(store, 0).rows.values()].find((row) => row.kind === "subagent");
      seen.add(`launch ${callOf(card)?.status ?? "not joined"}, child ${nth(store, 1).state?.state ?? "-"}`);
    });
    assert.deepEqual(
      [...seen],
      [
        "launch not joined, child running",
        "launch pending, child running",
        "launch completed, child running",
        "launch completed, child idle",
      ],
    );
  });

  it("5: the reply that only says that a launch went to the background is no message and no answer", () => {
    const store = replayed(`${claude101}/launch-default-subagents.jsonl`);
    assert.doesNotMatch(rows(store, 0), /Async agent launched/);
    const [run] = nth(store, 1).runs;
    assert.deepEqual([run?.received, run?.answer], [undefined, "Done: the folder holds README.md and app.js; notes.txt lists them."]);
    assert.match(store.diagnostics.map(({ message }) => message).join("\n"), /came while it works and is not its answer/);
    const note = message("R", "launch:reply", "C", "R", "Async agent launched successfully. (This tool result is internal metadata.)");
    const load = requests(1, "session/load", "R");
    const replay = new Story(opened("R"), load, child("R", "C", running), child("R", "C", idle()), note, answers(1));
    assert.equal(replay.text("R"), "R root: - cwd /workspace\n  | (history) card C");
  });

  it("6: the runtime's markup stands in no message and no answer", () => {
    for (const name of recordings().filter((file) => file.startsWith(claude101) && file.includes("-subagents"))) {
      const store = replayed(name);
      for (const session of store.sessions) {
        for (const row of session.rows.values()) if ("text" in row) assert.doesNotMatch(row.text, /<tools-used-before-summary>/, name);
        for (const run of session.runs) assert.doesNotMatch(`${run.answer} ${run.received}`, /<tools-used-before-summary>/, name);
      }
    }
  });

  it("7: after a child's idle its open call is still brought to its end", () => {
    let late = 0;
    const store = replayed(`${claude101}/cancel-child-subagents.jsonl`, (model, entry) => {
      const known = toolUpdate(entry);
      const asked = [...model.sessions].find(({ id, parentId }) => id === known?.sessionId && parentId !== null);
      if (asked?.state?.state === "idle" && known?.status === "failed") late++;
    });
    assert.equal(late, 1);
    assert.deepEqual(openCalls(nth(store, 1)), []);
  });

  it("8: a call that is never closed keeps its last status", () => {
    const store = replayed(`${claude101}/cancel-child-nested-subagents.jsonl`);
    assert.deepEqual(openCalls(nth(store, 2)), ["sleep 12; echo over"]);
    assert.match(rows(store, 2), /"sleep 12; echo over" pending \(cancelled by us\) NOT CLOSED/);
  });

  it("9: a close tells no end of the children: what they did is the last known", () => {
    for (const agent of [claude101, claude93]) {
      const closed = nth(replayed(`${agent}/close-parent-subagents.jsonl`), 1);
      assert.deepEqual([state(closed), closed.isClosed, closed.canCancel], ["running lastKnown", true, false], agent);
    }
  });

  it("10: an update without status of a call that was never announced makes no row", () => {
    const story = new Story(opened("R"), callUpdate("R", "t1", { _meta: { claudeCode: { toolResponse: {} } } }));
    assert.equal(story.text(), "R root: - cwd /workspace");
    assert.match(story.store.diagnostics.map(({ message }) => message).join(), /t1, which was never announced/);
  });

  it("11: a call can be over when it is first seen", () => {
    const failed = replayed(`${claude101}/launch-invalid-subagents.jsonl`);
    assert.deepEqual([failed.sessionCount, openCalls(nth(failed, 0))], [1, []]);
    assert.match(rows(failed, 0), /call .* failed/);
    assert.match(rows(replayed(`${claude101}/child-message-subagents.jsonl`), 1), /call other "SendMessage" completed/);
  });

  it("12: text of the root, frames of children and requests come with no prompt open", () => {
    const root: string[] = [];
    const children = new Set<string>();
    replayed(`${claude101}/background-prompt-subagents.jsonl`, (store, entry) => {
      const [first] = store.roots;
      if (!first || first.isTurnOpen || entry.type !== "frame" || entry.message.type !== "notification") return;
      const last = [...first.rows.values()].at(-1);
      if (last?.kind === "agent_message" && last.changedAt === entry.t) root.push(last.text);
      for (const session of store.sessions)
        for (const row of session.rows.values()) if (session !== first && row.at === entry.t) children.add(row.kind);
    });
    assert.equal(root.at(-1), "The helper's report came in after your question.");
    assert.ok(children.has("agent_message"), "the child spoke");
    const story = new Story(opened("R"), child("R", "C", running), asks(7, "C", "t1"));
    assert.equal(story.store.openRequests.length, 1);
  });

  it("13: a failed child says so in its own words and in its state; its parent's turn is an ordinary one", () => {
    const store = replayed(`${claude101}/failure-500-subagents.jsonl`);
    const [root, failed] = [nth(store, 0), nth(store, 1)];
    assert.deepEqual([state(root), state(failed)], ["idle/end_turn live", "idle/error live"]);
    assert.match(failed.state?.error?.message ?? "", /^Agent terminated early due to an API error: API Error: 500/);
    assert.match(failed.runs[0]?.answer ?? "", /^API Error: 500/);
  });

  it("13: a load says only in the call that launched a child why the child failed: that is what its parent got (0.93.0)", () => {
    const doomed = [...replayed(`${claude93}/load-subagents.jsonl`).sessions].find(({ title }) => title === "Doomed helper");
    assert.equal(doomed?.state?.stopReason, "error");
    const [partial] = nth(replayed(`${claude93}/failure-500-subagents.jsonl`), 1).runs;
    assert.match(partial?.received ?? "", /treat these results as incomplete\.\nStarting well\.$/);
    const [run] = doomed?.runs ?? [];
    assert.match(
      run?.received ?? "",
      /^Agent terminated early due to an API error: API Error: 400 mock: this request is refused \(error type/,
    );
  });

  it("15: a load of a session that is live draws it once", () => {
    for (const agent of [claude101, claude93]) {
      const store = replayed(`${agent}/load-live-subagents.jsonl`);
      for (const session of store.sessions) {
        const texts = Array.from(session.rows.values(), (row) => ("text" in row ? `${row.kind} ${row.text}` : row.kind)).filter((text) =>
          /_message|thought/.test(text),
        );
        assert.deepEqual(texts, [...new Set(texts)], agent);
      }
      assert.deepEqual([store.sessionCount, nth(store, 1).runs.length, state(nth(store, 1))], [2, 1, "idle/end_turn live"], agent);
    }
  });

  it("16: a load announces what is known, a wake-up announces once more: still one child and one card", () => {
    for (const agent of [claude101, claude93]) {
      const store = replayed(`${agent}/load-subagents.jsonl`);
      const cards = [...store.sessions].flatMap((session) =>
        [...session.rows.values()].flatMap((row) => (row.kind === "subagent" ? [row.childId] : [])),
      );
      assert.deepEqual(
        [...cards].sort(),
        Array.from(store.sessions, ({ id }) => id)
          .slice(1)
          .sort(),
        agent,
      );
      const woken = [...store.sessions].filter(({ parentId, runs }) => parentId !== null && runs.length === 2);
      assert.deepEqual(
        woken.map((session) => [session.title, state(session), session.canCancel]),
        [["List and note files", "idle/end_turn live", true]],
        agent,
      );
    }
  });

  it("17: a woken child's frames name its first launch; they stay with the session that they are sent for", () => {
    for (const agent of [claude101, claude93]) {
      const store = replayed(`${agent}/sendmessage-subagents.jsonl`);
      assert.deepEqual([store.sessionCount, nth(store, 1).runs.length], [2, 2], agent);
      assert.match(
        rows(store, 1),
        /"Counting again\."\n {2}\| call execute "ls \| wc -l" completed\n {2}\| agent "Still 2 files\."$/,
        agent,
      );
    }
  });

  it("18: usage is the root's alone", () => {
    const store = replayed(`${claude101}/foreground-subagents.jsonl`);
    assert.deepEqual([nth(store, 0).usage !== undefined, nth(store, 1).usage, nth(store, 1).cost], [true, undefined, undefined]);
  });

  it("19: the end of a child and of its launch may come in either order", () => {
    const launch = [call("R", "launch", { name: "Agent" }), child("R", "C", running), message("C", "launch", "R", "C", "Try.")];
    const ends = [child("R", "C", idle("error")), callUpdate("R", "launch", { status: "failed" })];
    const [one, other] = [new Story(opened("R"), launch, ends), new Story(opened("R"), launch, ends.toReversed())];
    assert.equal(one.text(), other.text());
    assert.match(one.text("R"), /card C = call other "launch" failed/);
    for (const name of ["failure-400", "failure-500"])
      assert.match(rows(replayed(`${claude93}/${name}-subagents.jsonl`), 0), /card S1 = call think .* (failed|completed)/, name);
  });

  it("20: a withdrawn request is gone before the client answered, and the child's end comes before that answer", () => {
    for (const agent of [claude101, claude93]) {
      const outcomes: string[] = [];
      let endedFirst = false;
      replayed(`${agent}/permission-cancel-subagents.jsonl`, (store, entry) => {
        if (store.openRequests.length > 0) outcomes.push("open");
        else if (outcomes.at(-1) === "open")
          outcomes.push(entry.type === "frame" && entry.message.type === "notification" ? entry.message.method : "answered");
        const isAnswer = entry.type === "frame" && entry.dir === "client" && entry.message.type === "response";
        if (isAnswer && entry.message.method === "session/request_permission") endedFirst = nth(store, 1).state?.state === "idle";
      });
      assert.deepEqual([...new Set(outcomes)], ["open", "$/cancel_request"], agent);
      assert.equal(endedFirst, true, agent);
    }
  });

  it("a later message to a child has the id of a call on the parent, just like a launch: the card stays where it is (0.93.0)", () => {
    for (const name of ["sendmessage", "resume", "load"]) {
      const text = rows(replayed(`${claude93}/${name}-subagents.jsonl`), 0);
      assert.match(text, /call other "SendMessage" completed/, name);
      assert.doesNotMatch(text, /card S\d = call other/, name);
    }
  });

  it("live and loaded, a session looks the same: prompts first, the same rows and answers", () => {
    for (const agent of [claude101, claude93]) {
      const live = replayed(`${agent}/history-subagents.jsonl`);
      const loaded = replayed(`${agent}/load-subagents.jsonl`, (store, entry) => {
        if (entry.type !== "frame" || entry.message.type !== "response" || entry.message.method !== "session/load") return;
        for (const session of live.sessions) {
          if (session.parentId === null) continue;
          const again = store.get(session.id) ?? assert.fail(`${session.id} was not loaded`);
          const told = ({ runs }: Session) => runs.map(({ prompt, answer }) => [prompt, answer]);
          assert.deepEqual(told(again), told(session), agent);
          assert.equal(again.rows.count, session.rows.count, agent);
          assert.equal(again.rows.get(again.rows.idAt(0) ?? assert.fail())?.kind, "session_message", agent);
        }
      });
      assert.ok(loaded.sessionCount >= live.sessionCount, agent);
    }
  });
});
