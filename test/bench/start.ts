// What has to be loaded before anything can be shown, and how large the package is.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Extent } from "./ingest.ts";
import { type Figure, figure, median } from "./report.ts";
import { runWorker } from "./run.ts";

const root = join(import.meta.dirname, "..", "..");
const isCode = (name: string) => /\.(c?js|css)$/.test(name);

export async function start({ rounds }: Extent): Promise<readonly Figure[]> {
  const sizeOf = (name: string) => statSync(join(root, "dist", name)).size / 1024;
  const code = readdirSync(join(root, "dist")).filter(isCode);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await runWorker<{ ms: number }>("startWorker.ts", [])).ms);
  return [
    figure("start", "to load what activation loads", median(times), "ms", { target: 30 }),
    figure("start", "host bundle on activation", sizeOf("extension.cjs"), "KB", { target: 120 }),
    figure(
      "start",
      "all code in the package",
      code.reduce((sum, name) => sum + sizeOf(name), 0),
      "KB",
      { target: 1024 },
    ),
  ];
}
