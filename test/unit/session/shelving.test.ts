// A store that keeps three rows of each session in memory is the same as one that keeps all, after every event.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { FrameLog } from "../../../src/acp/traffic/frameLog.ts";
import { type Limits, toldLimit, usualLimits } from "../../../src/base/limits.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import type { Change, Delta } from "../../../src/session/changes.ts";
import type { TimedEvent, ToolCallPatch } from "../../../src/session/events.ts";
import { toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { MemoryShelf } from "../../support/memoryShelf.ts";
import { mutated } from "../../support/mutated.ts";
import { randomEvent } from "../../support/randomEvents.ts";
import { RandomFrames } from "../../support/randomFrames.ts";
import { logOf, recordings } from "../../support/recordings.ts";
import { brokenRules } from "../../support/rules.ts";
import { Seeded } from "../../support/seeded.ts";
import { modelLines } from "../replay/modelText.ts";

const limits: Limits = { ...usualLimits, rowsInMemory: 3 };

const isOfShelf = (delta: Delta): boolean =>
  delta.type === "diagnosticAdded" && delta.diagnostic.message === toldLimit("rowsInMemory", limits);

/** As data: without what is undefined, which no page keeps. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "decoder" ? undefined : part)));

/** A change as data: sessions by their ids; but for the word that rows left memory. */
function told(change: Change): unknown {
  return plain(
    change.filter((delta) => !isOfShelf(delta)).map((delta) => ("session" in delta ? { ...delta, session: delta.session.id } : delta)),
  );
}

/** Everything that can be read of a store. */
function held(store: SessionStore): unknown {
  return plain([...modelLines(store), ...Array.from(store.sessions, ({ rows }) => [...rows.values()])]);
}

function differs(what: string, actual: unknown, expected: unknown): readonly string[] {
  return isDeepStrictEqual(actual, expected) ? [] : [`${what} ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`];
}

/** Two stores that are given the same events: one keeps all, the other three rows of each session. */
class Pair {
  readonly shelf = new MemoryShelf();
  readonly #whole = new SessionStore();
  readonly #shelved = new SessionStore("r", limits, this.shelf);

  /** Where the two differ after this event, or the second breaks a rule; one text for each. */
  apply(timed: TimedEvent): readonly string[] {
    const [expected, change] = [this.#whole.apply(timed), this.#shelved.apply(timed)];
    return [
      ...brokenRules(this.#shelved),
      ...differs("told", told(change), told(expected)),
      ...differs("held", held(this.#shelved), held(this.#whole)),
    ];
  }

  applyAll(log: Iterable<LogEntry>, name: string): void {
    const translator = new Translator();
    for (const entry of log) {
      for (const timed of translator.translate(entry)) assert.deepEqual(this.apply(timed), [], `${name}, ${JSON.stringify(timed.event)}`);
    }
  }
}

function* randomLog(seed: number, count: number): Iterable<LogEntry> {
  const frames = new RandomFrames(new Seeded(seed));
  const log = new FrameLog();
  for (let t = 0; t < count; t++) {
    const { dir, frame } = frames.next();
    yield log.add(t, dir, JSON.parse(JSON.stringify(frame)));
  }
}

describe("rows on a shelf", () => {
  it("arbitrary events leave the same as in a store without one, also while the shelf refuses", () => {
    let [written, read] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const numbers = new Seeded(seed);
      const pair = new Pair();
      for (let t = 0; t < 200; t++) {
        if (seed % 3 === 0) pair.shelf.isFull = numbers.chance(0.5);
        const event = randomEvent(numbers);
        assert.deepEqual(pair.apply({ t, event }), [], `seed ${seed}, event ${t}, ${JSON.stringify(event)}`);
      }
      written += pair.shelf.written;
      read += pair.shelf.read;
    }
    assert.ok(written > 1000 && read > 1000, `${written} pages written, ${read} read`);
  }).timeout(60_000);

  it("is told once for each session, as information", () => {
    const store = new SessionStore("r", limits, new MemoryShelf());
    for (const id of ["R", "S", "R", "S", "R", "R", "R"])
      store.apply({ t: 0, event: { type: "noticeReported", sessionId: toSessionId(id), severity: "info", text: "note" } });
    assert.deepEqual(
      store.diagnostics.map(({ level, sessionId, message }) => [level, sessionId, message]),
      [["info", "R", toldLimit("rowsInMemory", limits)]],
    );
  });

  it("rows that are long have pages of their own, so that one is read back quickly", () => {
    const shelf = new MemoryShelf();
    const store = new SessionStore("r", { ...usualLimits, rowsInMemory: 800 }, shelf);
    const sessionId = toSessionId("S");
    const text = "x".repeat(200_000);
    for (let t = 0; t < 1000; t++) store.apply({ t, event: { type: "noticeReported", sessionId, severity: "info", text } });
    assert.ok(shelf.longest < 500_000, `${shelf.longest} characters`);
  });

  it("rows that grow huge leave memory sooner, and read as ever", () => {
    const shelf = new MemoryShelf();
    const store = new SessionStore("r", usualLimits, shelf);
    const sessionId = toSessionId("S");
    const report = (n: number, patch: ToolCallPatch, isAnnouncement: boolean) =>
      store.apply({ t: n, event: { type: "toolCallReported", sessionId, toolCallId: toToolCallId(`t${n}`), isAnnouncement, patch } });
    for (let n = 0; n < 60; n++) report(n, { title: `call ${n}` }, true);
    assert.equal(shelf.written, 0);
    for (let n = 0; n < 60; n++) report(n, { status: "completed", rawOutput: { lines: ["x".repeat(1_000_000)] } }, false);
    assert.ok(shelf.written >= 25, `${shelf.written} pages`);
    assert.deepEqual(
      Array.from(store.get(sessionId)?.rows.values() ?? [], (row) => row.kind === "tool_call" && [row.title, row.status]),
      Array.from({ length: 60 }, (_, n) => [`call ${n}`, "completed"]),
    );
    assert.ok(shelf.read >= 20, `${shelf.read} pages read back`);
  });

  it("arbitrary frames leave the same", () => {
    for (let seed = 1; seed <= 40; seed++) new Pair().applyAll(randomLog(seed, 120), `seed ${seed}`);
  }).timeout(60_000);

  it("every recording leaves the same, whole and with something wrong in it", () => {
    for (const [seed, name] of recordings().entries()) {
      const log = logOf(name);
      // The comparison after every event is what costs: the longest ones say nothing that the others do not.
      if (log.length > 400) continue;
      new Pair().applyAll(log, name);
      new Pair().applyAll(mutated(log, new Seeded(seed)), `${name}, seed ${seed}`);
    }
  }).timeout(120_000);
});
