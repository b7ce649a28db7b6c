import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { Labels } from "../../../src/views/labels.ts";
import { summariseSubagents } from "../../../src/views/summary.ts";
import { cardView } from "../../../src/views/transcript/sessionView.ts";
import { sessionTooltip } from "../../../src/views/tree/treeRow.ts";
import { usageView } from "../../../src/views/usageWords.ts";
import { Scene } from "./scene.ts";

type Usage = { used?: number; size?: number; amount?: number };

/** A scene in which sessions told their usage. */
function told(scene: Scene, id: string, { used, size, amount }: Usage): Scene {
  return scene.apply({
    type: "usageReported",
    sessionId: toSessionId(id),
    used,
    size,
    cost: amount === undefined ? undefined : { amount, currency: "USD" },
  });
}

const facts = (scene: Scene, id: string) => cardView(scene.session(id)).facts.map(({ name, value }) => `${name}: ${value}`);

describe("usage", () => {
  it("S25: a child shows its own, and says so when none was reported", () => {
    const scene = new Scene().root("r").child("a", "r").child("b", "r");
    told(told(scene, "r", { used: 84_000, size: 200_000, amount: 0.25 }), "a", { used: 5_230, size: 200_000 });
    assert.deepEqual(facts(scene, "a"), ["Context: 5.2k of 200k tokens (3%)", "Cost: not reported"]);
    assert.deepEqual(facts(scene, "b"), ["Usage: not reported"]);
  });

  it("a child that only its end tells of shows what that says it took", () => {
    const told = (recording: string) => {
      const { model } = replayTraffic(readFileSync(join(import.meta.dirname, "../../recordings", recording), "utf8"));
      return [...model.sessions]
        .filter(({ standing }) => standing === "child")
        .map((child) => cardView(child).facts.find(({ name }) => name === "Usage")?.value);
    };
    assert.deepEqual(told("cline-3.0.65/parallel-full.jsonl"), ["360 tokens", "360 tokens"]);
    assert.deepEqual(told("cline-3.0.65/load-full.jsonl"), ["360 tokens"]);
    assert.deepEqual(told("cline-3.0.65/fail-full.jsonl"), ["120 tokens"]);
    assert.deepEqual(told("qwen-code-0.24.4/one-full.jsonl"), ["360 tokens"]);
    assert.deepEqual(told("copilot-1.0.102/nested-events.jsonl"), ["600 tokens, which may include its subagents", "360 tokens"]);
    assert.deepEqual(told("copilot-1.0.102/fail-events.jsonl"), ["120 tokens"]);
    assert.deepEqual(told("synthetic/grok.jsonl"), ["90 tokens, which may include its subagents", "not reported"]);
    assert.deepEqual(told("opencode-1.18.33/one-full.jsonl"), ["not reported"]);
  });

  it("S26: a root's cost is its own figure, which may include its children's", () => {
    const scene = told(new Scene().root("r"), "r", { amount: 0.25 });
    assert.equal(usageView(scene.session("r"))?.words, "Cost: 0.25 USD");
    told(scene.child("a", "r"), "a", { amount: 0.75 });
    assert.equal(usageView(scene.session("r"))?.words, "Cost: 0.25 USD, which may include its subagents");
  });

  it("S48: the figures of a tree stand side by side, each session's own, and what is missing reads so", () => {
    const scene = new Scene().root("r").child("a", "r").child("b", "a").child("c", "r");
    told(told(told(scene, "r", { amount: 21.72 }), "a", { amount: 30 }), "b", { amount: 0.65 });
    assert.deepEqual(
      summariseSubagents(scene.connection, scene.session("r"))
        .split("\n")
        .map((line) => /cost: (.*)$/i.exec(line)?.[1]),
      ["21.72 USD, which may include its subagents", "30 USD, which may include its subagents", "0.65 USD", "not reported"],
    );
  });

  it("S49: a child below a child says on which level it is", () => {
    const scene = new Scene().root("r").child("a", "r").child("b", "a");
    const tooltip = (id: string) => sessionTooltip(scene.connection, new Labels(scene.connection), scene.session(id), 0).lines;
    assert.deepEqual(facts(scene, "b")[0], "Level: 2");
    assert.equal(tooltip("b").find(({ name }) => name === "Level")?.value, "2");
    assert.equal(
      tooltip("a").find(({ name }) => name === "Level"),
      undefined,
    );
  });

  it("keeps what a later report leaves out, and clears a cost that is null", () => {
    const scene = told(new Scene().root("r"), "r", { used: 10, size: 100, amount: 1 });
    told(scene, "r", { used: 20 });
    assert.deepEqual(usageView(scene.session("r")), { percent: 20, words: "Context: 20 of 100 tokens (20%)\nCost: 1 USD", cost: "1 USD" });
    scene.apply({ type: "usageReported", sessionId: toSessionId("r"), cost: null });
    assert.equal(usageView(scene.session("r"))?.words, "Context: 20 of 100 tokens (20%)");
  });

  const odd: readonly (readonly [Usage, string | undefined])[] = [
    [{ used: 300, size: 100 }, "100 Context: 300 of 100 tokens (100%)"],
    [{ used: 300, size: 0 }, "- Context: 300 of 0 tokens"],
    [{ used: 1_500_000 }, "- Context: 1.5M tokens"],
    [{ amount: 0.000012345 }, "- Cost: 0.000012 USD"],
    [{ amount: 0.0038400000000000005 }, "- Cost: 0.0038 USD"],
    [{ size: 100 }, undefined],
  ];
  for (const [usage, expected] of odd) {
    it(`reads ${JSON.stringify(usage)}`, () => {
      const view = usageView(told(new Scene().root("r"), "r", usage).session("r"));
      assert.equal(view && `${view.percent ?? "-"} ${view.words}`, expected);
    });
  }
});
