import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type EndStep, endSteps, familyOf, type ProcessInfo, parseProcStat, parsePs, parseWindowsList } from "./processTable.ts";
import { markerVariable } from "./supervisorProtocol.ts";

/** How long processes have to end themselves after SIGTERM, in ms. */
const gentleTime = 2000;
/** How often the process list is looked at, in ms, and how often SIGKILL is repeated for processes that appear meanwhile. */
const lookInterval = 150;
const killRounds = 15;

/** An agent's process, everything that it started, and everything that those started, also what left the process group. */
export class ProcessTree {
  readonly #agentPid: number;
  readonly #marker: string;
  /** What was seen of the family so far: start by pid. */
  readonly #known = new Map<number, number>();
  readonly #began = Date.now();

  /** `marker` is the value of the variable that the agent's processes carry. */
  constructor(agentPid: number, marker: string) {
    this.#agentPid = agentPid;
    this.#marker = marker;
  }

  /** Ends all of them: SIGTERM, and after two seconds SIGKILL until none is left. Never rejects. */
  async end(): Promise<void> {
    let left = await this.#look();
    if (left.length === 0) return;
    await this.#run(endSteps(process.platform, this.#agentPid, left, true));
    const hasGentleWay = process.platform !== "win32";
    for (let waited = 0; hasGentleWay && left.length > 0 && waited < gentleTime; waited += lookInterval) {
      await delay(lookInterval);
      left = await this.#look();
    }
    for (let round = 0; left.length > 0 && round < killRounds; round += 1) {
      await this.#run(endSteps(process.platform, this.#agentPid, left, false));
      await delay(lookInterval);
      left = await this.#look();
    }
  }

  /** The pids that are there now. */
  async #look(): Promise<readonly number[]> {
    const family = familyOf(await this.#table(), this.#agentPid, this.#known, process.pid);
    for (const { pid, start } of family) this.#known.set(pid, start);
    return family.map(({ pid }) => pid);
  }

  async #table(): Promise<readonly ProcessInfo[]> {
    const marker = `${markerVariable}=${this.#marker}`;
    if (process.platform === "linux") return readProc(marker);
    if (process.platform !== "win32") return parsePs(await output("ps", ["-axEww", "-o", "pid=,ppid=,pgid=,stat=,command="]), marker);
    const list = "Get-CimInstance Win32_Process | ForEach-Object { '{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, ";
    const start = "([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds() }";
    const table = parseWindowsList(await output("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", list + start]));
    // Windows keeps the id of a dead parent, which may be in use again: what is older than the agent is none of its children.
    return table.filter((process) => process.start >= this.#began);
  }

  async #run(steps: readonly EndStep[]): Promise<void> {
    for (const step of steps) {
      if (step.type === "run") await output(step.file, step.args);
      else signal(step.target, step.signal);
    }
  }
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch (error) {
    // ESRCH: it is gone already. EPERM: it belongs to somebody else by now, as after `sudo`; nothing can be done.
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error;
  }
}

function readProc(marker: string): readonly ProcessInfo[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const info = parseProcStat(readOrEmpty(`/proc/${pid}/stat`));
    return info ? [{ ...info, hasMarker: readOrEmpty(`/proc/${pid}/environ`).split("\0").includes(marker) }] : [];
  });
}

/** Processes come and go while they are read, and those of other people cannot be read: both count as nothing there. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** What a program printed; empty when it failed, as `taskkill` does for a process that is gone. */
function output(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, args, { maxBuffer: 64 * 1024 * 1024, timeout: 5000, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
}
