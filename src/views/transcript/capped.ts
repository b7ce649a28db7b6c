import { t } from "../../base/words.ts";

/** Characters (UTF-16 units) of one text that cross to a webview; the whole text is what copy, export and "open in editor" give. */
export const textCap = 200_000;

/** The note behind a text that was cut. */
function capNote(): string {
  return `\n\n[${t("Only the first {0} characters are shown here.", textCap.toLocaleString("en"))}]`;
}

/** A text of at most `textCap` characters, with a note when there is more. */
export function capped<T extends string | undefined>(text: T): T | string {
  return text === undefined || text.length <= textCap ? text : text.slice(0, textCap) + capNote();
}

/** What to append to `capped(text before)` to have `capped(text)`, when `added` is what `text` grew by. */
export function cappedGrowth(text: string, added: string): string {
  if (text.length <= textCap) return added;
  const before = text.length - added.length;
  return before > textCap ? "" : added.slice(0, textCap - before) + capNote();
}
