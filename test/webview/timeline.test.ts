import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Bench } from "./support/harness.ts";
import type { TimelinePage } from "./support/timelinePage.ts";
import { crowd, noon, sketch, withPast, withPauses } from "./support/timelines.ts";

const later = noon + 40_000;

/** A picture of the canvas as data, to see whether it is another. */
const drawn = (view: TimelinePage) => view.page.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

async function shown(view: TimelinePage): Promise<readonly string[]> {
  return view.page.locator(".tooltip:not([hidden]) > p").allInnerTexts();
}

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** From now on `written` in the page holds what the canvas says, and where. */
const noteWords = (view: TimelinePage) =>
  view.page.evaluate(() => {
    const written: Written[] = [];
    const { prototype } = CanvasRenderingContext2D;
    const { fillText, clearRect } = prototype;
    prototype.clearRect = function (...box) {
      written.length = 0;
      clearRect.apply(this, box);
    };
    prototype.fillText = function (text, x, y) {
      written.push({ text, left: x, right: x + this.measureText(text).width });
      fillText.call(this, text, x, y);
    };
    Object.assign(globalThis, { written });
  });

const wordsOf = (view: TimelinePage) => view.page.evaluate(() => (globalThis as unknown as { written: readonly Written[] }).written);

describe("webview: timeline", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("says what the shapes mean, in a narrow page on several lines", async () => {
    const view = await bench.openTimeline({ now: later, width: 250, height: 400 });
    await view.snapshot(sketch(), later);
    const seen = await view.page.locator(".legend > li").evaluateAll((entries) =>
      entries.map((entry) => {
        const { right, bottom, height } = entry.getBoundingClientRect();
        return `${entry.textContent?.trim()} ${height > 0 && right <= innerWidth && bottom <= innerHeight ? "whole" : "cut"}`;
      }),
    );
    assert.deepEqual(
      seen,
      ["runs", "waits for you", "tool call", "failed", "launched", "answered", "wrote"].map((words) => `${words} whole`),
    );
    await view.page.close();
  });

  it("has a list of lanes with names in words; axe finds no fault, the policy is kept", async () => {
    const view = await bench.openTimeline({ now: later });
    await view.snapshot(sketch(), later);
    assert.deepEqual(await view.lanes(), [
      "Tidy up the store, ran 40s, 2 tool calls, Edit src/store.ts",
      "Plan the change, lead, level 1, ran 29s, 1 tool call, finished its turn",
      "Survey the callers, explorer, level 2, ran 34s, waited 16s, 2 tool calls, waiting for you",
      "Count the callers, counter, level 3, ran 12s, 5 tool calls, finished its turn",
      "Fetch the API notes, level 1, ran 8s, 1 tool call, failed: network is unreachable",
    ]);
    await view.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const faults = await view.page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(await view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations), []);
    assert.deepEqual(view.faults, []);
    await view.page.close();
  });

  it("writes no words of the axis over others", async () => {
    const view = await bench.openTimeline({ now: noon + 1_110_000, width: 700 });
    await noteWords(view);
    await view.snapshot(withPauses(), noon + 1_110_000);
    const written = await wordsOf(view);
    const words = written.toSorted((a, b) => a.left - b.left);
    assert.deepEqual(
      words.map(({ text }) => text).filter((text) => text.startsWith("⋯")),
      ["⋯5m 28s", "⋯5m 58s"],
    );
    for (const [at, { text, left }] of words.entries()) {
      const before = words[at - 1];
      assert.ok(!before || before.right < left, `${before?.text} and ${text}`);
    }
    await view.page.close();
  });

  it("cuts no words of the axis at its right edge", async () => {
    const view = await bench.openTimeline({ now: later, width: 900 });
    await noteWords(view);
    await view.snapshot(sketch(), later);
    for (let width = 700; width < 820; width += 10) {
      await view.page.setViewportSize({ width, height: 400 });
      await view.settled();
      const edge = await view.page.locator("canvas").evaluate((canvas) => canvas.clientWidth);
      const cut = (await wordsOf(view)).filter(({ right }) => right > edge);
      assert.deepEqual(cut, [], `${width} wide, the canvas ${edge}`);
    }
    await view.page.close();
  });

  it("tells what is under the pointer, and a click goes to its row", async () => {
    const view = await bench.openTimeline({ now: later, width: 900 });
    await view.snapshot(sketch(), later);
    const box = await view.page.locator("canvas").boundingBox();
    assert.ok(box);
    const x = (seconds: number) => box.x + (box.width * seconds) / 40;
    const y = (row: number) => box.y + 22 + row * 26 + 13;
    await view.page.mouse.move(x(10), y(4));
    assert.deepEqual(await shown(view), ["Fetch https://example.com", "fetch · failed · 1s"]);
    await view.page.mouse.move(x(11.5), y(4));
    assert.deepEqual(await shown(view), ["Fetch https://example.com", "fetch · failed · 1s"], "the cross stands where the call ended");
    await view.page.mouse.move(x(30), y(2));
    assert.deepEqual(await shown(view), ["Has waited for you for 16s so far", "rm -rf build"]);
    await view.page.mouse.move(x(15.5), y(3));
    assert.deepEqual(await shown(view), ["Ran 12s", "Find out who calls the store and how"]);
    await view.page.mouse.click(x(10), y(4));
    const { sessionId, rowId } = await view.posted("openRow");
    assert.deepEqual([sessionId, rowId], ["fetch", "fetch/Fetch https://example.com/10"]);
    await view.page.mouse.click(x(4), y(3));
    await view.posted("openRow", (message) => message.rowId === "row-spawn");
    await view.page.close();
  });

  it("zooms and moves by wheel, drag, keys and buttons", async () => {
    const view = await bench.openTimeline({ now: later, width: 900 });
    await view.snapshot(sketch(), later);
    const whole = await drawn(view);
    const changes = async (what: string, act: () => Promise<void>) => {
      const before = await drawn(view);
      await act();
      await view.settled();
      assert.notEqual(await drawn(view), before, what);
    };
    const box = await view.page.locator("canvas").boundingBox();
    assert.ok(box);
    await view.page.mouse.move(box.x + 300, box.y + 200);
    await view.page.keyboard.down("Control");
    await changes("Ctrl and the wheel", () => view.page.mouse.wheel(0, -300));
    await view.page.keyboard.up("Control");
    await changes("a drag", async () => {
      await view.page.mouse.down();
      await view.page.mouse.move(box.x + 200, box.y + 200, { steps: 3 });
      await view.page.mouse.up();
    });
    await view.page.mouse.move(10, 700);
    await view.lane("root").focus();
    for (const key of ["ArrowLeft", "+", "End", "Home", "-"]) await changes(key, () => view.page.keyboard.press(key));
    await view.page.locator(".show-all").click();
    await view.page.mouse.move(10, 700);
    await view.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await view.page.locator(".zoom-in").click();
    await view.page.locator(".show-all").click();
    await view.settled();
    assert.equal(view.messages.filter(({ type }) => type === "openRow").length, 0, "a drag is no click");
    assert.ok(whole.length > 1000);
    await view.page.close();
  });

  it("goes by Tab and arrows through lanes, by . and , through what happened in them, and by Enter to the row", async () => {
    const view = await bench.openTimeline({ now: later });
    await view.snapshot(sketch(), later);
    await view.lane("root").focus();
    const lane = () => view.page.evaluate(() => document.activeElement?.parentElement?.dataset.laneId);
    for (let step = 0; step < 3; step++) await view.page.keyboard.press("ArrowDown");
    assert.equal(await lane(), "count");
    await view.settled();
    await view.page.keyboard.press("Tab");
    assert.equal(await lane(), undefined, "Tab leaves the lanes");
    await view.page.keyboard.press("Shift+Tab");
    assert.equal(await lane(), "count", "and comes back to the same");
    await view.page.keyboard.press(".");
    await view.page.keyboard.press(".");
    assert.equal(await view.page.locator(".live").innerText(), "Read test/store.test.ts. read · completed");
    await view.page.keyboard.press("Enter");
    assert.equal((await view.posted("openRow")).rowId, "count/Read test/store.test.ts/10");
    await view.page.keyboard.press(",");
    await view.page.keyboard.press("Enter");
    await view.posted("openRow", ({ rowId }) => rowId === "row-count");
    await view.page.keyboard.press("Escape");
    await view.page.keyboard.press("Enter");
    await view.posted("openRow", ({ rowId, sessionId }) => rowId === undefined && sessionId === "count");
    await view.page.close();
  });

  it("is live: what comes is drawn, a gap is asked for again, a lane is shown at the host's wish", async () => {
    const view = await bench.openTimeline({ now: later });
    await view.snapshot({ about: { ...sketch().about, emptyText: "Nothing has happened here yet." } as never, order: [] }, later);
    assert.equal(await view.page.locator(".empty").innerText(), "Nothing has happened here yet.");
    await view.patch(sketch(), later);
    assert.equal((await view.lanes()).length, 5);
    await view.do({ do: "showLane", laneId: "fetch" });
    assert.equal(await view.page.evaluate(() => document.activeElement?.parentElement?.dataset.laneId), "fetch");
    view.loseOne();
    await view.patch({ order: ["root"] }, later);
    await view.posted("resync", ({ reason }) => /gap/.test(reason));
    assert.equal((await view.lanes()).length, 5);
    await view.page.close();
  });

  it("says of what a load told that its times are not known", async () => {
    const view = await bench.openTimeline({ now: later, width: 900 });
    await view.snapshot(withPast(), later);
    const box = await view.page.locator("canvas").boundingBox();
    assert.ok(box);
    await view.page.mouse.move(box.x + 6, box.y + 22 + 13);
    assert.deepEqual(await shown(view), ["Told again by a load: the order is known, the times are not"]);
    await view.page.close();
  });

  it("draws only the lanes in sight and stays smooth with 200 lanes and 20 000 calls", async () => {
    const view = await bench.openTimeline({ now: noon + 1_200_000, width: 1200, height: 900 });
    await view.snapshot(crowd(200, 20_000), noon + 1_200_000);
    assert.ok((await view.page.locator(".lane").count()) < 45);
    const frames = await view.page.evaluate(async () => {
      const canvas = document.querySelector("canvas") as HTMLCanvasElement;
      const scroller = document.querySelector(".lanes-scroller") as HTMLElement;
      const next = requestAnimationFrame.bind(globalThis);
      const spent: number[] = [];
      const timed = (run: FrameRequestCallback) =>
        next((now) => {
          const began = performance.now();
          run(now);
          spent.push(performance.now() - began);
        });
      Object.assign(globalThis, { requestAnimationFrame: timed });
      for (let step = 0; step < 90; step++) {
        const wheel = [{ deltaY: -60, ctrlKey: true }, { deltaX: 40 }, { deltaY: 50, ctrlKey: true }][step % 3];
        canvas.dispatchEvent(new WheelEvent("wheel", { ...wheel, cancelable: true }));
        if (step % 5 === 0) scroller.scrollTop += 90;
        await new Promise(next);
      }
      return spent.sort((a, b) => a - b);
    });
    assert.ok(frames.length >= 60, "each step drew a frame");
    const median = frames[frames.length >> 1] ?? 0;
    process.stdout.write(`      200 lanes, 20 000 calls: ${median.toFixed(1)} ms for a frame (median)\n`);
    assert.ok(median < 34, `a frame took ${median} ms`);
    await view.page.close();
  });

  it("keeps names of any script in their lane, from right to left where they are", async () => {
    const view = await bench.openTimeline({ now: later, width: 500 });
    const scene = sketch();
    const names = ["مرحبا بالعالم، هذا نص طويل من اليمين إلى اليسار", "漢字かな交じり文の長い名前が続いて空白のないまま"];
    const lanes = scene.lanes?.map((lane, index) => ({ ...lane, label: names[index] ?? lane.label }));
    await view.snapshot({ ...scene, lanes }, later);
    const seen = await view.page.locator(".lane > button").evaluateAll((all) =>
      all.slice(0, 2).map((button) => {
        const name = [...button.querySelectorAll("*")].find((each) => each.children.length === 0 && (each.textContent ?? "").length > 20);
        const lane = button.getBoundingClientRect();
        const box = name?.getBoundingClientRect();
        const isIn = box && box.top >= lane.top - 1 && box.bottom <= lane.bottom + 1 && box.right <= lane.right + 1;
        return `${name ? getComputedStyle(name).direction : "missing"} ${isIn ? "inside" : JSON.stringify([lane, box])}`;
      }),
    );
    assert.deepEqual(seen, ["rtl inside", "ltr inside"]);
    assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await view.page.close();
  });

  it("fits a narrow page, and every theme", async () => {
    for (const theme of ["light", "hc", "hcLight"] as const) {
      const view = await bench.openTimeline({ now: later, theme, width: 220, height: 400 });
      await view.snapshot(sketch(), later);
      assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth), 220);
      assert.ok(((await view.page.locator("canvas").boundingBox())?.width ?? 0) > 100);
      await view.page.close();
    }
  });
});
