import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDisposable } from "../../../src/base/disposables.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Timer } from "../../../src/base/timer.ts";
import { parseJournalLine } from "../../../src/journal/journalLine.ts";
import { JournalWriter } from "../../../src/journal/journalWriter.ts";
import { diskStorage, type JournalStorage } from "../../../src/journal/storage.ts";
import { MemoryStorage } from "../../support/memoryStorage.ts";

const header = { agentId: "a", agentLabel: "Agent", sessionId: "R", startedAt: 1 };
const full = () => {
  throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
};

/** Time passes when a test says so. */
class Clock implements Timer {
  readonly #due: (() => void)[] = [];
  now(): number {
    return 0;
  }
  after(_: number, run: () => void) {
    this.#due.push(run);
    return toDisposable(() => this.#due.splice(this.#due.indexOf(run) >>> 0, 1));
  }
  pass(): void {
    for (const run of this.#due.splice(0)) run();
  }
}

function writer(storage: JournalStorage, maxBytes = 1e9, path = "/j/1.jsonl") {
  const told: string[] = [];
  const clock = new Clock();
  const journal = new JournalWriter({
    storage,
    path: Promise.resolve(path),
    header,
    preamble: [],
    mostWaiting: 64 * 1024,
    maxBytes,
    timer: clock,
    log: { ...silentLogger, warn: (message) => told.push(message) },
    onDidWrite: () => undefined,
  });
  return { journal, told, clock };
}

const body = (t: number, text = "x") => Buffer.from(JSON.stringify({ t, dir: "agent", frame: { method: text } }));

/** Times of the frames that can be read back; `!` for a line that cannot, `gap n` for a gap. */
function read(bytes: Uint8Array | undefined): readonly string[] {
  const lines = Buffer.from(bytes ?? [])
    .toString("utf8")
    .split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      try {
        const record = parseJournalLine(line);
        return record.type === "frame" ? String(record.t) : record.type === "gap" ? `gap ${record.frames}` : record.type;
      } catch {
        return "!";
      }
    });
}

describe("JournalWriter", () => {
  it("makes its file with the first lines and adds to it in batches", async () => {
    const storage = new MemoryStorage();
    const { journal, clock } = writer(storage);
    journal.add(1, body(1));
    journal.add(2, body(2));
    assert.equal(storage.files.size, 0);
    clock.pass();
    await journal.flush();
    journal.add(3, body(3));
    await journal.end(4);
    assert.deepEqual(read(storage.files.get("/j/1.jsonl")?.bytes), ["header", "1", "2", "3", "closed"]);
  });

  it("a full disk is told once, tried again, and costs at most the line that it tore", async () => {
    const storage = new MemoryStorage();
    const { journal, told, clock } = writer(storage);
    journal.add(1, body(1));
    await journal.flush();
    storage.beforeWrite = full;
    storage.tornAt = 20;
    journal.add(2, body(2));
    await journal.flush();
    clock.pass();
    await journal.flush();
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /R \(Agent\) cannot be written: ENOSPC/);
    storage.beforeWrite = () => undefined;
    clock.pass();
    await journal.flush();
    journal.add(3, body(3));
    await journal.flush();
    assert.deepEqual(read(storage.files.get("/j/1.jsonl")?.bytes), ["header", "1", "!", "!", "2", "3"]);
  });

  it("a folder that is removed under it is made again, with a header", async () => {
    const storage = new MemoryStorage();
    const { journal } = writer(storage);
    journal.add(1, body(1));
    await journal.flush();
    storage.files.clear();
    journal.add(2, body(2));
    await journal.flush();
    await journal.flush();
    assert.deepEqual(read(storage.files.get("/j/1.jsonl")?.bytes), ["header", "2"]);
  });

  it("a read-only folder is told once and never thrown at the agent", async () => {
    const storage = new MemoryStorage();
    storage.beforeWrite = () => {
      throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    };
    const { journal, told, clock } = writer(storage);
    for (let t = 0; t < 3; t++) {
      journal.add(t, body(t));
      await journal.flush();
      clock.pass();
    }
    assert.equal(told.length, 1);
    assert.equal(storage.files.size, 0);
  });

  it("stops at its size, and says so", async () => {
    const storage = new MemoryStorage();
    const { journal, told } = writer(storage, 300);
    for (let t = 0; t < 50; t++) journal.add(t, body(t));
    await journal.flush();
    assert.equal(told.length, 1);
    assert.ok((storage.files.get("/j/1.jsonl")?.bytes.length ?? 0) < 500);
  });

  it("what a slow disk could not take is a gap with a number", async () => {
    const storage = new MemoryStorage();
    storage.beforeWrite = full;
    const { journal } = writer(storage);
    const big = "y".repeat(30 * 1024);
    for (let t = 0; t < 4; t++) journal.add(t, body(t, big));
    storage.beforeWrite = () => undefined;
    await journal.flush();
    journal.add(5, body(5));
    await journal.flush();
    assert.deepEqual(read(storage.files.get("/j/1.jsonl")?.bytes), ["header", "0", "1", "gap 2", "5"]);
  });

  it("writes nothing to a file that is going to be removed", async () => {
    const storage = new MemoryStorage();
    const { journal, clock } = writer(storage);
    journal.add(1, body(1));
    await journal.flush();
    journal.add(2, body(2));
    await journal.discard();
    storage.files.clear();
    journal.add(3, body(3));
    clock.pass();
    await journal.end(4);
    assert.equal(storage.files.size, 0);
  });

  it("works on a real disk", async () => {
    const folder = mkdtempSync(join(tmpdir(), "journal-"));
    const path = join(folder, "a", "b", "1.jsonl");
    const { journal } = writer(diskStorage, 1e9, path);
    journal.add(1, body(1, "é\u2028"));
    await journal.flush();
    journal.add(2, body(2));
    await journal.end(3);
    assert.deepEqual(read(await diskStorage.get(path)), ["header", "1", "2", "closed"]);
    assert.deepEqual(await diskStorage.list(join(folder, "a", "b")), ["1.jsonl"]);
    rmSync(folder, { recursive: true });
  });
});
