// What has to be loaded before anything can be shown, and how large the package is.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { loadExtension } from "../../scripts/lib/loadExtension.ts";
import type { Extent } from "./ingest.ts";
import { type Figure, figure, median } from "./report.ts";
import { runWorker } from "./run.ts";

const root = join(import.meta.dirname, "..", "..");
const isCode = (name: string) => /\.(c?js|css)$/.test(name);

export async function start({ rounds }: Extent): Promise<readonly Figure[]> {
  const sizeOf = (name: string) => statSync(join(root, "dist", name)).size / 1024;
  const sum = (names: readonly string[]) => names.reduce((kilobytes, name) => kilobytes + sizeOf(name), 0);
  // A VSIX is a ZIP.
  const packed = (names: readonly string[]) =>
    names.reduce((kilobytes, name) => kilobytes + deflateRawSync(readFileSync(join(root, "dist", name))).length / 1024, 0);
  const code = readdirSync(join(root, "dist")).filter(isCode);
  const pictures = readdirSync(join(root, "media"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
  const times: number[] = [];
  const waits: number[] = [];
  let early: readonly string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const loading = await loadExtension();
    times.push(loading.ms);
    early = loading.files;
    waits.push(await runWorker<number>("demoWorker.ts", []));
  }
  return [
    figure("start", "to load what activation loads, CPU", median(times), "ms", { target: 30 }),
    figure("start", "from the start of the demo agent to its first frame", median(waits), "ms"),
    figure("start", "host bundle on activation", sum(early), "KB", { target: 120 }),
    figure("start", "all code in the package", sum(code), "KB"),
    figure("start", "the same as the package holds it", packed(code), "KB", { target: 1024 }),
    figure("start", "pictures in the package", pictures / 1024, "KB", { target: 500 }),
  ];
}
