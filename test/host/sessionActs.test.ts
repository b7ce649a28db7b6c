import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../workbench/until.ts";
import { activated, run, send, startDemo, told, turnEnded } from "./extension.ts";

describe("what is done with a session as a whole", () => {
  it("forks, closes, opens again and deletes it", async () => {
    const { tree, surfaces, memory } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/one");
    await turnEnded(demo);
    const { model } = demo.connection;
    await run("forkSession", demo.key(demo.id));
    const fork = model.roots.find(({ forkOf }) => forkOf === demo.id);
    assert.ok(fork);
    await until("the fork has its title", () => tree.getTreeItem(demo.key(fork.id)).label === "/one (fork)");
    assert.equal(surfaces.viewKey, demo.key(fork.id));

    await run("closeSession", demo.key(fork.id));
    assert.match(String(tree.getTreeItem(demo.key(fork.id)).description), /^closed/);
    await until("it is remembered no more", () => memory.openRoots.every(({ sessionId }) => sessionId !== fork.id));
    assert.deepEqual(await told(() => run("closeSession", demo.key(fork.id))), [
      "This session is closed already. “ACP: Open Session Again” goes on with it.",
    ]);

    await run("reopenSession", demo.key(fork.id));
    assert.deepEqual([model.get(fork.id)?.isClosed, model.get(fork.id)?.children.length], [false, 1], "with its history");

    assert.deepEqual(await told(() => run("deleteSession", demo.key(fork.id))), ["Delete “/one (fork)”? Quick Demo forgets it for ever."]);
    assert.equal(model.get(fork.id), undefined);
    const { sessions } = await demo.connection.agent.sessions.list();
    assert.equal(
      sessions.some(({ sessionId }) => sessionId === fork.id),
      false,
    );
  });

  it("is called in tree and tab as the agent keeps its title", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    await run("openTranscriptInEditor", demo.key(demo.id));
    assert.equal(await demo.connection.agent.sessions.rename(demo.id, " Night shift "), "Night shift");
    assert.equal(tree.getTreeItem(demo.key(demo.id)).label, "Night shift");
    await until("the tab is called so", () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === "Night shift")),
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("asks before work is lost, and says what an agent does not offer in one sentence", async () => {
    const demo = await startDemo();
    const turn = send(demo, "/permission");
    await until("both ask", () => demo.connection.model.openRequests.length === 2);
    const [question, ...others] = await told(() => run("archiveSession", demo.key(demo.id)));
    assert.match(question ?? "", /^Archive “\/permission.*”\? One session will be stopped\. 2 subagents will be stopped\. 2 requests/);
    assert.deepEqual([others, demo.connection.model.openRequests], [[], []]);
    await turn;
    const { agent } = demo.connection;
    Object.defineProperty(agent, "offers", { configurable: true, value: { ...agent.offers, fork: false } });
    assert.deepEqual(await told(() => run("forkSession", demo.key(demo.id))), [
      "Quick Demo does not offer to fork a session. “ACP: New Session” begins an empty one.",
    ]);
    Reflect.deleteProperty(agent, "offers");
  });

  it("takes a closed session off the tree", async () => {
    const demo = await startDemo();
    await run("closeSession", demo.key(demo.id));
    await run("removeFromTree", demo.key(demo.id));
    assert.equal(demo.connection.model.get(demo.id), undefined);
  });

  it("S28: opens a child in a tab without touching what its parent's transcript shows", async () => {
    const { surfaces } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const before = surfaces.viewKey;
    const rows = demo.connection.model.get(demo.id)?.rows.count;
    await run("openTranscriptInEditor", demo.child("Count the callers"));
    assert.deepEqual([surfaces.viewKey, demo.connection.model.get(demo.id)?.rows.count], [before, rows]);
    assert.equal(before, demo.key(demo.id));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
