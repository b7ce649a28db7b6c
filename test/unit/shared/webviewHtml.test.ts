import assert from "node:assert/strict";
import { webviewHtml } from "../../../src/shared/webviewHtml.ts";

const page = {
  cspSource: "https://*.example.com",
  nonce: "abc123",
  scriptUri: "https://x.example.com/webview.js?a=1&b=2",
  styleUris: ["https://x.example.com/codicon.css", "https://x.example.com/style.css"],
  lang: "de",
  kind: "panel",
  title: "Transcript",
} as const;

describe("shared/webviewHtml", () => {
  it("allows the one script by its nonce and the extension's style sheets, and no inline code", () => {
    const html = webviewHtml(page);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#39;", "'");
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-abc123'; style-src https://*.example.com 'nonce-abc123'; font-src https://*.example.com; " +
        "img-src data:; media-src data:; base-uri 'none'; form-action 'none'",
    );
    assert.doesNotMatch(html, /style=|onload=|javascript:/);
    assert.match(html, /<script type="module" nonce="abc123" src="https:\/\/x\.example\.com\/webview\.js\?a=1&amp;b=2">/);
    assert.match(html, /<html lang="de">[\s\S]*<body class="kind-panel">/);
  });

  it("carries translations that cannot leave their element", () => {
    const html = webviewHtml({ ...page, words: { Stop: "</script><script>alert(1)</script>" } });
    assert.equal(html.match(/<script/g)?.length, 2);
    const json = /id="words" nonce="abc123">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    assert.deepEqual(JSON.parse(json), { Stop: "</script><script>alert(1)</script>" });
  });
});
