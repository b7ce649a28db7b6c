import assert from "node:assert/strict";
import type { ToolPartView } from "../../../src/shared/rowView.ts";
import { toolOutput } from "../../../src/shared/toolLine.ts";

describe("what a tool handed back", () => {
  const words: ToolPartView = { type: "text", text: "Done." };
  const more: ToolPartView = { type: "text", text: "Really." };
  const terminal: ToolPartView = { type: "terminal", terminalId: "t", key: "k" };
  const link: ToolPartView = { type: "session", sessionId: "s" };

  it("is its output where nothing else is, and raw beside words or a terminal; the first words stand under the head", () => {
    const told = [[], [link], [terminal], [link, words, more]].map((parts) => {
      const output = toolOutput({ parts, output: "{}" });
      return [output.head, output.words];
    });
    assert.deepEqual(told, [
      ["Output", undefined],
      ["Output", undefined],
      ["Raw output", undefined],
      ["Raw output", words],
    ]);
  });
});
