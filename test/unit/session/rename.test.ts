// A child that was known by one name and is named anew by stronger evidence.
import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { modelLines } from "../replay/modelText.ts";
import { Scene } from "../views/scene.ts";

const told = (scene: Scene): string => [...modelLines(scene.store)].join("\n");
const rename = (scene: Scene, from: string, to: string) =>
  scene.apply({ type: "childRenamed", from: toSessionId(from), to: toSessionId(to) });

describe("a child that is named anew", () => {
  it("keeps its place, its rows and what they wait for", () => {
    const scene = new Scene()
      .root("R")
      .child("R#t1", "R", { title: "Look" })
      .says("R#t1", "I look.")
      .tool("R#t1", "t2", { status: "pending" });
    rename(scene, "R#t1", "C").tool("C", "t2", { status: "completed" }, false).says("C", "Seen.");
    assert.equal(
      told(scene),
      [
        "R root: -",
        "  | card C",
        'C child of R: - title "Look"',
        "  run 1: -",
        '  | agent "I look."',
        '  | call other "t2" completed',
        '  | agent "Seen."',
      ].join("\n"),
    );
  });

  it("and is there already takes over what it had under the weaker name; later updates find their rows", () => {
    const scene = new Scene().root("R").child("R#t1", "R").says("R#t1", "I look.", "m1").tool("R#t1", "t2", { status: "pending" });
    scene.child("C", "R", { title: "Look" });
    rename(scene, "R#t1", "C").tool("C", "t2", { status: "completed" }, false).says("C", " And see.", "m1");
    assert.equal(
      told(scene),
      [
        "R root: -",
        "  | card C",
        'C child of R: - title "Look"',
        "  run 1: -",
        '  | agent "I look. And see."',
        '  | call other "t2" completed',
      ].join("\n"),
    );
    assert.deepEqual([scene.session("C").toolCallCount, scene.session("C").currentStep], [1, undefined]);
  });

  it("as a child of another session is refused: one parent for ever", () => {
    const scene = new Scene().root("R").child("A", "R").child("B", "R").child("A#t1", "A").child("C", "B");
    const before = told(scene);
    rename(scene, "A#t1", "C");
    assert.equal(told(scene), `${before}\nwarning: "C keeps its first parent; a child of A was named as it."`);
  });
});
