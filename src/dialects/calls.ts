import { type ContentBlock, isObject, type JsonObject } from "../session/content.ts";
import type { SessionId } from "../session/ids.ts";
import { block, object, text } from "./fields.ts";

/** What is remembered of one tool call, gathered over its frames, so that a launch can be told from any of them. */
export class Call {
  readonly id: string;
  /** Whose call it is; it keeps its first owner, since later frames may lose their tag (claude, §10). */
  readonly owner: SessionId;
  name = "";
  kind = "";
  title = "";
  status: string | undefined;
  input: JsonObject = {};
  output: unknown;
  /** The `_meta` of its frames, merged key by key, vendors' objects one level deep. */
  meta: JsonObject = {};
  /** Top-level fields beside the schema's that a draft gave a call (`subagent`). */
  extra: JsonObject = {};

  /** True once it was told that the call gave an ended child more work. */
  hasWoken = false;

  constructor(id: string, owner: SessionId) {
    this.id = id;
    this.owner = owner;
  }

  /** Takes in what a frame says of the call. */
  merge(update: JsonObject): void {
    this.name = text(update, "name") ?? this.name;
    this.kind = text(update, "kind") ?? this.kind;
    this.title = text(update, "title") ?? this.title;
    this.status = text(update, "status") ?? this.status;
    if (isObject(update.rawInput) && Object.keys(update.rawInput).length > 0) this.input = update.rawInput;
    if (update.rawOutput !== undefined && update.rawOutput !== null) this.output = update.rawOutput;
    if (isObject(update.subagent)) this.extra = { subagent: update.subagent };
    if (isObject(update._meta)) this.meta = mergeMeta(this.meta, update._meta);
  }

  get isEnded(): boolean {
    return this.status === "completed" || this.status === "failed" || this.status === "cancelled";
  }
}

function mergeMeta(before: JsonObject, added: JsonObject): JsonObject {
  const merged: { [key: string]: unknown } = { ...before };
  for (const [key, value] of Object.entries(added)) {
    const old = before[key];
    merged[key] = isObject(old) && isObject(value) ? { ...old, ...value } : value;
  }
  return merged;
}

/** The content blocks of an update of a tool call. */
export function contentBlocks(update: JsonObject): readonly ContentBlock[] {
  const items = Array.isArray(update.content) ? update.content.filter(isObject) : [];
  return items.flatMap((item) => {
    const content = item.type === "content" ? block(item.content) : undefined;
    return content ? [content] : [];
  });
}

/** The text content of an update of a tool call, its pieces joined by a line break; empty ones (claude 0.79.0) are none. */
export function contentText(update: JsonObject): string {
  const texts = contentBlocks(update).map((content) => text(content, "text"));
  return texts.filter((words) => words !== undefined && words !== "").join("\n");
}

/** The object at a path of keys; an empty one where a key is missing. */
export function at(from: JsonObject, ...keys: readonly string[]): JsonObject {
  let here: JsonObject = from;
  for (const key of keys) here = object(here, key) ?? {};
  return here;
}
