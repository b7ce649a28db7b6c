import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseTraffic } from "../../src/acp/traffic/traffic.ts";
import type { LogEntry } from "../../src/dialects/logEntry.ts";
import { Translator } from "../../src/dialects/translator.ts";
import { SessionStore } from "../../src/session/store.ts";

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

/** Folds a recording into a store; `look` is called after each entry. */
export function replayed(recording: string, look: (store: SessionStore, entry: LogEntry) => void = () => undefined): SessionStore {
  const translator = new Translator();
  const store = new SessionStore();
  for (const entry of logOf(recording)) {
    for (const timed of translator.translate(entry)) store.apply(timed);
    look(store, entry);
  }
  return store;
}
