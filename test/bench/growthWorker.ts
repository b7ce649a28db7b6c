// `growthWorker.ts FRAMES CHILDREN POINT…`: what one frame costs when so many came before it. Prints JSON: µs by point, and bytes of heap.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameLog } from "../../src/acp/traffic/frameLog.ts";
import { usualLimits } from "../../src/base/limits.ts";
import { Translator } from "../../src/dialects/translator.ts";
import { FileShelf } from "../../src/journal/fileShelf.ts";
import { SessionStore } from "../../src/session/store.ts";
import { traceLines } from "./trace.ts";

/** µs of CPU a frame at each point, and what the model holds at the end, and after its sessions were closed, in bytes. */
export interface Growth {
  readonly microseconds: readonly number[];
  readonly heapBytes: number;
  readonly heapAfterBytes: number;
}

/** So many frames are timed together, around each point. */
const batch = 1000;

const [frames = 0, children = 0, ...points] = process.argv.slice(2).map(Number);
const trace = traceLines({ frames: frames + 5 * batch, children, form: "standard", seed: 1 });
// As in a window: the newest rows in memory, the others in a file.
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const shelf = new FileShelf({ folder, onDidRefuse: (reason) => assert.fail(reason) });
let store: SessionStore | undefined = new SessionStore("r", usualLimits, shelf);
const translator = new Translator();
const log = new FrameLog();

/** Takes the next frames in and returns what that cost, in µs a frame. Making and parsing them is not part of it. */
function take(count: number): number {
  const parsed: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    const line = trace.next();
    if (line.done) break;
    parsed.push(JSON.parse(line.value));
  }
  const before = process.cpuUsage();
  for (const frame of parsed) for (const event of translator.translate(log.add(0, "agent", frame))) store?.apply(event);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / parsed.length;
}

const collect = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const empty = collect();
const microseconds: number[] = [];
let taken = 0;
for (const point of points) {
  while (taken + batch <= point - batch) {
    take(batch);
    taken += batch;
  }
  const around = Array.from({ length: 5 }, () => take(batch)).sort((a, b) => a - b);
  taken += 5 * batch;
  microseconds.push(around[2] ?? 0);
}
const heapBytes = collect() - empty;
store = undefined;
const growth: Growth = { microseconds, heapBytes, heapAfterBytes: collect() - empty };
shelf.dispose();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(growth));
