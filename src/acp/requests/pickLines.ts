/**
 * Some lines of a text, with their line breaks as they are. `line` counts from 1 (0 and absent mean the first), `limit` is how
 * many (absent = all). A line behind the last one gives nothing.
 */
export function pickLines(text: string, line: number | undefined, limit: number | undefined): string {
  let from = 0;
  for (let skipped = 1; skipped < (line ?? 1); skipped++) {
    from = nextLine(text, from);
    if (from === text.length) return "";
  }
  if (limit === undefined) return text.slice(from);
  let to = from;
  for (let taken = 0; taken < limit && to < text.length; taken++) to = nextLine(text, to);
  return text.slice(from, to);
}

/** Where the line behind the one at `from` begins. */
function nextLine(text: string, from: number): number {
  const lineBreak = text.indexOf("\n", from);
  return lineBreak === -1 ? text.length : lineBreak + 1;
}
