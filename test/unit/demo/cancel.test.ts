import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession, prompt, untilIdle } from "./bareClient.ts";
import { ManualClock } from "./manualClock.ts";
import { transcript } from "./transcript.ts";

/** The line of a child's end, told on its parent. */
function stopped(parent: string, child: string): string {
  return `${parent} subagent_update {"sessionId":"${child}","capabilities":{"cancel":null},"state":{"state":"idle","stopReason":"cancelled"}}`;
}

/** The line of a call that was open when its session was stopped. */
function failed(session: string, call: string): string {
  const text = "The work was stopped before this call returned a result.";
  return `${session} tool_call_update {"toolCallId":"${call}","status":"failed","content":[{"type":"content","content":{"type":"text","text":"${text}"}}]}`;
}

describe("demo agent, stopping", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-cancel-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** Plays a prompt for `ms`, then does something, lets `afterMs` pass, and returns what crossed from then on. */
  async function interrupted(text: string, ms: number, act: (client: Awaited<ReturnType<typeof openSession>>) => void, afterMs = 0) {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    void prompt(client, text);
    await clock.advance(ms);
    client.log.length = 0;
    act(client);
    await untilIdle();
    await clock.advance(afterMs);
    return transcript(client.log);
  }

  const cancel = (sessionId: string) => (client: Awaited<ReturnType<typeof openSession>>) => client.notify("session/cancel", { sessionId });

  it("stops one child and lets the other and the root go on (checklist 46)", async () => {
    const text = await interrupted("/cancel", 3000, cancel("demo-1:c1"), 60_000);
    assert.equal(
      text.split("\n").slice(0, 3).join("\n"),
      [`> session/cancel {"sessionId":"demo-1:c1"}`, failed("demo-1:c1", "demo-1:t2"), stopped("demo-1", "demo-1:c1")].join("\n"),
    );
    assert.equal(
      text.split("\n").slice(-3).join("\n"),
      [
        `demo-1 session_message {"messageId":"demo-1:t3:reply","senderSessionId":"demo-1:c2","recipientSessionId":"demo-1","content":[{"type":"text","text":"The list held in all six rounds."}]}`,
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"One helper was stopped; I carry on without it. The list held in all six rounds."},"messageId":"demo-1:m11"}`,
        `< #2 result {"stopReason":"end_turn"}`,
      ].join("\n"),
    );
  });

  it("stops the children below a stopped child, the lower first", async () => {
    const text = await interrupted("/nested", 4000, cancel("demo-1:c1"), 1000);
    assert.equal(
      text,
      [
        `> session/cancel {"sessionId":"demo-1:c1"}`,
        stopped("demo-1:c2", "demo-1:c3"),
        stopped("demo-1:c1", "demo-1:c2"),
        stopped("demo-1", "demo-1:c1"),
        `demo-1 agent_message_chunk {"content":{"type":"text","text":"The lead reports: Stopped by the person."},"messageId":"demo-1:m5"}`,
        `< #2 result {"stopReason":"end_turn"}`,
      ].join("\n"),
    );
  });

  it("stops the foreground children with the turn and answers the prompt", async () => {
    const text = await interrupted("/parallel", 1500, cancel("demo-1"), 60_000);
    assert.equal(
      text,
      [
        `> session/cancel {"sessionId":"demo-1"}`,
        failed("demo-1:c1", "demo-1:t2"),
        stopped("demo-1", "demo-1:c1"),
        stopped("demo-1", "demo-1:c2"),
        stopped("demo-1", "demo-1:c3"),
        `< #2 result {"stopReason":"cancelled"}`,
      ].join("\n"),
    );
  });

  it("lets a background child work on when the turn is cancelled, and the root speak of it", async () => {
    const text = await interrupted("/background", 700, cancel("demo-1"), 60_000);
    const lines = text.split("\n");
    assert.deepEqual(lines.slice(0, 2), [`> session/cancel {"sessionId":"demo-1"}`, `< #2 result {"stopReason":"cancelled"}`]);
    assert.match(lines.at(-2) ?? "", /"demo-1:c1",.*"end_turn"/);
    assert.match(lines.at(-1) ?? "", /^demo-1 agent_message_chunk .*The benchmark is done/);
  });

  it("withdraws the request of a stopped child before its end, and does not mind a late answer (checklist 50)", async () => {
    const text = await interrupted("/permission", 20_000, cancel("demo-1:c1"));
    assert.equal(
      text,
      [
        `> session/cancel {"sessionId":"demo-1:c1"}`,
        `< $/cancel_request {"requestId":0}`,
        failed("demo-1:c1", "demo-1:t2"),
        stopped("demo-1", "demo-1:c1"),
      ].join("\n"),
    );
  });

  it("goes on after an answer that came too late", async () => {
    const clock = new ManualClock();
    const client = await openSession(dir, clock);
    const answered = prompt(client, "/permission");
    await clock.advance(20_000);
    const [first, second] = client.permissionRequests();
    assert.ok(first && second);
    client.notify("session/cancel", { sessionId: "demo-1:c1" });
    client.answer(first, "allow-once");
    client.answer(second, undefined);
    await clock.advance(20_000);
    assert.deepEqual((await answered).result, { stopReason: "end_turn" });
    assert.match(transcript(client.log), /"text":"One helper was stopped. Nothing was published."/);
  });

  it("does nothing for a child that has ended, and for a session that it does not know", async () => {
    const text = await interrupted("/one", 60_000, (client) => {
      client.notify("session/cancel", { sessionId: "demo-1:c1" });
      client.notify("session/cancel", { sessionId: "nobody" });
    });
    assert.equal(text, `> session/cancel {"sessionId":"demo-1:c1"}\n> session/cancel {"sessionId":"nobody"}`);
  });

  it("ends everything when the session is closed", async () => {
    const text = await interrupted("/background", 8000, (client) => void client.request("session/close", { sessionId: "demo-1" }), 60_000);
    assert.equal(
      text,
      [
        `> #3 session/close {"sessionId":"demo-1"}`,
        failed("demo-1:c1", "demo-1:t3"),
        stopped("demo-1", "demo-1:c1"),
        `< #3 result {}`,
      ].join("\n"),
    );
  });
});
