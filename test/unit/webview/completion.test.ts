import assert from "node:assert/strict";
import { commandsFor, hintFor } from "../../../webview/composer/completion.ts";

const commands = ["compact", "plan", "explain"].map((name) => ({ name, description: "" }));
const offered = (draft: string) => commandsFor(draft, commands).map((command) => command.name);

describe("webview/composer/completion", () => {
  const cases: readonly (readonly [draft: string, expected: readonly string[]])[] = [
    ["/", ["compact", "plan", "explain"]],
    ["/PL", ["plan", "explain"]],
    ["/pla", ["plan", "explain"]],
    ["/x", ["explain"]],
    ["/plan ", []],
    ["plan", []],
    ["see /plan", []],
    ["", []],
  ];
  for (const [draft, expected] of cases) it(JSON.stringify(draft), () => assert.deepEqual(offered(draft), expected));

  for (const [draft, expected] of [
    ["/find ", "words"],
    ["/find", ""],
    ["/find x", ""],
    ["/plan ", ""],
    ["see /find ", ""],
  ] as const) {
    it(`the hint of ${JSON.stringify(draft)}`, () => {
      assert.equal(hintFor(draft, [...commands, { name: "find", description: "", hint: "words" }]), expected);
    });
  }
});
