/** What to replace so that one text becomes another: the characters `from` to `to` (exclusive) by `text`. */
export interface MiddleChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The smallest single change from one text to another: what is equal at both ends stays, so that cursors and marks there
 * stay too. Never between the halves of a line break or of a character. Undefined when nothing differs.
 */
export function middleChange(before: string, after: string): MiddleChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  while (head > 0 && (isSplit(before, head) || isSplit(after, head))) head--;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  while (tail > 0 && (isSplit(before, before.length - tail) || isSplit(after, after.length - tail))) tail--;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}

/** True when `at` is in the middle of a line break or of a character of two units. */
function isSplit(text: string, at: number): boolean {
  const [left = "", right = ""] = [text[at - 1], text[at]];
  return (left === "\r" && right === "\n") || (/[\ud800-\udbff]/.test(left) && /[\udc00-\udfff]/.test(right));
}
