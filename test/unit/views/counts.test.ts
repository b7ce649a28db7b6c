// What streaming costs, in counts: they are the same on every machine, and grow only when a design does.
import assert from "node:assert/strict";
import { FrameLog } from "../../../src/acp/traffic/frameLog.ts";
import { usualLimits } from "../../../src/base/limits.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import type { HostMessage } from "../../../src/shared/protocol.ts";
import { TranscriptPort } from "../../../src/views/transcript/port.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { SubagentTree } from "../../../src/views/tree/treeView.ts";
import { traceLines, traceRoot } from "../../bench/trace.ts";
import { Scene, SceneHub, TestTimer } from "./scene.ts";

const running = { state: { state: "running" } };

/** Streams the usual trace of fifty children into a transcript with everything folded, so many frames for each frame of the screen. */
function streamed(frames: number, perScreen: number) {
  const scene = new Scene().root(traceRoot);
  const timer = new TestTimer();
  const posted: HostMessage[] = [];
  const port = new TranscriptPort(
    {
      timer,
      post: (message) => void posted.push(message),
      folds: () => ({}),
      didFold: () => undefined,
      fault: (what, error) => assert.fail(`${what}: ${error}`),
    },
    new TranscriptView(scene.connection, toSessionId(traceRoot), { foldDefault: "collapsed", enterSends: true }),
  );
  scene.store.onDidChange((change) => port.apply(change));
  port.receive({ type: "ready", open: [] });
  const translator = new Translator();
  const log = new FrameLog();
  let bytes = 0;
  let taken = 0;
  for (const line of traceLines({ frames, children: 50, form: "standard", seed: 1 })) {
    bytes += Buffer.byteLength(line);
    for (const event of translator.translate(log.add(taken, "agent", JSON.parse(line)))) scene.store.apply(event);
    taken += 1;
    if (taken % perScreen !== 0) continue;
    timer.pass(16);
    for (const { seq } of posted.slice(-2)) port.receive({ type: "ack", seq });
  }
  const patches = posted.filter(({ type }) => type === "patch");
  return { patches: patches.length, percent: (JSON.stringify(patches).length / bytes) * 100 };
}

describe("what streaming costs, in counts", function () {
  this.timeout(30_000);

  it("with everything folded: one patch for each frame of the screen, of the children their headers only", () => {
    const { patches, percent } = streamed(20_000, 32);
    assert.ok(patches <= 20_000 / 32, `${patches} patches for ${20_000 / 32} frames of the screen`);
    assert.ok(percent <= 5.5, `${percent} % of the bytes`);
  });

  it("at full speed: many frames in one patch, and fewer bytes", () => {
    const { patches, percent } = streamed(20_000, 2000);
    assert.ok(patches <= 10, `${patches} patches`);
    assert.ok(percent <= 3, `${percent} % of the bytes`);
  });

  it("after a turn of 500 children, one of which goes on: nothing of the others is looked at for a patch", () => {
    const scene = new Scene().root("r").prompt("r", "go");
    for (let at = 0; at < 500; at += 1) {
      scene.child(`k${at}`, "r", running);
      scene.tool(`k${at}`, "t", { title: "Edit", kind: "edit", status: "completed", locations: [{ path: `${at}.ts` }] });
    }
    scene.turnEnded("r", "end_turn");
    const view = new TranscriptView(scene.connection, toSessionId("r"), { foldDefault: "collapsed", enterSends: true });
    scene.store.onDidChange((change) => view.apply(change));
    assert.equal(view.snapshot().cards.r?.isTurnToReview, true);
    const { get } = scene.store;
    let asked = 0;
    scene.store.get = (id) => {
      asked += 1;
      return get.call(scene.store, id);
    };
    for (let at = 0; at < 100; at += 1) {
      scene.tool("k7", `more${at}`, { title: "Read", kind: "read", status: "completed" }).says("r", "Word.");
      view.takeOps();
    }
    assert.ok(asked <= 100 * 50, `${asked} sessions asked for, of 100 patches`);
  });

  it("in a tree of 5,000 rows: one row asked for again and no list, of the root once a second", () => {
    const scene = new Scene().root("r").prompt("r", "go");
    for (let at = 0; at < 5000; at += 1) scene.child(`k${at}`, "r", running);
    const timer = new TestTimer();
    const limits = { ...usualLimits, children: 10_000 };
    const tree = new SubagentTree(new SceneHub(scene), timer, () => limits);
    const asked: string[] = [];
    let lists = 0;
    const ask = (key: string) => {
      asked.push(key);
      return tree.row(key);
    };
    // VS Code asks for what is fired, and for the lists of those that have any.
    tree.onDidChange((key) => {
      if (key === undefined || !ask(key)?.hasChildren) return;
      lists += 1;
      for (const child of tree.children(key)) ask(child);
    });
    for (const key of tree.children()) ask(key);
    for (const key of tree.children("c1/r")) ask(key);
    assert.equal(asked.length, 5001);
    asked.length = 0;
    scene.tool("k4000", "t", { title: "Read", status: "pending" });
    timer.pass(5000);
    assert.deepEqual([asked, lists], [["c1/k4000"], 0]);
    asked.length = 0;
    for (let at = 0; at < 30; at += 1) {
      scene.tool("r", `t${at}`, { title: `Step ${at}` });
      timer.pass(100);
    }
    timer.pass(1000);
    const ofRoot = asked.filter((key) => key === "c1/r").length;
    assert.ok(ofRoot >= 3 && ofRoot <= 4, `the root was asked for ${ofRoot} times in three seconds`);
  });
});
