/** A running process, as far as finding an agent's descendants needs it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  /** Its process group; 0 where the system has none. */
  readonly pgid: number;
  /** When it was started, in the system's own measure; tells a process from a later one with the same id. 0 = not known. */
  readonly start: number;
  /** True when its environment carries the marker that only this agent's processes have. */
  readonly hasMarker: boolean;
}

/** How to end processes: signals on POSIX systems, a command to run on Windows. */
export type EndStep =
  | { readonly type: "signal"; readonly target: number; readonly signal: "SIGTERM" | "SIGKILL" }
  | { readonly type: "run"; readonly file: string; readonly args: readonly string[] };

/**
 * The steps that end an agent's process group and every member that left it. Windows has no gentle way to end a
 * program without a window, beside closing its input: `isGentle` gives no step there.
 */
export function endSteps(os: NodeJS.Platform, agentPid: number, pids: readonly number[], isGentle: boolean): readonly EndStep[] {
  if (os === "win32") {
    return isGentle ? [] : pids.map((pid) => ({ type: "run", file: "taskkill", args: ["/PID", String(pid), "/T", "/F"] }));
  }
  // A negative target is the whole group.
  const targets = [-agentPid, ...pids];
  return targets.map((target) => ({ type: "signal", target, signal: isGentle ? "SIGTERM" : "SIGKILL" }));
}

/** Reads `/proc/<pid>/stat` (proc(5)); undefined for what is no such line and for a zombie, which is dead already. */
export function parseProcStat(stat: string): Omit<ProcessInfo, "hasMarker"> | undefined {
  // The command name stands in parentheses and may hold spaces and parentheses itself.
  const nameEnd = stat.lastIndexOf(")");
  const [state, ...numbers] = stat.slice(nameEnd + 2).split(" ");
  const pid = Number.parseInt(stat, 10);
  const [ppid, pgid] = numbers.map(Number);
  const start = Number(numbers[18]);
  if (nameEnd === -1 || !Number.isInteger(pid) || ppid === undefined || pgid === undefined || state === "Z" || state === "X")
    return undefined;
  return { pid, ppid, pgid, start: Number.isFinite(start) ? start : 0 };
}

/** Reads `ps -axEww -o pid=,ppid=,pgid=,stat=,command=` of macOS, where `-E` puts the environment after the command. */
export function parsePs(output: string, marker: string): readonly ProcessInfo[] {
  const found: ProcessInfo[] = [];
  for (const line of output.split("\n")) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s(.*)$/.exec(line);
    if (!match || match[4]?.startsWith("Z")) continue;
    found.push({ pid: Number(match[1]), ppid: Number(match[2]), pgid: Number(match[3]), start: 0, hasMarker: line.includes(marker) });
  }
  return found;
}

/** Reads lines of `pid ppid start`, as Windows' process list is asked for; `start` is epoch ms. */
export function parseWindowsList(output: string): readonly ProcessInfo[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const match = /^(\d+) (\d+) (\d+)$/.exec(line.trim());
    return match ? [{ pid: Number(match[1]), ppid: Number(match[2]), pgid: 0, start: Number(match[3]), hasMarker: false }] : [];
  });
}

/**
 * The processes of one agent that are still there: its group, its descendants, those that were known as such before
 * (`known`: start by pid; they may have lost their parent since), and those that carry the marker. Never `self`.
 */
export function familyOf(
  table: readonly ProcessInfo[],
  agentPid: number,
  known: ReadonlyMap<number, number>,
  self: number,
): readonly ProcessInfo[] {
  const family = new Map<number, ProcessInfo>();
  const belongs = ({ pid, ppid, pgid, start, hasMarker }: ProcessInfo) =>
    pid === agentPid || pgid === agentPid || ppid === agentPid || hasMarker || known.get(pid) === start || family.has(ppid);
  // A parent may stand after its child in the table, so it is gone through until nobody new is found.
  for (let before = -1; before !== family.size; ) {
    before = family.size;
    for (const process of table) if (process.pid !== self && belongs(process)) family.set(process.pid, process);
  }
  return [...family.values()];
}
