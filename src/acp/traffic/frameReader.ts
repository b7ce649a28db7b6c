import { isUtf8 } from "node:buffer";
import { t } from "../../base/words.ts";
import { isObject } from "../../session/content.ts";

/** The JSON text of a value: its bytes as they came (UTF-8; they hold only during the call), or a text where there are none. */
export type JsonText = Uint8Array | string;

/** What the reader finds, in order. */
export interface FrameListener {
  /** A JSON value that may be a frame, and its text. */
  value(value: unknown, json: JsonText): void;
  /** Text that is no JSON, or no frame among text. `isLoss`: it may have been one, and was skipped for its size. */
  noise(text: string, reason: string, isLoss?: boolean): void;
}

/** Bounds of what is held while one JSON value goes on over several lines. */
const heldLineLimit = 5000;
const heldTextLimit = 1024 * 1024;
/** Beginnings of an object that a frame has; how many are tried in one text that is not JSON as a whole. */
const frameStart = /\{\s*"(?:jsonrpc|id|method|params|result|error)"\s*:/g;
const salvageTries = 16;
/** How deep a value may be nested: no frame is, and what walks through values must not run out of stack. */
const deepest = 500;
/** What some programs write before a line of JSON: NUL, RS and other control characters, byte order marks. No tab, no newline, no ESC (colours are text). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controlPrefix = /^[\u0000-\u0008\u000b-\u001a\u001c-\u001f\ufeff]+/;

/**
 * Finds JSON values in lines. A line is a value as a rule; besides, a value may be pretty-printed over several lines,
 * and frames are salvaged from lines with other text around them. What belongs to no frame is noise.
 */
export class FrameReader {
  readonly #listener: FrameListener;
  #held: string[] = [];
  #heldLength = 0;
  #depth = 0;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** `bytes`: the line as it came, where it came as bytes. */
  line(raw: string, bytes?: Uint8Array): void {
    // What begins as a frame does needs no cleaning.
    const isClean = raw.startsWith("{");
    const text = isClean ? raw : raw.replace(controlPrefix, "");
    if (!isClean && text.trim() === "") return;
    // What was no UTF-8 can only be kept as what was made of it.
    const json = bytes && text === raw && isUtf8(bytes) ? bytes : text;
    if (this.#held.length === 0) this.#single(text, json);
    else this.#continue(text, json);
  }

  /** The stream ended: what is held will not be completed. */
  end(): void {
    this.#release();
  }

  #single(text: string, json: JsonText): void {
    const parsed = parse(text);
    if (parsed) this.#value(parsed.value, json);
    else if (/^\s*[{[]/.test(text) && framesIn(text).length === 0) this.#hold(text);
    else this.#salvage(text);
  }

  /** A further line of a value that is not closed yet, unless it shows that there is no such value. */
  #continue(text: string, json: JsonText): void {
    // Lines inside a pretty-printed value are indented or no frames; a frame at the margin means the held text was noise.
    const parsed = /^[{[]/.test(text) ? parse(text) : undefined;
    if (parsed && holdsFrame(parsed.value)) {
      this.#release();
      this.#value(parsed.value, json);
    } else this.#hold(text);
  }

  #hold(text: string): void {
    const end = scan(text, 0, this.#depth);
    this.#held.push(text);
    this.#heldLength += text.length;
    this.#depth = end.depth;
    const isOver = this.#held.length > heldLineLimit || this.#heldLength > heldTextLimit;
    if (end.depth === 0 || end.isInString || isOver) this.#release();
  }

  #release(): void {
    if (this.#held.length === 0) return;
    const text = this.#held.join("\n");
    this.#held = [];
    this.#heldLength = 0;
    this.#depth = 0;
    const parsed = parse(text);
    if (parsed) this.#value(parsed.value, text);
    else this.#salvage(text);
  }

  #salvage(text: string): void {
    let done = 0;
    for (const { from, to, value } of framesIn(text)) {
      this.#noise(text.slice(done, from));
      this.#value(value, text.slice(from, to));
      done = to;
    }
    this.#noise(text.slice(done));
  }

  #value(value: unknown, json: JsonText): void {
    // Each level opens with a bracket and takes two characters at least, so nearly every line needs no look.
    if (json.length <= 2 * deepest || openings(json) <= deepest || !isDeeper(value, deepest)) this.#listener.value(value, json);
    else this.#listener.noise(Buffer.from(json).toString("utf8"), t("Something nested deeper than {0} levels was skipped.", deepest), true);
  }

  #noise(text: string): void {
    if (text.trim() !== "") this.#listener.noise(text.trimEnd(), t("not JSON"));
  }
}

/** The frames in a text that is not JSON as a whole, and their places in it. */
function framesIn(text: string): readonly { readonly from: number; readonly to: number; readonly value: unknown }[] {
  const found: { from: number; to: number; value: unknown }[] = [];
  let done = 0;
  let tries = 0;
  for (const { index: from } of text.matchAll(frameStart)) {
    if (from < done) continue;
    const to = scan(text, from, 0).at;
    const parsed = parse(text.slice(from, to));
    if (parsed && holdsFrame(parsed.value)) {
      found.push({ from, to, value: parsed.value });
      done = to;
    } else {
      tries += 1;
      if (tries === salvageTries) break;
    }
  }
  return found;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** How many brackets a text holds that open, in strings too. */
function openings(json: JsonText): number {
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  let count = 0;
  // The two brackets differ in one bit. A loop, since an iterator would cost as much as parsing.
  for (let at = 0; at < bytes.length; at += 1) if (((bytes[at] ?? 0) | 32) === 123) count += 1;
  return count;
}

/** By a list of its own, since the depth is what the stack may not bear. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

function holdsFrame(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => !Array.isArray(item) && holdsFrame(item));
  if (!isObject(value)) return false;
  return typeof value.method === "string" || ("id" in value && ("result" in value || "error" in value));
}

/**
 * Follows brackets outside of strings from `from`, starting at `depth` open ones, up to where the last of them closes.
 * `at` is the place after that, or the end of the text; a string that is still open there cannot be JSON, which has no
 * line breaks in strings.
 */
function scan(text: string, from: number, depth: number): { readonly at: number; readonly depth: number; readonly isInString: boolean } {
  let open = depth;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") open += 1;
    else if (char === "}" || char === "]") {
      open -= 1;
      if (open <= 0) return { at: at + 1, depth: 0, isInString: false };
    }
  }
  return { at: text.length, depth: open, isInString };
}
