import assert from "node:assert/strict";
import { unfenced } from "../../../src/shared/unfenced.ts";

describe("unfenced", () => {
  it("takes the fence away from a text that is nothing else", () => {
    const texts = {
      "```console\nok\n```": "ok",
      "\n````\n```\ninside\n```\n````\n": "```\ninside\n```",
      "```\none\n```\n\n```\ntwo\n```": "```\none\n```\n\n```\ntwo\n```",
      "It says:\n```\nok\n```": "It says:\n```\nok\n```",
      "```console\nnever closed": "```console\nnever closed",
    };
    assert.deepEqual(Object.keys(texts).map(unfenced), Object.values(texts));
  });
});
