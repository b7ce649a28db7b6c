import assert from "node:assert/strict";
import { terminalText } from "../../../src/render/terminalText.ts";

describe("render/terminalText", () => {
  const cases: readonly (readonly [name: string, output: string, text: string])[] = [
    ["colours go", "\u001b[1;31mfailed\u001b[0m: 2", "failed: 2"],
    ["titles and links go", "\u001b]0;title\u0007a \u001b]8;;https://example.com\u001b\\b", "a b"],
    ["an overwritten line shows its end", "10 %\r50 %\r100 %\ndone\r\n", "100 %\ndone\n"],
    ["control characters go, tabs stay", "a\u0000\u0008\tb", "a\tb"],
  ];
  for (const [name, output, text] of cases) it(name, () => assert.equal(terminalText(output), text));
});
