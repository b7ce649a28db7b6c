/** True when two plain values hold the same: primitives by value, arrays and objects member by member. */
export function sameFields(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as { readonly [key: string]: unknown };
  const right = b as { readonly [key: string]: unknown };
  // A field that is undefined is the same as one that is left out: neither survives the way to the webview.
  for (const key of Object.keys(left)) if (!sameFields(left[key], right[key])) return false;
  for (const key of Object.keys(right)) if (right[key] !== undefined && !(key in left)) return false;
  return true;
}
