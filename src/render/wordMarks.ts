import { diffWordsWithSpace } from "diff";
import type { DiffLine } from "../shared/diff.ts";

/** A piece of a line; `isMarked`: it is not in the line that it is compared with. */
export interface LinePiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Characters of a line above which its words are not compared. */
const longest = 400;
/** The share of a line that has to be equal: of two lines that have little in common, every word would be marked. */
const leastEqual = 0.3;

function pieces(removed: string, added: string): readonly [removed: readonly LinePiece[], added: readonly LinePiece[]] | undefined {
  if (removed.length > longest || added.length > longest) return undefined;
  const found = diffWordsWithSpace(removed, added);
  const equal = found.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0);
  if (equal < leastEqual * Math.min(removed.trim().length, added.trim().length)) return undefined;
  const side = (other: "added" | "removed") =>
    found.filter((part) => !part[other]).map(({ value, added, removed }) => ({ text: value, isMarked: added || removed }));
  return [side("added"), side("removed")];
}

/**
 * The words that changed within lines of a hunk, by the line's index: each removed line is compared with the added line that
 * stands in its place. Lines without an entry changed as a whole, or are not changed.
 */
export function wordMarks(lines: readonly DiffLine[]): ReadonlyMap<number, readonly LinePiece[]> {
  const marks = new Map<number, readonly LinePiece[]>();
  for (let at = 0; at < lines.length; ) {
    const start = at;
    while (lines[at]?.sign === "-") at++;
    const middle = at;
    while (lines[at]?.sign === "+") at++;
    for (let index = 0; index < Math.min(middle - start, at - middle); index++) {
      const found = pieces(lines[start + index]?.text ?? "", lines[middle + index]?.text ?? "");
      if (!found) continue;
      marks.set(start + index, found[0]);
      marks.set(middle + index, found[1]);
    }
    if (at === start) at++;
  }
  return marks;
}
