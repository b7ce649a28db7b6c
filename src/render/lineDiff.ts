/** One line of a diff: kept (` `), removed (`-`) or added (`+`). */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * The lines that differ, as removed and then added lines, with up to `context` equal lines around them. `oldText` is
 * absent for a new file. A plain comparison from both ends: one hunk, and never a wrong line.
 */
export function lineDiff(oldText: string | undefined, newText: string, context = 2): readonly DiffLine[] {
  const before = linesOf(oldText ?? "");
  const after = linesOf(newText);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const line = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text });
  return [
    ...after.slice(Math.max(0, head - context), head).map(line(" ")),
    ...before.slice(head, before.length - tail).map(line("-")),
    ...after.slice(head, after.length - tail).map(line("+")),
    ...after.slice(after.length - tail, after.length - tail + context).map(line(" ")),
  ];
}
