import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { stateWords } from "../../../src/views/stateWords.ts";
import { StopWatch, stopPatience, unheededWords } from "../../../src/views/stopWatch.ts";
import { Scene, SceneHub, TestTimer } from "./scene.ts";

describe("a stop that is not heeded", () => {
  function stopped() {
    const scene = new Scene();
    const timer = new TestTimer();
    const told: string[] = [];
    const watch = new StopWatch(new SceneHub(scene), timer);
    watch.onDidWaitLong((stop) => told.push(unheededWords(stop)));
    scene
      .root("R")
      .prompt("R", "Go on.")
      .child("C", "R", { title: "Helper", state: { state: "running" }, capabilities: { canCancel: true } });
    const stop = (id: string) => scene.apply({ type: "cancelSent", sessionId: toSessionId(id) });
    return { scene, timer, told, watch, stop };
  }

  it("S40: is shown as stopping at once, and told after ten seconds, once", () => {
    const { scene, timer, told, stop } = stopped();
    stop("R");
    assert.equal(stateWords(scene.session("R"), scene.connection).words, "stopping");
    timer.pass(stopPatience - 1);
    scene.says("R", "Still here.");
    assert.deepEqual(told, []);
    timer.pass(1);
    timer.pass(stopPatience);
    assert.deepEqual(told, [
      "Demo Agent was asked to stop “Go on.” 10 seconds ago and has not done so. Its process can be ended; that ends all of its sessions.",
    ]);
  });

  it("is told of a child too", () => {
    const { timer, told, stop } = stopped();
    stop("C");
    timer.pass(stopPatience);
    assert.match(told.join(), /to stop “Helper”/);
  });

  it("is not told when the end came in time, nor when the agent ended; a later stop has its own time", () => {
    const { scene, timer, told, stop } = stopped();
    stop("R");
    timer.pass(stopPatience - 1);
    scene.turnEnded("R", "cancelled");
    timer.pass(stopPatience);
    scene.prompt("R", "Again.");
    stop("R");
    timer.pass(stopPatience - 1);
    assert.deepEqual(told, []);
    scene.apply({ type: "connectionLost", reason: "killed" });
    timer.pass(stopPatience);
    assert.deepEqual(told, []);
  });
});
