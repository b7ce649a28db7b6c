import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { Labels, labelOf, roleOf } from "../../../src/views/labels.ts";
import { Scene } from "./scene.ts";

function labelsOf(scene: Scene): Record<string, string> {
  return Object.fromEntries(Array.from(scene.store.sessions, (session) => [session.id, labelOf(scene.connection, session)]));
}

describe("labels", () => {
  it("takes the first of the parent's title, its description, the own title, the launching call's title, a number", () => {
    const scene = new Scene()
      .root("r", { title: "Review" })
      .tool("r", "call", { title: "Task: look around" })
      .child("a", "r", { title: "Find the store", description: "Not this one." })
      .child("b", "r", { description: "Look at the reducer, e.g. its rules. Then report.\nSecond line." })
      .child("c", "r", {})
      .apply({ type: "sessionInfoReported", sessionId: toSessionId("c"), title: "Own words" })
      .child("d", "r", {})
      .apply({ type: "childLinked", sessionId: toSessionId("d"), toolCallId: "call" as never })
      .child("e", "r", { title: "  " })
      .child("f", "e", {
        description: "A sentence that goes on and on without any end so that it must be cut somewhere",
      })
      .says("lost", "who am I");
    assert.deepEqual(labelsOf(scene), {
      r: "Review",
      a: "Find the store",
      b: "Look at the reducer, e.g. its rules",
      c: "Own words",
      d: "Task: look around",
      e: "Subagent 5",
      f: "A sentence that goes on and on without any end so that it…",
      lost: "Unannounced session",
    });
  });

  it("numbers equal siblings in order of first sight", () => {
    const scene = new Scene().root("r").child("a", "r", { title: "Task" }).child("b", "r", { title: "Task" });
    scene.child("c", "a", { title: "Task" }).child("d", "r", { title: "Task" });
    assert.deepEqual(labelsOf(scene), { r: "Demo Agent", a: "Task", b: "Task (2)", c: "Task", d: "Task (3)" });
  });

  it("adds the parent where no tree stands around, to what is called alike below other parents of the same root", () => {
    const scene = new Scene().root("r", { title: "One" }).child("a", "r", { title: "Explore" }).child("b", "r", { title: "Test" });
    scene.child("a1", "a", { title: "Check" }).child("a2", "a", { title: "Check" }).child("b1", "b", { title: "Check" });
    scene.child("b2", "b", { title: "Alone" });
    scene.root("other", { title: "Two" }).child("o1", "other", { title: "Alone" });
    const labels = new Labels(scene.connection);
    const apart = (...ids: string[]) => ids.map((id) => labels.apart(scene.session(id)));
    assert.deepEqual(apart("r", "a", "a1", "a2", "b1", "b2", "o1"), [
      "One",
      "Explore",
      "Check in Explore",
      "Check (2) in Explore",
      "Check in Test",
      "Alone",
      "Alone",
    ]);
    scene.store.onDidChange((change) => labels.apply(change));
    scene.child("b", "r", { title: "Explore" });
    assert.deepEqual(apart("a1", "b1"), ["Check in Explore", "Check in Explore (2)"]);
  });

  it("calls a root by its title, else the first line of its first prompt, else the agent", () => {
    const scene = new Scene().root("a").root("b").root("c");
    scene.prompt("b", "\nReview the store reducer, please\nand more").prompt("c", "x");
    scene.apply({ type: "sessionInfoReported", sessionId: toSessionId("c"), title: "Named by the agent" });
    assert.deepEqual(labelsOf(scene), { a: "Demo Agent", b: "Review the store reducer, please", c: "Named by the agent" });
  });

  it("tells which labels a change made different, siblings included", () => {
    const scene = new Scene().root("r").child("a", "r", { title: "Task" }).child("b", "r", { title: "Task" });
    const labels = new Labels(scene.connection);
    const told: string[][] = [];
    scene.store.onDidChange((change) => {
      const renamed = [...labels.apply(change)];
      if (renamed.length > 0) told.push(renamed.map((id) => `${id}: ${labels.of(scene.session(id))}`).sort());
    });
    scene.child("a", "r", { title: "Other" }).state("a", "running").child("c", "r", { title: "Task" }).says("r", "words");
    scene.prompt("r", "Do it");
    assert.deepEqual(told, [["a: Other", "b: Task"], ["c: Task (2)"], ["r: Do it"]]);
    for (const session of scene.store.sessions) assert.equal(labels.of(session), labelOf(scene.connection, session));
  });

  it("takes a short word beside a title for the role, and nothing else", () => {
    const scene = new Scene().root("r");
    scene.child("a", "r", { title: "T", description: "general-purpose" }).child("b", "r", { title: "T", description: "Find it." });
    scene.child("c", "r", { description: "explorer" }).child("d", "r", { title: "T", role: "Plan", description: "explorer" });
    assert.deepEqual(
      ["a", "b", "c", "d"].map((id) => roleOf(scene.session(id))),
      ["general-purpose", undefined, undefined, "Plan"],
    );
  });
});
