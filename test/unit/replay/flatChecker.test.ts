import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replayJson } from "../../../src/replay/replayJson.ts";
import { recordings, replayed } from "../../support/recordings.ts";
import { FlatChecker, marks } from "./flatChecker.ts";

const folder = join(import.meta.dirname, "../../recordings");
const standard = /^(claude-agent-acp-0\.(93|101)\.0\/.*-subagents|codex-acp-.*-full)\.jsonl$/;

/** The second version of the protocol says it in words of its own; what it shows is in the expected files. */
const second = /-v2\.jsonl$/;

describe("an independent reading of every recording in another form", () => {
  for (const name of recordings().filter((name) => !standard.test(name) && !second.test(name) && marks[name.split("-")[0] ?? ""])) {
    it(name, () => {
      const checker = new FlatChecker(name.split("-")[0] ?? "");
      for (const line of readFileSync(join(folder, name), "utf8").split("\n")) if (line !== "") checker.read(JSON.parse(line));
      const requests = new Map<string, { toolCallId: string; sessionId: string }>();
      const store = replayed(name, ({ openRequests }) => {
        for (const { id, toolCallId, sessionId } of openRequests)
          requests.set(id, { toolCallId: String(toolCallId), sessionId: String(sessionId) });
      });
      const { sessions } = JSON.parse(JSON.stringify(replayJson(store)));
      assert.deepEqual(checker.compare(sessions, [...requests.values()]), []);
    });
  }
});
