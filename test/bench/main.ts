// npm run bench [-- --section NAME --frames N --rounds N --json --compare FILE]
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { growth, memory } from "./growth.ts";
import { type Extent, ingest } from "./ingest.ts";
import { patches } from "./patches.ts";
import { type Figure, type Report, report, table } from "./report.ts";
import { start } from "./start.ts";
import { webview } from "./webview.ts";

const sections: { readonly [name: string]: (extent: Extent) => Promise<readonly Figure[]> } = {
  ingest,
  growth,
  patches,
  webview,
  start,
  memory,
};

const { values } = parseArgs({
  options: {
    section: { type: "string" },
    frames: { type: "string", default: "200000" },
    rounds: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
    compare: { type: "string" },
  },
});
const extent: Extent = { frames: Number(values.frames), rounds: Number(values.rounds) };
const chosen = Object.keys(sections).filter((name) => values.section === undefined || values.section === name);
if (chosen.length === 0) throw new Error(`There is no section “${values.section}”. The sections are ${Object.keys(sections).join(", ")}.`);
if (!(extent.frames >= 1000 && extent.rounds >= 1)) throw new Error("Take at least 1000 frames and one round.");

const rows: Figure[] = [];
for (const name of chosen) {
  process.stderr.write(`bench: ${name} …\n`);
  rows.push(...((await sections[name]?.(extent)) ?? []));
}
const found = report(rows);
const before = values.compare === undefined ? undefined : (JSON.parse(readFileSync(values.compare, "utf8")) as Report);
if (values.json) process.stdout.write(`${JSON.stringify(found)}\n`);
else {
  const { cores, model, memoryGB, node } = found.machine;
  process.stdout.write(`${table(found, before)}\n\n${cores} cores (${model}), ${memoryGB} GB, Node ${node}\n`);
}
