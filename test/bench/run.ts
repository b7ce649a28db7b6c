// One measurement is one process: what an earlier one left in memory and in the compiler would be part of the next.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TraceForm, type TraceOptions, traceLines } from "./trace.ts";

/** Where traces lie between runs. */
const cache = join(import.meta.dirname, "..", "..", ".cache", "bench");

/** The file with this trace, written when it is not there yet. */
export async function traceFile(options: TraceOptions): Promise<string> {
  const file = join(cache, `${options.form}-${options.frames}-${options.children}-${options.seed}.ndjson`);
  if (await isThere(file)) return file;
  await mkdir(cache, { recursive: true });
  // Appears when it is whole: a run may be broken off.
  const draft = `${file}.draft`;
  const out = createWriteStream(draft);
  let lines: string[] = [];
  for (const line of traceLines(options)) {
    if (lines.push(line) < 4096) continue;
    if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
    lines = [];
  }
  out.end(lines.length > 0 ? `${lines.join("\n")}\n` : "");
  await once(out, "finish");
  await rename(draft, file);
  return file;
}

/** The usual trace: one root and fifty children. */
export function usualTrace(form: TraceForm, frames: number): TraceOptions {
  return { form, frames, children: 50, seed: 1 };
}

async function isThere(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return found !== undefined;
}

/** Runs a worker of this folder and returns what it printed, as JSON. Rejects with its words when it fails. */
export async function runWorker<Result>(worker: string, args: readonly string[], nodeArgs: readonly string[] = []): Promise<Result> {
  const child = spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, worker), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${worker} ${args.join(" ")} ended with ${code}:\n${errors}`);
  return JSON.parse(out) as Result;
}
