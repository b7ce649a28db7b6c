/**
 * Records by an agent's ids. An id is any string, `__proto__` and `constructor` too: a record is made whole by
 * `Object.fromEntries` or by a spread with a computed key, never by assigning, and is read through `own`. Both survive
 * structured clone and JSON, which drop other prototypes.
 */

/** What a record itself has under an id; undefined for what every object has. */
export function own<T>(record: { readonly [id: string]: T }, id: string | null | undefined): T | undefined {
  return id != null && Object.hasOwn(record, id) ? record[id] : undefined;
}
