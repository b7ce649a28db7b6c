/** The session that the person was at last, wherever that was: a row of the tree, a card, or a tab. */
export class LastVisited {
  #key: string | undefined;

  /** Its key; it may be of a session that is gone. */
  get key(): string | undefined {
    return this.#key;
  }

  note(key: string): void {
    this.#key = key;
  }
}
