import assert from "node:assert/strict";
import { prompt } from "../../src/vscode/sessions/sessionCommands.ts";
import { until } from "../workbench/until.ts";
import { activated, quickId, run, send, startDemo } from "./extension.ts";

describe("when an agent or the window ends", () => {
  it("keeps the prompts that waited, says so, and holds each when its session is open again", async () => {
    const { parts } = await activated();
    const { agents, memory, teller } = parts;
    const demo = await startDemo();
    const key = `${quickId}/${demo.id}`;
    const told: string[] = [];
    const { say } = teller;
    teller.say = (sentence) => told.push(sentence);
    try {
      const turn = send(demo, "/permission").catch(() => undefined);
      await until("both ask", () => demo.connection.model.openRequests.length === 2);
      const waiting = ["first", "second"].map((text) => prompt(parts, demo.connection, demo.id, text));
      await until("they are remembered for the next life of the window", () => memory.queuedPrompts[key]?.join() === "first,second");
      await agents.disconnect(demo.connection);
      await Promise.all([turn, ...waiting]);
      assert.deepEqual([memory.queuedPrompts[key], memory.unsentPrompts[key]], [undefined, ["first", "second"]]);
      await until("it is told", () =>
        told.includes("2 prompts that waited were not sent. They come back when their session is open again."),
      );
      await run("restartAgent", demo.key(demo.id));
      const again = () => agents.running(quickId);
      await until("its session is open", () => again()?.model.get(demo.id)?.isClosed === false);
      const connection = again();
      assert.ok(connection);
      await run("revealSubagent", `${connection.key}/${demo.id}`);
      const held = () => connection.queued(demo.id).map(({ text, isHeld }) => `${text}: ${isHeld}`);
      await until("they are held", () => held().join() === "first: true,second: true");
      assert.equal(memory.unsentPrompts[key], undefined);
      await until("they are remembered again", () => memory.queuedPrompts[key]?.join() === "first,second");
    } finally {
      teller.say = say;
    }
  });

  it("keeps a prompt that no transcript could take until one shows its session", async () => {
    const { memory } = (await activated()).parts;
    const first = await startDemo();
    await startDemo();
    const key = `${quickId}/${first.id}`;
    memory.setUnsentPrompts(key, ["from an earlier life", "and another"]);
    await run("revealSubagent", first.key(first.id));
    assert.equal(memory.unsentPrompts[key], undefined);
    const held = first.connection.queued(first.id);
    assert.deepEqual(
      held.map(({ text, isHeld }) => [text, isHeld]),
      [
        ["from an earlier life", true],
        ["and another", true],
      ],
    );
    for (const { id } of held) first.connection.agent.withdrawPrompt(id);
  });

  it("remembers that a turn was cut off, and that requests waited", async () => {
    const { memory } = (await activated()).parts;
    const demo = await startDemo();
    const remembered = () => memory.openRoots.find(({ sessionId }) => sessionId === demo.id);
    const turn = send(demo, "/permission");
    await until("it is remembered as waiting", () => remembered()?.wasWorking === true && remembered()?.wasWaiting === true);
    await demo.connection.agent.stopEverything();
    await turn;
    await until("it is remembered as at rest", () => remembered()?.wasWorking === false && remembered()?.wasWaiting === false);
  });
});
