/**
 * The end of a text, at most `limit` characters (UTF-16 units) long, that begins with a whole character and, where one is
 * near, a whole line.
 */
export function outputEnd(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const from = text.length - limit;
  const lineBreak = text.indexOf("\n", from - 1);
  if (lineBreak !== -1 && lineBreak < from + limit / 10) return text.slice(lineBreak + 1);
  return text.slice(isSecondHalf(text.charCodeAt(from)) ? from + 1 : from);
}

/** True for the second unit of a character that takes two. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** An output of which only the end is kept: `start` counts the characters from the first output to `text`. */
interface Kept {
  readonly text: string;
  readonly start: number;
  readonly isCut: boolean;
}

/** Drops the beginning of an output that grew a quarter beyond `limit`; not with each piece, since that copies what is kept. */
export function keepEnd<T extends Kept>(output: T, limit: number): T {
  if (output.text.length <= limit * 1.25) return output;
  const text = outputEnd(output.text, limit);
  return { ...output, text, start: output.start + output.text.length - text.length, isCut: true };
}
