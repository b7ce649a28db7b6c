import type { StoredSession } from "../../journal/library.ts";
import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import type { LiveConnection, QueuedPrompt } from "../../views/hub.ts";

/** Why a session is only read, as the composer says it. */
export interface StoredBecause {
  readonly because: string;
  readonly goOn?: LiveConnection["goOn"];
}

/** What we kept of an earlier session, read back: it can be read, nothing in it is live, and nothing can be sent. */
export class StoredConnection implements LiveConnection {
  readonly key: string;
  readonly stored: StoredSession;
  readonly model: SessionModel;
  readonly startedAtEpoch: number;
  readonly storedBecause: string;
  readonly isReplay = true;
  readonly goOn: LiveConnection["goOn"];

  constructor(key: string, stored: StoredSession, model: SessionModel, startedAtEpoch: number, why: StoredBecause) {
    this.key = key;
    this.stored = stored;
    this.model = model;
    this.startedAtEpoch = startedAtEpoch;
    this.storedBecause = why.because;
    this.goOn = why.goOn;
  }

  get agentLabel(): string {
    return this.stored.agentLabel;
  }

  get rootId(): SessionId {
    return this.stored.sessionId as SessionId;
  }

  queued(): readonly QueuedPrompt[] {
    return [];
  }
}
