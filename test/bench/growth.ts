// Whether a frame costs the same after a million others, and beside five thousand children.
import type { Growth } from "./growthWorker.ts";
import type { Extent } from "./ingest.ts";
import { type Figure, figure, median } from "./report.ts";
import { runWorker } from "./run.ts";

const heap = ["--expose-gc", "--max-old-space-size=8192"];

/** How much dearer a frame may get: a fifth. */
const target = 1.2;

export async function growth({ frames, rounds }: Extent): Promise<readonly Figure[]> {
  // The first frames pay for the compiler; from 20 000 on the code is warm.
  const points = [20_000, 100_000, frames * 5].filter((point, n, all) => n === 0 || point > (all[n - 1] ?? 0));
  const byFrames: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const last = points.at(-1) ?? 0;
    byFrames.push([...(await runWorker<Growth>("growthWorker.ts", [String(last), "50", ...points.map(String)], heap)).microseconds]);
  }
  const at = (n: number) => median(byFrames.map((values) => values[n] ?? 0));
  const figures = points.map((point, n) =>
    figure("growth", `a frame after ${point} others`, at(n), "µs/frame", { floor: at(0), ...(n > 0 && { target }) }),
  );
  const children = [1, 50, 500, 5000];
  const byChildren = new Map<number, number[]>(children.map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const count of children) {
      const { microseconds } = await runWorker<Growth>("growthWorker.ts", ["60000", String(count), "60000"], heap);
      byChildren.get(count)?.push(microseconds[0] ?? 0);
    }
  }
  const floor = median(byChildren.get(1) ?? []);
  for (const count of children) {
    const value = median(byChildren.get(count) ?? []);
    figures.push(figure("growth", `a frame beside ${count} children`, value, "µs/frame", { floor, ...(count > 1 && { target }) }));
  }
  return figures;
}

/** What the model keeps, and what is left of it when nobody holds it any more. */
export async function memory(): Promise<readonly Figure[]> {
  const { heapBytes, heapAfterBytes } = await runWorker<Growth>("growthWorker.ts", ["100000", "50", "100000"], heap);
  const long = await runWorker<Growth>("growthWorker.ts", ["1000000", "1", "1000000"], heap);
  return [
    figure("memory", "heap for 100 000 frames", heapBytes / 2 ** 20, "MB"),
    figure("memory", "heap for 1 000 000 frames of two sessions", long.heapBytes / 2 ** 20, "MB"),
    figure("memory", "heap after the model is gone", heapAfterBytes / 2 ** 20, "MB"),
  ];
}
