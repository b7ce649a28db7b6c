import assert from "node:assert/strict";
import { Announcer } from "../../../webview/announcer.ts";
import { epoch, TestTimer } from "../views/scene.ts";

function play() {
  const timer = new TestTimer();
  const announcer = new Announcer(timer);
  const said: string[] = [];
  announcer.say = (text) => said.push(`${timer.now() - epoch}: ${text}`);
  return { timer, announcer, said };
}

describe("webview/announcer", () => {
  it("says one sentence a second, requests first, and of each session only the last state", () => {
    const { timer, announcer, said } = play();
    announcer.tellState("a", "a runs");
    announcer.tellState("b", "b runs");
    announcer.tellState("b", "b finished");
    announcer.tellRequest("q", "c waits for you");
    timer.pass(5000);
    announcer.tellState("a", "a failed");
    assert.deepEqual(said, ["0: a runs", "1000: c waits for you", "2000: b finished", "5000: a failed"]);
  });

  it("tells a number when many change at once", () => {
    const { timer, announcer, said } = play();
    for (const id of ["a", "b", "c", "d", "e"]) announcer.tellState(id, `${id} finished`);
    timer.pass(3000);
    assert.deepEqual(said, ["0: a finished", "1000: 4 subagents changed their state."]);
  });
});
