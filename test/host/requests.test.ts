import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { WebviewAction } from "../../src/shared/protocol.ts";
import { requestKey } from "../../src/views/hub.ts";
import type { NextStep } from "../../src/vscode/teller.ts";
import { until } from "../workbench/until.ts";
import { activated, run, send, startDemo } from "./extension.ts";

interface Told {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

describe("the notification of a request", () => {
  const notifications = (when: string | undefined) =>
    vscode.workspace.getConfiguration("acpSubagents").update("notifications", when, vscode.ConfigurationTarget.Global);

  before(() => notifications("always"));
  after(() => notifications(undefined));

  it("[U17] brings up the request that it names, not the one that waits longest, and says so when that is over", async () => {
    const { teller, surfaces } = (await activated()).parts;
    const demo = await startDemo();
    const told: Told[] = [];
    const asked: WebviewAction[] = [];
    const { say } = teller;
    const { doInView } = surfaces;
    teller.say = (sentence, ...steps) => told.push({ sentence, steps });
    surfaces.doInView = (action) => asked.push(action);
    try {
      const turn = send(demo, "/permission");
      await until("both ask", () => demo.connection.model.openRequests.length === 2);
      const later = demo.connection.model.openRequests.at(-1);
      assert.ok(later);
      const notice = () => told.find(({ sentence }) => sentence.endsWith(later.title));
      await until("it is told", () => notice() !== undefined);
      const answer = notice()?.steps.find(({ label }) => label === "Answer");
      assert.ok(answer);
      await answer.run();
      assert.deepEqual(asked, [{ do: "focusRequest", key: requestKey(demo.connection.key, later.id) }]);
      demo.connection.agent.answer(later.id, { type: "selected", optionId: "allow-once" });
      await until("it is answered", () => !demo.connection.model.openRequests.includes(later));
      await assert.rejects(async () => answer.run(), /That request does not wait any more: it was answered or taken back\./);
      assert.equal(asked.length, 1, "and the other one is left alone");
      await demo.connection.agent.stopEverything();
      await turn;
    } finally {
      teller.say = say;
      surfaces.doInView = doInView;
    }
  });
});

describe("what palette commands act on", () => {
  it("walks on from where the last step led, whatever tab is in front", async () => {
    const { lastVisited } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await run("openTranscriptInEditor", demo.child("Plan the change"));
    const steps: (string | undefined)[] = [];
    for (const command of ["nextSubagent", "nextSubagent", "previousSubagent"]) {
      await run(command);
      steps.push(lastVisited.key);
    }
    assert.deepEqual(steps, [demo.child("Survey the callers"), demo.child("Count the callers"), demo.child("Survey the callers")]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("takes the row that was chosen after the tab", async () => {
    const demo = await startDemo();
    await send(demo, "/nested");
    await run("openTranscriptInEditor", demo.child("Plan the change"));
    await run("revealSubagent", demo.child("Count the callers"));
    await run("copyPrompt");
    assert.equal(await vscode.env.clipboard.readText(), "Count the callers of `store.apply(`.");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
