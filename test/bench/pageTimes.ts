// What a page's own thread does, measured inside of it and by the browser.
import type { CDPSession, Page } from "playwright-core";

/** Script of each frame in ms: what messages and the frame itself set off. */
type Measured = typeof globalThis & { frames: number[] };

/** One task of the page's thread: how long it took by the clock, and how long the thread ran in it, in ms. */
export interface Task {
  readonly wall: number;
  readonly cpu: number;
}

/** As the browser traces it, in µs. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** Measures from now on; the page's own listeners are there already. */
export async function beginTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
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
    const frame = () => {
      frames.push(script);
      script = 0;
      ask(frame);
    };
    ask(frame);
    Object.assign(globalThis, { frames });
  });
}

/** The script of each frame since, in order. */
export async function takeFrames(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as Measured).frames.splice(0));
}

/**
 * Traces the tasks of the page's thread from now on; what is returned ends that. Beside the clock's time stands the thread's own:
 * on a machine that is shared a task is long already when others run in the midst of it.
 */
export async function traceTasks(page: Page, devtools: CDPSession): Promise<() => Promise<readonly Task[]>> {
  const mark = "the page's thread";
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await devtools.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] } });
  await page.evaluate((name) => void performance.mark(name), mark);
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    const own = events.find(({ name }) => name === mark);
    return events
      .filter(({ name, ph, pid, tid }) => name === "ThreadControllerImpl::RunTask" && ph === "X" && pid === own?.pid && tid === own.tid)
      .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
  };
}

/** The page's heap after a collection, in MB. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}
