// "Leaves no process behind", as a check: whatever a suite starts inherits a mark in its environment.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { sendSignal } from "../../test/workbench/processes.ts";

/** For the environment of everything that a run of the tests starts. */
export const mark: Readonly<Record<string, string>> = { ACP_TEST_MARK: randomUUID() };

/** A process that still runs. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** The living processes with our mark. Reads /proc; where there is none, nothing is found. */
function findMarked(): readonly Leftover[] {
  if (process.platform !== "linux") return [];
  const line = Object.entries(mark).map(([name, value]) => `${name}=${value}`);
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    const environment = read(`/proc/${pid}/environ`).split("\0");
    if (!line.every((variable) => environment.includes(variable))) return [];
    return [{ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() }];
  });
}

/** Waits up to `graceMs` for the marked processes to end by themselves, ends those that do not, and returns these. */
export async function endMarked(graceMs: number): Promise<readonly Leftover[]> {
  const giveUpAt = Date.now() + graceMs;
  let left = findMarked();
  while (left.length > 0 && Date.now() < giveUpAt) {
    await delay(200);
    left = findMarked();
  }
  for (const { pid } of left) sendSignal(pid, "SIGKILL");
  return left;
}

/** The file's text; empty when the process is gone or not ours to read. A zombie's files are empty too. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EPERM" || code === "ESRCH") return "";
    throw error;
  }
}
