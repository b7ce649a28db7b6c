// The processes of this machine, as far as the tests ask about them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A living process. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

/** All living processes; those that only wait for their parent to take note of their end do not count. */
export function listProcesses(): readonly ProcessInfo[] {
  if (process.platform === "linux") return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? fromProc(name) : []));
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parentPid, state = "Z", command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state.startsWith("Z") ? [] : [{ pid: Number(pid), parentPid: Number(parentPid), command }];
  });
}

/** The living descendants of a process, itself excepted. */
export function descendantsOf(pid: number): readonly ProcessInfo[] {
  const all = listProcesses();
  const below = (parent: number): readonly ProcessInfo[] =>
    all.filter(({ parentPid }) => parentPid === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

function fromProc(pid: string): readonly ProcessInfo[] {
  try {
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parentPid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return [{ pid: Number(pid), parentPid: Number(parentPid), command }];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return [];
    throw error;
  }
}

/** Sends a signal to a process, if it still lives. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
