import assert from "node:assert/strict";
import { code } from "./support/calls.ts";
import { Bench } from "./support/harness.ts";
import { rowWindow, says, state } from "./support/states.ts";

describe("webview: code", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("is coloured by a script of its own, loaded with the first block and within the page's policy", async () => {
    const view = await bench.open();
    const scripts: string[] = [];
    view.page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url().replace(/^.*\//, ""));
    });
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "No code.")])] }));
    assert.deepEqual(scripts, []);
    await view.snapshot(code());
    await view.page.locator(".code-block .hljs-keyword").first().waitFor();
    assert.deepEqual(scripts, ["highlight.js"]);
    const coloured = await view.page
      .locator(".code-block:has([class^=hljs])")
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.language));
    assert.deepEqual(coloured, ["ts", "json", "python", "bash", "diff", "html", "css", "sql", "rust"]);
    const violations = await view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
    assert.deepEqual(
      violations.filter((violation) => !violation.startsWith("style-src-attr inline")),
      [],
    );
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("goes to the host to be copied, inserted or opened, letter by letter", async () => {
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "```js\nlet a = '<b>';\n\n  a\n```")])] }));
    await view.page.locator(".hljs-keyword").waitFor();
    for (const act of ["copy", "insert", "open"] as const) {
      await view.page.locator(`[data-code-act=${act}]`).click();
      const sent = await view.posted("useCode", (message) => message.act === act);
      assert.deepEqual(sent, { type: "useCode", act, code: "let a = '<b>';\n\n  a", language: "js" });
    }
    await view.close();
  });

  it("stays as it is in the page while more text comes, and grows without being drawn anew", async () => {
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "```js\nlet a;\n```\n\nThen:\n\n```js\nlet b;\n")])] }));
    await view.page.locator(".hljs-keyword").waitFor();
    await view.page.evaluate(() => {
      for (const block of document.querySelectorAll(".code-block")) block.setAttribute("data-seen", "");
    });
    for (const line of ["let c;\n", "let d;\n"]) await view.patch({ op: "rowText", sessionId: "root", rowId: "m", append: line });
    assert.deepEqual(await view.page.locator(".code-block pre").allInnerTexts(), ["let a;\n", "let b;\nlet c;\nlet d;\n"]);
    assert.equal(await view.page.locator(".code-block[data-seen]").count(), 2);
    await view.patch({ op: "rowText", sessionId: "root", rowId: "m", append: "```" });
    await view.page.locator(".code-block:not([data-seen]) .hljs-keyword").first().waitFor();
    assert.equal(await view.page.locator(".code-block[data-seen]").count(), 1);
    await view.close();
  });
});
