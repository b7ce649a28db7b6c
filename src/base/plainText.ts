/** What a terminal takes for a command: CSI and OSC sequences, and a lone escape with its letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const escapeSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
const spaces = /[\s\u0085]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f]/g;
/** Embeddings, overrides and isolates can make a text read as another; zero-width spaces hide in it. Joiners stay: emoji and scripts need them. */
const invisible = /[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/g;
/** Characters that turn the order of a text around them. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
const loneSurrogates = /\p{Surrogate}/gu;
/** Stands between the two characters that would start an icon or a link; nobody sees it. */
const breaker = "\u200b";

/** Code units looked at for each character wanted: a character can be many, but a label never needs more. */
const unitsPerCharacter = 16;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Cuts a text to at most `max` characters as a reader counts them (graphemes), at the end of a word where there is one
 * in the second half, and puts `…` in the last place.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept: string[] = [];
  for (const { segment } of graphemes.segment(text.slice(0, max * unitsPerCharacter))) {
    kept.push(segment);
    if (kept.length > max) break;
  }
  if (kept.length <= max && text.length <= max * unitsPerCharacter) return text;
  const head = kept.slice(0, max - 1);
  const isWordSplit = kept[head.length] !== " ";
  const space = head.lastIndexOf(" ");
  const end = isWordSplit && space >= max / 2 ? space : head.length;
  return `${head.slice(0, end).join("").trimEnd()}…`;
}

/** A text without the characters that turn its order; `placeholder` stands where they stood. */
export function withoutDirections(text: string, placeholder = ""): string {
  return text.replace(directions, placeholder);
}

/** One line of readable text: no control characters, terminal escapes or direction overrides; white space runs become one space. */
export function oneLine(text: string, max = 200): string {
  const head = text.slice(0, max * unitsPerCharacter * 2);
  const clean = head
    .replace(escapeSequences, "")
    .replace(spaces, " ")
    .replace(controls, "")
    .replace(invisible, "")
    .replace(loneSurrogates, "\ufffd")
    .trim();
  return cutText(clean, max);
}

/**
 * Makes a text of an agent or a file safe for any string that VS Code draws (notification, quick pick, status bar,
 * progress, tree, tooltip, tab title, dialog, terminal name): VS Code turns `$(name)` into an icon and
 * `[text](command:…)` into a link, so both are broken by a character that nobody sees.
 */
export function plainLabel(text: string, max = 200): string {
  return oneLine(text, max).replaceAll("$(", `$${breaker}(`).replaceAll("](", `]${breaker}(`);
}

/**
 * A text as Markdown that reads as it was written. VS Code's own `appendText` leaves addresses, which become links: bare ones and
 * those in angle brackets.
 */
export function writtenMarkdown(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/^[ \t]+/, (blanks) => "&nbsp;".repeat(blanks.length)));
  return lines.map((line) => (line === "" ? "&nbsp;" : line)).join("  \n");
}
