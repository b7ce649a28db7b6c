// npm run soak -- [--minutes N] [--frames N] [--children N] [--chapters N] [--rows N] [--p99 MS]
// A window without its editor lives for so long (0: as fast as it goes) with an agent that works in one session after the other, a
// chapter each, with subagents and its share of the frames. Cards are opened and closed meanwhile, and the transcript is drawn anew
// after each fifth of a chapter. At its end the session is read back from its journal as after a reload, closed and taken off.
// --rows: of each session in memory, the others are in a file.
// Ends with 1 when a row is lost against the agent's own count, when the page differs from the model, when heap after garbage
// collection is a tenth more than in the second minute (at least a third of the way), when listeners or timers grew, when the log has a
// warning, or when the event loop is held for more than --p99 ms of processor time, at the 99th percentile of any fifth of a chapter.
// A flood: --minutes 1 --frames 600000 --chapters 1 --p99 50
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { messageOf } from "../../src/base/personError.ts";
import type { SessionId } from "../../src/session/ids.ts";
import type { SessionModel } from "../../src/session/model.ts";
import { Seeded } from "../support/seeded.ts";
import { LoopWatch } from "./counted.ts";
import { type Shown, Window } from "./window.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    frames: { type: "string", default: "500000" },
    children: { type: "string", default: "200" },
    chapters: { type: "string", default: "12" },
    rows: { type: "string", default: "50" },
    p99: { type: "string" },
  },
});
const [minutes, frames, children, chapters] = [values.minutes, values.frames, values.children, values.chapters].map(Number) as [
  number,
  number,
  number,
  number,
];
const legs = 5;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What was left when a session was through, after the garbage was collected. */
interface Mark {
  readonly seconds: number;
  readonly heapMB: number;
  readonly listeners: number;
  readonly timers: number;
}

const faults: string[] = [];
const seeded = new Seeded(1);
const folder = mkdtempSync(join(tmpdir(), "acp-soak-"));
const startedAt = performance.now();
/** How long the event loop was held while the frames of a leg came, of each leg. */
const held: ReturnType<LoopWatch["end"]>[] = [];

const seconds = () => (performance.now() - startedAt) / 1000;

/** Rows of every session against the agent's own count; the root has the prompts' rows besides. */
function compare(model: SessionModel, counted: Window["rows"], rootId: SessionId, prompts: number, what: string): number {
  let sum = 0;
  for (const [id, count] of Object.entries(counted)) {
    const expected = count + (id === rootId ? prompts : 0);
    const found = model.get(id as SessionId)?.rows.count ?? 0;
    if (found !== expected) faults.push(`${what}: ${id} has ${found} rows, the agent counts ${expected}`);
    sum += found;
  }
  return sum;
}

/** The page has what a page that is opened now would get. */
function comparePage({ page, view }: Shown, what: string): void {
  const fresh = view.snapshot();
  const before = page.state;
  for (const part of ["sessions", "cards", "windows"] as const) {
    const sorted = (record: object | undefined) => JSON.stringify(Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (sorted(before?.[part]) !== sorted(JSON.parse(JSON.stringify(fresh[part])))) faults.push(`${what}: the page's ${part} differ`);
  }
}

async function chapter(window: Window, number: number): Promise<number> {
  const { agent } = window;
  const rootId = await agent.newSession(process.cwd());
  let shown = window.show(rootId);
  const perSecond = minutes === 0 ? 0 : Math.ceil(frames / (minutes * 60));
  const folding = setInterval(() => {
    const child = seeded.pick(agent.model.get(rootId)?.children.length ? (agent.model.get(rootId)?.children ?? []) : [rootId]);
    if (child !== rootId) shown.fold(child, seeded.chance(0.6));
  }, 20);
  let rows = 0;
  try {
    for (let leg = 1; leg <= legs; leg += 1) {
      const watch = new LoopWatch();
      await agent.sendPrompt(rootId, JSON.stringify({ frames: Math.ceil(frames / chapters / legs), perSecond, children }));
      held.push(watch.end());
      rows = compare(agent.model, window.rows, rootId, leg, `session ${number}, leg ${leg}`);
      // Another transcript is opened in place of this one, as a reload of the page does.
      window.hide(shown);
      shown = window.show(rootId);
    }
  } finally {
    clearInterval(folding);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  comparePage(shown, `session ${number}`);
  compare(await window.reload(rootId), window.rows, rootId, legs, `session ${number}, read back`);
  window.hide(shown);
  await agent.sessions.close(rootId);
  agent.sessions.forget(rootId);
  return rows;
}

async function mark(window: Window): Promise<Mark> {
  // What is due within the next second – a tree's throttle, a journal's head – is done by then.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise(setImmediate);
  }
  return {
    seconds: seconds(),
    heapMB: process.memoryUsage().heapUsed / 2 ** 20,
    listeners: window.listeners.count,
    timers: window.timers.count,
  };
}

function judge(marks: readonly Mark[]): void {
  const last = marks.at(-1);
  const settled = marks.filter(({ seconds }, index) => index + 1 >= marks.length / 3 && seconds >= Math.min(120, minutes * 30));
  if (!last || settled.length < 2) return;
  const least = (of: (mark: Mark) => number) => Math.min(...settled.map(of));
  const heapMB = least((mark) => mark.heapMB);
  if (last.heapMB > heapMB * 1.1) faults.push(`the heap grew from ${heapMB.toFixed(1)} to ${last.heapMB.toFixed(1)} MB`);
  for (const what of ["listeners", "timers"] as const) {
    const before = least((mark) => mark[what]);
    if (last[what] > before) faults.push(`${what} grew from ${before} to ${last[what]}`);
  }
}

/** The most that the process had of memory, in bytes. */
let mostMemory = 0;
const watching = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
}, 500);

const window = new Window(folder, Number(values.rows));
const marks: Mark[] = [];
let rows = 0;
try {
  await window.agent.start();
  for (let number = 1; number <= chapters; number += 1) {
    rows += await chapter(window, number);
    const now = await mark(window);
    marks.push(now);
    process.stdout.write(
      `soak: session ${number} of ${chapters}, ${Math.round(now.seconds)} s: ${rows} rows, heap ${now.heapMB.toFixed(1)} MB, ${now.listeners} listeners, ${now.timers} timers\n`,
    );
  }
  judge(marks);
} catch (error) {
  faults.push(error instanceof Error && error.stack ? error.stack : messageOf(error));
} finally {
  clearInterval(watching);
  await window.end();
  rmSync(folder, { recursive: true, force: true });
}
const [delay, turn] = [Math.max(...held.map((leg) => leg.delay)), Math.max(...held.map((leg) => leg.turn))];
if (values.p99 !== undefined && turn > Number(values.p99)) faults.push(`the event loop was held for ${turn.toFixed(0)} ms (p99)`);
faults.push(...window.warnings.map((warning) => `the log: ${warning}`));
for (const fault of faults.slice(0, 20)) process.stdout.write(`soak: ${fault}\n`);
process.stdout.write(
  `soak: ${Math.round(seconds())} s, ${window.agent.counts.frames} frames, ${chapters} sessions with ${children} subagents each, ${rows} rows, event loop p99 at worst ${delay.toFixed(0)} ms by the clock and ${turn.toFixed(1)} ms of the processor, memory at most ${Math.round(mostMemory / 2 ** 20)} MB, ${faults.length} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
