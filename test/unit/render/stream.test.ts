import assert from "node:assert/strict";
import { renderMarkdown } from "../../../src/render/markdown.ts";
import { GrowingMarkdown } from "../../../src/render/stream.ts";

/** Feeds the text in pieces of `size` and returns the parts after the last piece. */
function grow(text: string, size: number): readonly string[] {
  const growing = new GrowingMarkdown();
  let parts: readonly string[] = [];
  for (let end = size; end < text.length + size; end += size) parts = growing.parts(text.slice(0, end));
  return parts;
}

const texts: { readonly [name: string]: string } = {
  "paragraphs and a heading": "One.\n\nTwo\nlines.\n\n# Three\n\nFour.",
  "a fence with blank lines": "Before.\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n\nAfter.\n\nEnd.",
  "a fence that never ends": "Before.\n\n~~~\nopen\n\nstill open\n\n```\n\nno end",
  "a loose list": "Intro\n\n- one\n\n- two\n\n  more of two\n\n3. three\n\nAfter.\n\nEnd.",
  "a fence inside of a list":
    "1. Run it:\n   ```sh\n   make\n\n   make test\n   ```\n\n2. Then:\n\n   ```\n   a\n   ```\n\nAfter\n\n```\nx\n\ny\n```\n\nEnd.",
  "a fence on the item's own line": "- ```\n  a\n\n  b\n  ```\n\nAfter.\n\n```\nx\n\ny\n```\n",
  "a table and a quote": "| a | b |\n|:--|--:|\n| 1 | 2 |\n\n> quoted\n\n> again\n\nEnd.",
  "indented code": "Text\n\n    code\n\n    more code\n\nText",
  "a definition at the end": "See [this].\n\nAnd that.\n\n[this]: https://example.com/",
};

describe("render/stream", () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`renders in parts what the whole renders: ${name}`, () => {
      const growing = new GrowingMarkdown();
      for (let end = 1; end <= text.length; end++) {
        const source = text.slice(0, end);
        const parts = growing.parts(source);
        assert.equal(parts.join(""), source);
        assert.equal(parts.map(renderMarkdown).join(""), renderMarkdown(source), `after ${end} characters`);
      }
    });
  }

  it("leaves only the block that is still written for the next time", () => {
    assert.deepEqual(grow("One.\n\nTwo.\n\n```\na\n\nb\n```\n\nLast is wri", 3), [
      "One.\n\n",
      "Two.\n\n",
      "```\na\n\nb\n```\n\n",
      "Last is wri",
    ]);
  });

  it("starts over when the text is another one", () => {
    const growing = new GrowingMarkdown();
    growing.parts("One.\n\nTwo.\n\nThree.");
    assert.deepEqual(growing.parts("Other.\n\nText."), ["Other.\n\n", "Text."]);
  });
});
