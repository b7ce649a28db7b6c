import { markdownWords } from "../../render/markdownWords.ts";
import { piecesEnd } from "../../shared/findQuery.ts";
import type { FoundPiece } from "./findText.ts";

/** Markdown of more characters is searched as it was written: to read it whole would take too long. */
const longestMarkdown = 100_000;
/** What is written and not drawn: marks, and the addresses of links. A mark behind a backslash is drawn. */
const marks = /\\([!-/:-@[-`{-~])|[*`~[]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|\](?:\([^)\n]*\))?/gu;

/** The words that pieces draw. */
export function drawnWords(pieces: readonly FoundPiece[], pattern: RegExp): string {
  return pieces.map(({ text, isMarkdown }) => (isMarkdown ? markdownPiece(text, pattern) : text)).join(piecesEnd);
}

/** The words that Markdown draws; nothing where the pattern can be in none of them, which is far quicker to say. */
function markdownPiece(markdown: string, pattern: RegExp): string {
  const isIn = (text: string) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  };
  if (markdown.length > longestMarkdown) return markdown;
  return isIn(markdown) || isIn(markdown.replace(marks, "$1")) ? markdownWords(markdown, piecesEnd) : "";
}
