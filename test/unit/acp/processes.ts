import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The full path of a program beside the tests. */
export const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** The full path of the supervisor's source, which runs as it is. */
export const supervisorPath = fileURLToPath(new URL("../../../src/acp/process/supervisorMain.ts", import.meta.url));

/** True for a process that runs; a zombie, which nobody has buried yet, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return true;
  }
}

/** Waits until a condition holds; rejects with `what` when it does not within `limit` ms. */
export async function until(what: string, holds: () => boolean, limit = 10_000): Promise<void> {
  for (const start = performance.now(); !holds(); await delay(20)) {
    if (performance.now() - start > limit) throw new Error(`Waited ${limit} ms for: ${what}`);
  }
}

/** The next `count` lines of a stream that match. */
export async function readLines(stream: Readable, pattern: RegExp, count: number): Promise<readonly string[]> {
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  const lines = () =>
    text
      .split("\n")
      .slice(0, -1)
      .filter((line) => pattern.test(line));
  await until(`${count} lines ${pattern}`, () => lines().length >= count);
  return lines().slice(0, count);
}
