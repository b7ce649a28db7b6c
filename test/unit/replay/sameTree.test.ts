// The same work, asked for in different forms: where the wire carries it, the tree is the same.
import assert from "node:assert/strict";
import type { Row } from "../../../src/session/rows.ts";
import type { Session } from "../../../src/session/session.ts";
import type { SessionStore } from "../../../src/session/store.ts";
import { replayed } from "../../support/recordings.ts";

/** What to leave out because one of the forms does not send it. */
interface Silence {
  /** The calls of children of children. */
  readonly deepCalls?: boolean;
}

function callOf(row: Row): string | undefined {
  return row.kind === "tool_call" ? `${row.title} ${row.status}` : undefined;
}

/** One line a child, by its place below its parent, with its title and tool calls. */
function* tree(store: SessionStore, session: Session, silence: Silence, indent = ""): Iterable<string> {
  for (const id of session.children) {
    const child = store.get(id);
    if (!child) continue;
    const isTold = !(silence.deepCalls && child.depth > 1);
    const calls = [...child.rows.values()].flatMap((row) => callOf(row) ?? []);
    yield `${indent}${child.title}${isTold ? `: ${calls.join(", ")}` : ""}`;
    yield* tree(store, child, silence, `${indent}  `);
  }
}

function treeOf(recording: string, silence: Silence = {}): string {
  const store = replayed(`${recording}.jsonl`);
  return store.roots.flatMap((root) => [...tree(store, root, silence)]).join("\n");
}

const versions = ["claude-agent-acp-0.101.0", "claude-agent-acp-0.93.0", "claude-agent-acp-0.79.0"];

describe("an agent that is asked in different ways gives the same tree where the wire allows it", () => {
  for (const version of versions) {
    for (const form of ["subagents", "transcript", "air"]) {
      it(`${version} foreground: -none and -${form}`, () => {
        assert.equal(treeOf(`${version}/foreground-${form}`), "List and note files: ls completed, Write notes.txt completed");
        assert.equal(treeOf(`${version}/foreground-none`), treeOf(`${version}/foreground-${form}`));
      });

      it(`${version} nested: -${form}`, () => {
        const isFlat079 = version === "claude-agent-acp-0.79.0" && form === "subagents";
        const whole = "Survey the project: \n  Count the files: ls | wc -l completed";
        assert.equal(treeOf(`${version}/nested-${form}`), isFlat079 ? "Survey the project: \n  Count the files: " : whole);
      });
    }

    it(`${version} nested: without opt-in a grandchild's calls are not sent, all else is`, () => {
      const silence = { deepCalls: true };
      assert.equal(treeOf(`${version}/nested-none`, silence), "Survey the project: \n  Count the files");
      assert.equal(treeOf(`${version}/nested-none`, silence), treeOf(`${version}/nested-air`, silence));
    });

    it(`${version} parallel: -none, -subagents and -air`, () => {
      const trees = ["none", "subagents", "air"].map((form) => treeOf(`${version}/parallel-${form}`));
      assert.deepEqual(new Set(trees), new Set(trees.slice(0, 1)));
      assert.equal(trees[0]?.split("\n").length, 2);
    });
  }

  for (const name of ["one", "nested", "fail", "cancel", "permission", "load"]) {
    it(`copilot ${name}: with and without events`, () => {
      assert.equal(treeOf(`copilot-1.0.102/${name}-full`), treeOf(`copilot-1.0.102/${name}-events`));
    });
  }

  it("codex one: a card in every form, calls only where children are sessions", () => {
    const forms = ["full", "none", "air"].map((form) => treeOf(`codex-acp-2.6.0/one-${form}`));
    assert.deepEqual(
      forms.map((tree) => tree.split("\n").length),
      [1, 1, 1],
    );
  });
});
