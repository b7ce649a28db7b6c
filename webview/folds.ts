import type { SessionView } from "../src/shared/sessionView.ts";
import type { FoldDefault, TranscriptState } from "../src/shared/transcriptState.ts";
import type { Host } from "./host.ts";

/**
 * Which cards are open. Only the reader's clicks and commands write here. A card that the reader never touched follows
 * the setting: `running` opens it when it is first seen at work, and then leaves it to the reader, so that no frame
 * closes what somebody reads.
 */
export class Folds {
  readonly #host: Host;
  readonly #choices: Map<string, boolean>;
  readonly #seenWorking = new Set<string>();
  /** Cards that a search holds open: never written to the choices, and closed again when it ends. */
  readonly #lent = new Set<string>();
  #foldDefault: FoldDefault = "collapsed";

  constructor(host: Host) {
    this.#host = host;
    this.#choices = new Map(Object.entries(host.saved.folds));
  }

  isOpen(sessionId: string): boolean {
    const isOpenByDefault = this.#foldDefault === "all" || (this.#foldDefault === "running" && this.#seenWorking.has(sessionId));
    return this.#lent.has(sessionId) || (this.#choices.get(sessionId) ?? isOpenByDefault);
  }

  /** Holds cards open for a search, whatever the reader chose, until `giveBack`; true when one of them was closed. */
  lend(sessionIds: readonly string[]): boolean {
    const closed = sessionIds.filter((id) => !this.isOpen(id));
    for (const id of closed) this.#lent.add(id);
    return closed.length > 0;
  }

  /** Closes what a search held open. */
  giveBack(): void {
    this.#lent.clear();
  }

  /** The cards that the reader set open. */
  chosenOpen(): readonly string[] {
    return [...this.#choices].filter(([, isOpen]) => isOpen).map(([sessionId]) => sessionId);
  }

  /** The reader opens or closes cards. */
  set(sessionIds: readonly string[], isOpen: boolean): void {
    for (const sessionId of sessionIds) {
      this.#lent.delete(sessionId);
      this.#choices.delete(sessionId);
      this.#choices.set(sessionId, isOpen);
    }
    this.#host.save({ folds: Object.fromEntries(this.#choices) });
  }

  /**
   * Takes over the choices made below a root in other surfaces, if this surface is new to it. Later, another's click
   * changes nothing here, whether this page was drawn anew or not.
   */
  startFrom(rootId: string, folds: { readonly [sessionId: string]: boolean }): void {
    const { knownRoots } = this.#host.saved;
    if (knownRoots.includes(rootId)) return;
    for (const [sessionId, isOpen] of Object.entries(folds)) {
      if (!this.#choices.has(sessionId)) this.#choices.set(sessionId, isOpen);
    }
    this.#host.save({ knownRoots: [...knownRoots, rootId], folds: Object.fromEntries(this.#choices) });
  }

  /** Looks at what the setting opens by itself. */
  followDefault(state: TranscriptState): void {
    if (state.foldDefault !== this.#foldDefault) {
      this.#foldDefault = state.foldDefault;
      this.#seenWorking.clear();
    }
    if (this.#foldDefault !== "running") return;
    for (const session of Object.values<SessionView>(state.sessions)) {
      if (!session.isWorking || this.#seenWorking.has(session.id)) continue;
      this.#seenWorking.add(session.id);
    }
  }
}
