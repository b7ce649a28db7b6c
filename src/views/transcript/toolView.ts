import { messageOf } from "../../base/personError.ts";
import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { placeOf } from "../../session/attachment.ts";
import { blockText, type ContentBlock, isObject, type ToolContent } from "../../session/content.ts";
import { type SessionId, type TerminalId, toTerminalId } from "../../session/ids.ts";
import { isTelling, type ToolCallFields, titleOf } from "../../session/rows.ts";
import type { DiffHunk } from "../../shared/diff.ts";
import type { BlockView, ToolBodyView, ToolPartView, ToolView } from "../../shared/rowView.ts";
import { toolStatus } from "../stateWords.ts";
import { type Caps, capped, pageCaps } from "./capped.ts";
import { readableText } from "./readableValue.ts";
import { terminalKey } from "./shownTerminals.ts";
import { changeOf, type DiffContent, detailOf, diffOf, isDiff, placesOf } from "./toolSummary.ts";

/** Kinds of image that a webview draws. */
const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"]);
/** Kinds of sound that a webview plays. */
const audioTypes = new Set(
  ["mpeg", "mp3", "mp4", "aac", "ogg", "opus", "wav", "x-wav", "wave", "webm", "flac"].map((kind) => `audio/${kind}`),
);
/** Base64 characters of an image or a sound that still cross to a webview. */
const dataCap = 16_000_000;

/** Any value as text: a string as it is, anything else as indented JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : writtenOut(() => JSON.stringify(value, null, 2) ?? "");
}

function writtenOut(write: () => string): string {
  try {
    return write();
  } catch (error) {
    // Nested so deeply that it cannot be written out.
    return t("This cannot be shown: {0}", messageOf(error));
  }
}

/** The one-line part of a tool call. `isOver`: nothing more will be told of an open call. */
export function toolView(call: ToolCallFields, isOver: boolean): ToolView {
  const locations = placesOf(call);
  return {
    toolCallId: call.toolCallId,
    title: oneLine(titleOf(call), 400),
    name: call.name,
    toolKind: call.toolKind,
    about: call.about,
    isUnattributed: call.isUnattributed,
    status: toolStatus(call, isOver),
    locations,
    detail: detailOf(call),
    change: changeOf(call),
    hasBody:
      locations.length > 2 ||
      isTelling(call.rawInput) ||
      isTelling(call.rawOutput) ||
      call.content.length > 0 ||
      call.terminalIds.length > 0,
  };
}

function mediaView({ type, mimeType, data }: ContentBlock): BlockView | undefined {
  if ((type !== "image" && type !== "audio") || typeof mimeType !== "string" || typeof data !== "string") return undefined;
  const types = type === "image" ? imageTypes : audioTypes;
  return types.has(mimeType) && data.length <= dataCap ? { type, mimeType, data } : undefined;
}

function embeddedView({ type, resource }: ContentBlock, cap: number): BlockView | undefined {
  if (type !== "resource" || !isObject(resource) || typeof resource.uri !== "string") return undefined;
  // A picture or a sound that came as a resource is one (schema `BlobResourceContents`).
  const { mimeType, blob: data } = resource;
  const media = mediaView({ type: "image", mimeType, data }) ?? mediaView({ type: "audio", mimeType, data });
  if (media) return media;
  const text = typeof resource.text === "string" ? capped(resource.text, cap) : undefined;
  return { type: "embedded", uri: resource.uri, name: resourceName(resource.uri), text };
}

/** The last part of a resource's address with its lines, as a person calls it: `store.ts:3-10`. */
function resourceName(uri: string): string {
  const [, path = uri, from, to] = /^([^#]*?)\/*(?:#L(\d+)(?:-L?(\d+))?)?$/.exec(uri) ?? [];
  const name = placeOf(path, undefined).split("/").at(-1) || path;
  return oneLine(from === undefined ? name : `${name}:${to === undefined ? from : `${from}-${to}`}`);
}

/** A piece of a message as it is drawn. */
export function blockView(block: ContentBlock, { text: cap } = pageCaps): BlockView {
  if (block.type === "text") return { type: "text", text: capped(blockText(block), cap) };
  if (block.type === "resource_link" && typeof block.uri === "string") {
    const name = typeof block.title === "string" ? block.title : typeof block.name === "string" ? block.name : block.uri;
    return { type: "link", uri: block.uri, name: oneLine(name) };
  }
  return mediaView(block) ?? embeddedView(block, cap) ?? { type: "other", text: capped(blockText(block), cap) };
}

/** The first lines of some hunks. */
function firstLines(hunks: readonly DiffHunk[], { diffLines, diffLine }: Caps): readonly DiffHunk[] {
  let left = diffLines;
  return hunks.flatMap(({ lines }) => {
    const shown = lines
      .slice(0, left)
      .map((line) => (line.text.length > diffLine ? { ...line, text: `${line.text.slice(0, diffLine)}…` } : line));
    left -= shown.length;
    return shown.length === 0 ? [] : [{ lines: shown }];
  });
}

function diffView(part: DiffContent, call: ToolCallFields, caps: Caps): ToolPartView {
  const { added, removed, hunks } = diffOf(part, call);
  const lineCount = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    type: "diff",
    index: call.content.indexOf(part),
    path: part.path,
    isNew: typeof part.oldText !== "string",
    added,
    removed,
    hunks: firstLines(hunks, caps),
    cutLines: Math.max(0, lineCount - caps.diffLines),
  };
}

function partView(part: ToolContent, call: ToolCallFields, sessionId: SessionId, caps: Caps): ToolPartView {
  if (part.type === "content" && isObject(part.content) && typeof part.content.type === "string") {
    return blockView(part.content as ContentBlock, caps);
  }
  if (isDiff(part)) return diffView(part, call, caps);
  if (part.type === "terminal" && typeof part.terminalId === "string") return terminalPart(sessionId, toTerminalId(part.terminalId));
  if (part.type === "session" && typeof part.sessionId === "string") return { type: "session", sessionId: part.sessionId };
  return { type: "other", text: capped(valueText(part), caps.text) };
}

/** The text of an output that is a list of text blocks, as some agents repeat what the content shows. */
function outputText(output: unknown): string {
  const texts = Array.isArray(output)
    ? output.map((item) => (isObject(item) && typeof item.text === "string" ? item.text : undefined))
    : [undefined];
  return texts.some((text) => text === undefined) ? writtenOut(() => readableText(output)) : texts.join("\n");
}

function terminalPart(sessionId: SessionId, terminalId: TerminalId): ToolPartView {
  return { type: "terminal", terminalId, key: terminalKey(sessionId, terminalId) };
}

/** A value without those of its texts that are told elsewhere. */
function without(value: unknown, isTold: (text: string) => boolean): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withoutLong(each, isTold, deepest)] as const);
  const isNew = (each: unknown) => (typeof each === "string" ? each === "" || !isTold(each) : each !== allTold);
  return Object.fromEntries(entries.filter(([, each]) => isNew(each)));
}

/** What is left of a value of which all is told elsewhere. */
const allTold = Symbol("all told");
/** A shorter text further inside may mean something else there: a name, a word. */
const longText = 20;
/** So many levels of a value are looked through. */
const deepest = 8;

/** What stands further inside a value, without its longer texts that are told elsewhere. */
function withoutLong(value: unknown, isTold: (text: string) => boolean, levels: number): unknown {
  if (levels === 0 || (!Array.isArray(value) && !isObject(value))) return value;
  const isLeft = (each: unknown) => (typeof each === "string" ? each.length < longText || !isTold(each) : each !== allTold);
  if (Array.isArray(value)) {
    const left = value.map((each) => withoutLong(each, isTold, levels - 1)).filter(isLeft);
    return left.length === 0 && value.length > 0 ? allTold : left;
  }
  const entries = Object.entries(value).map(([key, each]) => [key, withoutLong(each, isTold, levels - 1)] as const);
  const left = entries.filter(([, each]) => isLeft(each));
  // Only what kind of text it was says nothing.
  return left.length < entries.length && left.every(([key]) => key === "type") ? allTold : Object.fromEntries(left);
}

/** What a call gave, without how its command ended where the terminal below it says that (codex: a command that reads a file). */
function withoutEnd({ rawOutput, terminalIds }: ToolCallFields): unknown {
  if (!isObject(rawOutput) || terminalIds.length === 0 || typeof rawOutput.exit_code !== "number") return rawOutput;
  const { exit_code: _, ...rest } = rawOutput;
  return rest;
}

/** A title that stands on its line as it is, so that nobody has to look for the whole of it. */
const isWhole = (title: string) => title.length <= 200 && !title.includes("\n");

/** True for a text that only repeats what the tool was asked: the description of a command that gave nothing yet (claude), a prompt (codex). */
function isGiven({ type, content }: ToolContent, rawInput: unknown): boolean {
  if (type !== "content" || !isObject(content) || typeof content.text !== "string" || !isObject(rawInput)) return false;
  const words = content.text.trim();
  return [rawInput.description, rawInput.prompt].some((given) => typeof given === "string" && given.trim() === words);
}

/**
 * The folded part of a tool call of this session. What the title or the parts show is not told again: in the input the
 * command that is the title, and the file and the texts of a change; in the output what the parts say, and a terminal's end.
 */
export function toolBody(call: ToolCallFields, sessionId: SessionId, caps = pageCaps): ToolBodyView {
  const named = new Set(call.content.map((part) => part.terminalId));
  const parts = [
    ...call.content.filter((part) => !isGiven(part, call.rawInput)).map((part) => partView(part, call, sessionId, caps)),
    ...call.terminalIds.filter((id) => !named.has(id)).map((id) => terminalPart(sessionId, id)),
  ];
  const changed = call.content.filter(isDiff).flatMap(({ path, oldText, newText }) => [path, oldText, newText]);
  const told = new Set<unknown>([...changed, ...(parts.length > 0 && isWhole(call.title) ? [call.title] : [])]);
  const input = without(call.rawInput, (text) => told.has(text));
  const shown = parts.map((part) => ("text" in part ? part.text : "")).join("\n");
  const output = without(withoutEnd(call), (text) => text.trim() !== "" && shown.includes(text.trim()));
  const words = isTelling(output) ? outputText(output) : "";
  const isNew = words.trim() !== "" && !shown.includes(words.trim());
  return {
    input: isTelling(input)
      ? capped(
          writtenOut(() => readableText(input)),
          caps.text,
        )
      : undefined,
    output: isNew ? capped(words, caps.text) : undefined,
    parts,
  };
}
