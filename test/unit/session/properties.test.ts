// What holds for every order of frames, also for those that no agent should send. A failure names its seed or recording.
import assert from "node:assert/strict";
import { FrameLog } from "../../../src/acp/traffic/frameLog.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { Mirror } from "../../support/mirror.ts";
import { mutated } from "../../support/mutated.ts";
import { randomEvent } from "../../support/randomEvents.ts";
import { RandomFrames } from "../../support/randomFrames.ts";
import { logOf, recordings } from "../../support/recordings.ts";
import { brokenRules } from "../../support/rules.ts";
import { Seeded } from "../../support/seeded.ts";
import { announcedBy, shuffled } from "../../support/shuffle.ts";
import { sessionLines } from "../replay/modelText.ts";

const framesOfASeed = 60;
const lost: LogEntry = { type: "closed", t: 1_000_000, reason: "the agent ended" };

/** A log of arbitrary frames; somewhere in two of three the connection ends. */
function* randomLog(seed: number): Iterable<LogEntry> {
  const numbers = new Seeded(seed);
  const frames = new RandomFrames(numbers);
  const log = new FrameLog();
  const end = numbers.int(framesOfASeed * 1.5);
  for (let t = 0; t < framesOfASeed; t++) {
    const { dir, frame } = frames.next();
    // Through JSON, as on the wire: what is undefined is not there.
    yield log.add(t, dir, JSON.parse(JSON.stringify(frame)));
    if (t === end) yield { ...lost, t };
  }
}

/** Folds a log and checks after every event; the first thing that is wrong ends it. */
function checked(log: Iterable<LogEntry>, name: string): SessionStore {
  const translator = new Translator();
  const store = new SessionStore();
  const mirror = new Mirror();
  let entries = 0;
  for (const entry of log) {
    for (const timed of translator.translate(entry)) {
      const wrong = [...mirror.follow(store.apply(timed), store), ...brokenRules(store)];
      assert.deepEqual(wrong, [], `${name}, entry ${entries}, ${JSON.stringify(timed.event)}`);
    }
    entries++;
  }
  return store;
}

function folded(log: Iterable<LogEntry>): SessionStore {
  const translator = new Translator();
  const store = new SessionStore();
  for (const entry of log) for (const timed of translator.translate(entry)) store.apply(timed);
  return store;
}

/** Tree and transcripts by session id. Runs are left out: which run a late word belongs to is a matter of its time. */
function transcripts(store: SessionStore): readonly string[] {
  const nameOf = (id: string | undefined) => id ?? "?";
  return Array.from(store.sessions, (session) =>
    [...sessionLines(session, nameOf)].filter((line) => !line.startsWith("  run ")).join("\n"),
  ).sort();
}

describe("whatever the frames are", () => {
  for (let first = 1; first <= 200; first += 50) {
    it(`arbitrary frames break no rule and every change is told: seeds ${first} to ${first + 49}`, () => {
      for (let seed = first; seed < first + 50; seed++) checked(randomLog(seed), `seed ${seed}`);
    }).timeout(60_000);
  }

  it("arbitrary events break no rule and every change is told", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const numbers = new Seeded(seed);
      const store = new SessionStore();
      const mirror = new Mirror();
      for (let t = 0; t < 40; t++) {
        const event = randomEvent(numbers);
        const wrong = [...mirror.follow(store.apply({ t, event }), store), ...brokenRules(store)];
        assert.deepEqual(wrong, [], `seed ${seed}, event ${t}, ${JSON.stringify(event)}`);
      }
    }
  }).timeout(60_000);

  it("every recording breaks no rule and every change is told", () => {
    for (const name of recordings()) checked(logOf(name), name);
  }).timeout(60_000);

  it("recordings with something wrong in them break no rule and every change is told", () => {
    for (const [seed, name] of recordings().entries()) checked(mutated(logOf(name), new Seeded(seed)), `${name}, seed ${seed}`);
  }).timeout(60_000);

  it("updates of different sessions may pass each other: tree and transcripts stay the same", () => {
    for (const name of recordings()) {
      const log = logOf(name);
      // The finished form only: elsewhere frames are one session's, or the order of two sessions' frames says something.
      if (!log.some(announcedBy)) continue;
      const expected = transcripts(folded(log));
      for (let seed = 1; seed <= 3; seed++)
        assert.deepEqual(transcripts(folded(shuffled(log, new Seeded(seed)))), expected, `${name}, seed ${seed}`);
    }
  }).timeout(60_000);

  it("a connection that ends anywhere leaves nothing live and nothing to answer", () => {
    for (const name of recordings()) {
      const log = logOf(name);
      for (let length = 0; length < log.length; length++) {
        const store = folded([...log.slice(0, length), lost]);
        assert.deepEqual([...brokenRules(store)], [], `${name}, cut after line ${length}`);
      }
    }
  }).timeout(60_000);
});
