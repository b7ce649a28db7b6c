import assert from "node:assert/strict";
import type { RowView } from "../../src/shared/rowView.ts";
import type { PatchOp } from "../../src/shared/transcriptState.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { card, cardView, rowWindow, says, sessionView, state } from "./support/states.ts";

const many = 100_000;
/** How many elements a page may have, whatever it holds. */
const mostNodes = 5_000;
const scroller = "acp-feed > .scroller";

/** Rows of one to nine lines, so that none can be guessed by another. */
const line = (index: number): RowView =>
  says(`m${index}`, Array.from({ length: 1 + ((index * 7) % 9) }, (_, at) => `Line ${at} of message ${index}.`).join("  \n"));
const lines = (count: number, from = 0) => Array.from({ length: count }, (_, index) => line(from + index));

const nodes = (view: Transcript) => view.page.evaluate(() => document.querySelectorAll("*").length);

/** The rows in view from top to bottom, and what part of the view they fill. */
const seen = (view: Transcript) =>
  view.page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const rows = [...document.querySelectorAll<HTMLElement>(`${selector} acp-row`)]
      .map((row) => ({ id: row.dataset.rowId ?? "", box: row.getBoundingClientRect() }))
      .filter((row) => row.box.bottom > box.top && row.box.top < box.bottom && row.box.height > 0);
    const filled = rows.reduce((sum, row) => sum + Math.min(row.box.bottom, box.bottom) - Math.max(row.box.top, box.top), 0);
    return { ids: rows.map((row) => row.id), filled: filled / box.height };
  }, scroller);

const scrollTo = async (view: Transcript, part: number) => {
  await view.page.evaluate(
    ([selector, to]) => {
      const box = document.querySelector(String(selector));
      if (!box) return;
      box.dispatchEvent(new WheelEvent("wheel"));
      box.scrollTop = (box.scrollHeight - box.clientHeight) * Number(to);
    },
    [scroller, part] as const,
  );
  for (let round = 0; round < 4; round++) await view.settled();
};

describe("webview: many rows", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("has few elements with 100,000 rows and 200 children, wherever the reader goes", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `child-${index}`);
    const rows = [...lines(many / 2), ...ids.map((id) => card(`card-${id}`, id)), ...lines(many / 2, many / 2)];
    const view = await bench.open({ height: 800 });
    await view.snapshot(state({ sessions: ids.map((id) => sessionView(id)), windows: [rowWindow("root", rows)] }));
    const counts = [await nodes(view)];
    for (const part of [0.25, 0.5, 0.501, 0.75, 0, 1]) {
      await scrollTo(view, part);
      counts.push(await nodes(view));
      assert.ok((await seen(view)).filled > 0.85, `a hole at ${part}: ${JSON.stringify(await seen(view))}`);
    }
    await view.do({ do: "reveal", sessionId: "child-100" });
    await view.page.locator('[data-session-id="child-100"] .card-header:focus').waitFor();
    counts.push(await nodes(view));
    assert.ok(Math.max(...counts) <= mostNodes, `elements: ${counts.join(", ")}`);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("stays quick while it streams at the end of 100,000 rows that a reader went through", async () => {
    const view = await bench.open({ height: 800 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(many))] }));
    await scrollTo(view, 0.5);
    const before = await seen(view);
    const began = Date.now();
    for (let round = 0; round < 20; round++) {
      await view.patch({ op: "rowAdd", sessionId: "root", index: many + round, row: line(many + round) });
    }
    const took = (Date.now() - began) / 20;
    assert.deepEqual((await seen(view)).ids, before.ids);
    assert.ok(took < 250, `${took} ms for a row`);
    await view.close();
  });

  it("shows every row on the way up, and none of them moves but by the wheel", async () => {
    const view = await bench.open({ height: 500 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(200))] }));
    const passed = new Set<string>();
    const topOf = (id: string) =>
      view.page.evaluate((rowId) => document.querySelector(`[data-row-id="${rowId}"]`)?.getBoundingClientRect().top, id);
    const scrolled = () => view.page.evaluate((selector) => document.querySelector(selector)?.scrollTop ?? 0, scroller);
    await view.page.locator(scroller).hover({ position: { x: 100, y: 60 } });
    for (let at = await scrolled(); at > 0; at = await scrolled()) {
      const { ids } = await seen(view);
      for (const id of ids) passed.add(id);
      const [first = ""] = ids;
      const before = await topOf(first);
      await view.page.mouse.wheel(0, -300);
      await view.page.waitForFunction(([selector, old]) => document.querySelector(String(selector))?.scrollTop !== old, [
        scroller,
        at,
      ] as const);
      await view.settled();
      const moved = ((await topOf(first)) ?? Number.NaN) - (before ?? Number.NaN);
      assert.ok(Math.abs(moved - 300) <= 1 || (await scrolled()) === 0, `${first} moved by ${moved} px`);
    }
    for (const id of (await seen(view)).ids) passed.add(id);
    assert.equal(passed.size, 200);
    await view.close();
  });

  it("keeps a selection while the reader scrolls on, and the cursor in the transcript when its row goes", async () => {
    const view = await bench.open({ height: 500 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(400))] }));
    await scrollTo(view, 0.5);
    const [first = ""] = (await seen(view)).ids;
    await view.page.evaluate((id) => {
      const row = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`);
      row?.focus({ preventScroll: true });
      document.getSelection()?.selectAllChildren(row ?? document.body);
    }, first);
    const selected = () => view.page.evaluate(() => String(document.getSelection()).trim());
    const text = await selected();
    assert.match(text, /^Line 0 of message/);
    for (const part of [0.6, 0.7]) await scrollTo(view, part);
    assert.equal(await selected(), text);
    await view.page.evaluate(() => document.getSelection()?.removeAllRanges());
    await scrollTo(view, 0);
    await scrollTo(view, 1);
    assert.equal(await view.page.locator(`[data-row-id="${first}"]`).count(), 0);
    assert.equal(await view.page.evaluate(() => document.activeElement?.className), "scroller");
    await view.close();
  });

  it("leaves an open card open, and at its reader's place, when it was far from the view", async () => {
    const view = await bench.open({ height: 500, saved: { folds: { a: true } } });
    const inner = rowWindow("a", lines(40, 1000));
    const scene = state({
      sessions: [sessionView("a")],
      windows: [rowWindow("root", [card("c", "a"), ...lines(400)]), inner],
      cards: [cardView("a", { prompt: "Go." })],
    });
    await view.snapshot(scene);
    assert.equal(await view.page.locator("acp-card-body").count(), 0);
    await scrollTo(view, 0);
    const body = view.page.locator("acp-card-body");
    assert.equal(await body.count(), 1);
    await scrollTo(view, 1);
    assert.equal(await body.count(), 0);
    const ops: PatchOp[] = [{ op: "window", window: inner }];
    await view.patch(...ops);
    await scrollTo(view, 0);
    assert.equal(await body.count(), 1);
    assert.ok((await seen(view)).filled > 0.85);
    await view.close();
  });
});
