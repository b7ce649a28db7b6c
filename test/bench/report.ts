// What a benchmark found, as a table to read and as one JSON document.
import { cpus, totalmem } from "node:os";

/** One figure. `ratioToFloor` is against the floor of the same run; `met` says whether `target` (the most it may be) is kept. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly ratioToFloor?: number;
  /** The most that `ratioToFloor`, or `value` where there is none, may be. */
  readonly target?: number;
  readonly met?: boolean;
}

export interface Report {
  readonly machine: { readonly cores: number; readonly model: string; readonly memoryGB: number; readonly node: string };
  readonly rows: readonly Figure[];
}

/** A figure with what follows from its target. */
export function figure(
  section: string,
  name: string,
  value: number,
  unit: string,
  against: { readonly floor?: number; readonly target?: number } = {},
): Figure {
  const ratioToFloor = against.floor === undefined ? undefined : round(value / against.floor);
  const { target } = against;
  const met = target === undefined ? undefined : (ratioToFloor ?? value) <= target;
  return {
    section,
    name,
    value: round(value),
    unit,
    ...(ratioToFloor !== undefined && { ratioToFloor }),
    ...(target !== undefined && { target, met }),
  };
}

export function report(rows: readonly Figure[]): Report {
  const [first] = cpus();
  const machine = { cores: cpus().length, model: first?.model ?? "", memoryGB: Math.round(totalmem() / 2 ** 30), node: process.version };
  return { machine, rows };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The table as Markdown; `before` adds what an earlier run found. */
export function table({ rows }: Report, before?: Report): string {
  const earlier = new Map(before?.rows.map((row) => [`${row.section}/${row.name}`, row]));
  const head = ["section", "what", "value", "× floor", "target", "", ...(before ? ["before", "change"] : [])];
  const lines = rows.map((row) => {
    const old = earlier.get(`${row.section}/${row.name}`);
    const now = row.ratioToFloor ?? row.value;
    const then = old && (old.ratioToFloor ?? old.value);
    return [
      row.section,
      row.name,
      `${row.value} ${row.unit}`,
      row.ratioToFloor === undefined ? "" : `${row.ratioToFloor} ×`,
      row.target === undefined ? "" : `≤ ${row.target}${row.ratioToFloor === undefined ? ` ${row.unit}` : " ×"}`,
      row.met === undefined ? "" : row.met ? "met" : "MISSED",
      ...(before
        ? [then === undefined ? "" : String(then), then ? `${now >= then ? "+" : ""}${Math.round((now / then - 1) * 100)} %` : ""]
        : []),
    ];
  });
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
