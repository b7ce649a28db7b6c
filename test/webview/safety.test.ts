import assert from "node:assert/strict";
import { exactText } from "../../src/base/exactText.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import { exportHtml } from "../../src/views/exports/exportHtml.ts";
import { TranscriptView } from "../../src/views/transcript/transcriptView.ts";
import { canary, everyInjection, injections } from "../support/injections.ts";
import { rich } from "../unit/views/richScene.ts";
import { calls, code, unfoldedCalls } from "./support/calls.ts";
import { asking, form, page } from "./support/forms.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { wordsReplaced } from "./support/hostile.ts";
import { everyMark, everyRow, options, ownTab, sketch, terminals, unfolded } from "./support/scenes.ts";
import { request, rowWindow, says, state } from "./support/states.ts";
import { sketch as lanes, noon } from "./support/timelines.ts";

/** Attributes that a page of ours has; whatever else stands on an element came from somewhere else. */
const known =
  /^(class|id|dir|lang|role|tabindex|title|type|name|value|placeholder|rows|for|hidden|disabled|checked|open|lines|appearance|part|slot|start|src|alt|spellcheck|autocomplete|maxlength|min|max|step|inputmode|pattern|required|list|multiple|selected|label|accept|current-value|readonly|resize|draggable|translate|enterkeyhint|size|(aria|data)-[a-z-]+)$/;

/** What in the page was not drawn by us, or may do something. */
async function strange(view: Transcript) {
  return await view.page.evaluate(
    ([pattern, name]) => {
      const mine = new RegExp(pattern);
      // The ring of the context's use is the one drawing of ours.
      const all = [...document.querySelectorAll("acp-app *")].filter((each) => !each.closest("acp-composer svg.ring"));
      const say = (element: Element) => element.outerHTML.slice(0, 200);
      const isOurStyle = (style: string) => /^(top|height|--acp-letters): [\d.]+(%|px)?;$/.test(style);
      return {
        elements: all
          .filter((each) =>
            each.matches(
              "script, style, iframe, frame, object, embed, link, base, meta, math, svg, video, audio, form, a[href], dialog, template",
            ),
          )
          .map(say),
        attributes: all.flatMap((each) =>
          each
            .getAttributeNames()
            .filter((attribute) => !mine.test(attribute) && !(attribute === "style" && isOurStyle(each.getAttribute("style") ?? "")))
            .map((attribute) => `${attribute} in ${say(each)}`),
        ),
        images: all
          .filter((each) => each instanceof HTMLImageElement && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(each.src))
          .map(say),
        links: [...document.querySelectorAll<HTMLElement>("[data-href]")]
          .map((each) => each.dataset.href ?? "")
          .filter((href) => !/^https?:\/\//.test(href)),
        wasRun: name in globalThis,
      };
    },
    [known.source, canary] as const,
  );
}

/** The toolkit's progress ring and badge carry a style attribute in their templates, which is refused and not needed. */
const isNotTheToolkits = (violation: string): boolean => !violation.startsWith("style-src-attr inline");

const nothing = { elements: [], attributes: [], images: [], links: [], wasRun: false };

const violations = (view: Transcript) => view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

describe("webview: safety", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("[U16] makes no element of what an agent wrote, wherever it stands: every injection in every word of every scene", async () => {
    const scenes: readonly (readonly [name: string, scene: TranscriptState])[] = [
      ["every row", everyRow()],
      ["every mark", everyMark()],
      ["sketch", sketch()],
      ["own tab", ownTab()],
      ["calls", calls()],
      ["code", code()],
      ["terminals", terminals()],
      ["options", options()],
      ["form", asking(form("q"))],
      ["page", asking(page(everyInjection))],
      ["permission", asking(request("q"))],
    ];
    const view = await bench.open({
      saved: { folds: { review: true, count: true, again: true, a: true }, openRows: [...unfolded, ...unfoldedCalls] },
    });
    const requested: string[] = [];
    view.page.on("request", (each) => requested.push(each.url()));
    const draw = async (name: string, scene: TranscriptState) => {
      await view.snapshot(scene);
      assert.deepEqual({ name, ...(await strange(view)) }, { name, ...nothing });
    };
    for (const [name, scene] of scenes) await draw(name, wordsReplaced(scene, everyInjection));
    // Each by itself too: one may keep another from being read.
    for (const [name, text] of Object.entries(injections)) await draw(name, wordsReplaced(everyRow(), text));
    assert.deepEqual(
      requested.filter((url) => !url.startsWith("http://127.0.0.1")),
      [],
    );
    assert.deepEqual((await violations(view)).filter(isNotTheToolkits), []);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("turns no letters around, as the host tells of a session: in no row, card, call or header", async () => {
    const scene = rich("one \u202eowt\u202c \u2066three\u2069");
    const shown = new TranscriptView(scene.connection, scene.session("r").id, { foldDefault: "all", enterSends: true });
    for (const { id } of scene.store.sessions) shown.setOpen(id, true);
    for (const session of scene.store.sessions)
      for (const row of session.rows.values()) if (row.kind === "tool_call") shown.setToolOpen(session.id, row.id, true);
    const state = shown.snapshot();
    const rows = [...scene.store.sessions].flatMap(({ id, rows: all }) => Array.from(all.values(), (row) => `${id}/${row.id}`));
    const view = await bench.open({ saved: { openRows: rows } });
    await view.snapshot(state);
    const turning = await view.page.evaluate(() =>
      [...document.querySelectorAll("acp-app *")]
        .filter((each) =>
          [...each.childNodes].some((node) => node.nodeType === 3 && /[\u202a-\u202e\u2066-\u2069]/.test(node.nodeValue ?? "")),
        )
        .map((each) => each.outerHTML.slice(0, 200)),
    );
    assert.deepEqual(turning, []);
    assert.match(await view.page.locator("acp-app").innerText(), /one owt three/);
    await view.close();
  });

  it("draws no more of them in a timeline", async () => {
    const view = await bench.openTimeline();
    await view.snapshot(wordsReplaced(lanes(), everyInjection), noon);
    const found = await view.page.evaluate(
      (name) => [
        ...[...document.querySelectorAll("body :is(a, img, iframe, object, embed, form, svg)")].map((each) => each.outerHTML.slice(0, 200)),
        ...(name in globalThis ? ["it was run"] : []),
      ],
      canary,
    );
    assert.deepEqual(found, []);
    assert.deepEqual(view.faults, []);
    await view.page.close();
  });

  it("draws no more of them in an exported page, whatever its own policy would stop", async () => {
    const scene = rich(everyInjection);
    const html = await exportHtml(scene.connection, scene.session("r"));
    const page = await bench.blank();
    const requested: string[] = [];
    page.on("request", (each) => requested.push(each.url()));
    await page.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
    const found = await page.evaluate((name) => {
      const all = [...document.querySelectorAll("body, body *")];
      return [
        ...all.filter((each) =>
          each.matches(
            "script, style, iframe, object, embed, form, svg, math, link, base, meta, input, button, img:not([src^='data:image/'])",
          ),
        ),
        ...all.filter((each) => each.getAttributeNames().some((attribute) => /^(on|style|srcdoc|xlink)/.test(attribute))),
        ...all.filter((each) => each instanceof HTMLAnchorElement && !/^(https?|mailto):/.test(each.href)),
      ]
        .map((each) => each.outerHTML.slice(0, 200))
        .concat(name in globalThis ? ["it was run"] : []);
    }, canary);
    assert.deepEqual([found, requested], [[], []]);
    await page.close();
  });

  it("marks what nobody sees in what is asked for", async () => {
    const view = await bench.open();
    const detail = exactText("rm \u202efdp.tset");
    await view.snapshot(asking(request("q", { detail })));
    const bar = view.page.locator(".attention-detail");
    assert.equal(await bar.innerText(), "rm ⟨U+202E⟩fdp.tset");
    assert.deepEqual(await bar.locator(".unseen").allInnerTexts(), ["⟨U+202E⟩"]);
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
    assert.deepEqual((await violations(view)).filter(isNotTheToolkits), []);
    assert.equal(await view.page.locator("acp-app [style]").count(), 0);
    await view.close();
  });
});
