import assert from "node:assert/strict";
import { endSteps, familyOf, type ProcessInfo, parseProcStat, parsePs, parseWindowsList } from "../../../src/acp/process/processTable.ts";

const info = (pid: number, ppid: number, rest: Partial<ProcessInfo> = {}): ProcessInfo => ({
  pid,
  ppid,
  pgid: pid,
  start: 1,
  hasMarker: false,
  ...rest,
});
const pids = (family: readonly ProcessInfo[]) => family.map(({ pid }) => pid).sort((a, b) => a - b);

describe("familyOf", () => {
  const self = 10;
  const agent = 20;

  it("is the agent with its group, its descendants in other groups, and whoever carries the marker; not the supervisor, not strangers", () => {
    const table = [
      info(1, 0),
      info(24, 23),
      info(self, 1, { hasMarker: true }),
      info(agent, self),
      info(21, agent, { pgid: agent }),
      info(22, 1, { pgid: agent }),
      info(23, 21),
      info(25, 1, { hasMarker: true }),
      info(26, 25),
      info(30, 1),
      info(31, 30),
    ];
    assert.deepEqual(pids(familyOf(table, agent, new Map(), self)), [20, 21, 22, 23, 24, 25, 26]);
  });

  it("still has those who lost their parent and their group, but not a later process with the same id", () => {
    const known = new Map([
      [40, 1],
      [41, 1],
    ]);
    assert.deepEqual(pids(familyOf([info(40, 1), info(41, 1, { start: 99 }), info(42, 40)], agent, known, self)), [40, 42]);
  });

  it("is nobody when all are gone", () => {
    assert.deepEqual(familyOf([info(1, 0), info(self, 1)], agent, new Map(), self), []);
  });
});

describe("the process list", () => {
  it("of Linux: names with spaces and parentheses; zombies are gone", () => {
    const rest = "500 20 20 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 987654 1000 10";
    assert.deepEqual(parseProcStat(`31 (a (b) c) S ${rest}`), { pid: 31, ppid: 500, pgid: 20, start: 987654 });
    assert.equal(parseProcStat(`31 (x) Z ${rest}`), undefined);
    assert.equal(parseProcStat(""), undefined);
  });

  it("of macOS: with the environment after the command", () => {
    const output =
      "    1     0     1 Ss   /sbin/launchd\n  501   500   501 S+   node agent.js HOME=/Users/u MARK=m1 X=1\n  502   501   501 Z    (node)\n  503     1   503 S    sleep 5 MARK=m2\n";
    assert.deepEqual(parsePs(output, "MARK=m1"), [
      { pid: 1, ppid: 0, pgid: 1, start: 0, hasMarker: false },
      { pid: 501, ppid: 500, pgid: 501, start: 0, hasMarker: true },
      { pid: 503, ppid: 1, pgid: 503, start: 0, hasMarker: false },
    ]);
  });

  it("of Windows", () => {
    assert.deepEqual(parseWindowsList("4 0 0\r\n812 4 1735689600123\r\n\r\nerror\r\n"), [
      { pid: 4, ppid: 0, pgid: 0, start: 0, hasMarker: false },
      { pid: 812, ppid: 4, pgid: 0, start: 1735689600123, hasMarker: false },
    ]);
  });
});

describe("endSteps", () => {
  it("signals the group and every member on Linux and macOS", () => {
    const signals = (signal: string) => [-20, 20, 23].map((target) => ({ type: "signal", target, signal }));
    assert.deepEqual(endSteps("linux", 20, [20, 23], true), signals("SIGTERM"));
    assert.deepEqual(endSteps("darwin", 20, [20, 23], false), signals("SIGKILL"));
  });

  it("W08: uses taskkill on Windows, which has no gentle way", () => {
    assert.deepEqual(endSteps("win32", 20, [20, 23], true), []);
    assert.deepEqual(endSteps("win32", 20, [20, 23], false), [
      { type: "run", file: "taskkill", args: ["/PID", "20", "/T", "/F"] },
      { type: "run", file: "taskkill", args: ["/PID", "23", "/T", "/F"] },
    ]);
  });
});
