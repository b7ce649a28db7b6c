// The checklist of subagent sessions, 46 to 55: cancellation, requests, usage and order. The numbers are those of ../CHECKLIST.md.
import assert from "node:assert/strict";
import type { OpenRequest } from "../../../../src/session/requests.ts";
import {
  agent,
  allows,
  answers,
  answersCancelled,
  asks,
  call,
  callUpdate,
  cancels,
  child,
  granted,
  idle,
  lines,
  opened,
  prompts,
  running,
  Story,
  says,
  update,
  withdraws,
} from "../../../support/story.ts";

/** A root at work, its child, and the child's child. */
const story = () =>
  new Story(
    opened("R"),
    prompts(1, "R", "go"),
    child("R", "C", { ...running, ...granted }),
    child("C", "G", running),
    child("R", "D", running),
  );

const open = ({ store }: Story) =>
  store.openRequests.map(
    ({ id, sessionId, isParentStopped }: OpenRequest) => `${id} of ${sessionId}${isParentStopped ? ", its parent was stopped" : ""}`,
  );

const settled = ({ change }: Story) =>
  change.flatMap((delta) => (delta.type === "requestSettled" ? [`${delta.requestId} ${delta.outcome.type}`] : []));

describe("checklist: cancellation and requests", () => {
  it("46: a stop is confirmed by the child's own idle, not by being sent; parent and siblings work on", () => {
    const told = story().tell(cancels("C"));
    const seen = () =>
      ["R", "C", "D"].map((id) => `${id} ${told.session(id).state?.state}${told.session(id).isStopping ? ", stopping" : ""}`);
    assert.deepEqual(seen(), ["R running", "C running, stopping", "D running"]);
    told.tell(child("R", "C", idle("cancelled")));
    assert.deepEqual(seen(), ["R running", "C idle", "D running"]);
  });

  it("47: stopping a session leaves its children's requests open, marked, until the child is idle; others are not touched", () => {
    const told = story().tell(asks(7, "R", "t7"), asks(8, "C", "t8"), asks(9, "G", "t9"), asks(10, "D", "t10"), cancels("C"));
    const left = ["7 of R", "9 of G, its parent was stopped", "10 of D"];
    assert.deepEqual([open(told), settled(told)], [left, ["8 cancelled"]]);
    // The answer that goes out for it changes nothing more.
    told.tell(answersCancelled(8));
    assert.deepEqual([open(told), settled(told)], [left, []]);
    told.tell(child("C", "G", idle("cancelled")));
    assert.deepEqual([open(told), settled(told)], [["7 of R", "10 of D"], ["9 cancelled"]]);
  });

  it("47: closing the parent settles the requests of its whole tree", () => {
    const told = story().tell(asks(8, "C", "t8"), asks(9, "G", "t9"), update("R", "notice", { title: "x" }));
    told.tell({ dir: "client", frame: { id: 2, method: "session/close", params: { sessionId: "R" } } }, answers(2));
    assert.deepEqual([open(told), settled(told)], [[], ["8 cancelled", "9 cancelled"]]);
  });

  it("48: forms of exactly the stopped session are cancelled, those below stay open, marked", () => {
    const form = (id: number, sessionId: string) =>
      agent({
        id,
        method: "elicitation/create",
        params: { sessionId, message: "Who?", mode: "form", requestedSchema: { properties: {} } },
      });
    const told = story().tell(form(7, "R"), form(8, "C"), form(9, "G"), cancels("C"));
    assert.deepEqual([open(told), settled(told)], [["7 of R", "9 of G, its parent was stopped"], ["8 cancelled"]]);
    told.tell(child("C", "G", idle("cancelled")));
    assert.deepEqual([open(told), settled(told)], [["7 of R"], ["9 cancelled"]]);
    assert.match(told.text("G"), /request elicitation "Who\?" cancelled$/);
  });

  it("49: calls that our stop reached are marked at once, and later updates of them are still taken", () => {
    const told = story().tell(call("C", "t1"), call("C", "t2"), call("R", "t3"), cancels("C"));
    assert.equal(
      told.text("C"),
      lines(
        "C child of R: running live can-cancel",
        "  run 1: -",
        "  | card G",
        '  | call other "t1" pending (cancelled by us) NOT CLOSED',
        '  | call other "t2" pending (cancelled by us) NOT CLOSED',
      ),
    );
    told.tell(callUpdate("C", "t1", { status: "failed" }), callUpdate("C", "t2", { title: "Second" }), child("R", "C", idle("cancelled")));
    assert.equal(
      told.text("C"),
      lines(
        "C child of R: idle/cancelled live can-cancel",
        "  run 1: idle/cancelled live",
        "  | card G",
        '  | call other "t1" failed (cancelled by us)',
        '  | call other "Second" pending (cancelled by us) NOT CLOSED',
      ),
    );
    assert.match(told.text("R"), /call other "t3" pending NOT CLOSED/);
  });

  it("49: calls of a child that ends as cancelled because its parent was stopped are marked then, not before", () => {
    const told = story().tell(call("G", "t1"), cancels("C"));
    assert.match(told.text("G"), /call other "t1" pending NOT CLOSED/);
    told.tell(child("R", "C", idle("cancelled")), child("C", "G", idle("cancelled")));
    assert.match(told.text("G"), /call other "t1" pending \(cancelled by us\) NOT CLOSED/);
  });

  it("49: a call that its agent calls failed once the stop is sent was cancelled, one that failed before or completed was not", () => {
    const ended = (id: string, status: string) => callUpdate("G", id, { status });
    const told = story().tell(call("G", "before"), call("G", "since"), call("G", "done"), ended("before", "failed"), cancels("C"));
    told.tell(ended("since", "failed"), ended("done", "completed"));
    // Whether the stop reached it, its session tells.
    assert.match(told.text("G"), /call other "since" failed$/m);
    told.tell(child("C", "G", idle("cancelled")));
    assert.deepEqual(told.text("G").match(/call .*/g), [
      'call other "before" failed',
      'call other "since" failed (cancelled by us)',
      'call other "done" completed',
    ]);
  });

  it("49: a call whose permission was cancelled is so, whatever its agent calls its end, unless it completed", () => {
    const told = story().tell(asks(8, "C", "t1", { title: "Write" }), asks(9, "C", "t2", { title: "Read" }));
    told.tell(answersCancelled(8), callUpdate("C", "t1", { status: "failed" }), answersCancelled(9));
    const calls = () => told.text("C").match(/call .*/g);
    assert.deepEqual(calls(), ['call other "Write" failed (cancelled by us)', 'call other "Read" no status (cancelled by us) NOT CLOSED']);
    told.tell(callUpdate("C", "t2", { status: "completed" }));
    assert.equal(calls()?.[1], 'call other "Read" completed');
    // An agent may go on all the same; what fails then has failed.
    told.tell(asks(10, "C", "t3", { title: "Look" }), answersCancelled(10), callUpdate("C", "t3", { status: "in_progress" }));
    assert.equal(calls()?.[2], 'call other "Look" in_progress NOT CLOSED');
    told.tell(callUpdate("C", "t3", { status: "failed" }));
    assert.equal(calls()?.[2], 'call other "Look" failed');
  });

  it("49: a call that failed in a child which the stop did not reach has failed", () => {
    const told = story().tell(
      call("D", "t1"),
      cancels("R"),
      callUpdate("D", "t1", { status: "failed" }),
      child("R", "D", idle("end_turn")),
    );
    assert.match(told.text("D"), /call other "t1" failed$/m);
  });

  it("49: a child that a stop of its parent did not reach keeps its calls", () => {
    const told = story().tell(call("D", "t1"), cancels("R"), child("R", "C", idle("cancelled")), answers(1, { stopReason: "cancelled" }));
    assert.match(told.text("D"), /call other "t1" pending NOT CLOSED/);
    told.tell(callUpdate("D", "t1", { status: "completed" }), child("R", "D", idle("end_turn")));
    assert.match(told.text("D"), /call other "t1" completed/);
  });

  it("50: idle alone dismisses no request: the work that asks may go on in the background", () => {
    const told = story().tell(asks(8, "C", "t8"), child("R", "C", idle("end_turn")), answers(1, { stopReason: "end_turn" }));
    assert.deepEqual(open(told), ["8 of C"]);
  });

  it("51: a request stays with the child that asked, whatever happens around it, and is settled once", () => {
    const told = story().tell(asks(8, "C", "t8"), child("R", "C", idle()), child("R", "C", running), answers(1), says("C", "Well?", "m1"));
    assert.deepEqual(open(told), ["8 of C"]);
    assert.deepEqual(told.store.openRequests[0]?.wireSessionId, "C");
    told.tell(allows(8), allows(8), withdraws(8));
    assert.deepEqual([open(told), settled(told), told.session("C").openRequestCount], [[], ["8 selected"], 0]);
  });

  it("51: [P02] a request for a call that was never announced is shown with what it says of the call", () => {
    const told = story().tell(asks(8, "C", "t8", { title: "rm -rf build", kind: "execute" }));
    assert.match(told.text("C"), /call execute "rm -rf build" no status NOT CLOSED/);
    assert.equal(told.store.openRequests[0]?.title, "rm -rf build");
  });

  it("51: a request id that is used again takes the place of the first request", () => {
    const told = story().tell(asks(8, "C", "t8"), asks(8, "D", "t9"));
    assert.deepEqual([open(told), settled(told)], [["8 of D"], ["8 withdrawn"]]);
    assert.deepEqual([told.session("C").openRequestCount, told.session("D").openRequestCount], [0, 1]);
  });

  it("what the agent takes back because we stopped the work leaves no word of its own behind", () => {
    const rows = (told: Story) => [...told.session("C").rows.values()].filter(({ kind }) => kind === "request").length;
    const stopped = story().tell(prompts(3, "R", "go"), asks(8, "C", "t8"), cancels("R"), withdraws(8));
    const taken = story().tell(prompts(3, "R", "go"), asks(8, "C", "t8"), withdraws(8));
    assert.deepEqual([settled(stopped), rows(stopped), rows(taken)], [["8 withdrawn"], 0, 1]);
  });

  it("52: $/cancel_request withdraws a request; the late answer changes nothing", () => {
    const told = story().tell(asks(8, "C", "t8"), withdraws(8));
    assert.deepEqual([open(told), settled(told)], [[], ["8 withdrawn"]]);
    told.tell(answersCancelled(8), withdraws(99));
    assert.deepEqual([open(told), settled(told)], [[], []]);
  });
});

describe("checklist: usage and order", () => {
  const usage = (id: string, fields: object) => update(id, "usage_update", { ...fields });

  it("53: each session has its own latest figures; none is added to another's, and missing is not zero", () => {
    const told = story().tell(
      usage("R", { used: 10, size: 100, cost: { amount: 2, currency: "USD" } }),
      usage("C", { used: 20, size: 100, cost: { amount: 3, currency: "USD" } }),
    );
    const figures = ["R", "C", "G"].map((id) => [told.session(id).usage?.used, told.session(id).cost?.amount]);
    assert.deepEqual(figures, [
      [10, 2],
      [20, 3],
      [undefined, undefined],
    ]);
  });

  it("54: the latest cumulative value replaces the one before, whatever its currency", () => {
    const told = story().tell(
      usage("R", { used: 10, size: 100, cost: { amount: 2, currency: "USD" } }),
      usage("R", { used: 8, size: 100, cost: { amount: 1.5, currency: "EUR" } }),
      usage("R", { used: 9, size: 100 }),
    );
    assert.deepEqual(
      [told.session("R").usage, told.session("R").cost],
      [
        { used: 9, size: 100 },
        { amount: 1.5, currency: "EUR" },
      ],
    );
  });

  it("55: only the order within a session counts", () => {
    const announced = [child("R", "C", running), child("C", "G", running)];
    const apart = [
      says("C", "One", "m1"),
      says("C", ", two.", "m1"),
      says("G", "Ping.", "m1"),
      says("R", "Hello", "m1"),
      says("R", ".", "m1"),
    ];
    const mixed = [
      says("R", "Hello", "m1"),
      says("G", "Ping.", "m1"),
      says("C", "One", "m1"),
      says("R", ".", "m1"),
      says("C", ", two.", "m1"),
    ];
    assert.equal(new Story(opened("R"), announced, mixed).text(), new Story(opened("R"), announced, apart).text());
  });
});
