import { oneLine } from "../../base/plainText.ts";
import { fileDiff } from "../../render/fileDiff.ts";
import { isObject, type JsonObject, type ToolContent } from "../../session/content.ts";
import { type ToolCallFields, titleOf } from "../../session/rows.ts";
import type { FileDiff } from "../../shared/diff.ts";
import type { ToolView } from "../../shared/rowView.ts";

type Place = ToolView["locations"][number];
/** A part that shows a change (schema `Diff`). */
export type DiffContent = ToolContent & { readonly type: "diff"; readonly path: string; readonly newText: string };

/** True for a part that shows a change of a file and can be drawn as one. */
export function isDiff(part: ToolContent): part is DiffContent {
  return part.type === "diff" && typeof part.path === "string" && typeof part.newText === "string";
}

/** How agents name things in the input of their own tools, which ACP leaves open; read from recordings and their sources. */
const fields = {
  path: ["file_path", "filePath", "path", "notebook_path", "absolute_path", "file", "target_file"],
  from: ["source", "from", "old_path", "oldPath", "source_path", "src"],
  to: ["destination", "to", "new_path", "newPath", "destination_path", "dest"],
  pattern: ["pattern", "query", "regex", "search", "glob", "glob_pattern"],
  mode: ["mode", "modeId", "mode_id", "target_mode"],
  first: ["start_line", "startLine", "line_start"],
  last: ["end_line", "endLine", "line_end"],
  length: ["limit", "line_count", "max_lines"],
} as const;

function textIn(input: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value): value is string => typeof value === "string" && value.trim() !== "");
}

function lineIn(input: JsonObject, names: readonly string[]): number | undefined {
  return names.map((name) => input[name]).find((value): value is number => Number.isInteger(value) && Number(value) > 0);
}

/** A command line, or several of them, out of a tool's input; a shell that only runs it is left out. */
function commandOf(input: JsonObject): string | undefined {
  const { command = input.cmd ?? input.commands } = input;
  if (typeof command === "string") return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return undefined;
  if (input.command === undefined && input.cmd === undefined) return command.join("; ");
  const [shell = "", flag = "", script] = command;
  return /(^|[\\/])(ba|z|da)?sh$/.test(shell) && /^-[lic]*c$/.test(flag) && script !== undefined ? script : command.join(" ");
}

function moveOf(input: JsonObject, { locations }: ToolCallFields): string | undefined {
  const from = textIn(input, fields.from) ?? locations[0]?.path;
  const to = textIn(input, fields.to) ?? locations[1]?.path;
  return from === undefined || to === undefined ? undefined : `${from} → ${to}`;
}

/** Words for comparing: agents write the same command with other spaces, quotes and backticks in a title. */
const plain = (text: string) => text.replace(/[\s`"']+/g, " ").trim();
const isSaid = (text: string, title: string) => plain(title).includes(plain(text));

/** What is looked for, and where; of both what the title does not say. */
function searchOf(input: JsonObject, call: ToolCallFields): string | undefined {
  const pattern = textIn(input, fields.pattern);
  if (pattern === undefined) return undefined;
  const parts = [pattern, textIn(input, fields.path)].filter((part) => part !== undefined && !isSaid(part, titleOf(call)));
  return parts.length === 0 ? undefined : parts.join(" · ");
}

function detailIn(input: JsonObject, call: ToolCallFields): string | undefined {
  switch (call.toolKind) {
    case "execute":
      return commandOf(input);
    case "search":
      return searchOf(input, call);
    case "fetch":
      return textIn(input, ["url", "uri", "query"]);
    case "move":
      return moveOf(input, call);
    case "switch_mode":
      return textIn(input, fields.mode);
    case "think":
      return textIn(input, ["thought"]);
    default:
      return undefined;
  }
}

/** What the call does it with, on one line: the command, the pattern, the address, where a file goes. Absent when the title says it. */
export function detailOf(call: ToolCallFields): string | undefined {
  const detail = detailIn(isObject(call.rawInput) ? call.rawInput : {}, call);
  if (detail === undefined || isSaid(detail, titleOf(call))) return undefined;
  return oneLine(detail, 400);
}

/** The lines that were asked for, where a tool for reading says so; `line` is the one that was reported. */
function rangeOf(input: JsonObject, line: number | undefined): Pick<Place, "line" | "endLine"> {
  const [from, to] = Array.isArray(input.view_range) ? (input.view_range as readonly unknown[]) : [];
  const first = line ?? lineIn(input, fields.first) ?? (typeof from === "number" && from > 0 ? from : undefined);
  const length = lineIn(input, fields.length);
  // An offset is counted from 0 by some and from 1 by others: without a reported line it says nothing.
  if (first === undefined) return {};
  const last = lineIn(input, fields.last) ?? (typeof to === "number" && to > 0 ? to : length && first + length - 1);
  return last === undefined || last <= first ? { line: first } : { line: first, endLine: last };
}

/** The paths that a call names where no location was reported. */
function namedPaths({ content, rawInput }: ToolCallFields): readonly string[] {
  const changed = content.filter(isDiff).map(({ path }) => path);
  if (changed.length > 0) return [...new Set(changed)];
  if (!isObject(rawInput)) return [];
  const path = textIn(rawInput, fields.path);
  if (path !== undefined) return [path];
  const files = Array.isArray(rawInput.files) ? rawInput.files.filter(isObject) : [];
  return files.flatMap((file) => textIn(file, fields.path) ?? []);
}

/** The kinds whose input names a file as what it is about. */
const fileKinds: readonly string[] = ["read", "edit", "delete"];

/** The files of a call: those that were reported, else those that it names itself; of a read with its lines. */
export function placesOf(call: ToolCallFields): readonly Place[] {
  const { locations, toolKind, rawInput } = call;
  const isNamed = locations.length === 0 && fileKinds.includes(toolKind);
  const places = isNamed ? namedPaths(call).map((path): Place => ({ path })) : locations.map(({ path, line }) => ({ path, line }));
  const [only, ...others] = places;
  if (toolKind !== "read" || !only || others.length > 0 || !isObject(rawInput)) return places;
  return [{ path: only.path, ...rangeOf(rawInput, only.line) }];
}

/** What a part changed. Its lines are numbered from the reported line when it can only be a piece of its file. */
export function diffOf(part: DiffContent, { content, locations }: ToolCallFields): FileDiff {
  const ofFile = content.filter((other) => other.path === part.path && isDiff(other));
  const places = locations.filter(({ path }) => path === part.path);
  // One place for each piece, in their order.
  const line = places.length === ofFile.length ? (places[ofFile.indexOf(part)]?.line ?? 1) : 1;
  const isPiece = line > part.newText.split("\n").length;
  return fileDiff(typeof part.oldText === "string" ? part.oldText : undefined, part.newText, { line: isPiece ? line : 1 });
}

type Counts = Pick<FileDiff, "added" | "removed">;
/** Frames are never changed, and a call is drawn again with each of its updates. */
const counted = new WeakMap<ToolContent, Counts>();

function countsOf(part: DiffContent): Counts {
  const known = counted.get(part);
  if (known) return known;
  const { added, removed } = fileDiff(typeof part.oldText === "string" ? part.oldText : undefined, part.newText);
  const counts = { added, removed };
  counted.set(part, counts);
  return counts;
}

/** The lines that all diffs of a call add and remove; absent when there is none. */
export function changeOf({ content }: ToolCallFields): Counts | undefined {
  const counts = content.filter(isDiff).map(countsOf);
  if (counts.length === 0) return undefined;
  return { added: counts.reduce((sum, each) => sum + each.added, 0), removed: counts.reduce((sum, each) => sum + each.removed, 0) };
}
