import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../workbench/until.ts";
import { activated, projectFile, quickId, run, send, startDemo, turnEnded } from "./extension.ts";

describe("sessions", () => {
  it("begins one with the demo agent that comes with the extension", async () => {
    const { connections, surfaces } = (await activated()).parts;
    await run("tryDemoAgent");
    const connection = connections.agentConnections.find(({ definition }) => definition.isDemo);
    const [root] = connection?.model.roots ?? [];
    assert.equal(surfaces.viewKey, `demo/${root?.id}`);
    await run("disconnectAgent", surfaces.viewKey);
    assert.equal(connection?.agent.isClosed, true);
    await run("removeFromTree", surfaces.viewKey);
  });

  it("answers a request of a child exactly once", async () => {
    const demo = await startDemo();
    const turn = send(demo, "/permission");
    await until("both ask", () => demo.connection.model.openRequests.length === 2);
    const [first] = demo.connection.model.openRequests;
    assert.ok(first);
    assert.equal(demo.connection.agent.answer(first.id, { type: "selected", optionId: "allow-once" }), true);
    assert.equal(demo.connection.agent.answer(first.id, { type: "selected", optionId: "allow-once" }), false);
    await demo.connection.agent.stopEverything();
    await turn;
    assert.deepEqual(demo.connection.model.openRequests, []);
  });

  it("stops one child while its sibling works on", async () => {
    const demo = await startDemo();
    const turn = send(demo, "/permission");
    await until("both ask", () => demo.connection.model.openRequests.length === 2);
    const [stopped, other] = demo.connection.model.openRequests.map(({ sessionId }) => sessionId);
    assert.ok(stopped && other);
    await run("stopSubagent", demo.key(stopped));
    await until("it is cancelled", () => demo.connection.model.get(stopped)?.state?.stopReason === "cancelled");
    assert.equal(demo.connection.model.get(other)?.openRequestCount, 1);
    await demo.connection.agent.stopEverything();
    await turn;
  });

  it("copies a child's prompt, its answer and its id", async () => {
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const child = demo.child("Count the callers");
    const copied: string[] = [];
    for (const command of ["copyPrompt", "copyAnswer", "copySessionId"]) {
      await run(command, child);
      copied.push(await vscode.env.clipboard.readText());
    }
    assert.deepEqual(copied, [
      "Count the callers of `store.apply(`.",
      "One caller, and it is a test.",
      child.slice(child.indexOf("/") + 1),
    ]);
  });

  it("opens recorded traffic to be read, and takes it off again", async () => {
    const { connections, tree } = (await activated()).parts;
    const file = projectFile("test", "recordings", "claude-agent-acp-0.101.0", "nested-subagents.jsonl");
    await run("replayTraffic", vscode.Uri.file(file));
    const replayed = connections.connections.find(({ isReplay }) => isReplay);
    const [root] = replayed?.model.roots ?? [];
    assert.ok(replayed && root);
    assert.match(tree.getTreeItem(`${replayed.key}/${root.id}`).contextValue ?? "", /\breplay\b/);
    await run("removeFromTree", `${replayed.key}/${root.id}`);
    assert.equal(
      connections.connections.some(({ isReplay }) => isReplay),
      false,
    );
  });

  it("U15: loads its sessions again, under their ids, when the agent is restarted", async () => {
    const { connections } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const before = demo.connection;
    await run("restartAgent", demo.key(demo.id));
    const now = connections.agentConnections.find(({ definition }) => definition.id === quickId);
    assert.notEqual(now, before);
    assert.equal(now?.key, before.key);
    assert.equal(before.agent.isClosed, true);
    assert.deepEqual((await demo.drawn()).match(/(Plan|Survey|Count) the \w+/g), [
      "Plan the change",
      "Survey the callers",
      "Count the callers",
    ]);
  });

  it("remembers what is open, for the next life of the window", async () => {
    const { memory } = (await activated()).parts;
    const demo = await startDemo();
    await until("it is remembered", () => memory.openRoots.some(({ sessionId }) => sessionId === demo.id));
    assert.equal(memory.openRoots.find(({ sessionId }) => sessionId === demo.id)?.agentId, quickId);
    assert.equal(memory.lastAgentId, quickId);
    assert.equal(memory.shownKey, demo.key(demo.id));
  });
});

describe("transcripts in tabs", () => {
  it("are opened once for a session, and as many as wanted", async () => {
    const { surfaces } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const shown = () => surfaces.editors.surfaces.map(({ shown }) => shown?.key);
    for (const label of ["Plan the change", "Count the callers", "Plan the change"]) await run("openTranscriptInEditor", demo.child(label));
    assert.deepEqual(shown(), [demo.child("Plan the change"), demo.child("Count the callers")]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("they are closed", () => shown().length === 0);
  });

  it("come back from what their page kept", async () => {
    const { surfaces } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const child = demo.child("Count the callers");
    await run("openTranscriptInEditor", child);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("it is closed", () => surfaces.editors.surfaces.length === 0);
    const panel = vscode.window.createWebviewPanel("acpSubagents.transcriptEditor", "again", vscode.ViewColumn.One);
    await surfaces.editors.deserializeWebviewPanel(panel, { sessionId: child.slice(child.indexOf("/") + 1) });
    assert.deepEqual(
      surfaces.editors.surfaces.map(({ shown }) => shown?.key),
      [child],
    );
    assert.equal(panel.title, "Count the callers");
    panel.dispose();
  });
});
