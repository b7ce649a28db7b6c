import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/setup.mjs";
import { walkKeys } from "../../../webview/keyboard.ts";

describe("the keys in the README", () => {
  it("are the letters that lead somewhere in a transcript, each of them and no other", () => {
    const [, section = ""] = readFileSync(join(root, "README.md"), "utf8").split("### Keys in a transcript");
    const [table = ""] = section.split("\n### ");
    const firstColumn = table.split("\n").map((line) => line.split("|")[1] ?? "");
    const told = firstColumn.flatMap((cell) => Array.from(cell.matchAll(/`([a-z])`/g), ([, key]) => key));
    assert.deepEqual(told.toSorted(), walkKeys.toSorted());
  });
});
