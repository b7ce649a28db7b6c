import { Masker } from "../../src/acp/traffic/secrets.ts";
import { parseTraffic } from "../../src/acp/traffic/traffic.ts";
import { usualLimits } from "../../src/base/limits.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import { systemTimer } from "../../src/base/timer.ts";
import { isOwn, type LogEntry } from "../../src/dialects/logEntry.ts";
import { Translator } from "../../src/dialects/translator.ts";
import { JournalKeeper } from "../../src/journal/journalKeeper.ts";
import { JournalLibrary, type StoredSession } from "../../src/journal/library.ts";
import { restoreSession } from "../../src/journal/restore.ts";
import type { SessionId } from "../../src/session/ids.ts";
import { SessionStore } from "../../src/session/store.ts";
import { MemoryStorage } from "./memoryStorage.ts";

/** A machine with journals on it, and windows that write them. */
export class Journaled {
  readonly storage = new MemoryStorage();
  readonly told: string[] = [];
  readonly log: Logger = { ...silentLogger, warn: (message) => this.told.push(message), info: (message) => this.told.push(message) };
  readonly library = new JournalLibrary(this.storage, "/journals", this.log);

  /** One connection: its log is folded into a model and kept. Resolves when it is on disk. `startedAt` in epoch ms. */
  async connection(log: Iterable<LogEntry>, startedAt = 1000, maxBytes = 1e9): Promise<SessionStore> {
    const { library, storage } = this;
    const model = new SessionStore();
    const keeper = new JournalKeeper({
      library,
      storage,
      log: this.log,
      masker: new Masker(),
      timer: systemTimer,
      workspace: "w",
      maxBytes: () => maxBytes,
    });
    const recorder = keeper.recorder({
      model,
      agentId: "a",
      agentLabel: "Agent",
      startedAt: () => startedAt,
      titleOf: (id) => `Title of ${id}`,
    });
    const translator = new Translator();
    for (const entry of log) {
      for (const timed of translator.translate(entry)) model.apply(timed);
      if (entry.type === "frame") {
        recorder.frame(entry, Buffer.from(JSON.stringify({ t: entry.t, dir: entry.dir, frame: entry.frame })));
      }
      if (isOwn(entry)) recorder.own(entry);
      if (entry.type === "closed") recorder.closed(entry.t, entry.reason);
    }
    await keeper.flush();
    return model;
  }

  async find(sessionId: SessionId): Promise<StoredSession> {
    const found = await this.library.find("a", sessionId);
    if (!found) throw new Error(`no journal of ${sessionId}`);
    return found;
  }

  /** `isOver`: nobody has the session open. `epoch`: when the clock of the model stands at 0. */
  async restored(sessionId: SessionId, into = new SessionStore(), limits = usualLimits, isOver = false, epoch = 0): Promise<SessionStore> {
    const session = await this.find(sessionId);
    await restoreSession(session, (timed) => into.apply(timed), { storage: this.storage, log: this.log, limits, epoch, isOver });
    return into;
  }
}

/** A frame as a line of traffic. */
export const frame = (t: number, dir: "agent" | "client", body: object): string =>
  JSON.stringify({ t, dir, frame: { jsonrpc: "2.0", ...body } });

/** The entries of such lines. */
export function parsed(lines: readonly string[]): readonly LogEntry[] {
  return parseTraffic(lines.join("\n")).entries;
}

/** What a connection begins with. */
export const hello: readonly string[] = [
  frame(0, "client", { id: 0, method: "initialize", params: {} }),
  frame(1, "agent", { id: 0, result: { protocolVersion: 1, agentInfo: { name: "a" } } }),
];
