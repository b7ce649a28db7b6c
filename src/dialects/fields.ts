import { type ContentBlock, isObject, type JsonObject } from "../session/content.ts";
import type { Patch } from "../session/events.ts";

/** The string at `key`, or undefined for anything else. */
export function text(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" ? value : undefined;
}

/** The strings in the array at `key`; undefined when there is no array. */
export function texts(object: JsonObject, key: string): readonly string[] | undefined {
  const value = object[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** The finite number at `key`, or undefined for anything else. */
export function number(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The object at `key`, or undefined for anything else. */
export function object(from: JsonObject, key: string): JsonObject | undefined {
  const value = from[key];
  return isObject(value) ? value : undefined;
}

/** The objects in the array at `key`; what is no object is left out. Undefined when there is no array. */
export function objects(from: JsonObject, key: string): readonly JsonObject[] | undefined {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

/** A string that is patched: absent (or of a wrong type) = unchanged, null = cleared. */
export function textPatch(from: JsonObject, key: string): Patch<string> {
  return from[key] === null ? null : text(from, key);
}

/** A value as a content block, if it looks like one: an object with a `type`. */
export function block(value: unknown): ContentBlock | undefined {
  return isObject(value) && typeof value.type === "string" ? (value as ContentBlock) : undefined;
}

/** The content blocks in the array at `key`; undefined when there is no array. */
export function blocks(from: JsonObject, key: string): readonly ContentBlock[] | undefined {
  return objects(from, key)?.filter((item): item is ContentBlock => typeof item.type === "string");
}
