import assert from "node:assert/strict";
import { Labels } from "../../../src/views/labels.ts";
import { SilenceWatch } from "../../../src/views/silenceWatch.ts";
import { stateGroup, stateWords } from "../../../src/views/stateWords.ts";
import { Headers } from "../../../src/views/transcript/headers.ts";
import { SubagentTree } from "../../../src/views/tree/treeView.ts";
import { epoch, Scene, SceneHub, TestTimer } from "./scene.ts";

const minute = 60_000;

describe("a session of which nothing is heard", () => {
  function watched(limit = { ms: 2 * minute }) {
    const scene = new Scene();
    const timer = new TestTimer();
    const hub = new SceneHub(scene);
    const tree = new SubagentTree(hub, timer);
    const watch = new SilenceWatch(hub, timer, () => limit.ms);
    const told: string[] = [];
    watch.onDidChange(({ session, since }) => {
      told.push(session.id);
      scene.at(timer.now() - epoch).apply({ type: "silenceNoted", sessionId: session.id, since });
    });
    scene
      .root("R")
      .prompt("R", "Go on.")
      .child("C", "R", { title: "Helper", state: { state: "running" } })
      .tool("C", "t1", { title: "npm test", status: "in_progress" });
    const words = (id: string) => stateWords(scene.session(id), scene.connection);
    const pass = (ms: number) => {
      timer.pass(ms);
      scene.at(timer.now() - epoch);
    };
    return { scene, timer, tree, watch, told, words, pass, limit };
  }

  it("reads as stalled beside its step, in card and tree, and never as failed; its parent waits for it and does not", () => {
    const { scene, tree, told, words, pass } = watched();
    pass(2 * minute - 1);
    assert.equal(words("C").words, "npm test");
    pass(1);
    assert.deepEqual(words("C"), { mark: "stalled", isDim: false, words: "stalled: no news for 2 min · npm test" });
    assert.equal(stateGroup(scene.session("C"), scene.connection), "running");
    assert.equal(words("R").mark, "running");
    const header = new Headers(scene.connection, new Labels(scene.connection), scene.session("R").id)
      .snapshot()
      .find(({ id }) => id === "C");
    assert.deepEqual([header?.mark, header?.words], ["stalled", "stalled: no news for 2 min · npm test"]);
    const row = tree.row("c1/C");
    assert.deepEqual([row?.icon, row?.description], ["watch", "stalled: no news for 2 min · npm test"]);
    pass(10 * minute);
    assert.deepEqual(told, ["C"], "told once");
  });

  it("works again with the next news, and stalls again two minutes after it", () => {
    const { scene, told, words, pass } = watched();
    pass(2 * minute);
    scene.says("C", "Still here.");
    assert.equal(words("C").mark, "running");
    assert.equal(scene.session("C").silentFor, undefined);
    pass(minute);
    scene.says("C", " Really.");
    pass(minute);
    assert.equal(words("C").mark, "running");
    pass(minute);
    assert.deepEqual(told, ["C", "C"]);
    assert.equal(words("C").mark, "stalled");
  });

  it("news of a grandchild are news of what is above it", () => {
    const { scene, told, words, pass } = watched();
    scene.child("G", "C", { title: "Deep", state: { state: "running" } });
    for (let round = 0; round < 4; round++) {
      pass(minute);
      scene.says("G", "word ");
    }
    assert.deepEqual(told, []);
    pass(2 * minute);
    assert.deepEqual(told, ["G"]);
    scene.state("G", "idle", "end_turn");
    pass(2 * minute);
    assert.deepEqual(told, ["G", "C"], "now nobody is waited for");
    assert.equal(words("C").mark, "stalled");
  });

  it("who waits for the person, has ended, or was asked to stop is not stalled", () => {
    const { scene, told, words, pass } = watched();
    scene.asks("C", "q1", { title: "rm" });
    pass(5 * minute);
    assert.deepEqual([told, words("C").mark], [[], "waiting"]);
    scene.answers("q1");
    scene.state("C", "idle", "end_turn");
    scene.turnEnded("R", "end_turn");
    pass(5 * minute);
    assert.deepEqual(told, []);
    scene.prompt("R", "Again.").cancel("R");
    pass(5 * minute);
    assert.deepEqual(told, []);
  });

  it("a turn without subagents stalls too", () => {
    const { scene, told, words, pass } = watched();
    scene.state("C", "idle", "end_turn");
    pass(2 * minute);
    assert.deepEqual(told, ["R"]);
    assert.equal(words("R").words, "stalled: no news for 2 min");
  });

  it("0 turns it off, also for what was stalled; another limit counts anew", () => {
    const { watch, told, words, pass, limit } = watched();
    pass(2 * minute);
    limit.ms = 0;
    watch.limitChanged();
    assert.equal(words("C").mark, "running");
    pass(10 * minute);
    limit.ms = 30_000;
    watch.limitChanged();
    pass(30_000);
    assert.deepEqual(told, ["C", "C", "C"], "noted, taken back, noted");
    assert.equal(words("C").words, "stalled: no news for 30 s · npm test");
  });

  it("what is replayed, and what ended with its connection, is never stalled", () => {
    const { scene, told, words, pass } = watched();
    scene.lose("killed");
    pass(5 * minute);
    assert.deepEqual(told, []);
    assert.equal(words("C").mark, "disconnected");
  });
});
