// What is tried: everything between the agent's bytes and what a page draws, with every rule looked at after every frame.
import { FrameLog, noiseEntry } from "../../src/acp/traffic/frameLog.ts";
import { FrameReader } from "../../src/acp/traffic/frameReader.ts";
import { LineSplitter } from "../../src/acp/traffic/lineSplitter.ts";
import { maskSecrets } from "../../src/acp/traffic/secrets.ts";
import { Emitter } from "../../src/base/emitter.ts";
import { usualLimits } from "../../src/base/limits.ts";
import type { Timer } from "../../src/base/timer.ts";
import type { LogEntry } from "../../src/dialects/logEntry.ts";
import { Translator } from "../../src/dialects/translator.ts";
import { SessionStore } from "../../src/session/store.ts";
import { applyPatch } from "../../src/shared/applyPatch.ts";
import type { HubChange, LiveConnection } from "../../src/views/hub.ts";
import { TranscriptView } from "../../src/views/transcript/transcriptView.ts";
import { SubagentTree } from "../../src/views/tree/treeView.ts";
import { MemoryShelf } from "../support/memoryShelf.ts";
import { brokenRules } from "../support/rules.ts";
import { Seeded } from "../support/seeded.ts";
import { longestLine } from "./damage.ts";
import type { Piece } from "./piece.ts";

/** What a run found out: the first thing that was wrong, and how much was looked at. */
export interface Verdict {
  readonly fault?: string;
  readonly frames: number;
  readonly noise: number;
}

/** Up to so many sessions and rows the rules are looked at after every event; above, ever more seldom. */
const few = 300;
/** A frame may not take longer than this, in ms; so much is only reached by what goes on and on. */
const slow = 5000;

/** Takes the pieces in, cut into chunks at places that the seed chooses. Never throws. */
export function tryOut(pieces: readonly Piece[], seed: number): Verdict {
  const subject = new Subject();
  try {
    subject.run(pieces, new Seeded(seed));
    return subject.verdict();
  } catch (error) {
    return { ...subject.verdict(), fault: `thrown: ${error instanceof Error ? error.stack : String(error)}` };
  }
}

class Subject {
  readonly #log = new FrameLog();
  readonly #translator = new Translator();
  /** Few rows in memory: what is said of older ones finds them on the shelf. */
  readonly #store = new SessionStore("r", { ...usualLimits, rowsInMemory: 3 }, new MemoryShelf());
  /** The text of every value that was read. */
  readonly #decoded: string[] = [];
  readonly #connection: LiveConnection;
  readonly #changed = new Emitter<HubChange>();
  readonly #tree: SubagentTree;
  readonly #fired: (string | undefined)[] = [];
  #fault: string | undefined;
  #frames = 0;
  #noise = 0;
  /** Rows that were added so far. */
  #rows = 0;
  /** Events since the rules were looked at. */
  #unseen = 0;

  constructor() {
    this.#connection = {
      key: "fuzz",
      agentLabel: "Agent",
      model: this.#store,
      startedAtEpoch: 0,
      isReplay: false,
      queued: () => [],
    };
    const timer: Timer = {
      now: () => this.#frames * 100,
      after: (_ms, run) => {
        run();
        return { dispose: () => undefined };
      },
    };
    this.#tree = new SubagentTree({ connections: [this.#connection], onDidChange: this.#changed.event }, timer);
    this.#tree.onDidChange((key) => this.#fired.push(key));
  }

  verdict(): Verdict {
    return { fault: this.#fault, frames: this.#frames, noise: this.#noise };
  }

  run(pieces: readonly Piece[], seed: Seeded): void {
    const reader = new FrameReader({
      value: (value, json) => {
        this.#decoded.push(Buffer.from(json).toString("utf8"));
        for (const item of Array.isArray(value) && value.length > 0 ? value : [value]) this.#takeFrame(item);
      },
      noise: (text, reason) => this.#take(noiseEntry(this.#frames, text, reason)),
    });
    const splitter = new LineSplitter(
      { line: (text, bytes) => reader.line(text, bytes), tooLong: (head) => this.#take(noiseEntry(this.#frames, head, "too long")) },
      longestLine,
    );
    let rest: Buffer = Buffer.alloc(0);
    for (const piece of pieces) {
      if (piece.dir === "client") {
        // What we send never stands inside of what the agent sends.
        splitter.push(rest);
        rest = Buffer.alloc(0);
        this.#take(this.#log.add(this.#frames, "client", piece.frame));
        continue;
      }
      rest = Buffer.concat([rest, piece.bytes]);
      const at = seed.int(rest.length + 1);
      splitter.push(rest.subarray(0, at));
      rest = rest.subarray(at);
    }
    splitter.push(rest);
    splitter.end();
    reader.end();
    this.#mustHaveArrived(pieces);
    this.#draw(seed);
    this.#take({ type: "closed", t: this.#frames, reason: "the end" });
    this.#draw(seed);
  }

  #takeFrame(value: unknown): void {
    this.#take(this.#log.add(this.#frames, "agent", value));
  }

  #take(entry: LogEntry): void {
    if (this.#fault !== undefined) return;
    this.#frames += 1;
    if (entry.type === "noise") this.#noise += 1;
    const startedAt = performance.now();
    const events = this.#translator.translate(entry);
    const isTold = events.some(({ event }) => event.type === "diagnosticReported");
    for (const timed of events) {
      const change = this.#store.apply(timed);
      for (const delta of change) if (delta.type === "rowAdded") this.#rows += 1;
      this.#changed.fire({ type: "modelChanged", connection: this.#connection, change });
      const [wrong] = this.#isLookDue() ? brokenRules(this.#store) : [];
      if (wrong !== undefined) this.#fault ??= `${wrong} (after ${JSON.stringify(timed.event).slice(0, 300)})`;
    }
    if (entry.type === "noise" && !isTold) this.#fault ??= `noise was not told: ${entry.text.slice(0, 200)}`;
    if (entry.type === "frame" && this.#frames % 16 === 0) maskSecrets(entry.frame);
    const took = performance.now() - startedAt;
    if (took > slow) this.#fault ??= `a frame took ${Math.round(took)} ms`;
  }

  /** Looking at everything again and again would take hours once there are thousands of sessions and rows. */
  #isLookDue(): boolean {
    this.#unseen += 1;
    if (this.#unseen * few < this.#store.sessionCount + this.#rows) return false;
    this.#unseen = 0;
    return true;
  }

  /** Frames that nothing was done to are read, in their order, whatever stands between them. */
  #mustHaveArrived(pieces: readonly Piece[]): void {
    let at = 0;
    for (const piece of pieces) {
      if (piece.dir !== "agent" || piece.intact === undefined) continue;
      const text = piece.bytes.toString("utf8").trimEnd();
      const found = this.#decoded.indexOf(text, at);
      if (found < 0) {
        this.#fault ??= `a whole frame did not arrive: ${text.slice(0, 300)}`;
        return;
      }
      at = found + 1;
    }
  }

  /** Every root as a page draws it, once whole and once by patches, with some cards open; and the tree. */
  #draw(seed: Seeded): void {
    for (const key of this.#fired.splice(0)) if (key !== undefined) this.#tree.row(key);
    this.#walk(undefined, 0);
    for (const root of this.#store.roots.slice(0, 5)) {
      const view = new TranscriptView(this.#connection, root.id, { foldDefault: "collapsed", enterSends: true });
      const open = Array.from(this.#store.sessions, ({ id }) => id).filter(() => seed.chance(0.3));
      const before = view.snapshot();
      for (const id of open) view.setOpen(id, true);
      for (const row of root.rows.values()) if (row.kind === "tool_call") view.setToolOpen(root.id, row.id, true);
      const patched = applyPatch(before, view.takeOps());
      const fresh = view.snapshot();
      for (const part of ["sessions", "cards", "windows"] as const) {
        const isSame = JSON.stringify(sorted(patched[part])) === JSON.stringify(sorted(fresh[part]));
        if (!isSame) this.#fault ??= `${part} of ${root.id} differ between patches and snapshot`;
      }
    }
  }

  #walk(key: string | undefined, depth: number): void {
    if (depth > 60) return;
    for (const child of this.#tree.children(key)) {
      this.#tree.row(child);
      this.#tree.tooltip(child);
      this.#walk(child, depth + 1);
    }
  }
}

function sorted(value: { readonly [key: string]: unknown }): unknown {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
