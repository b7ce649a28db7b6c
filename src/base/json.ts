/** A JSON object of unknown shape, as read from the wire or from a file. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for a plain JSON object (no array, no null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is a plain JSON object, else an empty one. */
export function objectOr(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
