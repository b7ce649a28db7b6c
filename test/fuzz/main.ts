// npm run fuzz -- [--seed S] [--frames N] [--corpus DIR] [--input FILE]
// Damaged recordings through everything between an agent's bytes and what is drawn. Deterministic by its seed. At the
// first fault the smallest input that still fails is written to a file and the run ends with 1; --input tries it again.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseTraffic } from "../../src/acp/traffic/traffic.ts";
import type { LogEntry } from "../../src/dialects/logEntry.ts";
import { idsIn } from "../support/mutated.ts";
import { Seeded } from "../support/seeded.ts";
import { damaged, intactPiece } from "./damage.ts";
import { floods } from "./floods.ts";
import { type Piece, pieceLine, readPiece } from "./piece.ts";
import { shrink } from "./shrink.ts";
import { tryOut } from "./subject.ts";

const root = join(import.meta.dirname, "..", "..");
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    frames: { type: "string", default: "20000" },
    corpus: { type: "string", default: join(root, "test", "recordings") },
    input: { type: "string" },
  },
});
const seed = Number(values.seed);
const wanted = Number(values.frames);

function piecesOf(log: readonly LogEntry[]): readonly Piece[] {
  return log.flatMap((entry): Piece[] => {
    if (entry.type !== "frame") return [];
    return [entry.dir === "client" ? { dir: "client", frame: entry.frame } : intactPiece(entry.frame)];
  });
}

/** Ends the process with 1 when something is wrong, after the input was made small and written. */
function must(pieces: readonly Piece[], ofSeed: number, name: string): number {
  const { fault, frames } = tryOut(pieces, ofSeed);
  if (fault === undefined) return frames;
  const kind = fault.slice(0, 40);
  const small = shrink(pieces, (fewer) => tryOut(fewer, ofSeed).fault?.slice(0, 40) === kind);
  const folder = join(root, ".cache", "fuzz");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `failure-${seed}.jsonl`);
  writeFileSync(file, [JSON.stringify({ seed: ofSeed }), ...small.map(pieceLine), ""].join("\n"));
  process.stdout.write(`fuzz: ${name}, seed ${ofSeed}: ${fault}\n${small.length} pieces that still fail are in ${file}\n`);
  process.exit(1);
}

if (values.input !== undefined) {
  const [head = "", ...lines] = readFileSync(values.input, "utf8").trimEnd().split("\n");
  must(lines.map(readPiece), (JSON.parse(head) as { seed: number }).seed, values.input);
  process.stdout.write("fuzz: this input does not fail any more\n");
  process.exit(0);
}

const files = globSync("**/*.jsonl", { cwd: values.corpus }).sort();
if (files.length === 0) throw new Error(`There are no recordings (*.jsonl) in ${values.corpus}.`);
const used = new Map<string, number>();
const corpus = new Map<string, readonly LogEntry[]>();
let frames = 0;
let runs = 0;
for (const [name, pieces] of floods(Math.min(200, Math.max(1, Math.round(wanted / 20_000))))) frames += must(pieces, seed, name);
const flooded = frames;
for (let round = 0; frames - flooded < wanted; round += 1) {
  const name = files[(round * 7 + seed) % files.length] ?? "";
  const log = corpus.get(name) ?? parseTraffic(readFileSync(join(values.corpus, name), "utf8")).entries;
  corpus.set(name, log);
  const ofSeed = seed * 1_000_003 + round;
  const numbers = new Seeded(ofSeed);
  frames += must(damaged(piecesOf(log), idsIn(log), numbers, numbers.pick([3, 10, 30]), used), ofSeed, name);
  runs += 1;
}
const kinds = [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
process.stdout.write(`fuzz: seed ${seed}, ${frames} frames in ${runs} damaged recordings and ${floods(1).size} floods, no fault\n`);
process.stdout.write(`damage: ${kinds.join(", ")}\n`);
