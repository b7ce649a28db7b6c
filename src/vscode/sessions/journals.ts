import { setTimeout as delay } from "node:timers/promises";
import type { Agent, AgentOptions } from "../../acp/agent.ts";
import type { LineRecorder } from "../../acp/connectionOptions.ts";
import type { Masker } from "../../acp/traffic/secrets.ts";
import type { AgentDefinition } from "../../agents/agentDefinition.ts";
import type { Limits } from "../../base/limits.ts";
import { messageOf } from "../../base/personError.ts";
import type { Timer } from "../../base/timer.ts";
import { JournalKeeper } from "../../journal/journalKeeper.ts";
import { JournalLibrary, type StoredSession } from "../../journal/library.ts";
import { type RestoreOptions, restoreSession } from "../../journal/restore.ts";
import { diskStorage } from "../../journal/storage.ts";
import { replayConnection } from "../../replay/replayConnection.ts";
import type { Shelf } from "../../session/shelf.ts";
import { SessionStore } from "../../session/store.ts";
import { labelOf } from "../../views/labels.ts";
import type { Log } from "../log.ts";
import type { HistorySettings } from "../settings.ts";
import { type StoredBecause, StoredConnection } from "./storedConnection.ts";

/** What keeping sessions on disk needs. */
export interface JournalsOptions {
  /** Full path of the folder that all windows share. */
  readonly folder: string;
  /** The name of this workspace's folder in it. */
  readonly workspace: string;
  readonly history: () => HistorySettings;
  readonly limits: () => Limits;
  readonly masker: Masker;
  /** For the older rows of sessions that are read back. */
  readonly shelf: Shelf;
  readonly log: Log;
  readonly timer: Timer;
}

/** How long after the first use old journals are removed, and how long the disk may take at the end of the window, in ms. */
const pruneAfter = 10_000;
const endTime = 1500;

/** What this window keeps of its sessions on disk, and what was kept before. */
export class Journals {
  readonly #options: JournalsOptions;
  readonly #library: JournalLibrary;
  readonly #keeper: JournalKeeper;

  constructor(options: JournalsOptions) {
    const { folder, log, timer, workspace, masker, history } = options;
    this.#options = options;
    this.#library = new JournalLibrary(diskStorage, folder, log);
    this.#keeper = new JournalKeeper({
      library: this.#library,
      storage: diskStorage,
      masker,
      log,
      timer,
      workspace,
      maxBytes: () => (history().isKept ? history().maxBytes : 0),
    });
    timer.after(pruneAfter, () => void this.#prune());
  }

  /** What an agent of this definition is built with, so that its sessions are kept and read back. `agent` is asked for only then. */
  forAgent(definition: AgentDefinition, agent: () => Agent): Pick<AgentOptions, "record" | "recall"> {
    let recorder: LineRecorder | undefined;
    // Made with the first frame: the agent is there by then.
    const record = () => (recorder ??= this.#recorder(definition, agent()));
    return {
      record: {
        frame: (entry, line) => record().frame(entry, line),
        own: (entry) => record().own(entry),
        closed: (t, reason) => record().closed(t, reason),
      },
      recall: async (sessionId, apply, signal) => {
        try {
          await this.#keeper.flush();
          const stored = await this.#library.find(definition.id, sessionId);
          if (stored) await this.#read(stored, apply, { epoch: agent().startedAtEpoch, isOver: true, signal });
        } catch (error) {
          this.#options.log.warn(`The history of ${sessionId} was not read: ${messageOf(error)}`);
        }
      },
    };
  }

  /** The sessions of this workspace, newest first. */
  sessions(): Promise<readonly StoredSession[]> {
    return this.#library.sessions(this.#options.workspace);
  }

  async find(agentId: string, sessionId: string): Promise<StoredSession | undefined> {
    await this.#keeper.flush();
    return this.#library.find(agentId, sessionId);
  }

  /** Reads a session back; the key is asked for when that is done. */
  async open(stored: StoredSession, key: () => string, why: StoredBecause, signal?: AbortSignal): Promise<StoredConnection> {
    const epoch = stored.journals[0]?.head.startedAt ?? stored.lastAt;
    const model = new SessionStore("h", this.#options.limits(), this.#options.shelf);
    await this.#read(stored, (timed) => model.apply(timed), { epoch, signal });
    signal?.throwIfAborted();
    return new StoredConnection(key(), stored, model, epoch, why);
  }

  /** Removes what is kept of a session; what still comes of it is not kept any more. */
  async remove(stored: StoredSession): Promise<void> {
    await this.#keeper.discard(new Set(stored.journals.map(({ path }) => path)));
    await this.#library.remove(stored);
  }

  /** True while this window writes a journal of the session. */
  isWritten({ journals }: StoredSession): boolean {
    return journals.some(({ path }) => this.#keeper.isInUse(path));
  }

  /** Resolves when everything is on disk, or the disk is too slow. */
  async flush(): Promise<void> {
    await Promise.race([this.#keeper.flush(), delay(endTime, undefined, { ref: false })]);
  }

  async #read(
    stored: StoredSession,
    apply: Parameters<typeof restoreSession>[1],
    how: Pick<RestoreOptions, "epoch" | "isOver" | "signal">,
  ): Promise<void> {
    const { log, limits } = this.#options;
    const { problems } = await restoreSession(stored, apply, { storage: diskStorage, log, limits: limits(), ...how });
    if (problems > 0) log.warn(`Of the history of ${stored.sessionId} ${problems} parts could not be read.`);
  }

  #recorder(definition: AgentDefinition, agent: Agent): LineRecorder {
    const { model } = agent;
    return this.#keeper.recorder({
      model,
      agentId: definition.id,
      agentLabel: definition.label,
      startedAt: () => agent.startedAtEpoch,
      titleOf: (id) => {
        const root = model.get(id);
        return root ? labelOf({ ...replayConnection(model), agentLabel: definition.label, isReplay: false }, root) : "";
      },
    });
  }

  async #prune(): Promise<void> {
    const { history, timer, log } = this.#options;
    try {
      await this.#library.prune(history(), timer.now(), (path) => this.#keeper.isInUse(path));
    } catch (error) {
      log.warn(`Old journals were not removed: ${messageOf(error)}`);
    }
  }
}
