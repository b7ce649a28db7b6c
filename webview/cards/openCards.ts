import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import type { Host } from "../host.ts";

/**
 * Tells the host which cards are drawn open, so that it sends their rows and no others'. Cards report themselves when
 * they open and when they go; what the host does not know yet is told once the frame is drawn.
 */
export class OpenCards {
  readonly #host: Host;
  readonly #onFrame: (run: () => void) => void;
  readonly #drawn = new Map<string, number>();
  #told = new Set<string>();
  #isDue = false;

  constructor(host: Host, onFrame: (run: () => void) => void) {
    this.#host = host;
    this.#onFrame = onFrame;
  }

  /** A new state began: the host sends what it has windows for. */
  startFrom(state: TranscriptState): void {
    this.#told = new Set(Object.keys(state.windows).filter((sessionId) => sessionId !== state.sessionId));
    this.#tellSoon();
  }

  /** The reader opened or closed a card. */
  choose(sessionId: string, isOpen: boolean): void {
    this.#tell(sessionId, isOpen, true);
  }

  /** An open card was drawn. */
  add(sessionId: string): void {
    this.#drawn.set(sessionId, (this.#drawn.get(sessionId) ?? 0) + 1);
    this.#tellSoon();
  }

  /** An open card is no longer drawn. */
  remove(sessionId: string): void {
    const count = (this.#drawn.get(sessionId) ?? 0) - 1;
    if (count > 0) this.#drawn.set(sessionId, count);
    else this.#drawn.delete(sessionId);
    this.#tellSoon();
  }

  #tell(sessionId: string, isOpen: boolean, isChoice: boolean): void {
    if (isOpen) this.#told.add(sessionId);
    else this.#told.delete(sessionId);
    this.#host.post({ type: "fold", sessionId, isOpen, isChoice });
  }

  // Rows that move are taken out and put in again: only what stays so until the next frame counts.
  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#onFrame(() => {
      this.#isDue = false;
      for (const sessionId of this.#drawn.keys()) if (!this.#told.has(sessionId)) this.#tell(sessionId, true, false);
      for (const sessionId of this.#told) if (!this.#drawn.has(sessionId)) this.#tell(sessionId, false, false);
    });
  }
}
