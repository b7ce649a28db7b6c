import assert from "node:assert/strict";
import { RequestDesk } from "../../../src/acp/requests/requestDesk.ts";
import type { LogEntry, Question } from "../../../src/dialects/logEntry.ts";
import { requestIdOf } from "../../../src/dialects/requestIds.ts";
import { toRequestId } from "../../../src/session/ids.ts";

const question: Question = { sessionId: undefined, title: "Write a.ts", detail: "", options: [] };

/** A request of the agent as it stands in the log. */
const asked = (id: string | number, method: string): LogEntry => ({
  type: "frame",
  t: 0,
  dir: "agent",
  frame: {},
  message: { type: "request", id, method, params: {} },
});
const withdrawn = (requestId: unknown): LogEntry => ({
  type: "frame",
  t: 0,
  dir: "agent",
  frame: {},
  message: { type: "notification", method: "$/cancel_request", params: { requestId } },
});

describe("the desk of what waits for the person", () => {
  let desk: RequestDesk;
  let log: string[];
  beforeEach(() => {
    log = [];
    desk = new RequestDesk(
      () => 7,
      (entry) => log.push(`${entry.t} ${entry.type}${"outcome" in entry ? ` ${entry.outcome.type}` : ""}`),
    );
  });

  it("takes an answer before anybody waits for it, of the right kind and once", async () => {
    desk.look(asked(1, "elicitation/create"));
    desk.look(asked(2, "fs/read_text_file"));
    const [form, file] = [requestIdOf(1), requestIdOf(2)];
    assert.equal(desk.isWaiting, true);
    assert.deepEqual(
      [
        desk.answer(file, { type: "cancelled" }),
        desk.answer(form, { type: "selected", optionId: "x" }),
        desk.answer(form, { type: "declined" }),
        desk.answer(form, { type: "cancelled" }),
      ],
      [false, false, true, false],
    );
    assert.equal(desk.isWaiting, false);
    assert.deepEqual(await desk.wait("elicitation", form), { type: "declined" });
    assert.deepEqual(await desk.wait("permission", form), { type: "cancelled" });
  });

  it("keeps a number and a string of the same digits apart, and lets go of what is taken back", async () => {
    for (const id of [1, "1"]) desk.look(asked(id, "session/request_permission"));
    desk.look(withdrawn("1"));
    desk.look(withdrawn({}));
    assert.equal(desk.answer(requestIdOf("1"), { type: "selected", optionId: "x" }), false);
    assert.deepEqual(await desk.wait("permission", requestIdOf("1")), { type: "cancelled" });
    assert.equal(desk.answer(requestIdOf(1), { type: "selected", optionId: "x" }), true);
  });

  it("puts a question of our own into the log, and takes it back when that is wanted", async () => {
    const controller = new AbortController();
    const answered = desk.ask(question, controller.signal);
    const other = desk.ask(question);
    assert.deepEqual(log, ["7 question", "7 question"]);
    const reason = new Error("taken back");
    controller.abort(reason);
    await assert.rejects(answered, reason);
    assert.equal(desk.answer(toRequestId("own-0"), { type: "cancelled" }), false);
    assert.equal(desk.answer(toRequestId("own-1"), { type: "selected", optionId: "yes" }), true);
    assert.deepEqual(await other, { type: "selected", optionId: "yes" });
    assert.deepEqual(log.slice(2), ["7 questionSettled withdrawn", "7 questionSettled selected"]);
    await assert.rejects(desk.ask(question, controller.signal), reason);
    assert.equal(log.length, 4);
  });

  it("answers everything at the end", async () => {
    desk.look(asked(1, "session/request_permission"));
    const own = desk.ask(question);
    desk.cancelAll();
    assert.deepEqual([await desk.wait("permission", requestIdOf(1)), await own], [{ type: "cancelled" }, { type: "cancelled" }]);
  });
});
