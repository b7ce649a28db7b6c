import type { SessionId } from "./ids.ts";
import type { SessionRecord } from "./sessionRecord.ts";

/** Most sessions at the top. Only an agent that goes on inventing ids comes near it; its requests are shown all the same. */
const mostRoots = 1_000;

/** How much is taken of sessions that nobody has announced or opened (yet): they are shown at once, but not without end. */
export class Unannounced {
  readonly #sessions: ReadonlyMap<SessionId, SessionRecord>;
  readonly #roots: readonly SessionRecord[];
  readonly #most: number;
  /** Updates taken of sessions that nobody had announced then, and their sum. */
  readonly #updates = new Map<SessionId, number>();
  #sum = 0;

  /** `sessions` and `roots` are the store's own; `most` see `Limits.pendingFrames`. */
  constructor(sessions: ReadonlyMap<SessionId, SessionRecord>, roots: readonly SessionRecord[], most: number) {
    this.#sessions = sessions;
    this.#roots = roots;
    this.#most = most;
  }

  /** False for an unknown session when there are too many already. */
  hasRoomFor(id: SessionId): boolean {
    return this.#sessions.has(id) || this.#roots.length < mostRoots;
  }

  /** Counts an update of this session; false when it is one too many. What was announced or opened meanwhile does not count. */
  takesUpdateOf(id: SessionId): boolean {
    if (this.#isFound(id)) return true;
    if (this.#sum >= this.#most) this.#forgetFound();
    if (this.#sum >= this.#most) return false;
    this.#updates.set(id, (this.#updates.get(id) ?? 0) + 1);
    this.#sum += 1;
    return true;
  }

  #forgetFound(): void {
    for (const [id, count] of this.#updates) {
      if (this.#sessions.has(id) && !this.#isFound(id)) continue;
      this.#updates.delete(id);
      this.#sum -= count;
    }
  }

  #isFound(id: SessionId): boolean {
    const standing = this.#sessions.get(id)?.standing;
    return standing === "root" || standing === "child";
  }
}
