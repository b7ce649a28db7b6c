// What tree, transcript and labels say of sessions that are closed, forked or told again.
import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { labelOf } from "../../../src/views/labels.ts";
import { stateWords } from "../../../src/views/stateWords.ts";
import { cardView } from "../../../src/views/transcript/sessionView.ts";
import { SubagentTree } from "../../../src/views/tree/treeView.ts";
import { Scene, SceneHub, TestTimer } from "./scene.ts";

const everything = { load: true, resume: true, fork: true, close: true, delete: true, title: true, archive: true };
const nothing = { load: false, resume: false, fork: false, close: false, delete: false, title: false, archive: false };

describe("a root's row", () => {
  function words(offers: typeof everything | undefined, act: (scene: Scene) => void = () => undefined): string {
    const scene = new Scene().root("R", { cwd: "/w" });
    Object.assign(scene.connection, { offers });
    act(scene);
    const tree = new SubagentTree(new SceneHub(scene), new TestTimer());
    return (
      tree
        .row("c1/R")
        ?.contextValue.split(" ")
        .filter((word) => /^can(Reopen|Fork|Rename|Close|Archive|Delete|Forget)$/.test(word))
        .join(" ") ?? "gone"
    );
  }
  const close = (scene: Scene) => scene.apply({ type: "sessionClosed", sessionId: toSessionId("R") });

  it("offers what its agent offers, and nothing else", () => {
    assert.equal(words(everything), "canFork canRename canClose canArchive canDelete");
    assert.equal(words(nothing), "");
    assert.equal(words(undefined), "");
  });

  it("of a closed session offers to open it again, or to take it off", () => {
    assert.equal(words(everything, close), "canReopen canFork canRename canArchive canDelete canForget");
    assert.equal(words(nothing, close), "canForget");
  });

  it("offers nothing of the kind when the agent is gone", () => {
    assert.equal(
      words(everything, (scene) => scene.lose("gone")),
      "",
    );
  });

  it("says that it is closed, and what was known before", () => {
    const scene = new Scene().root("R").prompt("R", "Go.").turnEnded("R", "end_turn");
    close(scene);
    assert.match(stateWords(scene.session("R"), scene.connection).words, /^closed \(last known: finished its turn/);
  });

  it("of a fork names its source until it has words of its own", () => {
    const scene = new Scene().root("R").prompt("R", "Look at the store.");
    scene.apply({ type: "rootOpened", sessionId: toSessionId("F"), forkOf: toSessionId("R") });
    assert.equal(labelOf(scene.connection, scene.session("F")), "Fork of Look at the store.");
    scene.prompt("F", "And the tests?");
    assert.equal(labelOf(scene.connection, scene.session("F")), "And the tests?");
  });
});

describe("a child's card after a load", () => {
  it("S30: says that what is missing was not told again, instead of waiting for it", () => {
    const scene = new Scene();
    const R = toSessionId("R");
    scene.apply({ type: "restoreBegan", sessionId: R, how: "load" }).child("C", "R", { title: "Explorer" });
    scene.apply({ type: "restoreEnded", sessionId: R });
    assert.deepEqual(
      cardView(scene.session("C")).runs.map(({ isReplayed, isEnded }) => [isReplayed, isEnded]),
      [[true, false]],
    );
    scene.state("C", "running");
    assert.equal(cardView(scene.session("C")).runs[0]?.isReplayed, undefined);
  });
});
