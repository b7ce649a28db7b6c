import assert from "node:assert/strict";
import type { RowView } from "../../src/shared/rowView.ts";
import type { PatchOp } from "../../src/shared/transcriptState.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { card, cardView, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => says(`m${from + index}`, `Message number ${from + index}.`));
const rootScroller = "acp-feed > .scroller";

/** Where a row stands in the window, in pixels. */
const topOf = (view: Transcript, rowId: string) =>
  view.page.evaluate((id) => document.querySelector(`[data-row-id="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN, rowId);

/** How far the end is below what is in view, in pixels. */
const awayFromEnd = (view: Transcript, scroller = rootScroller) =>
  view.page.evaluate((selector) => {
    const box = document.querySelector(selector);
    return box ? Math.round(box.scrollHeight - box.clientHeight - box.scrollTop) : Number.NaN;
  }, scroller);

/** The first row of the transcript that can be seen. */
const firstVisible = (view: Transcript) =>
  view.page.evaluate(() => {
    const top = document.querySelector("acp-feed > .scroller")?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>("acp-feed > .scroller > .content > .rows > acp-row")];
    return rows.find((each) => each.getBoundingClientRect().bottom > top + 1)?.dataset.rowId ?? "";
  });

/** Turns the wheel over an element and waits until it moved. */
async function wheel(view: Transcript, selector: string, dy: number): Promise<void> {
  const top = () => view.page.evaluate((each) => document.querySelector(each)?.scrollTop, selector);
  const before = await top();
  await view.page.locator(selector).hover({ position: { x: 100, y: 60 } });
  await view.page.mouse.wheel(0, dy);
  await view.page.waitForFunction(([each, old]) => document.querySelector(String(each))?.scrollTop !== old, [selector, before] as const);
  await view.settled();
}

const add = (index: number, row: RowView): PatchOp => ({ op: "rowAdd", sessionId: "root", index, row });

describe("webview: scroll", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("[U06] [U09] follows the end, for every kind of row, until the reader goes up, and again from the end on", async () => {
    const view = await bench.open({ height: 400 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(40))] }));
    assert.equal(await awayFromEnd(view), 0);
    await view.patch(add(40, says("m40", "One more.\n\nIn two paragraphs.")));
    await view.patch({ op: "rowText", sessionId: "root", rowId: "m40", append: "\n\nAnd a third." });
    await view.patch(add(41, card("c", "nobody")));
    for (const at of [42, 43, 44]) await view.patch(add(at, row({ id: `k${at}`, kind: "tool_call", tool: tool(`Call ${at}`) })));
    assert.equal(await awayFromEnd(view), 0);
    assert.equal(await view.page.locator(".jump").count(), 0);

    await wheel(view, rootScroller, -200);
    const [first, away] = [await firstVisible(view), await awayFromEnd(view)];
    const before = await topOf(view, first);
    await view.patch(add(45, says("m45", "Arrives below.")), add(46, says("m46", "So does this.")));
    assert.equal(await topOf(view, first), before);
    assert.ok((await awayFromEnd(view)) > away);

    await view.page.locator(".jump").click();
    await view.settled();
    assert.equal(await awayFromEnd(view), 0);
    assert.equal(await view.page.locator(".jump").count(), 0);
    await view.patch(add(47, says("m47", "Followed again.")));
    assert.equal(await awayFromEnd(view), 0);

    await wheel(view, rootScroller, -60);
    await wheel(view, rootScroller, 500);
    await view.patch(add(48, says("m48", "Back at the end by the wheel.")));
    assert.equal(await awayFromEnd(view), 0);
    await view.close();
  });

  it("goes to the end from the top of a long transcript, whose rows are higher and lower than guessed", async () => {
    const view = await bench.open({ height: 400 });
    const long = "Words that take a few lines where there is little room for them. ".repeat(12);
    const rows = Array.from({ length: 300 }, (_, index) => (index % 100 < 30 ? card(`c${index}`, "nobody") : says(`m${index}`, long)));
    await view.snapshot(state({ windows: [rowWindow("root", rows)] }));
    for (const toTheEnd of [() => view.page.locator(".jump").click(), () => view.page.keyboard.press("l")]) {
      await wheel(view, rootScroller, -200_000);
      // At the top already: nothing moves, and no scroll ends.
      await view.page.mouse.wheel(0, -200);
      await view.page.locator(rootScroller).focus();
      await view.settled();
      await toTheEnd();
      await view.page.waitForFunction(() => document.querySelector(".jump") === null);
      await view.settled();
      assert.equal(await awayFromEnd(view), 0);
    }
    await view.close();
  });

  it("still follows the end when a load draws everything afresh, also when more comes in the same frame", async () => {
    const view = await bench.open({ height: 400 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(40))] }));
    // Whatever measures between the two changes moves the view to the top, for there is nothing to scroll then.
    await view.page.evaluate((selector) => {
      const box = document.querySelector(selector);
      if (box) new MutationObserver(() => box.scrollHeight).observe(box, { childList: true, subtree: true });
    }, rootScroller);
    for (let round = 1; round <= 5; round++) {
      const window = rowWindow("root", lines(60, round * 100));
      await Promise.all([view.stream([{ op: "window", window: rowWindow("root", []) }]), view.stream([{ op: "window", window }])]);
      await view.page.locator(`[data-row-id="m${round * 100 + 59}"]`).waitFor();
      await view.settled();
      assert.equal(await awayFromEnd(view), 0, `round ${round}`);
    }
    await view.close();
  });

  it("goes up by a key as by the wheel", async () => {
    const view = await bench.open({ height: 400 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(60))] }));
    await view.page.locator(rootScroller).focus();
    await view.page.keyboard.press("PageUp");
    await view.page.waitForFunction(() => document.querySelector(".jump") !== null);
    await view.settled();
    const away = await awayFromEnd(view);
    await view.patch(add(60, says("m60", "Arrives below.")));
    assert.ok((await awayFromEnd(view)) >= away);
    await view.close();
  });

  it("[U10] keeps the first visible row within a pixel while rows above grow and fifty children stream", async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `child-${index}`);
    const rows = ids.flatMap((id) => [says(`before-${id}`, `Before ${id}.`), card(`card-${id}`, id)]);
    const open = "child-2";
    const view = await bench.open({ height: 500, saved: { folds: { [open]: true } } });
    await view.snapshot(
      state({
        sessions: ids.map((id) => sessionView(id)),
        windows: [rowWindow("root", rows), rowWindow(open, [says("inner", "Begun.")])],
        cards: [cardView(open, { prompt: "Go." })],
      }),
    );
    await wheel(view, rootScroller, -700);
    const first = await firstVisible(view);
    const before = await topOf(view, first);
    await view.page.evaluate((rowId) => {
      const seen: number[] = [];
      const watch = () => {
        seen.push(document.querySelector(`[data-row-id="${rowId}"]`)?.getBoundingClientRect().top ?? Number.NaN);
        requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
      Object.assign(globalThis, { seen });
    }, first);
    for (let round = 0; round < 30; round++) {
      await view.stream([
        ...ids.map((id): PatchOp => ({ op: "session", session: sessionView(id, { words: `step ${round}` }) })),
        { op: "rowText", sessionId: "root", rowId: `before-child-${round % 5}`, append: "\n\nIt grows above." },
        { op: "rowText", sessionId: open, rowId: "inner", append: "\n\nSo does the open card." },
        add(1, says(`new-${round}`, "And a row comes in above.")),
        add(100 + round * 2 + 1, says(`end-${round}`, "And one at the end.")),
      ]);
    }
    await view.patch();
    const seen = await view.page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
    const worst = Math.max(...seen.map((top) => Math.abs(top - before)));
    assert.ok(worst <= 1, `moved by ${worst} px`);
    await view.close();
  });

  it("keeps the reader's row when older rows are loaded above it", async () => {
    const view = await bench.open({ height: 400 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(60, 100), 100)] }));
    await wheel(view, rootScroller, -20_000);
    const asked = await view.posted("window");
    assert.deepEqual(asked, { type: "window", sessionId: "root", from: 0 });
    const before = await topOf(view, "m100");
    await view.patch({ op: "window", window: rowWindow("root", lines(160)) });
    // The line that offered older rows is gone: it was above.
    assert.ok(Math.abs((await topOf(view, "m100")) - before) <= 1);
    assert.equal(view.of("window").length, 1);
    await view.close();
  });

  it("keeps the reader's place when the transcript is drawn afresh, bit by bit and under other ids", async () => {
    const view = await bench.open({ height: 400 });
    const again = (count: number) => lines(count).map((each): RowView => ({ ...each, id: `again-${each.id}` }));
    await view.snapshot(state({ windows: [rowWindow("root", lines(60))] }));
    await wheel(view, rootScroller, -700);
    const first = await firstVisible(view);
    const before = await topOf(view, first);
    await view.patch({ op: "window", window: rowWindow("root", []) });
    await view.patch({ op: "window", window: rowWindow("root", again(10)) });
    await view.patch({ op: "window", window: rowWindow("root", again(60)) });
    await view.settled();
    assert.equal(await firstVisible(view), `again-${first}`);
    assert.ok(Math.abs((await topOf(view, `again-${first}`)) - before) <= 1);
    await view.close();
  });

  it("waits for what is below the reader's row, when a history arrives bit by bit", async () => {
    const view = await bench.open({ height: 400, saved: { places: { root: { rowId: "gone", index: 8, offset: 0 } } } });
    await view.snapshot(state({ windows: [rowWindow("root", lines(10))] }));
    await view.patch({ op: "window", window: rowWindow("root", lines(60)) });
    await view.settled();
    assert.equal(await firstVisible(view), "m8");
    await view.close();
  });

  it("is one matter for each container: an open card has its own end and its own reader", async () => {
    const view = await bench.open({ height: 600, saved: { folds: { a: true } } });
    const inner = (count: number) => Array.from({ length: count }, (_, index) => says(`i${index}`, `Inner ${index}.`));
    await view.snapshot(
      state({
        sessions: [sessionView("a")],
        windows: [rowWindow("root", [...lines(20), card("c", "a")]), rowWindow("a", inner(60))],
        cards: [cardView("a", { prompt: "Go." })],
      }),
    );
    const well = "acp-card-body > .scroller";
    assert.deepEqual([await awayFromEnd(view), await awayFromEnd(view, well)], [0, 0]);
    const height = await view.page.locator("acp-card-body").evaluate((each) => each.clientHeight);
    assert.ok(height <= 600 * 0.6, `${height} px of 600`);
    await wheel(view, well, -300);
    const before = await topOf(view, "i40");
    await view.patch({ op: "rowAdd", sessionId: "a", index: 60, row: says("i60", "Inner 60.") }, add(21, says("m21", "Outer.")));
    // The outer one follows, so everything moved up by the new row; within the well nothing moved.
    assert.equal(await awayFromEnd(view), 0);
    assert.ok((await awayFromEnd(view, well)) > 300);
    const moved = before - (await topOf(view, "i40"));
    const outer = await view.page.locator('[data-row-id="m21"]').evaluate((each) => each.getBoundingClientRect().height);
    assert.ok(Math.abs(moved - outer) <= 1, `${moved} px, the row is ${outer}`);
    await view.close();
  });

  it("keeps a header in place when its card closes, and shows what it opens", async () => {
    const view = await bench.open({ height: 700 });
    const ids = Array.from({ length: 30 }, (_, index) => `child-${index}`);
    await view.snapshot(
      state({
        sessions: ids.map((id) => sessionView(id)),
        windows: [
          rowWindow(
            "root",
            ids.map((id) => card(`card-${id}`, id)),
          ),
        ],
      }),
    );
    const opened = async (id: string) => {
      await view.page.locator(`[data-session-id="${id}"] .card-header`).click();
      await view.patch({ op: "card", card: cardView(id, { prompt: "Go." }) }, { op: "window", window: rowWindow(id, lines(40)) });
      await view.settled();
      return await view.page.locator(`[data-session-id="${id}"] acp-card-body`).boundingBox();
    };
    // The last one opens below the end: it comes into view as a whole, and the reader is at the end.
    const last = await opened("child-29");
    assert.ok(last && last.height > 200);
    assert.equal(await awayFromEnd(view), 0);

    await wheel(view, rootScroller, -100_000);
    const header = view.page.locator('[data-session-id="child-3"] .card-header');
    const place = async () => (await header.boundingBox())?.y;
    const before = await place();
    assert.ok(await opened("child-3"));
    assert.equal(await place(), before);
    await header.click();
    await view.settled();
    assert.equal(await place(), before);
    await view.close();
  });

  it("comes back to the reader's place after a reload, in every container", async () => {
    const view = await bench.open({ height: 400, saved: { folds: { a: true } } });
    const scene = state({
      sessions: [sessionView("a")],
      windows: [rowWindow("root", [...lines(30), card("c", "a"), ...lines(60, 30)]), rowWindow("a", lines(60, 500))],
      cards: [cardView("a", { prompt: "Go." })],
    });
    await view.snapshot(scene);
    await wheel(view, rootScroller, -1500);
    await view.page.locator('[data-session-id="a"] .card-header').scrollIntoViewIfNeeded();
    await wheel(view, "acp-card-body > .scroller", -400);
    await view.page.waitForFunction(() => (sessionStorage.getItem("state") ?? "").includes('"a":{"rowId"'));
    const first = await firstVisible(view);
    const places = [await topOf(view, first), await topOf(view, "m545")];
    await view.reload();
    await view.snapshot(scene);
    assert.deepEqual([await topOf(view, first), await topOf(view, "m545")].map(Math.round), places.map(Math.round));
    await view.close();
  });

  it("asks for the rows that the reader's place is in, when they are older than what came", async () => {
    const view = await bench.open({ height: 400, saved: { places: { root: { rowId: "m20", index: 20, offset: 12 } } } });
    await view.snapshot(state({ windows: [rowWindow("root", lines(60, 100), 100)] }));
    const { from } = await view.posted("window");
    assert.ok(from <= 20);
    await view.patch({ op: "window", window: rowWindow("root", lines(160 - from, from), from) });
    const top = await view.page.evaluate(() => document.querySelector("acp-feed > .scroller")?.getBoundingClientRect().top ?? 0);
    assert.equal(Math.round((await topOf(view, "m20")) - top), 12);
    await view.close();
  });

  it("waits for the row that the reader's place is at while a history arrives bit by bit", async () => {
    const view = await bench.open({ height: 400, saved: { places: { root: { rowId: "m20", index: 20, offset: 12 } } } });
    await view.snapshot(state({ windows: [rowWindow("root", [])] }));
    for (const [from, to] of [
      [0, 3],
      [3, 60],
    ] as const) {
      await view.patch(...lines(to - from, from).map((row, index) => add(from + index, row)));
      await view.settled();
    }
    const top = await view.page.evaluate(() => document.querySelector("acp-feed > .scroller")?.getBoundingClientRect().top ?? 0);
    assert.equal(Math.round((await topOf(view, "m20")) - top), 12);
    await view.close();
  });

  it("[U01] holds a bounded number of rows while somebody follows for hours", async () => {
    const view = await bench.open({ height: 400 });
    await view.snapshot(state({ windows: [rowWindow("root", lines(100))] }));
    for (let round = 0; round < 10; round++) {
      await view.patch(...lines(100, 100 + round * 100).map((row, index) => add(100 + round * 100 + index, row)));
    }
    const rows = await view.page.locator("acp-row").count();
    assert.ok(rows <= 200);
    // A row stands between two marks of the renderer; those of rows that went are gone too.
    const nodes = await view.page.locator("acp-feed .rows").evaluate((list) => list.childNodes.length);
    assert.ok(nodes <= rows * 3 + 10, `${nodes} nodes for ${rows} rows`);
    assert.equal(await awayFromEnd(view), 0);
    const given = await view.posted("giveBack");
    assert.ok(given.from >= 400, `from ${given.from}`);
    await view.patch({ op: "window", window: rowWindow("root", lines(200, 900), 900) });
    assert.equal(await awayFromEnd(view), 0);
    await wheel(view, rootScroller, -100_000);
    assert.equal((await view.posted("window")).from, 800);
    await view.close();
  });
});
