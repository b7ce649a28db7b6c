import { cutText } from "./plainText.ts";

/**
 * What a reader does not see in a text, or what turns its order: controls and terminal escapes, direction marks, zero-width
 * and other ignorable characters, blanks that are no spaces, halves of a pair. Line breaks and tabs are seen.
 */
const unseen = /(?:[^\P{Cc}\n\t\r]|\r(?!\n)|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800\ufff9-\ufffb]|\p{Surrogate})/gu;
/** Joiners and selectors inside of a picture, which is one character to its reader. */
const insidePicture = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/uy;
const words = /[\p{L}\p{M}\p{N}_]+/gu;
/** Letters of other scripts that are drawn like Latin ones. */
const likeLatin = /[АВЕКМНОРСТУХЅІЈавеорсухѕіјһԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυχιօոսհ]/gu;
const lineBreaks = /[\r\n\t]/g;
const marks = /(⟨U\+[0-9A-F]{4,6}⟩)/;

function mark(char: string): string {
  return `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/**
 * A text for somebody who decides by it (a permission, a command, a path): every character that cannot be seen stands there
 * by its name, `⟨U+202E⟩`, and so does, behind it, a letter that passes for a Latin one among Latin ones: no text reads as
 * another. Line breaks and tabs stay.
 */
export function exactText(text: string): string {
  const seen = text.replace(unseen, (char: string, at: number) => {
    insidePicture.lastIndex = at;
    return insidePicture.test(text) ? char : mark(char);
  });
  return seen.replace(words, (word) => (/[A-Za-z]/.test(word) ? word.replace(likeLatin, (letter) => letter + mark(letter)) : word));
}

/** The same in one line: white space runs become one space. `max`: most characters, with `…` in the last place. */
export function exactLine(text: string, max: number): string {
  return cutText(exactText(text.replace(/[\r\n\t ]+/g, " ").trim()), max);
}

/** The same of something that is one word, such as a path: a line break in it is marked too. */
export function exactWord(text: string): string {
  return exactText(text).replace(lineBreaks, mark);
}

/** An exact text in parts, every second of which is a mark. */
export function markedParts(text: string): readonly string[] {
  return text.split(marks);
}

/** One word of a command, quoted where a shell would split it. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
