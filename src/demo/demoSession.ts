import type { JsonObject } from "../session/content.ts";
import { playAttached } from "./attached.ts";
import type { Clock } from "./clock.ts";
import { type ChildStanding, createDisplay, type DisplayName, displayForm, type Outgoing } from "./display.ts";
import { SessionIds } from "./ids.ts";
import { type SessionRecord, titleOf } from "./record.ts";
import { replayOf, standingsOf } from "./replay.ts";
import { chosenPlay, playFor } from "./scenarios/scenarios.ts";
import { DemoSettings } from "./settings.ts";
import { SpawnTracker } from "./spawnTracker.ts";
import { Stage, type StageOptions } from "./stage.ts";

/** What a session is built from. */
export interface DemoSessionOptions {
  readonly record: SessionRecord;
  /** What the client gave to the session, in words. */
  readonly given: string;
  readonly clock: Clock;
  readonly display: DisplayName;
  /** The client takes subagent sessions. */
  readonly takesSubagents: boolean;
  readonly send: (outgoing: Outgoing) => Promise<void>;
  readonly request: StageOptions["request"];
  readonly notify: StageOptions["notify"];
  readonly warn: (message: string) => void;
  /** Called once for each child as it is announced. */
  readonly onChild: (childSessionId: string) => void;
  readonly isTaken: (childSessionId: string) => boolean;
}

/** One root session with its children: it plays prompts and tells its history. */
export class DemoSession {
  readonly sessionId: string;
  /** What the person set. */
  readonly settings = new DemoSettings();
  readonly #options: DemoSessionOptions;
  readonly #ids: SessionIds;
  readonly #stage: Stage;

  constructor(options: DemoSessionOptions) {
    const { record, clock, warn, onChild } = options;
    const rootSessionId = record.created.sessionId;
    this.sessionId = rootSessionId;
    this.#options = options;
    this.#ids = new SessionIds(rootSessionId);
    this.#ids.reserve(JSON.stringify(record.entries));
    for (const { start } of standingsOf(record.entries)) onChild(start.childSessionId);
    this.#stage = new Stage({
      ...options,
      rootSessionId,
      cwd: record.created.cwd,
      ids: this.#ids,
      tracker: new SpawnTracker({ rootSessionId, now: () => clock.now(), warn, cancelsAll: displayForm(options.display).cancelsAll }),
      display: createDisplay(options.display, options.takesSubagents, { rootSessionId, isReplay: false }),
      record: (event) => {
        if (event.type === "SpawnSessionStart") onChild(event.childSessionId);
        record.append(event);
      },
    });
  }

  get isTurnOpen(): boolean {
    return this.#stage.isTurnOpen;
  }

  /** Plays the scenario that the prompt asks for; resolves with the stop reason. */
  async prompt(content: readonly JsonObject[]): Promise<"end_turn" | "cancelled"> {
    const { record } = this.#options;
    const isFirst = !record.entries.some((entry) => entry.type === "PromptReceived");
    record.append({ type: "PromptReceived", messageId: this.#ids.message(), content });
    const text = content.map((block) => (typeof block.text === "string" ? block.text : "")).join("\n");
    const stopReason = this.#stage.prompt(playAttached(content, chosenPlay(text)) ?? playFor(text));
    if (isFirst) await this.#stage.tell({ type: "updateSent", update: { sessionUpdate: "session_info_update", title: titleOf(content) } });
    return stopReason;
  }

  /** Of the root's turn or of one child. */
  cancel(sessionId: string): Promise<void> {
    return this.#stage.cancel(sessionId);
  }

  close(): Promise<void> {
    return this.#stage.close();
  }

  /** Tells the whole history, in one go: frames of work that goes on meanwhile come after it. */
  async replay(): Promise<void> {
    const { display, takesSubagents, record, send } = this.#options;
    const replaying = createDisplay(display, takesSubagents, { rootSessionId: this.sessionId, isReplay: true });
    await Promise.all(replayOf(record.entries, this.sessionId, replaying).map(send));
  }

  /** Tells how the children stand now: all of them, or only those that run. */
  async tellStandings(which: "all" | "running"): Promise<void> {
    const { display, record, takesSubagents, send } = this.#options;
    const fresh = createDisplay(display, takesSubagents, { rootSessionId: this.sessionId, isReplay: false });
    // It learns the history, which has been told or need not be.
    replayOf(record.entries, this.sessionId, fresh);
    const told = this.#standings().filter((child) => which === "all" || child.isRunning);
    await Promise.all(told.flatMap((child) => fresh.currentState(child)).map(send));
  }

  /** The record knows all children, also those of a process that is gone; only the stage knows which of them run. */
  #standings(): readonly ChildStanding[] {
    return standingsOf(this.#options.record.entries).map((child) => ({
      ...child,
      isRunning: this.#stage.isRunning(child.start.childSessionId),
    }));
  }
}
