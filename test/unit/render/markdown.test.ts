import assert from "node:assert/strict";
import { renderMarkdown } from "../../../src/render/markdown.ts";

const link = (href: string, text: string) => `<a class="link" role="link" tabindex="0" data-href="${href}" title="${href}">${text}</a>`;

describe("render/markdown", () => {
  const cases: readonly (readonly [name: string, source: string, html: string])[] = [
    ["a page", "[docs](https://example.com/a?b=1&c)", `<p dir="auto">${link("https://example.com/a?b=1&amp;c", "docs")}</p>`],
    ["a bare address", "see https://example.com.", `<p dir="auto">see ${link("https://example.com", "https://example.com")}.</p>`],
    ["a file with a line", "[store](src/store.ts:12)", `<p dir="auto">${link("src/store.ts:12", "store")}</p>`],
    ["a file's name is not a host", "see main.rs", '<p dir="auto">see main.rs</p>'],
    ["a command", "[x](command:workbench.action.quit)", '<p dir="auto">[x](command:workbench.action.quit)</p>'],
    ["a script", "[x](javascript:alert(1))", '<p dir="auto">[x](javascript:alert(1))</p>'],
    ["a picture", "![shot](https://example.com/s.png)", `<p dir="auto">${link("https://example.com/s.png", "shot")}</p>`],
    ["a picture of a command", "![x](command:a)", '<p dir="auto">![x](command:a)</p>'],
    ["raw HTML", '<div style="position:fixed">x</div>', '<p dir="auto">&lt;div style=&quot;position:fixed&quot;&gt;x&lt;/div&gt;</p>'],
    ["a script element", "a <script>alert(1)</script>", '<p dir="auto">a &lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ["a quote in a picture's name", '![a"b](x.png)', `<p dir="auto">${link("x.png", "a&quot;b")}</p>`],
    [
      "tasks",
      "- [ ] to do\n- [X] *done*\n- [] none\n- [x]none",
      '<ul dir="auto">\n<li class="task">☐ to do</li>\n<li class="task">☑ <em>done</em></li>\n<li>[] none</li>\n<li>[x]none</li>\n</ul>',
    ],
    ["line breaks stay soft", "a\nb", '<p dir="auto">a\nb</p>'],
  ];
  for (const [name, source, html] of cases) {
    it(name, () => assert.equal(renderMarkdown(source).trim(), html));
  }

  it("writes classes where Markdown aligns columns", () => {
    const html = renderMarkdown("| a | b |\n|:-:|---|\n| 1 | 2 |");
    assert.match(html, /<th class="align-center">a<\/th>\n<th>b<\/th>/);
    assert.doesNotMatch(html, /style/);
  });

  it("survives a quarter of a million brackets", () => {
    assert.ok(renderMarkdown("[".repeat(250_000)).length > 0);
  }).timeout(10_000);

  it("lets no text turn the order of what follows", () => {
    assert.equal(renderMarkdown("see \u202egpj.exe\u2069 `a\u2066b`"), '<p dir="auto">see gpj.exe <code>ab</code></p>\n');
  });
});
