import assert from "node:assert/strict";
import { failureKey } from "../../src/vscode/agents/runningAgents.ts";
import { until } from "../workbench/until.ts";
import { activated, run } from "./extension.ts";

describe("while agents start", () => {
  it("names all that is waited for, and stops waiting for the one that is meant", async () => {
    const { progress, teller } = (await activated()).parts;
    const told: string[] = [];
    const { mention } = teller;
    teller.mention = (sentence) => told.push(sentence);
    try {
      const never = () => new Promise<never>(() => undefined);
      const first = assert.rejects(progress.run("Starting One…", never), { name: "AbortError" });
      const second = assert.rejects(progress.run("Starting Two…", never), { name: "AbortError" });
      await until("both are told of", () => progress.text === "Starting One… Starting Two…");
      progress.underWay[0]?.cancel();
      await first;
      assert.equal(progress.text, "Starting Two…");
      await run("stopWaiting");
      await second;
      assert.deepEqual(told, ["Cancelled: Starting Two…"]);
    } finally {
      teller.mention = mention;
    }
  });

  it("says in the row of one that did not start why, and its name once", async () => {
    const { agents, settings, teller, tree } = (await activated()).parts;
    const own = settings.ownAgents;
    const key = failureKey("settings:Missing");
    const { fail } = teller;
    teller.fail = () => undefined;
    try {
      await settings.write("agents", { ...own, Missing: { command: "no-such-agent-anywhere" } });
      await run("startSession", "settings:Missing");
      const { label, description } = tree.getTreeItem(key);
      assert.match(`${label} ${description}`, /^Missing cannot be started: “no-such-agent-anywhere” was not found\./);
    } finally {
      teller.fail = fail;
      agents.forgetFailure(key);
      await settings.write("agents", own);
    }
  });
});
