import { formatNumber } from "../../base/numbers.ts";
import { t } from "../../base/words.ts";

/** Characters (UTF-16 units) of one text that cross to a webview; the whole text is what copy, export and "open in editor" give. */
export const textCap = 200_000;

/** How much of one thing is shown: characters of a text, lines of a diff, and characters of each of these. */
export interface Caps {
  readonly text: number;
  readonly diffLines: number;
  readonly diffLine: number;
}

/** What crosses to a webview; the whole of a diff is what *open diff* shows. */
export const pageCaps: Caps = { text: textCap, diffLines: 500, diffLine: 2_000 };

/** All there is: for exports. */
export const noCaps: Caps = { text: Number.POSITIVE_INFINITY, diffLines: Number.POSITIVE_INFINITY, diffLine: Number.POSITIVE_INFINITY };

/** The note behind a text that was cut. */
function capNote(): string {
  return `\n\n[${t("Only the first {0} characters are shown here.", formatNumber(textCap))}]`;
}

/** A text of at most so many characters, with a note when there is more. */
export function capped<T extends string | undefined>(text: T, cap = textCap): T | string {
  return text === undefined || text.length <= cap ? text : text.slice(0, cap) + capNote();
}

/** What to append to `capped(text before)` to have `capped(text)`, when `added` is what `text` grew by. */
export function cappedGrowth(text: string, added: string): string {
  if (text.length <= textCap) return added;
  const before = text.length - added.length;
  return before > textCap ? "" : added.slice(0, textCap - before) + capNote();
}
