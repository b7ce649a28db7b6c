import assert from "node:assert/strict";
import { replayConnection } from "../../../src/replay/replayConnection.ts";
import type { ContentBlock } from "../../../src/session/content.ts";
import { toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import type { SessionStore } from "../../../src/session/store.ts";
import { TranscriptFind } from "../../../src/views/find/transcriptFind.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
import { Labels } from "../../../src/views/labels.ts";
import { replayed } from "../../support/recordings.ts";
import { Scene, TestTimer, textContent } from "./scene.ts";

/** How often each of these is found below a root. */
async function counts(connection: LiveConnection, root: string, queries: readonly string[]): Promise<{ readonly [query: string]: number }> {
  const found: { [query: string]: number } = {};
  for (const text of queries) {
    const timer = new TestTimer();
    const around = { connection, labels: new Labels(connection), top: toSessionId(root), timer, didChange: () => undefined };
    const find = new TranscriptFind(1, { text, matchCase: false, wholeWord: false }, around);
    while (!find.isComplete) {
      timer.pass(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    found[text] = find.view().total;
  }
  return found;
}

const inScene = (scene: Scene, ...queries: readonly string[]) => counts(scene.connection, "r", queries);

function inRecording(recording: string, ...queries: readonly string[]) {
  const model: SessionStore = replayed(`${recording}.jsonl`);
  return counts(replayConnection(model), model.roots[0]?.id ?? "", queries);
}

describe("what a search counts", () => {
  it("is no line of a fence that is not drawn", async () => {
    assert.deepEqual(await inRecording("claude-agent-acp-0.101.0/load-subagents", "console"), { console: 0 });
    assert.deepEqual(await inRecording("claude-agent-acp-0.101.0/nested-parallel-subagents", "console"), { console: 1 });
  });

  it("is the line of a call as it is drawn: its file with the line, and without the quotes of its title", async () => {
    assert.deepEqual(await inRecording("claude-agent-acp-0.101.0/nested-parallel-subagents", "README.md:1", "Read README.md:1"), {
      "README.md:1": 1,
      "Read README.md:1": 1,
    });
    const queries = ["Read file '/workspace/README.md'", "Read file README.md"];
    assert.deepEqual(await inRecording("codex-acp-2.6.0/followup-full", ...queries), {
      "Read file '/workspace/README.md'": 0,
      "Read file README.md": 1,
    });
  });

  it("are all files of a call once it is unfolded, and the tool's own name", async () => {
    const locations = ["one.ts", "two.ts", "three.ts"].map((name) => ({ path: `/w/src/${name}` }));
    const scene = new Scene().root("r").prompt("r", "Go");
    scene.tool("r", "t", { title: "Look around", name: "find_all", kind: "search", locations, content: [textContent("done")] });
    assert.deepEqual(await inScene(scene, "one.ts", "three.ts", "src/three.ts", "find_all"), {
      "one.ts": 2,
      "three.ts": 1,
      "src/three.ts": 1,
      find_all: 1,
    });
  });

  it("is a command above its output, unless the call is named by it", async () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    for (const [terminalId, title] of [
      ["x1", "Test it"],
      ["x2", "npm test"],
    ] as const) {
      const patch = { command: "npm test", output: "all green" };
      scene.apply({ type: "terminalReported", sessionId: toSessionId("r"), terminalId: toTerminalId(terminalId), patch });
      scene.tool("r", `t-${terminalId}`, { title, kind: "execute", content: [{ type: "terminal", terminalId }] });
    }
    assert.deepEqual(await inScene(scene, "npm test", "green"), { "npm test": 2, green: 2 });
  });

  it("are the names of what goes with a prompt, and no words that only stand for them", async () => {
    const content: readonly ContentBlock[] = [
      { type: "text", text: "See this:" },
      { type: "resource_link", name: "plan.md", uri: "file:///w/plan.md" },
      { type: "image", mimeType: "image/png", data: "AA==" },
      { type: "resource", resource: { uri: "file:///w/notes.md", text: "inside of the notes" } },
      { type: "resource", resource: { uri: "thread:///7", text: "inside of the thread" } },
    ];
    const scene = new Scene().root("r").apply({ type: "promptSent", sessionId: toSessionId("r"), content });
    assert.deepEqual(await inScene(scene, "see this", "plan.md", "notes.md", "image", "inside of the notes", "inside of the thread"), {
      "see this": 1,
      "plan.md": 1,
      "notes.md": 1,
      image: 0,
      "inside of the notes": 0,
      "inside of the thread": 1,
    });
    const wordless = new Scene().root("r").apply({ type: "promptSent", sessionId: toSessionId("r"), content: content.slice(2, 3) });
    assert.deepEqual(await inScene(wordless, "kind:prompt"), { "kind:prompt": 1 });
  });

  it("is a child's prompt as it was written, whatever row holds it; its other messages are Markdown", async () => {
    const scene = new Scene().root("r").child("a", "r", { title: "A" }).state("a", "running");
    scene.message("a", "m1", "r", "a", "Read [the list](https://list.example), **now**").says("a", "I read.");
    scene.message("a", "m2", "r", "a", "Read [the rest](https://rest.example), **then**");
    assert.deepEqual(await inScene(scene, "list.example", "**now**", "rest.example", "**then**", "the rest, then"), {
      "list.example": 1,
      "**now**": 1,
      "rest.example": 0,
      "**then**": 0,
      "the rest, then": 1,
    });
  });

  it("does not go on from one piece into another", async () => {
    const scene = new Scene().root("r").says("r", "Two words\nand more\n\nThe next part\n\n- one\n- two");
    assert.deepEqual(await inScene(scene, "words and", "more the", "part one", "one two"), {
      "words and": 1,
      "more the": 0,
      "part one": 0,
      "one two": 0,
    });
  });

  it("are by `file:` the files that a call names in its input, too", async () => {
    assert.deepEqual(await inRecording("cline-3.0.65/fail-full", "file:missing.txt"), { "file:missing.txt": 1 });
    assert.deepEqual(await inRecording("cline-3.0.65/one-full", "file:README"), { "file:README": 1 });
  });

  it("is by `kind:` an answer only where a run ended by itself, and an error where it says why it failed", async () => {
    const ask = (recording: string) => inRecording(recording, "kind:answer", "kind:error");
    assert.deepEqual(await ask("codex-acp-2.6.0/fail-full"), { "kind:answer": 0, "kind:error": 1 });
    assert.deepEqual(await ask("qwen-code-0.24.4/permission-reject-full"), { "kind:answer": 0, "kind:error": 1 });
    // It ended by itself with an answer, and says that something went wrong.
    assert.deepEqual(await ask("qwen-code-0.24.4/fail-full"), { "kind:answer": 1, "kind:error": 1 });
    assert.deepEqual(await ask("copilot-1.0.102/cancel-events"), { "kind:answer": 0, "kind:error": 0 });
    // What the parent received says it.
    assert.deepEqual(await ask("claude-agent-acp-0.101.0/failure-500-subagents"), { "kind:answer": 0, "kind:error": 1 });
  });
});
