import assert from "node:assert/strict";
import { prompt } from "../../src/vscode/sessions/sessionCommands.ts";
import type { KeptPrompt } from "../../src/vscode/workspaceMemory.ts";
import { until } from "../workbench/until.ts";
import { activated, type DemoSession, quickId, run, send, startDemo, told } from "./extension.ts";

describe("when an agent or the window ends", () => {
  /** What the person was told. */
  let said: string[];
  let restore: () => void;
  beforeEach(async () => {
    const { teller } = (await activated()).parts;
    const { say } = teller;
    said = [];
    teller.say = (sentence) => said.push(sentence);
    restore = () => Object.assign(teller, { say });
  });
  afterEach(() => restore());

  /** A session of the demo agent in whose turn two ask, so that further prompts wait; `turn` settles with its end. */
  async function asking(): Promise<{ readonly demo: DemoSession; readonly turn: Promise<unknown>; readonly key: string }> {
    const demo = await startDemo();
    const turn = send(demo, "/permission").catch(() => undefined);
    await until("both ask", () => demo.connection.model.openRequests.length === 2);
    return { demo, turn, key: `${quickId}/${demo.id}` };
  }

  it("keeps the prompts that waited, says so, and holds each when its session is open again", async () => {
    const { parts } = await activated();
    const { agents, memory } = parts;
    const { demo, turn, key } = await asking();
    const before = "first + Terminal A + gone.png,second";
    const tray = demo.connection.agent.attachments;
    const excerpt = { kind: "terminal", name: "Terminal A", uri: "terminal:a", text: "one line" } as const;
    const gone = { kind: "image", name: "gone.png", mimeType: "image/png", data: "", bytes: 0, uri: "file:///gone/gone.png" } as const;
    tray.add(demo.id, [excerpt, gone]);
    const ids = tray.of(demo.id).map(({ id }) => id);
    tray.add(demo.id, [{ kind: "folder", name: "src", uri: "file:///src" }]);
    const waiting = [prompt(parts, demo.connection, demo.id, "first", ids), prompt(parts, demo.connection, demo.id, "second")];
    const kept = (prompts: readonly KeptPrompt[] = []) =>
      prompts.map((each) => [each.text, ...each.kept.map(({ name }) => name)].join(" + ")).join();
    await until("they are remembered for the next life of the window", () => kept(memory.queuedPrompts[key]) === before);
    await agents.disconnect(demo.connection);
    await Promise.all([turn, ...waiting]);
    assert.deepEqual([memory.queuedPrompts[key], kept(memory.unsentPrompts[key])], [undefined, before]);
    await until("it is told", () => said.includes("2 prompts that waited were not sent. They come back when their session is open again."));
    await run("restartAgent", demo.key(demo.id));
    const again = () => agents.running(quickId);
    await until("its session is open", () => again()?.model.get(demo.id)?.isClosed === false);
    const connection = again();
    assert.ok(connection);
    await run("revealSubagent", `${connection.key}/${demo.id}`);
    const held = () => connection.agent.queuedPrompts(demo.id);
    await until("they are held", () => held().length === 2);
    assert.deepEqual(
      held().map(({ text, isHeld, attachments, content }) => [text, isHeld, attachments.map(({ name }) => name), content.length]),
      [
        ["first", true, ["Terminal A"], 2],
        ["second", true, [], 1],
      ],
    );
    assert.ok(said.includes("Not kept with the prompt, please attach again: gone.png"), said.join());
    // What was attached to the prompt that was being written is there by itself.
    assert.deepEqual(
      connection.agent.attachments.of(demo.id).map(({ name }) => name),
      ["src"],
    );
    assert.equal(memory.unsentPrompts[key], undefined);
    await until("they are remembered again", () => kept(memory.queuedPrompts[key]) === "first + Terminal A,second");
  });

  it("keeps what waited for a session that is closed, and holds it when that is open again", async () => {
    const { parts } = await activated();
    const { memory } = parts;
    const { demo, turn, key } = await asking();
    const waiting = prompt(parts, demo.connection, demo.id, "later");
    await until("it waits", () => demo.connection.queued(demo.id).length === 1);
    await told(() => run("closeSession", demo.key(demo.id)));
    await Promise.all([turn, waiting]);
    assert.deepEqual(memory.unsentPrompts[key], [{ text: "later", kept: [], lost: [] }]);
    await until("it is told", () => said.includes("A prompt that waited was not sent. It comes back when its session is open again."));
    await run("reopenSession", demo.key(demo.id));
    const held = () => demo.connection.queued(demo.id);
    await until(
      "it is held",
      () =>
        held()
          .map(({ text, isHeld }) => `${text}: ${isHeld}`)
          .join() === "later: true",
    );
    assert.equal(memory.unsentPrompts[key], undefined);
    for (const { id } of held()) demo.connection.agent.withdrawPrompt(id);
  });

  it("says before a session is deleted that what waits for it goes too, and keeps nothing of it", async () => {
    const { memory } = (await activated()).parts;
    const { demo, turn, key } = await asking();
    const waiting = prompt((await activated()).parts, demo.connection, demo.id, "never");
    await until("it waits", () => demo.connection.queued(demo.id).length === 1);
    const [question, ...others] = await told(() => run("deleteSession", demo.key(demo.id)));
    await Promise.all([turn, waiting]);
    assert.match(
      question ?? "",
      /^Delete “.*”\? Quick Demo forgets it for ever\. One session will .* A prompt that waits for it is lost\.$/,
    );
    assert.deepEqual([others, memory.unsentPrompts[key], memory.queuedPrompts[key]], [[], undefined, undefined]);
  });

  it("keeps a prompt that no transcript could take until one shows its session", async () => {
    const { memory } = (await activated()).parts;
    const first = await startDemo();
    await startDemo();
    const key = `${quickId}/${first.id}`;
    const kept = ["from an earlier life", "and another"].map((text) => ({ text, kept: [], lost: [] }));
    memory.setUnsentPrompts(key, kept);
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
