import assert from "node:assert/strict";
import { until } from "../workbench/until.ts";
import { activated, run, send, startDemo, turnEnded } from "./extension.ts";

describe("the tree Subagents", () => {
  it("shows nested children below their parents, with their ends in words", async () => {
    const demo = await startDemo();
    await send(demo, "/nested for the tree");
    await turnEnded(demo);
    assert.equal(
      await demo.drawn(),
      [
        "/nested for the tree · finished its turn · Ns",
        "  Plan the change · finished its turn · Ns",
        "    Survey the callers · finished its turn · Ns",
        "      Count the callers · finished its turn · Ns",
      ].join("\n"),
    );
  });

  it("knows the parent of each row, and gives each row an id of its own", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested");
    await turnEnded(demo);
    const [lead, explorer, counter] = ["Plan the change", "Survey the callers", "Count the callers"].map((label) => demo.child(label));
    assert.ok(lead && explorer && counter);
    assert.deepEqual(
      [counter, explorer, lead].map((key) => tree.getParent(key)),
      [explorer, lead, demo.key(demo.id)],
    );
    assert.equal(tree.getParent(demo.key(demo.id)), undefined);
    const ids = tree.getChildren().map((key) => tree.getTreeItem(key).id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("asks for one row when one leaf changes", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    const turn = send(demo, "/permission");
    await until("both ask", () => demo.connection.model.openRequests.length === 2);
    const [request] = demo.connection.model.openRequests;
    const asking = request?.sessionId;
    assert.ok(request && asking);
    const fired: (string | undefined)[] = [];
    let firedAt = Date.now();
    const listening = tree.onDidChangeTreeData((key) => {
      fired.push(key);
      firedAt = Date.now();
    });
    // What came before may still be due: rows with children, and the whole tree, are asked for at most once a second.
    await until("the tree is at rest", () => Date.now() - firedAt > 1_500);
    fired.length = 0;
    demo.connection.agent.answer(request.id, { type: "selected", optionId: "allow-once" });
    await until("its child has ended", () => demo.connection.model.get(request.sessionId)?.state?.state === "idle");
    listening.dispose();
    const others = fired.filter((key) => key !== demo.key(asking) && key !== demo.key(demo.id));
    assert.deepEqual(others, []);
    await demo.connection.agent.stopEverything();
    await turn;
  });

  it("offers in a row's menu what can be done with it", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    const context = (key: string) => tree.getTreeItem(key).contextValue;
    assert.equal(context(demo.key(demo.id)), "session root canPrompt canDisconnect canFork canRename canClose canArchive canDelete");
    const turn = send(demo, "/permission");
    await until("one asks", () => demo.connection.model.openRequests.length > 0);
    assert.match(context(demo.child("Clean the build folder")) ?? "", /^session child hasParent canStop hasPrompt/);
    assert.match(context(demo.key(demo.id)) ?? "", /canCancelTurn/);
    await run("cancelTurn", demo.key(demo.id));
    await demo.connection.agent.stopEverything();
    await turn;
    assert.doesNotMatch(context(demo.key(demo.id)) ?? "", /canCancelTurn/);
  });

  it("shows what the filter lets through, and clears it", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/failure");
    await turnEnded(demo);
    const isShown = () => tree.getChildren().includes(demo.key(demo.id));
    const shown = [];
    for (const filter of ["failed", "waiting"] as const) {
      tree.setFilter(filter);
      shown.push(isShown());
    }
    await run("clearFilter");
    assert.deepEqual([...shown, isShown()], [true, false, true]);
  });

  it("writes a tooltip in which an agent's words are only text", async () => {
    const { tree } = (await activated()).parts;
    const demo = await startDemo();
    await send(demo, "/nested [run](command:workbench.action.quit) $(bell) <b>");
    await turnEnded(demo);
    const key = demo.key(demo.id);
    const { tooltip } = tree.resolveTreeItem(tree.getTreeItem(key), key);
    assert.ok(typeof tooltip === "object");
    assert.equal(tooltip.isTrusted, undefined);
    assert.doesNotMatch(tooltip.value, /[^\\]\]\(command:/);
    assert.doesNotMatch(String(tree.getTreeItem(key).label), /\$\(bell\)|\]\(command/);
  });
});
