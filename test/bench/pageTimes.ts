// What a page's own thread does, measured inside of it.
import type { CDPSession, Page } from "playwright-core";

interface Times {
  /** Script of each frame in ms: what messages and the frame itself set off. */
  frames: number[];
  /** Tasks of more than 50 ms, in ms. */
  longTasks: number[];
}

type Measured = typeof globalThis & { times: Times };

/** Measures from now on; the page's own listeners are there already. */
export async function beginTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: Times = { frames: [], longTasks: [] };
    let script = 0;
    const ask = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) =>
      ask((now) => {
        const began = performance.now();
        callback(now);
        // With what it left to be done at once.
        queueMicrotask(() => (script += performance.now() - began));
      });
    // The first and the last listener of a message; what those between left to be done at once is done by then.
    let began = 0;
    addEventListener("message", () => (began = performance.now()), { capture: true });
    addEventListener("message", () => (script += performance.now() - began));
    new PerformanceObserver((list) => times.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
    const frame = () => {
      times.frames.push(script);
      script = 0;
      ask(frame);
    };
    ask(frame);
    Object.assign(globalThis, { times });
  });
}

/** What was measured since, in order. */
export async function takeTimes(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const { times } = globalThis as Measured;
    return { frames: times.frames.splice(0), longTasks: times.longTasks.splice(0) };
  });
}

/** The page's heap after a collection, in MB. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}
