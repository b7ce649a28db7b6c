import assert from "node:assert/strict";
import type { ToolPartView } from "../../../src/shared/rowView.ts";
import { toolLine, toolOutput } from "../../../src/shared/toolLine.ts";

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

describe("the line of a tool call", () => {
  const line = (title: string, path: string) =>
    toolLine({ toolCallId: "t", title, toolKind: "read", locations: [{ path, line: 3 }], hasBody: false }).file?.name;

  it("calls the file that its title ends with as the title does, and by its own name where that is a whole path", () => {
    assert.deepEqual(
      [
        line("Edit src/store.ts", "/w/src/store.ts"),
        line("Read /w/src/store.ts", "/w/src/store.ts"),
        line("Read c:\\w\\a.ts", "c:\\w\\a.ts"),
      ],
      ["src/store.ts:3", "store.ts:3", "a.ts:3"],
    );
  });
});
