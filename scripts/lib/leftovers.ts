// "Leaves no process behind", as a check: whatever a suite starts inherits a mark in its environment.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { endProcess } from "../../test/workbench/processes.ts";

/** The environment variable whose value marks the processes of one suite. */
export const markName = "ACP_TEST_MARK";

/** A process that still runs. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** The living processes with this mark, ourselves excepted. Reads /proc; where there is none, nothing is found. */
export function findMarked(mark: string): readonly Leftover[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    const environment = read(`/proc/${pid}/environ`).split("\0");
    if (!environment.includes(`${markName}=${mark}`)) return [];
    return [{ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() }];
  });
}

/** Waits up to `graceMs` for the marked processes to end by themselves, ends those that do not, and returns these. */
export async function endMarked(mark: string, graceMs: number): Promise<readonly Leftover[]> {
  const giveUpAt = Date.now() + graceMs;
  let left = findMarked(mark);
  while (left.length > 0 && Date.now() < giveUpAt) {
    await delay(200);
    left = findMarked(mark);
  }
  for (const { pid } of left) endProcess(pid, "SIGKILL");
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
