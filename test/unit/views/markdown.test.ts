import assert from "node:assert/strict";
import { contained } from "../../../src/views/exports/markdown.ts";

describe("Markdown of somebody else in an export", () => {
  it("has no HTML that acts, and reads as it was written", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["<style>*{display:none}</style>", "\\<style>*{display:none}\\</style>"],
      ["<!-- all that follows", "\\<!-- all that follows"],
      ["a < b, <3, <https://a.example/?q> and <me@a.example>", "a < b, <3, <https://a.example/?q> and <me@a.example>"],
      ["Vec<String> and `Vec<String>` and ``a ` <b>``", "Vec\\<String> and `Vec<String>` and ``a ` <b>``"],
      ["one ` alone <b>", "one ` alone \\<b>"],
      ["\\`<b>` <i>", "\\`\\<b>` \\<i>"],
      ["\\<b> \\\\<i>", "\\<b> \\\\\\<i>"],
      ["a `code\n\n<b>` c", "a `code\n\n\\<b>` c"],
      ["```html\n<b>\n```\n<b>", "```html\n<b>\n```\n\\<b>"],
    ];
    assert.deepEqual(
      cases.map(([written]) => contained(written)),
      cases.map(([, expected]) => expected),
    );
  });

  it("ends its last code block", () => {
    assert.equal(contained("~~~~\n~~~\n```\n"), "~~~~\n~~~\n```\n~~~~");
    assert.equal(contained("```js\na\n```"), "```js\na\n```");
    assert.equal(contained("``` not `a` fence"), "``` not `a` fence");
  });

  it("takes time in proportion to its length", () => {
    const begin = performance.now();
    for (const unit of ["<a ", "`", "``` ", "` `` ``` ", "\\", "\\<"]) contained(unit.repeat(300_000));
    assert.ok(performance.now() - begin < 10_000);
  });
});
