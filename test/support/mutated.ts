// Recorded frames with something wrong: left out, said twice, in another order, with fields gone, of a wrong type or of
// another frame. They reach what no made-up frame would.
import { FrameLog } from "../../src/acp/traffic/frameLog.ts";
import type { LogEntry } from "../../src/dialects/logEntry.ts";
import type { Seeded } from "./seeded.ts";

type Json = { [key: string]: unknown } | unknown[];

/** Every object and array inside a value, itself included. */
function* insides(value: unknown): Iterable<Json> {
  if (typeof value !== "object" || value === null) return;
  yield value as Json;
  for (const inner of Object.values(value)) yield* insides(inner);
}

/** Ids of calls, sessions and messages: mixing them up is what hurts. */
const isIdKey = (key: string): boolean => /id$/i.test(key) && key !== "id";

/** All ids of calls, sessions and messages in a log, and some that hurt. */
export function idsIn(log: readonly LogEntry[]): readonly unknown[] {
  const found = new Set<unknown>();
  for (const entry of log) {
    if (entry.type !== "frame") continue;
    for (const inside of insides(entry.frame)) for (const [key, value] of Object.entries(inside)) if (isIdKey(key)) found.add(value);
  }
  return [...found, "", "__proto__", "constructor"];
}

function spoil(frame: unknown, ids: readonly unknown[], seed: Seeded): void {
  const inside = seed.pick([...insides(frame)]) as { [key: string]: unknown };
  const keys = Object.keys(inside);
  if (keys.length === 0) return;
  const idKeys = keys.filter(isIdKey);
  const key = seed.pick(idKeys.length > 0 && seed.chance(0.7) ? idKeys : keys);
  if (isIdKey(key) && seed.chance(0.8)) inside[key] = seed.pick(ids);
  else if (seed.chance(0.5)) delete inside[key];
  else inside[key] = seed.pick<unknown>([null, 7, "words", {}, [], [[null]], { toString: 1 }]);
}

/** A copy of a frame with one field gone, of a wrong type, or of another frame. */
export function spoiled<Frame>(frame: Frame, ids: readonly unknown[], seed: Seeded): Frame {
  const copy = structuredClone(frame);
  spoil(copy, ids, seed);
  return copy;
}

/** The log of a recording, spoilt in about one frame of ten. */
export function mutated(log: readonly LogEntry[], seed: Seeded): readonly LogEntry[] {
  const ids = idsIn(log);
  const crossed = log.flatMap((entry) => (entry.type === "frame" ? [{ dir: entry.dir, frame: entry.frame }] : []));
  const frames: { dir: "agent" | "client"; frame: unknown }[] = [];
  for (const { dir, frame } of crossed) {
    const kind = seed.next();
    if (kind < 0.02) continue;
    const copy = structuredClone(frame);
    if (kind < 0.1) spoil(copy, ids, seed);
    const at = kind > 0.97 ? seed.int(frames.length + 1) : frames.length;
    frames.splice(at, 0, { dir, frame: copy });
    if (kind > 0.95 && kind < 0.97) frames.push({ dir, frame: structuredClone(copy) });
  }
  const read = new FrameLog();
  return frames.map(({ dir, frame }, t) => read.add(t, dir, frame));
}
