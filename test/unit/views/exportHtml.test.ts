import assert from "node:assert/strict";
import { maskText } from "../../../src/acp/traffic/secrets.ts";
import { exportHtml } from "../../../src/views/exports/exportHtml.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { wholeExport } from "../../../src/views/exports/exportOptions.ts";
import { rich } from "./richScene.ts";
import { Scene } from "./scene.ts";

/** The page's elements by name, so that none is there that an agent wrote. */
const elements = (html: string) => new Set(Array.from(html.matchAll(/<([a-z][a-z0-9]*)/gi), (match) => match[1]?.toLowerCase()));

const session = (scene: Scene, id = "r") => exportHtml(scene.connection, scene.session(id));

describe("exportHtml", () => {
  it("lets no text become HTML, wherever it stands", async () => {
    const html = await session(rich());
    const own =
      "html head meta title style body main header h1 p span article h4 div details summary code pre b section ul li table thead tbody tr th td a";
    assert.deepEqual(
      [...elements(html)].filter((name) => !own.split(" ").includes(name ?? "")),
      [],
    );
    assert.equal(/<[^>]*\son\w+=/i.test(html), false);
    assert.deepEqual(
      [...new Set(Array.from(html.matchAll(/(?:href|src)="([^"]*)"/g), (match) => match[1]))],
      ["https://a.example/?q=%22x%22"],
    );
    assert.equal(html.includes("\u202e"), false);
    assert.match(html, /default-src 'none'/);
  });

  it("is whole: each element that opens closes, cards stand in one another, each part in its place", async () => {
    const html = await session(rich("it"));
    const open: string[] = [];
    for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (["meta", "img", "br", "hr"].includes(name)) continue;
      if (end) assert.equal(open.pop(), name);
      else open.push(name);
    }
    assert.deepEqual(open, []);
    const words = html
      .slice(html.indexOf("<main>"))
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    assert.equal(
      words,
      "Review it ✓ finished its turn · 0s Prompt Look at it Thought I think it edit Edit it it.ts failed Input what: it /w/it +1 −1 one - it + it! three Output it " +
        "Explorer it ✓ explorer · finished its turn · 0s Prompt from Review it Find it Steps run Run completed it ok " +
        "Helper it ✓ finished its turn · 0s Prompt from Explorer it Help Steps none reported Answer Found it a b 1 2 const a = 1 ; " +
        "Answer The answer: it Plan ☑ Read it ☐ Tell Done it",
    );
  });

  it("says of a call what kind it is, in a word, and where it was", async () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    const location = { path: "/w/list.ts", line: 3 };
    scene.tool("r", "t1", { title: "Look", kind: "read", locations: [location], rawInput: { limit: 4 }, status: "completed" });
    scene.tool("r", "t2", { title: "Plan first", kind: "switch_mode", status: "completed" });
    scene.tool("r", "t3", { title: "Ask", kind: "other", status: "completed" });
    const place = { path: "/w/README.md", line: 1 };
    scene.tool("r", "t4", { title: "Read `README.md`", kind: "read", locations: [place, location], status: "completed" });
    const html = await session(scene);
    assert.deepEqual(
      Array.from(html.matchAll(/<(?:summary|div class="tool")>(.*?)<\/(?:summary|div)>/g), ([, line = ""]) => line.replace(/<[^>]+>/g, "")),
      ["read Look list.ts:3–6 completed", "switch mode Plan first completed", "Ask completed", "read Read README.md:1 list.ts:3 completed"],
    );
  });

  it("says whom a call is about", async () => {
    const scene = new Scene().root("r").prompt("r", "Go").child("a", "r", { title: "Explorer" });
    scene.tool("r", "t", { title: "wait", status: "completed", about: [scene.session("a").id] });
    const html = await exportHtml(scene.connection, scene.session("r"), wholeExport);
    assert.match(html, /wait<\/span> <span class="dim">→ Explorer<\/span>/);
    assert.match(await exportMarkdown(scene.connection, scene.session("r"), wholeExport), /▸ \*\*wait\*\* → Explorer \(completed\)/);
  });

  it("gives code its colours as classes, and leaves code of an unknown language as it is", async () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    scene.says("r", '```ts\nconst a = "<b>"; // one\n```\n\n```tea\nconst b = "<i>";\n```', "m");
    const html = await exportHtml(scene.connection, scene.session("r"), wholeExport);
    assert.deepEqual(html.match(/<pre><code.*\n?.*<\/code>/g), [
      '<pre><code class="language-ts"><span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>; ' +
        '<span class="hljs-comment">// one</span>\n</code>',
      '<pre><code class="language-tea">const b = &quot;&lt;i&gt;&quot;;\n</code>',
    ]);
    assert.match(html, /\.hljs-keyword[^{]*\{ color: /);
  });

  it("leaves out thoughts and subagents when they are not wanted, and masks each text before it is escaped", async () => {
    const scene = rich('API_TOKEN="abcdefgh1234"');
    const html = await exportHtml(scene.connection, scene.session("r"), {
      ...wholeExport,
      hasThoughts: false,
      hasSubagents: false,
      mask: maskText,
    });
    assert.deepEqual(
      ["abcdefgh", "I think", "Helper", "Explorer", "•••", '<details class="card"'].map((words) => html.includes(words)),
      [false, false, false, true, true, false],
    );
    assert.equal((await exportHtml(scene.connection, scene.session("r"), { ...wholeExport, mask: maskText })).includes("abcdefgh"), false);
  });

  it("rests every few rows and ends when nobody wants it any more", async () => {
    const scene = new Scene().root("r");
    for (let row = 0; row < 500; row++) scene.says("r", `Row ${row}`, `m${row}`);
    let rests = 0;
    const rest = async () => {
      if (++rests === 5) throw new Error("cancelled");
    };
    await assert.rejects(exportHtml(scene.connection, scene.session("r"), { ...wholeExport, rest }), /cancelled/);
  });
});
