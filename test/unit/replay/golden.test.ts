import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { modelText } from "./modelText.ts";

const recordings = join(import.meta.dirname, "../../recordings");

// Each `<name>.expected.txt` was written by reading the frames of `<name>.jsonl`; `README.md` there says what was looked for.
describe("what a recording shows is what its frames say", () => {
  for (const expected of globSync("*/*.expected.txt", { cwd: recordings }).sort()) {
    it(expected.replace(".expected.txt", ""), () => {
      const text = readFileSync(join(recordings, expected.replace(".expected.txt", ".jsonl")), "utf8");
      assert.equal(modelText(replayTraffic(text).model), readFileSync(join(recordings, expected), "utf8"));
    });
  }
});
