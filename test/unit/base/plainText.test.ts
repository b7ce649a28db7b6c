import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { cutText, oneLine, plainLabel, writtenMarkdown } from "../../../src/base/plainText.ts";

describe("plain text", () => {
  it("leaves nothing in a label that VS Code would act on", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["plain words", "plain words"],
      ["$(check) done", "$\u200b(check) done"],
      ["[click](command:workbench.action.quit)", "[click]\u200b(command:workbench.action.quit)"],
      ["two\r\nlines\tand  spaces\u2028end", "two lines and spaces end"],
      ["\u001b[31mred\u001b[0m \u001b]8;;https://example.test\u0007link\u001b]8;;\u0007", "red link"],
      ["nul\u0000 bell\u0007 c1\u009b x", "nul bell c1 x"],
      ["safe\u202etxt.exe\u202c \u2066iso\u2069", "safetxt.exe iso"],
      ["half \ud800 pair", "half \ufffd pair"],
      ["שלום עולם", "שלום עולם"],
      ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
      ["   ", ""],
    ];
    assert.deepEqual(
      cases.map(([text]) => plainLabel(text)),
      cases.map(([, label]) => label),
    );
  });

  it("changes nothing that went through it before", () => {
    const once = plainLabel("$(zap) [x](command:y) ".repeat(20));
    assert.equal(plainLabel(once), once);
  });

  it("cuts at the end of a word, and never inside a character", () => {
    assert.equal(cutText("Explore the repository and report", 20), "Explore the…");
    assert.equal(cutText("Explore the repository and report", 23), "Explore the repository…");
    assert.equal(cutText("abcdefghijklmnop", 8), "abcdefg…");
    assert.equal(cutText("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧👩‍👩‍👧…");
    assert.equal(cutText("👩‍👩‍👧👩‍👩‍👧", 2), "👩‍👩‍👧👩‍👩‍👧");
    assert.equal(cutText("审查存储库的归约器然后报告", 8), "审查存储库的归…");
  });

  it("becomes Markdown that reads as it was written, with nothing in it that would be a link, a list or a heading", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["<https://a.example> <command:x>", "\\<https\\:\\/\\/a\\.example\\> \\<command\\:x\\>"],
      ["www.a.example me@a.example", "www\\.a\\.example me\\@a\\.example"],
      ["[x](y) **b** `c` &amp;", "\\[x\\]\\(y\\) \\*\\*b\\*\\* \\`c\\` \\&amp\\;"],
      ["1. one\n    code\n\n# head", "1\\. one  \n&nbsp;&nbsp;&nbsp;&nbsp;code  \n&nbsp;  \n\\# head"],
    ];
    for (const [text, markdown] of cases) assert.equal(writtenMarkdown(text), markdown);
    assert.equal(
      new MarkdownIt({ linkify: true }).render(writtenMarkdown("<https://a.example> www.a.example")),
      "<p>&lt;https://a.example&gt; www.a.example</p>\n",
    );
  });

  it("looks only at the beginning of a huge text", () => {
    assert.equal(oneLine("x".repeat(50_000_000), 5), "xxxx…");
    assert.equal(oneLine(`e${"\u0301".repeat(10_000)}`, 5).length <= 5 * 32, true);
  });
});
