// For everyone who reads: with an input method, from right to left, enlarged, without motion, with the cursor in one place.
import assert from "node:assert/strict";
import type { PatchOp } from "../../src/shared/transcriptState.ts";
import { asking, form } from "./support/forms.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { everyMark, everyRow, options, ownTab, sketch, unfolded } from "./support/scenes.ts";
import { card, composer, noon, request, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

const arabic = "مرحبا بالعالم، هذا نص من اليمين إلى اليسار";
const japanese = "漢字かな交じり文の長い名前が続いて、空白のないまま何行にもわたって折り返されなければならない";

/** Gives every field of the page, also in shadow roots, the keys of an input method, and returns how many fields there were. */
const compose = (view: Transcript) =>
  view.page.evaluate(() => {
    const roots: ParentNode[] = [document];
    let count = 0;
    for (const root of roots) {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const isField =
          element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !["checkbox", "radio"].includes(element.type));
        if (!isField) continue;
        count++;
        element.focus();
        for (const key of ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp"]) {
          const fields = { key, bubbles: true, composed: true, cancelable: true };
          const [composing, committing] = [{ isComposing: true }, { keyCode: 229 } as KeyboardEventInit];
          for (const more of [composing, committing]) {
            const isLeft = element.dispatchEvent(new KeyboardEvent("keydown", { ...fields, ...more }));
            if (!isLeft) throw new Error(`${key} was taken from ${element.outerHTML.slice(0, 100)}`);
          }
        }
      }
    }
    return count;
  });

describe("webview: everyone", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("leaves the keys of an input method alone in every field: composer, find, forms, waiting prompts", async () => {
    const view = await bench.open();
    const waiting = composer({ isTurnOpen: true, queued: [{ id: "p1", text: "それから" }] });
    await view.snapshot({ ...asking(form("q")), composer: waiting });
    await view.do({ do: "find" });
    await view.page.locator(".find-field:focus").fill("かな");
    await view.page.locator('[data-queued-id="p1"] button').first().click();
    await view.posted("findStep");
    const before = view.messages.filter(({ type }) => type !== "ack" && type !== "focus").length;
    // The composer, the prompt that is changed, what is looked for, and the form's lines.
    assert.ok((await compose(view)) >= 7);
    await view.settled();
    assert.deepEqual(view.messages.filter(({ type }) => type !== "ack" && type !== "focus").slice(before), []);
    assert.equal(await view.page.locator(".chip.editing, acp-find").count(), 2);
    await view.close();
  });

  it("keeps the cursor where it is while everything around it changes", async () => {
    const view = await bench.open({ now: noon, height: 900, saved: { folds: { review: true } } });
    const scene = { ...sketch(), requests: [form("q")] };
    await view.snapshot(scene);
    const review = scene.sessions.review ?? sessionView("review");
    let turn = 0;
    const changes = (): PatchOp[] => {
      turn++;
      return [
        { op: "session", session: { ...review, words: `step ${turn}`, mark: turn % 2 ? "running" : "waiting", requestCount: turn % 2 } },
        { op: "rowAdd", sessionId: "root", index: 0, row: says(`new-${turn}`, "It comes in above.") },
        { op: "rowText", sessionId: "root", rowId: "r1", append: " More." },
        {
          op: "rowSet",
          sessionId: "review",
          row: row({ id: "s2", kind: "tool_call", tool: tool(`Search ${turn}`, { toolKind: "search", hasBody: true }) }),
        },
        { op: "rowAdd", sessionId: "review", index: 2, row: says(`in-${turn}`, "And one inside.") },
        { op: "requests", requests: [form("q"), ...(turn % 2 ? [request("other")] : [])] },
        { op: "composer", composer: composer({ isTurnOpen: turn % 2 === 0, queued: turn % 2 ? [{ id: "p", text: "Later" }] : [] }) },
      ];
    };
    const places = [
      '[data-row-id="s2"] .tool-title',
      '[data-session-id="review"] > .card-line .card-header',
      '[data-row-id="r1"]',
      '[data-field="name"] input',
      "vscode-text-area",
    ];
    for (const place of places) {
      await view.page.locator(place).first().focus();
      await view.page
        .locator(place)
        .first()
        .evaluate((element) => element.setAttribute("data-cursor", "here"));
      await view.patch(...changes());
      await view.patch(...changes());
      const has = await view.page.evaluate(
        () => document.activeElement?.getAttribute("data-cursor") ?? document.activeElement?.outerHTML.slice(0, 120),
      );
      assert.equal(has, "here", place);
      await view.page.evaluate(() => document.querySelector("[data-cursor]")?.removeAttribute("data-cursor"));
    }
    await view.close();
  });

  it("keeps the cursor in the transcript when the row under it is taken away", async () => {
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [says("a", "One."), says("b", "Two."), says("c", "Three.")])] }));
    await view.page.locator('[data-row-id="b"]').focus();
    await view.patch({ op: "rowRemove", sessionId: "root", rowId: "b", index: 1 });
    assert.equal(await view.page.evaluate(() => document.activeElement?.className), "scroller");
    await view.close();
  });

  it("moves nothing by itself for a reader who wants no motion, by the system or by the editor", async () => {
    for (const isByEditor of [false, true]) {
      const view = await bench.open({ now: noon, saved: { folds: { review: true }, openRows: unfolded } });
      if (isByEditor) await view.page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
      else await view.page.emulateMedia({ reducedMotion: "reduce" });
      for (const scene of [sketch(), everyRow(), everyMark()]) {
        await view.snapshot(scene);
        await view.do({ do: "reveal", sessionId: "review" });
        assert.deepEqual(await moving(view), []);
      }
      await view.close();
    }
    const view = await bench.open({ now: noon });
    await view.snapshot(sketch());
    assert.notDeepEqual(await moving(view), []);
    await view.close();
  });

  it("fits when letters are twice as large, and when the editor is zoomed to 200 %", async () => {
    const cards = [sketch(), everyMark(), ownTab()];
    const all = [...cards, everyRow(), options(), asking(form("q"))];
    for (const { width, size, scenes } of [
      { width: 440, size: "26px", scenes: cards },
      { width: 220, size: "13px", scenes: all },
    ]) {
      const view = await bench.open({ width, height: 450, now: noon, saved: { folds: { review: true, again: true }, openRows: unfolded } });
      await view.page.evaluate((each) => document.documentElement.style.setProperty("--vscode-font-size", each), size);
      for (const scene of scenes) {
        await view.snapshot(scene);
        assert.deepEqual(await view.overflows(), [], `${width} px, ${size}`);
      }
      await view.close();
    }
  });

  it("reads from right to left where the words do, and breaks words without spaces", async () => {
    const view = await bench.open({ width: 220, now: noon });
    const child = sessionView("a", { label: arabic, words: japanese, role: japanese });
    await view.snapshot(
      state({
        sessions: [child],
        windows: [
          rowWindow("root", [
            row({ id: "u", kind: "user_message", text: arabic }),
            says("m", `${arabic}\n\nThis is left to right.`),
            says("j", japanese),
            row({ id: "t", kind: "tool_call", tool: tool(japanese, { toolKind: "read", locations: [{ path: `/repo/${japanese}.ts` }] }) }),
            row({ id: "n", kind: "notice", severity: "info", text: arabic }),
            card("c", "a"),
          ]),
        ],
        rest: { requests: [request("q", { who: arabic, detail: japanese })], composer: composer({ queued: [{ id: "p", text: arabic }] }) },
      }),
    );
    const directions = await view.page.evaluate(() =>
      [
        '[data-row-id="u"] .clamped',
        '[data-row-id="m"] p:first-of-type',
        '[data-row-id="n"] .notice-words > *',
        ".card-label",
        ".chip-text",
      ].map((place) => {
        const element = document.querySelector(place);
        return `${place}: ${element ? getComputedStyle(element).direction : "missing"}`;
      }),
    );
    assert.deepEqual(
      directions.filter((each) => !each.endsWith(": rtl")),
      [],
    );
    const gaps = await view.page.evaluate(() =>
      [...document.querySelectorAll('[data-row-id="m"] p')].map((paragraph) => {
        const words = document.createRange();
        words.selectNodeContents(paragraph);
        const [line, box] = [words.getClientRects().item(words.getClientRects().length - 1), paragraph.getBoundingClientRect()];
        return line ? [line.left - box.left, box.right - line.right].map((gap) => gap < 2) : [];
      }),
    );
    // The last line of each begins at the side where its reader begins.
    assert.deepEqual(gaps, [
      [false, true],
      [true, false],
    ]);
    assert.deepEqual(await view.overflows(), []);
    await view.close();
  });
});

/** What is being animated, as the class of its element. */
const moving = (view: Transcript) =>
  view.page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? `${effect.target?.localName}.${effect.target?.className}` : "?")),
  );
