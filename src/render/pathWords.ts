import { linkTarget } from "./links.ts";

/** A piece of a text that may name a file, and the file and line that it would name. `line` counts from 1. */
export interface PathWord {
  /** Where it stands in the text, in characters. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line?: number;
}

/** Characters that a path in a sentence may have; most paths with others stand in code, where the whole code is looked at. */
const words = /[^\s"'`“”‘’«»„<>()[\]{},;|*?!=…]+/gu;
/** What ends a sentence ends no path. */
const sentenceEnd = /[.:]+$/;
/** A folder and something in it, or a name with an ending that has a letter. */
const looksLikePath = /[^\\/:][\\/][^\\/]|[^\\/:][\\/]$|^[\\/~]|[^.\s]\.\w*[a-z]\w*(?::\d|#L\d|$)/i;
const longest = 300;

function pathWord(text: string, start: number): PathWord | undefined {
  if (text.length < 3 || text.length > longest || text.includes("://") || !looksLikePath.test(text)) return undefined;
  const target = linkTarget(text);
  if (target?.type !== "file") return undefined;
  return { start, end: start + text.length, path: target.path, line: target.line };
}

/** The pieces of a sentence that look like the names of files: whether there are such files is for others to say. */
export function pathWords(text: string): readonly PathWord[] {
  const found: PathWord[] = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    const path = pathWord(word.replace(sentenceEnd, ""), index);
    if (path) found.push(path);
  }
  return found;
}

/** The file that a piece of code within a sentence names, when all of it looks like one: paths in code may have spaces. */
export function codePath(text: string): PathWord | undefined {
  return text.trim() === text && !text.includes("\n") ? pathWord(text, 0) : undefined;
}
