import assert from "node:assert/strict";
import { silentLogger } from "../../../src/base/logger.ts";
import { WorkspaceMemory } from "../../../src/vscode/workspaceMemory.ts";

/** What VS Code gives: values go through JSON, as they do on disk. */
function memento(stored: { [key: string]: unknown } = {}) {
  return {
    keys: () => Object.keys(stored),
    get: (key: string) => stored[key] as never,
    update: async (key: string, value: unknown) => {
      stored[key] = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    },
  };
}

const root = { agentId: "demo", sessionId: "1", cwd: "/work", label: "One", wasWaiting: true };

describe("what is kept between two lives of the window", () => {
  it("is read as it was written", () => {
    const state = memento();
    const before = new WorkspaceMemory(state, silentLogger);
    before.setOpenRoots([root]);
    before.setExpanded({ "demo/1": false });
    before.setFold("demo/1", "child", true);
    before.setFold("demo/1", "other", false);
    before.rememberTab("child", "demo/child");
    const file = { kind: "file", name: "a.ts", uri: "file:///repo/a.ts" } as const;
    const prompts = [
      { text: "first", kept: [file], lost: ["shot.png"] },
      { text: "second", kept: [], lost: [] },
    ];
    before.setQueuedPrompts("demo/1", prompts);
    before.setUnsentPrompts("demo/1", prompts);
    before.setUnsentPrompts("demo/1", []);
    before.setAttachments("demo/1", { kept: [file], lost: ["shot.png"] });
    before.setAttachments("demo/2", { kept: [file], lost: [] });
    before.setAttachments("demo/2", { kept: [], lost: [] });
    before.setSettledChanges(Array.from({ length: 2_001 }, (_, n) => String(n)));
    const after = new WorkspaceMemory(state, silentLogger);
    assert.deepEqual([after.settledChanges.length, after.settledChanges.at(-1)], [2_000, "2000"], "the newest");
    assert.deepEqual(after.attachmentsOf("demo/1"), { kept: [file], lost: ["shot.png"] });
    assert.deepEqual(after.attachmentsOf("demo/2"), { kept: [], lost: [] });
    assert.deepEqual(after.openRoots, [root]);
    assert.deepEqual(after.expanded, { "demo/1": false });
    assert.deepEqual(after.foldsOf("demo/1"), { child: true, other: false });
    assert.deepEqual(after.foldsOf("demo/2"), {});
    assert.deepEqual(after.tabKeys, { child: "demo/child" });
    assert.deepEqual([after.queuedPrompts, after.unsentPrompts], [{ "demo/1": prompts }, {}]);
  });

  it("counts as never written where another version wrote something else", () => {
    const strange = {
      openRoots: [root, { agentId: "demo" }, null, { ...root, wasWorking: "yes" }],
      "tree.expanded": { a: 1 },
      folds: [1],
      shownKey: 7,
      "tree.filter": {},
      tabKeys: "x",
      "review.accepted": ["a", 1],
      "prompts.queued": { a: "first", b: ["second"] },
      "prompts.unsent": { a: ["first", null, { text: 1 }, { text: "third", kept: [{ kind: "film" }], lost: 2 }] },
      "prompts.attachments": { a: { kept: [{ kind: "file", name: 1 }, null, { kind: "film", name: "a", uri: "b" }], lost: 3 } },
    };
    const memory = new WorkspaceMemory(memento(strange), silentLogger);
    assert.deepEqual([memory.openRoots, memory.settledChanges], [[root], []]);
    assert.deepEqual([memory.queuedPrompts, memory.unsentPrompts], [{}, { a: [{ text: "third", kept: [], lost: [] }] }]);
    assert.deepEqual(
      [memory.expanded, memory.foldsOf("a"), memory.shownKey, memory.filter, memory.tabKeys, memory.attachmentsOf("a")],
      [{}, {}, undefined, undefined, {}, { kept: [], lost: [] }],
    );
  });

  it("keeps the folds of the 200 roots that were touched last", () => {
    const memory = new WorkspaceMemory(memento(), silentLogger);
    for (let number = 0; number < 200; number++) memory.setFold(`demo/${number}`, "child", true);
    memory.setFold("demo/0", "child", false);
    memory.setFold("demo/200", "child", true);
    assert.deepEqual(
      ["demo/0", "demo/1", "demo/2", "demo/200"].map((key) => memory.foldsOf(key)),
      [{ child: false }, {}, { child: true }, { child: true }],
    );
  });
});
