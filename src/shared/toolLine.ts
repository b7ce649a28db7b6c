import { t } from "../base/words.ts";
import { lastOf, placeName } from "./formats.ts";
import type { ToolBodyView, ToolPartView, ToolView } from "./rowView.ts";

/** How many of a call's files stand on its line. */
const mostFiles = 2;

/** A file of a call, by the name that is drawn for it. */
export type NamedPlace = ToolView["locations"][number] & { readonly name: string };

/** What stands on the line of a tool call. */
export interface ToolLine {
  /** The title, without the file that it ends with. */
  readonly title: string;
  /** The file that the title ends with. */
  readonly file?: NamedPlace;
  /** The other files behind it, in order. */
  readonly places: readonly NamedPlace[];
  /** The paths for which there is no room. */
  readonly rest: readonly string[];
}

/** The part of a title that names the file, when the title ends with it: it becomes the link. */
function splitTitle(title: string, path: string): readonly [words: string, file: string] | undefined {
  const [, words = "", file = ""] = /^(.*?)\s*[`'"]?([^\s`'"]+)[`'"]?$/s.exec(title) ?? [];
  const isPath = file.length > 1 && (path === file || path.endsWith(`/${file}`) || path.endsWith(`\\${file}`) || file.endsWith(`/${path}`));
  return isPath && words !== "" ? [words, file] : undefined;
}

/** True for a path from the root of a disk, of which the line has no room for more than the end. */
const isWholePath = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

/** What stands on the line of a tool call. */
export function toolLine({ title, name, locations }: ToolView): ToolLine {
  const [first, ...others] = locations;
  const split = first && splitTitle(title, first.path);
  const behind = split ? others : locations;
  const places = behind.slice(0, mostFiles).map((place): NamedPlace => ({ ...place, name: placeName(lastOf(place.path), place) }));
  return {
    title: split?.[0] ?? (title || (name ?? t("Tool call without a title"))),
    file: split && { ...first, name: placeName(isWholePath(split[1]) ? lastOf(split[1]) : split[1], first) },
    places,
    rest: behind.slice(mostFiles).map(({ path }) => path),
  };
}

/** The pieces of a title, every second of which is code, which agents write in backticks. */
export function titlePieces(title: string): readonly string[] {
  return title.split(/`([^`\n]+)`/);
}

/** The first that is told of an unfolded call: the tool's own name, and all files where neither the line had room for them nor a change names them. */
export function toolFacts(
  { name, title, locations }: ToolView,
  { parts }: ToolBodyView,
): { readonly name: string | undefined; readonly places: readonly NamedPlace[] } {
  const changed = new Set(parts.map((part) => (part.type === "diff" ? part.path : undefined)));
  const isTold = locations.length <= mostFiles || locations.every(({ path }) => changed.has(path));
  return {
    name: name === title ? undefined : name,
    places: isTold ? [] : locations.map((place) => ({ ...place, name: placeName(place.path, place) })),
  };
}

/** What stands under the head *Output*, and the head of what the tool handed back beside it: raw where its words, or its terminal, are shown. */
export function toolOutput({ parts }: ToolBodyView): {
  readonly words: ToolPartView | undefined;
  readonly head: string;
  readonly isRaw: boolean;
} {
  const words = parts.find(({ type }) => type === "text");
  const isRaw = words !== undefined || parts.some(({ type }) => type === "terminal");
  return { words, head: isRaw ? t("Raw output") : t("Output"), isRaw };
}
