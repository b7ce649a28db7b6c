/** A text that lies outside of memory. Whoever lets go of it gives its place back. */
export interface Shelved {
  /** The text; throws an Error that says why when it cannot be read. */
  read(): string;
  /** Puts another text in its place. False when that was refused: what lay there is not to be relied on any more. */
  write(text: string): boolean;
}

/** Where the store puts what is too old to be kept in memory, synchronously: a change of the model never waits. */
export interface Shelf {
  /** Takes well-formed text, as JSON is. Undefined when there is no room, or no shelf: the text has to stay in memory. Whoever keeps the shelf tells the person. */
  put(text: string): Shelved | undefined;
}
