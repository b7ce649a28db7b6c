import assert from "node:assert/strict";
import { renderMarkdown } from "../../../src/render/markdown.ts";
import { PartRenderer } from "../../../src/render/partRenderer.ts";

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** A page that is drawn with what a renderer says. */
class Page {
  readonly parts: string[] = [];
  readonly parsed: string[] = [];
  readonly #renderer = new PartRenderer((source) => {
    this.parsed.push(source);
    return renderMarkdown(source);
  });

  show(text: string): void {
    const { count, drawn } = this.#renderer.update(text);
    for (const part of drawn) {
      if (part.type === "html") this.parts[part.index] = part.html;
      else
        this.parts[part.index] =
          this.parts[part.index]?.replace(/(<code[^>]*>)[\s\S]*(<\/code>)/, (_, from, to) => from + escaped(part.code) + to) ?? "";
    }
    this.parts.length = count;
  }

  /** All that is drawn; the end of a line that ends no text shows nothing. */
  get html(): string {
    return this.parts.join("").replaceAll("\n</code>", "</code>");
  }
}

const answer = [
  "# What I found",
  "Two *callers* rely on the order.",
  '```ts\nconst a = "<b>";\n\nconst b = `${a}`;\n```',
  "- [x] read the reducer\n- [ ] read the callers",
  "| a | b |\n|:--|--:|\n| 1 | 2 |",
  "~~~\nplain ``` code\n~~~",
  "1. one\n\n   ```sh\n   make\n   ```\n\n2. two",
  "Last words.",
].join("\n\n");

describe("render/partRenderer", () => {
  it("draws after every letter what the whole text gives", () => {
    const page = new Page();
    for (let end = 1; end <= answer.length; end++) {
      const text = answer.slice(0, end);
      page.show(text);
      assert.equal(page.html, renderMarkdown(text).replaceAll("\n</code>", "</code>"), `after ${end} letters`);
    }
  });

  it("parses a part that is complete not once more, however long the text becomes", () => {
    const page = new Page();
    const paragraphs = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} says something of its own.`);
    for (let count = 1; count <= paragraphs.length; count++) page.show(`${paragraphs.slice(0, count).join("\n\n")}\n\n`);
    assert.deepEqual([page.parsed.length, page.parts.length], [200, 200]);
  });

  it("parses a block of code once while it is written, and once when it ends", () => {
    const page = new Page();
    let text = "Look:\n\n```ts\n";
    for (let line = 0; line < 500; line++) {
      text += `line(${line});\n`;
      page.show(text);
    }
    assert.equal(page.parsed.length, 2, "the words before it, and its first line");
    page.show(`${text}\`\`\``);
    assert.equal(page.parsed.length, 3);
    assert.ok(page.html.endsWith("line(499);</code></pre>\n"));
  });

  it("says whether a block of code is complete", () => {
    const renderer = new PartRenderer();
    const last = (text: string) => {
      const part = renderer.update(text).drawn.at(-1);
      return part?.type === "html" ? part.isCodeOpen : part?.code;
    };
    assert.deepEqual(["```ts\na", "```ts\nab\n", "```ts\nab\n```", "```ts\nab\n```\n\nEnd."].map(last), [true, "ab\n", false, false]);
  });

  it("starts over when the text is another one", () => {
    const page = new Page();
    page.show("```\nold");
    page.show("```\nnew one");
    assert.equal(page.html, "<pre><code>new one</code></pre>\n");
  });
});
