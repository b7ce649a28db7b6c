/** `1.2.3`, with `-rc.1` behind it for a version before the finished one; what stands behind `+` does not count. */
const pattern = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+\S*)?$/;

/**
 * True when `version` comes before `other` in the order of npm's versions. False also when one of them is no version:
 * about what cannot be compared nothing is claimed.
 */
export function isOlder(version: string, other: string): boolean {
  return (compareVersions(version, other) ?? 0) < 0;
}

/** Negative, 0 or positive as for `sort`; undefined when one of the two is no version. */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [pattern.exec(a.trim()), pattern.exec(b.trim())];
  if (!left || !right) return undefined;
  for (const place of [1, 2, 3]) {
    const difference = Number(left[place]) - Number(right[place]);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(left[4], right[4]);
}

/** The finished version comes after all that lead to it; among these, numbers count as numbers and before words. */
function comparePrereleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [left, right] = [a.split("."), b.split(".")];
  for (const [at, part] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (part === other) continue;
    const isNumber = [part, other].map((text) => /^\d+$/.test(text));
    if (isNumber[0] && isNumber[1]) return Number(part) - Number(other);
    if (isNumber[0] !== isNumber[1]) return isNumber[0] ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return left.length - right.length;
}
