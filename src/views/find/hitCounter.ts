/** Characters that are looked through at a time: well below a millisecond. */
const stretch = 100_000;
/** Characters that a place to be found can reach over the end of a stretch. */
const reach = 2_000;

/**
 * Counts the places of a pattern (`findPattern`) in a text, however long it is: each step looks through one stretch, so
 * that whoever drives it can rest between two. Returns the count.
 */
export function* countHits(text: string, pattern: RegExp): Generator<void, number> {
  let [count, from] = [0, 0];
  while (from < text.length) {
    // One character before the stretch says whether a word begins there.
    const start = Math.max(0, from - 1);
    const end = Math.min(text.length, from + stretch);
    const part = text.slice(start, Math.min(text.length, end + reach));
    pattern.lastIndex = from - start;
    let next = end;
    for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
      if (start + match.index >= end) break;
      count++;
      next = Math.max(next, start + match.index + match[0].length);
    }
    from = next;
    if (from < text.length) yield;
  }
  return count;
}
