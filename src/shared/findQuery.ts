/** What a reader looks for, as it stands in the field, and how it is compared. */
export interface FindOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** The filters that can be typed, in the order in which they are offered. */
export const findFilters = ["kind", "agent", "state", "file"] as const;

/** One of these filters. */
export type FindFilter = (typeof findFilters)[number];

/** What the text of the field means: words to be found, and filters; of values of one filter any has to fit, of filters all. */
export interface FindQuery {
  readonly words: string;
  readonly filters: { readonly [Filter in FindFilter]: readonly string[] };
}

/** Values of `kind:` that are offered; the kinds of tools (`read`, `edit` …) are known beside them. */
export const findKinds = ["prompt", "message", "answer", "thought", "tool", "read", "edit", "search", "execute", "plan", "card", "error"];
/** Values of `state:` that are offered. */
export const findStates = ["running", "waiting", "finished", "failed", "cancelled"];

/** `name:value` or `name:"a value"`; a name at the very end of the field has its value still to come. */
const filterPattern = /(?<=^|\s)(kind|agent|state|file):(?:"([^"]*)"?|([^\s"]+)|$)/gi;

/** Reads the field. What is no filter is looked for as it stands, without the space around it. */
export function parseFindQuery(text: string): FindQuery {
  const filters: { [Filter in FindFilter]: string[] } = { kind: [], agent: [], state: [], file: [] };
  const words = text.trimEnd().replace(filterPattern, (_whole, name: string, quoted: string | undefined, plain: string | undefined) => {
    const value = (quoted ?? plain ?? "").trim().toLowerCase();
    if (value !== "") filters[name.toLowerCase() as FindFilter].push(value);
    return "";
  });
  return { words: words.trim(), filters };
}

/** True when something beside words narrows what is found. */
export function isFiltered({ filters }: FindQuery): boolean {
  return findFilters.some((filter) => filters[filter].length > 0);
}

/** True when there is nothing to look for. */
export function isBlank(query: FindQuery): boolean {
  return query.words === "" && !isFiltered(query);
}

/** Between what is drawn apart: no words go on over it, not even over a line break. */
export const piecesEnd = "\u0000";

/**
 * A pattern that finds the words anywhere in a text, each time it is executed the next place; undefined when there are no
 * words. White space in them stands for any white space, as lines are broken anew where a text is drawn.
 */
export function findPattern(words: string, { matchCase, wholeWord }: Omit<FindOptions, "text">): RegExp | undefined {
  if (words === "") return undefined;
  const literal = words
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s+");
  const whole = wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
  return new RegExp(whole, matchCase ? "gu" : "giu");
}
