import assert from "node:assert/strict";
import { mentionAt } from "../../../webview/composer/mentions.ts";

describe("a mention in the composer", () => {
  it("is the word behind an @ that the cursor stands in", () => {
    const at = (marked: string) => mentionAt(marked.replace("|", ""), marked.indexOf("|"));
    assert.deepEqual(at("@|"), { start: 0, query: "" });
    assert.deepEqual(at("see @src/st| and"), { start: 4, query: "src/st" });
    assert.deepEqual(at("line\n(@a|b)"), { start: 6, query: "a" });
    assert.deepEqual(at("資料 @店|"), { start: 3, query: "店" });
  });

  it("is no address of mail, no word that ended, and nothing endless", () => {
    for (const marked of ["me@example|", "@a b|", "a|@b", "|", `@${"x".repeat(200)}|`]) {
      assert.equal(mentionAt(marked.replace("|", ""), marked.indexOf("|")), undefined, marked);
    }
  });
});
