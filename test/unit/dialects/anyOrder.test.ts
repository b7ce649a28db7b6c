// Updates of different sessions in any order between two requests, answers or notifications, announcements too: nothing is
// lost, every child has one card, and each transcript stays the same.
import assert from "node:assert/strict";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { logOf, recordings } from "../../support/recordings.ts";
import { Seeded } from "../../support/seeded.ts";
import { sessionLines } from "../replay/modelText.ts";

/** Pieces without an id, of two runs whose border only another session tells: no order but the real one keeps them apart. */
const inseparable = new Set(["synthetic/cursor.jsonl", "synthetic/zed.jsonl", "synthetic/zed-as-text.jsonl"]);

function laneOf(entry: LogEntry): string | undefined {
  if (entry.type !== "frame" || entry.dir !== "agent" || entry.message.type !== "notification") return undefined;
  const { method, params } = entry.message;
  return method === "session/update" ? String(params.sessionId) : undefined;
}

function* inAnyOrder(log: readonly LogEntry[], seed: Seeded): Iterable<LogEntry> {
  const lanes = new Map<string, LogEntry[]>();
  function* flush(): Iterable<LogEntry> {
    while (lanes.size > 0) {
      const [session, lane] = seed.pick([...lanes]);
      yield* lane.splice(0, 1);
      if (lane.length === 0) lanes.delete(session);
    }
  }
  for (const entry of log) {
    const lane = laneOf(entry);
    if (lane !== undefined) {
      lanes.set(lane, [...(lanes.get(lane) ?? []), entry]);
      continue;
    }
    yield* flush();
    yield entry;
  }
  yield* flush();
}

/** Tree and transcripts. What a load told of a child before it was announced cannot be known for history. */
function transcripts(log: Iterable<LogEntry>): readonly string[] {
  const translator = new Translator();
  const store = new SessionStore();
  for (const entry of log) for (const timed of translator.translate(entry)) store.apply(timed);
  const shown = (line: string) => !line.startsWith("  run ");
  return Array.from(store.sessions, (session) => {
    const lines = [...sessionLines(session, (id) => id ?? "?")].filter(shown);
    return lines.map((line) => line.replace("(history) ", "")).join("\n");
  }).sort();
}

describe("whatever order the sessions' updates come in, without any rule for announcements", () => {
  it("nothing is lost, each child is one card, each transcript is the same", () => {
    for (const name of recordings().filter((name) => !inseparable.has(name))) {
      const log = logOf(name);
      const expected = transcripts(log);
      for (let seed = 1; seed <= 5; seed++)
        assert.deepEqual(transcripts(inAnyOrder(log, new Seeded(seed))), expected, `${name}, seed ${seed}`);
    }
  }).timeout(60_000);
});
