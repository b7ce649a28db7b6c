import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseTraffic } from "../../src/acp/traffic.ts";
import type { LogEntry } from "../../src/dialects/logEntry.ts";

const folder = join(import.meta.dirname, "../recordings");

/** The names of all recordings, as `<agent>/<name>.jsonl`. */
export function recordings(): readonly string[] {
  return globSync("*/*.jsonl", { cwd: folder })
    .map((file) => file.split(sep).join("/"))
    .sort();
}

/** The ordered log of a recording; throws when a line of it cannot be read. */
export function logOf(recording: string): readonly LogEntry[] {
  const { entries, errors } = parseTraffic(readFileSync(join(folder, recording), "utf8"));
  if (errors.length > 0) throw new Error(`${recording} cannot be read: ${JSON.stringify(errors)}`);
  return entries;
}
