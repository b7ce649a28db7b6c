// The journal that a window keeps of a running agent.
import type { Agent } from "../../src/acp/agent.ts";
import type { LineRecorder } from "../../src/acp/connectionOptions.ts";
import { Masker } from "../../src/acp/traffic/secrets.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { systemTimer } from "../../src/base/timer.ts";
import { JournalKeeper } from "../../src/journal/journalKeeper.ts";
import { JournalLibrary } from "../../src/journal/library.ts";
import { diskStorage } from "../../src/journal/storage.ts";

/** `flush` resolves when all is on disk. */
export interface BenchJournal {
  readonly record: LineRecorder;
  flush(): Promise<void>;
}

/** Keeps journals below `folder`; `agent` is asked for with the first frame. */
export function journalIn(folder: string, agent: () => Agent): BenchJournal {
  const keeper = new JournalKeeper({
    library: new JournalLibrary(diskStorage, folder, silentLogger),
    storage: diskStorage,
    masker: new Masker(),
    log: silentLogger,
    timer: systemTimer,
    workspace: "bench",
    maxBytes: () => 2 ** 40,
  });
  let recorder: LineRecorder | undefined;
  const startedAt = Date.now();
  const made = (): LineRecorder => {
    recorder ??= keeper.recorder({
      model: agent().model,
      agentId: "bench",
      agentLabel: "Stream",
      startedAt: () => startedAt,
      titleOf: () => "",
    });
    return recorder;
  };
  return {
    record: {
      frame: (entry, line) => made().frame(entry, line),
      own: (entry) => made().own(entry),
      closed: (t, reason) => made().closed(t, reason),
    },
    flush: () => keeper.flush(),
  };
}
