import assert from "node:assert/strict";
import { calls, code, unfoldedCalls } from "./support/calls.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { everyMark, everyRow, ownTab, sketch, unfolded } from "./support/scenes.ts";
import { card, cardView, diff, request, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

const hostile = [
  "<script>globalThis.isHacked = true</script>",
  '<div style="position:fixed;inset:0">over everything</div>',
  "<img src=x onerror='globalThis.isHacked = true'>",
  "[run](command:workbench.action.quit) [also](javascript:globalThis.isHacked=true) [data](data:text/html,x)",
  "![pixel](https://tracker.example.com/p.png)",
  "<iframe src='https://example.com'></iframe><svg onload=alert(1)></svg>",
].join("\n\n");

const violations = (view: Transcript) => view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

describe("webview: safety", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("[U16] makes no element of what an agent wrote, wherever it stands", async () => {
    const view = await bench.open({ saved: { folds: { a: true }, openRows: ["root/t", "root/k", "root/u"] } });
    const requested: string[] = [];
    view.page.on("request", (each) => requested.push(each.url()));
    await view.snapshot(
      state({
        sessions: [sessionView("a", { label: hostile, role: hostile, words: hostile })],
        windows: [
          rowWindow("root", [
            row({ id: "m", kind: "user_message", text: hostile }),
            says("n", hostile),
            row({ id: "t", kind: "agent_thought", text: hostile }),
            row({
              id: "k",
              kind: "tool_call",
              tool: tool(hostile, { hasBody: true, locations: [{ path: hostile }] }),
              body: {
                input: hostile,
                output: hostile,
                parts: [diff(hostile, undefined, hostile), { type: "image", mimeType: "image/svg+xml", data: "PHN2Zy8+" }],
              },
            }),
            row({ id: "p", kind: "plan", entries: [{ content: hostile, status: hostile }] }),
            row({ id: "s", kind: "session_message", direction: "incoming", otherId: "a", text: hostile }),
            row({ id: "e", kind: "error", text: hostile }),
            row({ id: "u", kind: "unknown", updateKind: hostile, json: hostile }),
            card("c", "a"),
          ]),
          rowWindow("a", [says("i", hostile)]),
        ],
        cards: [cardView("a", { prompt: hostile, answer: hostile, received: "x", isEnded: true })],
        rest: { requests: [request("q", { title: hostile, detail: hostile, who: hostile, path: [hostile] })] },
      }),
    );
    const found = await view.page.evaluate(() => ({
      elements: document.querySelectorAll(
        "acp-app :is(script, iframe, svg, object, embed, link, base, form, img, [onerror], [onload], a[href])",
      ).length,
      // Marks beside the scroll bar and gaps between rows have a place that we measured, and nothing else has a style.
      styles: [...document.querySelectorAll("acp-app [style]")]
        .map((each) => each.getAttribute("style") ?? "")
        .filter((style) => !/^(top|height): [\d.]+(%|px);$/.test(style)),
      links: [...new Set([...document.querySelectorAll<HTMLElement>("[data-href]")].map((each) => each.dataset.href))],
      isHacked: "isHacked" in globalThis,
    }));
    assert.deepEqual(found, {
      elements: 0,
      styles: [],
      links: ["https://tracker.example.com/p.png", "https://example.com"],
      isHacked: false,
    });
    assert.deepEqual(
      requested.filter((url) => !url.startsWith("http://127.0.0.1")),
      [],
    );
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("follows no link by itself: it asks the host, and only for what may be opened", async () => {
    const view = await bench.open();
    await view.snapshot(
      state({ windows: [rowWindow("root", [says("m", "[page](https://example.com/a) [file](src/a.ts:4) [no](command:x)")])] }),
    );
    const url = view.page.url();
    const link = (name: string) => view.page.locator(".markdown .link", { hasText: name });
    await link("page").click();
    await link("page").click({ button: "middle" });
    assert.deepEqual(await view.posted("openLink"), { type: "openLink", uri: "https://example.com/a" });
    await link("file").focus();
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("openFile"), { type: "openFile", sessionId: "root", path: "src/a.ts", line: 4 });
    assert.equal(await link("no").count(), 0);
    assert.equal(view.page.url(), url);
    await view.close();
  });

  it("keeps to its content policy, with every row, state and control drawn", async () => {
    const view = await bench.open({
      saved: { folds: { review: true, count: true, again: true }, openRows: [...unfolded, ...unfoldedCalls] },
    });
    for (const scene of [sketch(), everyRow(), everyMark(), ownTab(), calls(), code()]) await view.snapshot(scene);
    await view.page.locator(".code-block .hljs-keyword").first().waitFor();
    // The toolkit's progress ring and badge carry a style attribute in their templates, which is refused and not needed.
    const others = (await violations(view)).filter((violation) => !violation.startsWith("style-src-attr inline"));
    assert.deepEqual(others, []);
    assert.equal(await view.page.locator("acp-app [style]").count(), 0);
    await view.close();
  });
});
