import assert from "node:assert/strict";
import { prompt } from "../../src/vscode/sessions/sessionCommands.ts";
import { until } from "../workbench/until.ts";
import { activated, quickId, run, send, startDemo } from "./extension.ts";

describe("when an agent or the window ends", () => {
  it("gives the prompts that waited back to the composer, and says so", async () => {
    const { parts } = await activated();
    const { agents, memory, surfaces, teller } = parts;
    const demo = await startDemo();
    const key = `${quickId}/${demo.id}`;
    const told: string[] = [];
    const given: string[] = [];
    const { say } = teller;
    const { giveBack } = surfaces;
    teller.say = (sentence) => told.push(sentence);
    surfaces.giveBack = (_key, text) => given.push(text) > 0;
    try {
      const turn = send(demo, "/permission").catch(() => undefined);
      await until("both ask", () => demo.connection.model.openRequests.length === 2);
      const waiting = ["first", "second"].map((text) => prompt(parts, demo.connection, demo.id, text));
      await until("they are remembered for the next life of the window", () => memory.queuedPrompts[key]?.join() === "first,second");
      await agents.disconnect(demo.connection);
      await Promise.all([turn, ...waiting]);
      assert.deepEqual(given, ["first", "second"]);
      assert.deepEqual(memory.queuedPrompts[key], undefined);
      await until("it is told", () => told.includes("2 prompts that waited were not sent. They are back in the composer."));
    } finally {
      teller.say = say;
      surfaces.giveBack = giveBack;
      await run("restartAgent", demo.key(demo.id));
    }
  });

  it("keeps a prompt that no transcript could take until one shows its session", async () => {
    const { memory, teller } = (await activated()).parts;
    const first = await startDemo();
    await startDemo();
    const key = `${quickId}/${first.id}`;
    const told: string[] = [];
    const { say } = teller;
    teller.say = (sentence) => told.push(sentence);
    try {
      memory.setUnsentPrompts(key, ["from an earlier life of the window"]);
      await run("revealSubagent", first.key(first.id));
      assert.equal(memory.unsentPrompts[key], undefined);
      await until("it is told", () => told.includes("A prompt that waited was not sent. It is back in the composer."));
    } finally {
      teller.say = say;
    }
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
