import assert from "node:assert/strict";
import type { SessionStore } from "../../../src/session/store.ts";
import { turnAnswer } from "../../../src/views/transcript/turnAnswer.ts";
import { recordings, replayed } from "../../support/recordings.ts";

/** What each turn of a recording's roots was answered with, as a caller would have got it. */
function answers(recording: string): { readonly texts: readonly string[]; readonly store: SessionStore } {
  const texts: string[] = [];
  const told = new Map<string, unknown>();
  const store = replayed(recording, ({ roots }) => {
    for (const root of roots) {
      if (root.lastTurn === undefined || told.get(root.id) === root.lastTurn) continue;
      told.set(root.id, root.lastTurn);
      texts.push(turnAnswer(root));
    }
  });
  return { texts, store };
}

/** codex-acp says this in every session: it is the root's own word as well. */
const everywhere = "Warning: Model metadata for `mock-model` not found";

describe("the answer of a turn", () => {
  const families: { readonly [family: string]: readonly [string, readonly string[]] } = {
    "sessions of their own": ["claude-agent-acp-0.101.0/nested-parallel-subagents.jsonl", ["Both teams are done."]],
    "children of codex": ["codex-acp-2.6.0/one-full.jsonl", ["The sub-agent finished: the readme is one line."]],
    "rows of children on the root's stream": [
      "claude-agent-acp-0.101.0/foreground-air.jsonl",
      ["The helper listed two files and wrote notes.txt."],
    ],
    "only the launching call": ["claude-agent-acp-0.101.0/foreground-none.jsonl", ["The helper listed two files and wrote notes.txt."]],
    "parallel children whose words stand on the root's stream untagged": [
      "copilot-1.0.102/parallel-full.jsonl",
      ["Both sub-agents finished."],
    ],
    "notifications of a vendor": ["synthetic/cursor.jsonl", ["Mapped."]],
    "two turns": [
      "claude-agent-acp-0.79.0/sendmessage-air.jsonl",
      ["Counted: 2 files.", "The helper is counting again.\n\nStill 2 files, says the helper."],
    ],
    "a load while the turn goes on": [
      "claude-agent-acp-0.93.0/load-live-subagents.jsonl",
      ["The helper is running.\n\nThe background helper reported."],
    ],
    "a queued prompt": ["claude-agent-acp-0.93.0/queue-prompt-subagents.jsonl", ["", "Yes, here I am."]],
  };
  for (const [family, [recording, expected]] of Object.entries(families)) {
    it(`is the root agent's own: ${family}`, () => assert.deepEqual(answers(recording).texts, expected));
  }

  it("[S08] never holds a child's words, in any recording", () => {
    let turns = 0;
    for (const recording of recordings()) {
      const { texts, store } = answers(recording);
      turns += texts.length;
      const children = [...store.sessions].filter(({ standing }) => standing !== "root");
      const words = children.flatMap(({ rows }) =>
        Array.from(rows.values(), (row) => (row.kind === "agent_message" ? row.text.trim() : "")),
      );
      for (const said of words) {
        if (said.length < 12 || said.startsWith(everywhere)) continue;
        for (const text of texts) assert.ok(!text.includes(said), `${recording}: “${said}” in “${text}”`);
      }
    }
    assert.ok(turns > 300, `${turns} turns`);
  }).timeout(60_000);

  it("is empty before the first turn has ended", () => {
    let isSeen = false;
    replayed("claude-agent-acp-0.101.0/foreground-subagents.jsonl", ({ roots }) => {
      for (const root of roots) {
        if (root.lastTurn !== undefined) continue;
        isSeen = true;
        assert.equal(turnAnswer(root), "");
      }
    });
    assert.ok(isSeen);
  });
});
