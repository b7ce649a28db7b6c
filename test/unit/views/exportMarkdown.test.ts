import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { copyText, exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { wholeExport } from "../../../src/views/exports/exportOptions.ts";
import { cardView } from "../../../src/views/transcript/sessionView.ts";
import { Scene, textContent } from "./scene.ts";

describe("export", () => {
  it("writes prompt, steps, children and answer as Markdown", async () => {
    const scene = new Scene().root("r", { title: "Review *it*" }).prompt("r", "Look at the store.");
    scene.says("r", "I will ask.", undefined, "agent_thought");
    scene.child("a", "r", { title: "Explore", role: "explorer", prompt: "Find the reducer.", state: { state: "running" } });
    scene.tool("a", "t", { title: "Run `ls`", status: "completed", rawInput: { command: "ls" }, content: [textContent("a\n```\nb")] });
    scene.at(2000).says("a", "It is in store.ts.").state("a", "idle", "end_turn");
    scene.apply({ type: "answerReceived", childId: toSessionId("a"), text: "store.ts" });
    scene.apply({
      type: "planReported",
      sessionId: toSessionId("r"),
      entries: [
        { content: "Read", status: "completed" },
        { content: "Tell", status: "pending" },
      ],
    });
    scene.says("r", "Done.").turnEnded("r", "end_turn");
    assert.equal(
      await exportMarkdown(scene.connection, scene.session("r")),
      `# Review \\*it\\*

*finished its turn · 2s*

**Prompt**

Look at the store.

**Thought**

I will ask.

> ## Explore · explorer
>
> *finished its turn · 2s*
>
> **Prompt**
>
> Find the reducer.
>
> ▸ **Run \\\`ls\\\`** (completed)
>
> *Input*
>
> \`\`\`
> command: ls
> \`\`\`
>
> *Output*
>
> \`\`\`\`
> a
> \`\`\`
> b
> \`\`\`\`
>
> **Answer**
>
> It is in store.ts.
>
> **What the parent received**
>
> store.ts

**Plan**

- [x] Read
- [ ] Tell

**Message**

Done.
`,
    );
  });

  it("puts each run's prompt before the run, and what a message between sessions only repeats nowhere", async () => {
    const scene = new Scene().root("r").child("a", "r", { title: "A", prompt: "One.", state: { state: "running" } });
    scene
      .message("r", "m1", "r", "a", "One.")
      .says("a", "First.", "x")
      .state("a", "idle", "end_turn")
      .message("r", "m2", "a", "r", "First.");
    scene.message("r", "m3", "r", "a", "Hurry.").message("a", "m4", "r", "a", "Two.").state("a", "running");
    scene.says("a", "Second.", "y").state("a", "idle", "end_turn");
    assert.equal(
      await exportMarkdown(scene.connection, scene.session("r")),
      `# Demo Agent

*no prompt yet*

> ## A
>
> *finished its turn · 0s*
>
> **Run 1** · *finished its turn · 0s*
>
> **Prompt**
>
> One.
>
> **Answer**
>
> First.
>
> **Run 2** · *finished its turn · 0s*
>
> **Prompt**
>
> Two.
>
> **Answer**
>
> Second.

**Message from Demo Agent to A**

Hurry.
`,
    );
  });

  it("says of each run what the parent got of it, before the next run begins", async () => {
    const childId = toSessionId("a");
    const scene = new Scene().root("r").child("a", "r", { title: "A", prompt: "One.", state: { state: "running" } });
    scene.apply({ type: "answerReceived", childId, text: "One result." }).state("a", "idle", "end_turn");
    scene.message("a", "m", "r", "a", "Two.").state("a", "running").says("a", "I will try.");
    scene.tool("a", "t", { title: "Look", status: "completed" }).state("a", "idle", "end_turn");
    scene.apply({ type: "answerReceived", childId, text: "Two results." });
    assert.equal(
      await exportMarkdown(scene.connection, scene.session("a")),
      `# A

*finished its turn · 0s*

**Run 1** · *finished its turn · 0s*

**Prompt**

One.

**Answer**

One result.

**Run 2** · *finished its turn · 0s*

**Prompt**

Two.

**Message**

I will try.

▸ **Look** (completed)

**Answer**

Two results.
`,
    );
  });

  it("can be cancelled", async () => {
    const scene = new Scene().root("r").prompt("r", "go");
    await assert.rejects(
      exportMarkdown(scene.connection, scene.session("r"), { ...wholeExport, rest: () => Promise.reject(new Error("cancelled")) }),
      /cancelled/,
    );
  });

  it("calls the end of an interrupted run its last words, on its card too", async () => {
    for (const [reason, title] of [
      ["end_turn", "Answer"],
      ["max_tokens", "Answer"],
      ["cancelled", "Last words"],
      ["error", "Last words"],
      [undefined, "Last words"],
    ] as const) {
      const scene = new Scene()
        .root("r")
        .prompt("r", "go")
        .child("a", "r", { state: { state: "running" } });
      scene.says("a", "The fault is in").state("a", "idle", reason);
      assert.match(await exportMarkdown(scene.connection, scene.session("a")), new RegExp(`\\*\\*${title}\\*\\*\n\nThe fault is in`));
      const [run] = cardView(scene.session("a")).runs;
      assert.deepEqual([run?.answer, run?.isInterrupted ?? false], ["The fault is in", title === "Last words"]);
    }
  });

  it("calls what the parent received an answer only where it can be one: not of what failed, was cancelled or tells an error", async () => {
    const told = async (received: string, reason?: string, error?: string) => {
      const scene = new Scene()
        .root("r")
        .prompt("r", "go")
        .child("a", "r", { state: { state: "running" } });
      scene.apply({ type: "answerReceived", childId: toSessionId("a"), text: received });
      scene.state("a", "idle", reason, error);
      const [run] = cardView(scene.session("a")).runs;
      const page = [
        ...(run?.isStandIn ? [`Answer: ${run.received}`] : []),
        ...(run?.error === undefined ? [] : [`Error: ${run.error}`]),
        ...(run?.received === undefined || run.isStandIn ? [] : [`What the parent received: ${run.received}`]),
      ];
      const written = await exportMarkdown(scene.connection, scene.session("a"));
      const parts = Array.from(written.matchAll(/\*\*([^*]+)\*\*\n\n(.+)/g), ([, head, text]) => `${head}: ${text}`);
      assert.deepEqual(parts, page);
      return page;
    };
    assert.deepEqual(
      [
        await told("Two files.", "end_turn"),
        await told("Two files."),
        await told("Stopped by the user.", "cancelled"),
        await told('{"error":{"message":"no such model"}}', "error"),
        await told("It ended: no such model. What follows is partial.", "end_turn", "no such model"),
        await told("It failed.", "error", "no such model"),
      ],
      [
        ["Answer: Two files."],
        ["Answer: Two files."],
        ["What the parent received: Stopped by the user."],
        ["Error: no such model"],
        ["Error: It ended: no such model. What follows is partial."],
        ["Error: no such model", "What the parent received: It failed."],
      ],
    );
  });

  it("says where each of several runs begins, so that its steps are not read as the answer before", async () => {
    const scene = new Scene().root("r").child("a", "r", { title: "Read", state: { state: "running" } });
    scene.says("a", "Two files.").state("a", "idle", "end_turn").state("a", "running");
    scene.says("a", "Reading the notes.").tool("a", "t", { title: "Open", status: "completed" });
    scene.says("a", "Half of").state("a", "idle", "cancelled");
    scene.state("a", "running").says("a", "Once more.");
    assert.equal(
      await exportMarkdown(scene.connection, scene.session("a")),
      `# Read

*working*

**Run 1** · *finished its turn · 0s*

**Answer**

Two files.

**Run 2** · *cancelled · 0s*

Reading the notes.

▸ **Open** (completed)

**Last words**

Half of

**Run 3**

Once more.
`,
    );
  });

  it("copies what a root was asked last, and what it answered last, also of a session that was loaded", () => {
    const scene = new Scene().root("r").prompt("r", "Look").says("r", "I look.");
    const copied = () => [copyText(scene.session("r"), "prompt"), copyText(scene.session("r"), "answer")];
    assert.deepEqual(copied(), ["Look", undefined]);
    scene.tool("r", "t", { title: "Read", status: "completed" }).says("r", "Seen.", "m2").turnEnded("r", "end_turn");
    assert.deepEqual(copied(), ["Look", "Seen."]);
    scene.prompt("r", "Again").says("r", "Looking.", "m3");
    assert.deepEqual(copied(), ["Again", "Seen."]);
    const again = new Scene().root("r").load("r").says("r", "Look", "p", "user_message").says("r", "Seen.", "m").loaded("r");
    assert.deepEqual([copyText(again.session("r"), "prompt"), copyText(again.session("r"), "answer")], ["Look", "Seen."]);
  });

  it("copies the prompt and answer of the last run that has one", () => {
    const scene = new Scene()
      .root("r")
      .child("a", "r", { prompt: "Look", state: { state: "running" } })
      .says("a", "Seen.");
    assert.deepEqual([copyText(scene.session("a"), "prompt"), copyText(scene.session("a"), "answer")], ["Look", undefined]);
    // Where no word of the child is on the wire, what its parent received stands for its answer.
    scene.child("b", "r", { state: { state: "running" } }).apply({ type: "answerReceived", childId: toSessionId("b"), text: "Two." });
    assert.equal(copyText(scene.session("b"), "answer"), undefined);
    scene.state("b", "idle", "end_turn");
    assert.equal(copyText(scene.session("b"), "answer"), "Two.");
    scene.state("a", "idle", "end_turn").state("a", "running");
    assert.deepEqual([copyText(scene.session("a"), "prompt"), copyText(scene.session("a"), "answer")], ["Look", "Seen."]);
  });
});
