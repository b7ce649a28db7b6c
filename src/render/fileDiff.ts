import { diffArrays } from "diff";
import type { DiffHunk, DiffLine, FileDiff } from "../shared/diff.ts";

/** Lines that may differ before the search for the smallest difference is given up: it takes time with the square of them. */
const mostEdits = 500;

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** How many lines two texts have in common at their begin, and behind that at their end. */
function commonEnds(before: readonly string[], after: readonly string[]): readonly [head: number, tail: number] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [head, tail];
}

/** The lines between the common ends; where too much differs, all removed and then all added: more than needed, never wrong. */
function changes(before: readonly string[], after: readonly string[]): readonly Pick<DiffLine, "sign" | "text">[] {
  const line = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text });
  const found = before.length > 0 && after.length > 0 ? diffArrays([...before], [...after], { maxEditLength: mostEdits }) : undefined;
  if (!found) return [...before.map(line("-")), ...after.map(line("+"))];
  return found.flatMap(({ added, removed, value }) => value.map(line(added ? "+" : removed ? "-" : " ")));
}

function numbered(lines: readonly Pick<DiffLine, "sign" | "text">[], first: number): readonly DiffLine[] {
  let before = first;
  let after = first;
  return lines.map(({ sign, text }) => {
    if (sign === "-") return { sign, text, before: before++ };
    if (sign === "+") return { sign, text, after: after++ };
    return { sign, text, before: before++, after: after++ };
  });
}

/** Cuts where more equal lines stand in a row than two contexts. */
function hunksOf(lines: readonly DiffLine[], context: number): readonly DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let from = 0;
  let lastChange = -1;
  lines.forEach((line, index) => {
    if (line.sign === " ") return;
    if (lastChange < 0) from = Math.max(0, index - context);
    else if (index - lastChange > 2 * context + 1) {
      hunks.push({ lines: lines.slice(from, lastChange + context + 1) });
      from = index - context;
    }
    lastChange = index;
  });
  if (lastChange >= 0) hunks.push({ lines: lines.slice(from, lastChange + context + 1) });
  return hunks;
}

/**
 * The lines that differ, in hunks with up to `context` equal lines around them. `oldText` is absent for a new file. `line`
 * is the line of the file, from 1, that the texts begin with: some agents send only the piece that they changed.
 */
export function fileDiff(oldText: string | undefined, newText: string, { context = 3, line = 1 } = {}): FileDiff {
  const before = linesOf(oldText ?? "");
  const after = linesOf(newText);
  const [head, tail] = commonEnds(before, after);
  const skipped = Math.max(0, head - context);
  const kept = (text: string) => ({ sign: " " as const, text });
  const end = after.length - tail;
  const lines = numbered(
    [
      ...after.slice(skipped, head).map(kept),
      ...changes(before.slice(head, before.length - tail), after.slice(head, end)),
      ...after.slice(end, end + context).map(kept),
    ],
    line + skipped,
  );
  const count = (sign: DiffLine["sign"]) => lines.reduce((sum, each) => sum + (each.sign === sign ? 1 : 0), 0);
  return { added: count("+"), removed: count("-"), hunks: hunksOf(lines, context) };
}
