import type { Timer } from "../../base/timer.ts";
import type { Change } from "../../session/changes.ts";
import { type SessionId, toSessionId } from "../../session/ids.ts";
import type { FindOptions } from "../../shared/findQuery.ts";
import type { FindView, PatchOp } from "../../shared/transcriptState.ts";
import type { LiveConnection } from "../hub.ts";
import type { Labels } from "../labels.ts";
import { sameFields } from "../sameFields.ts";
import type { TranscriptFind } from "./transcriptFind.ts";

/** The search of one surface, when its reader searches, and what the page was told of it. The search itself is loaded with the first. */
export class Finding {
  readonly #connection: LiveConnection;
  readonly #labels: Labels;
  readonly #top: SessionId;
  #find: TranscriptFind | undefined;
  #sent: FindView | undefined;
  /** The number of the search that is wanted. */
  #asked: number | undefined;
  /** A step of a reader who was quicker than the search was there. */
  #step: (() => void) | undefined;

  constructor(connection: LiveConnection, labels: Labels, top: SessionId) {
    this.#connection = connection;
    this.#labels = labels;
    this.#top = top;
  }

  /** Begins a search; the one before ends. `didChange` is called when there is more to tell. */
  async begin(asked: number, options: FindOptions, timer: Timer, didChange: () => void): Promise<void> {
    this.stop();
    this.#asked = asked;
    const loaded = await import("./transcriptFind.ts");
    if (this.#asked !== asked) return;
    const around = { connection: this.#connection, labels: this.#labels, top: this.#top, timer, didChange };
    this.#find = new loaded.TranscriptFind(asked, options, around);
    this.#step?.();
    didChange();
  }

  /** To the next or previous hit, from this row when it stands at none. */
  step(to: "next" | "previous", sessionId: string, rowId: string): void {
    this.#step = () => {
      this.#step = undefined;
      this.#find?.step(to, { sessionId: toSessionId(sessionId), unit: rowId });
    };
    if (this.#find) this.#step();
  }

  stop(): void {
    this.#find?.dispose();
    this.#find = undefined;
    this.#asked = undefined;
    this.#step = undefined;
  }

  apply(change: Change): void {
    this.#find?.apply(change);
  }

  /** What is found as of now. */
  snapshot(): FindView | undefined {
    this.#sent = this.#find?.view();
    return this.#sent;
  }

  /** The same when it is different from what was told. */
  takeOps(): PatchOp[] {
    const before = this.#sent;
    const find = this.snapshot();
    return sameFields(before, find) ? [] : [{ op: "find", find }];
  }
}
