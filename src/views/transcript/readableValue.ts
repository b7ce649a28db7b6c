import { isObject } from "../../session/content.ts";

/** One line of a value, or undefined when it takes several. */
function inLine(value: unknown): string | undefined {
  if (value === "") return '""';
  if (typeof value === "string") return value.includes("\n") ? undefined : value;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : undefined;
  if (isObject(value)) return Object.keys(value).length === 0 ? "{}" : undefined;
  return String(value);
}

/** The lines of a value, with what belongs to a name or an item moved in. */
function linesOf(value: unknown): readonly string[] {
  const line = inLine(value);
  if (line !== undefined) return [line];
  if (typeof value === "string") return value.replace(/\n$/, "").split("\n");
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item).map((each, index) => `${index === 0 ? "- " : "  "}${each}`));
  return Object.entries(value as object).flatMap(([name, each]) => {
    const own = inLine(each);
    return own === undefined ? [`${name}:`, ...linesOf(each).map((line) => `  ${line}`)] : [`${name}: ${own}`];
  });
}

/**
 * What a tool got or gave, for a person to read: names and texts without quotes and braces, and texts of several lines as
 * they were written. Throws a `RangeError` for what is nested too deeply.
 */
export function readableText(value: unknown): string {
  return typeof value === "string" ? value : linesOf(value).join("\n");
}
