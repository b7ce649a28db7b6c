// Agents nest as deep as they like. Found by the fuzz ("children of children without end"): what calls itself for each level ends the window.
import assert from "node:assert/strict";
import { outline } from "../../../src/replay/outline.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { changedFiles } from "../../../src/views/changedFiles.ts";
import { neighbourSubagent } from "../../../src/views/find.ts";
import { Labels } from "../../../src/views/labels.ts";
import { sessionsData } from "../../../src/views/sessionData.ts";
import { summariseSubagents } from "../../../src/views/summary.ts";
import { TimelineModel } from "../../../src/views/timelineModel.ts";
import { TranscriptFind } from "../../../src/views/transcriptFind.ts";
import { TranscriptView } from "../../../src/views/transcriptView.ts";
import { isVisible, subagentsBelow } from "../../../src/views/treeOrder.ts";
import { Scene, TestTimer } from "./scene.ts";

const depth = 10_000;

describe("a sub-agent ten thousand levels deep", () => {
  const scene = new Scene().root("r", { title: "Root" });
  for (let level = 0; level < depth; level++) scene.child(`c${level}`, level === 0 ? "r" : `c${level - 1}`, { title: "needle" });
  const [root, deepest] = [scene.session("r"), scene.session(`c${depth - 1}`)];
  const { connection, store } = scene;

  it("is in the transcript's headers, the list of sub-agents, the summary, the timeline and the outline", () => {
    const view = new TranscriptView(connection, root.id, { foldDefault: "collapsed", enterSends: true });
    assert.equal(Object.keys(view.snapshot().sessions).length, depth + 1);
    assert.equal([...subagentsBelow(root.id, store)].at(-1), deepest);
    assert.equal(neighbourSubagent(store, root.id, undefined, "previous"), deepest.id);
    assert.equal(isVisible(root, connection, "failed"), false);
    assert.match(summariseSubagents(connection, root), /level 10000/);
    assert.equal(new TimelineModel(connection, root.id).snapshot().lanes?.length, depth + 1);
    assert.equal(outline(store).split("\n").length, 1 + 2 * (depth + 1));
  });

  it("is in what other extensions get", () => {
    let [at] = sessionsData([connection]);
    let levels = 0;
    for (; at?.children[0]; at = at.children[0]) levels++;
    assert.equal(levels, depth);
  });

  it("is looked through for changed files and for words", async () => {
    assert.deepEqual(await changedFiles(store, root), []);
    scene.says(deepest.id, "a haystack");
    const timer = new TestTimer();
    const query = { text: "haystack", matchCase: false, wholeWord: false };
    const find = new TranscriptFind(1, query, {
      connection,
      labels: new Labels(connection),
      top: root.id,
      timer,
      didChange: () => undefined,
    });
    while (!find.isComplete) {
      timer.pass(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    find.step("next", { sessionId: root.id, unit: "" });
    assert.equal(find.view().at?.sessionId, deepest.id);
    // It goes with what is above it.
    find.apply([{ type: "sessionRemoved", sessionId: toSessionId("c0") }]);
    assert.equal(find.view().total, 0);
    find.dispose();
  });
});
