/** One line of a diff: kept (` `), removed (`-`) or added (`+`), with its number in the text before and after, counted from 1. */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** Absent for an added line. */
  readonly before?: number;
  /** Absent for a removed line. */
  readonly after?: number;
}

/** Lines that changed, with some equal lines around them. */
export interface DiffHunk {
  readonly lines: readonly DiffLine[];
}

/** How a text became another, line by line. */
export interface FileDiff {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}
