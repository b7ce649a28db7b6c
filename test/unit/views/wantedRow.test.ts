// The tree's selection follows what is shown, also when the editor's tree lets a wish go without a word.
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { WantedRow } from "../../../src/views/tree/wantedRow.ts";
import { TestTimer } from "./scene.ts";

class Tree {
  readonly rows = new Set<string>();
  readonly asked: string[] = [];
  selection: string | undefined;
  /** So many wishes come to nothing. */
  deaf = 0;

  canSelect = (key: string): boolean => this.rows.has(key);
  isSelected = (key: string): boolean => this.selection === key;
  select = async (key: string): Promise<void> => {
    this.asked.push(key);
    if (this.deaf-- <= 0) this.selection = key;
  };
}

describe("the row that shall be selected", () => {
  const setUp = () => {
    const tree = new Tree();
    const timer = new TestTimer();
    return { tree, timer, wanted: new WantedRow(tree, timer) };
  };
  const later = async (timer: TestTimer) => {
    timer.pass(300);
    await nextTurn();
  };

  it("is asked for when it is there, and again until it is selected", async () => {
    const { tree, timer, wanted } = setUp();
    tree.deaf = 2;
    wanted.want("a");
    wanted.look();
    assert.deepEqual(tree.asked, []);
    tree.rows.add("a");
    wanted.look();
    await nextTurn();
    await later(timer);
    await later(timer);
    assert.deepEqual([tree.asked, tree.selection], [["a", "a", "a"], "a"]);
    await later(timer);
    wanted.look();
    assert.equal(tree.asked.length, 3);
  });

  it("is let go when the person selects another, not when the tree tells again what was selected before", async () => {
    const { tree, timer, wanted } = setUp();
    tree.rows.add("a");
    tree.deaf = 9;
    wanted.want("a");
    wanted.look();
    await nextTurn();
    wanted.selected("old", "old");
    await later(timer);
    assert.equal(tree.asked.length, 2);
    wanted.selected("other", "old");
    await later(timer);
    wanted.look();
    assert.equal(tree.asked.length, 2);
  });

  it("is given up in the end", async () => {
    const { tree, timer, wanted } = setUp();
    tree.rows.add("a");
    tree.deaf = 99;
    wanted.want("a");
    wanted.look();
    await nextTurn();
    for (let i = 0; i < 9; i++) await later(timer);
    assert.equal(tree.asked.length, 5);
  });
});
