import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { replayJson } from "../../../src/replay/replayJson.ts";
import { Checker } from "./checker.ts";

const recordings = join(import.meta.dirname, "../../recordings");
const standard: readonly [folder: string, form: RegExp][] = [
  ["claude-agent-acp-0.101.0", /-subagents\.jsonl$/],
  ["claude-agent-acp-0.93.0", /-subagents\.jsonl$/],
  ["codex-acp-2.6.0-multi-agent-v2", /-full\.jsonl$/],
  ["codex-acp-2.6.0", /-full\.jsonl$/],
  ["codex-acp-2.6.0-multi-agent-v2", /-full\.jsonl$/],
];

describe("an independent reading of every recording in the standard form", () => {
  for (const [folder, form] of standard) {
    for (const file of readdirSync(join(recordings, folder)).filter((name) => form.test(name))) {
      it(`${folder}/${file}`, () => {
        const text = readFileSync(join(recordings, folder, file), "utf8");
        const checker = new Checker();
        for (const line of text.split("\n")) if (line !== "") checker.read(JSON.parse(line));
        const { sessions } = JSON.parse(JSON.stringify(replayJson(replayTraffic(text).model)));
        assert.deepEqual(checker.compare(sessions), []);
      });
    }
  }
});
