import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import type { FindOptions } from "../../../src/shared/findQuery.ts";
import { TranscriptFind } from "../../../src/views/find/transcriptFind.ts";
import { Labels } from "../../../src/views/labels.ts";
import { Scene, TestTimer, textContent } from "./scene.ts";

/** A search over session `r` of a scene, told of every change. */
class Search {
  readonly timer = new TestTimer();
  readonly find: TranscriptFind;
  told = 0;

  constructor(scene: Scene, options: string | FindOptions, top = "r") {
    const labels = new Labels(scene.connection);
    this.find = new TranscriptFind(1, typeof options === "string" ? { text: options, matchCase: false, wholeWord: false } : options, {
      connection: scene.connection,
      labels,
      top: toSessionId(top),
      timer: this.timer,
      didChange: () => void this.told++,
    });
    scene.store.onDidChange((change) => {
      labels.apply(change);
      this.find.apply(change);
    });
  }

  /** Lets it work until there is nothing left to do. */
  async done(): Promise<this> {
    do {
      this.timer.pass(1);
      await new Promise((resolve) => setImmediate(resolve));
    } while (!this.find.isComplete);
    return this;
  }

  /** Where it stands: `3 of 5 a/r7#1`. */
  async step(to: "next" | "previous" = "next", nearRow = ""): Promise<string> {
    await this.done();
    this.find.step(to, { sessionId: toSessionId("r"), unit: nearRow });
    const { at, total } = this.find.view();
    return at ? `${at.position} of ${total} ${at.sessionId}/${at.unit}#${at.ordinal}${at.isBody ? " inside" : ""}` : `none of ${total}`;
  }
}

const total = async (scene: Scene, options: string | FindOptions) => (await new Search(scene, options).done()).find.view().total;

/** A root with a child and a grandchild, each with the word at places that are drawn and folded. */
function family(): Scene {
  return new Scene()
    .root("r")
    .prompt("r", "Find the needle")
    .tool("r", "t1", {
      title: "Read hay.ts",
      kind: "read",
      status: "completed",
      locations: [{ path: "/w/src/hay.ts" }],
      content: [textContent("a needle, a Needle")],
    })
    .child("a", "r", { title: "Explorer", state: { state: "running" } })
    .says("a", "I look for needles", undefined, "agent_thought")
    .child("b", "a", { title: "Helper", state: { state: "idle", stopReason: "end_turn" } })
    .says("b", "No needle here")
    .says("r", "The needle is found");
}

describe("TranscriptFind", () => {
  it("finds why a run failed, which no row holds", async () => {
    const scene = new Scene().root("r").child("a", "r", { prompt: "Try the needle" }).state("a", "running");
    scene.says("a", "I try.").tool("a", "t", { title: "Look" }).state("a", "idle", "error", "no needle");
    const search = new Search(scene, "needle");
    assert.deepEqual([await search.step(), await search.step()], ["1 of 2 a/prompt:0#0", "2 of 2 a/error:0#0"]);
  });

  it("finds words as they are drawn: marks may stand in them, and addresses of links are not looked at", async () => {
    const scene = new Scene().root("r").prompt("r", "**bo**ld as it was written");
    scene.says("r", "A **bo**ld word, `bo`ld code, [bol](https://bold.example)d link and snake\\_case.\n\n```\n**bo**ld\n```", "m1");
    scene.says("r", "bold, and *a bold* one", "m2", "agent_thought");
    const words = ["bold", "snake_case", "**bo**ld", "bold.example", "bold word"];
    const totals = await Promise.all(words.map(async (word) => `${word}: ${await total(scene, word)}`));
    assert.deepEqual(totals, ["bold: 5", "snake_case: 1", "**bo**ld: 2", "bold.example: 0", "bold word: 1"]);
  });

  it("finds in everything below, folded or not, and counts on the headers", async () => {
    const search = await new Search(family(), "needle").done();
    const { total, counts, isComplete, at } = search.find.view();
    assert.deepEqual({ total, counts, isComplete, at }, { total: 6, counts: { a: 2, b: 1 }, isComplete: true, at: undefined });
  });

  it("goes through the hits as they are read, round and back", async () => {
    const search = new Search(family(), "needle");
    const forth = [];
    for (let count = 0; count < 7; count++) forth.push(await search.step());
    assert.deepEqual(forth, [
      "1 of 6 r/r1#0",
      "2 of 6 r/r2#0 inside",
      "3 of 6 r/r2#1 inside",
      "4 of 6 a/r4#0 inside",
      "5 of 6 b/r6#0",
      "6 of 6 r/r7#0",
      "1 of 6 r/r1#0",
    ]);
    assert.deepEqual([await search.step("previous"), await search.step("previous")], ["6 of 6 r/r7#0", "5 of 6 b/r6#0"]);
  });

  it("starts at the row that the reader looks at", async () => {
    assert.equal(await new Search(family(), "needle").step("next", "r3"), "4 of 6 a/r4#0 inside");
    assert.equal(await new Search(family(), "needle").step("previous", "r3"), "3 of 6 r/r2#1 inside");
  });

  it("minds case and whole words when asked to, and any white space", async () => {
    const scene = family();
    const ask = (text: string, matchCase: boolean, wholeWord: boolean) => total(scene, { text, matchCase, wholeWord });
    assert.deepEqual(
      [await ask("Needle", true, false), await ask("needle", false, true), await ask("the needle", false, false)],
      [1, 5, 2],
    );
    assert.equal(await total(new Scene().root("r").says("r", "one\n  two (x)"), "one two (x)"), 1);
  });

  it("narrows by kind, agent, state and file", async () => {
    const scene = family();
    const counts: Record<string, number> = {};
    for (const text of [
      "needle kind:thought",
      "kind:tool",
      "kind:read file:src/hay",
      "agent:helper",
      'agent:"Explorer"',
      "state:running",
      "kind:tool state:finished needle",
      "file:nothing needle",
      "kind:thought kind:tool",
      "kind:",
    ])
      counts[text] = await total(scene, text);
    assert.deepEqual(counts, {
      "needle kind:thought": 1,
      "kind:tool": 1,
      "kind:read file:src/hay": 1,
      "agent:helper": 1,
      // Its thought, and the card of the child that stands in it.
      'agent:"Explorer"': 2,
      // The card in the root, the thought, and what the root does with its open turn.
      "state:running": 4,
      "kind:tool state:finished needle": 2,
      "file:nothing needle": 0,
      "kind:thought kind:tool": 2,
      "kind:": 0,
    });
  });

  it("follows what streams, changes and goes while it is there", async () => {
    const scene = family();
    const search = await new Search(scene, "needle").done();
    scene.says("a", "another nee").says("a", "dle");
    scene.child("c", "a", { title: "Needle worker", state: { state: "running" } }).says("c", "needle");
    await search.done();
    const grown = search.find.view();
    assert.deepEqual([grown.total, grown.counts], [9, { a: 5, b: 1, c: 1 }]);
    scene.load("r").says("r", "all is new: needle");
    const { total, counts } = (await search.done()).find.view();
    // The root is drawn afresh; what its children said stays.
    assert.deepEqual([total, counts], [6, { a: 5, b: 1, c: 1 }]);
  });

  it("keeps its place when rows come before it", async () => {
    const scene = family();
    const search = new Search(scene, "needle");
    for (let count = 0; count < 5; count++) await search.step();
    scene.says("a", "needle");
    await search.done();
    // The child's own words stand in front of or behind the grandchild's as they came.
    assert.equal(search.find.view().at?.position, 5);
    assert.equal(await search.step(), "6 of 7 a/r8#0");
  });

  it("finds prompts that no row holds, and what only the parent received", async () => {
    const scene = new Scene()
      .root("r")
      .tool("r", "t1", { title: "Task", kind: "other", status: "in_progress", rawInput: { prompt: "x" } })
      .child("a", "r", { title: "A", prompt: "Look for gold", state: { state: "running" } })
      .says("a", "no luck");
    const search = new Search(scene, "gold");
    assert.equal(await search.step(), "1 of 1 a/prompt:0#0");
  });

  it("works in slices, and stops when it is let go", async () => {
    const scene = new Scene().root("r");
    for (let row = 0; row < 300; row++) scene.says("r", "hay ".repeat(1000), `m${row}`);
    scene.says("r", "needle");
    const search = new Search(scene, "needle");
    // The clock stands still until something waits for it, so each look at it shall cost a millisecond.
    let [looks, rests] = [0, 0];
    const { timer } = search;
    const now = timer.now();
    timer.now = () => now + looks++;
    const after = timer.after.bind(timer);
    timer.after = (ms, run) => {
      rests++;
      return after(ms, run);
    };
    await search.done();
    assert.equal(search.find.view().total, 1);
    assert.ok(rests > 40, `${rests} rests`);
    const gone = new Search(scene, "hay");
    gone.find.dispose();
    gone.timer.pass(10);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([gone.find.view().total, gone.told], [0, 0]);
  });

  it("says that it stopped looking when there is too much", async () => {
    const scene = new Scene().root("r");
    for (let row = 0; row < 10_010; row++) scene.says("r", "x", `m${row}`);
    const { isLimited, isComplete, total } = (await new Search(scene, "x").done()).find.view();
    assert.deepEqual({ isLimited, isComplete, total }, { isLimited: true, isComplete: true, total: 10_000 });
  });
});
