/** A piece of a program's output. `csi` is a control sequence by its letter, such as `m` for colours; controls are single characters. */
export type TerminalToken =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "csi"; readonly params: string; readonly final: string }
  | { readonly type: "control"; readonly char: "\n" | "\r" | "\b" | "\t" };

/** Most characters that are kept of a sequence whose end has not come yet. */
const longestPending = 16_384;

/**
 * What can stand next, one group each: text; a CSI sequence's parameters and letter; a character that moves the cursor;
 * and what is dropped: strings (OSC, DCS, APC, PM, SOS) up to their end or the end of the line, other escapes, other
 * control characters of both sets.
 */
const next =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /([^\u0000-\u001f\u007f-\u009f]+)|(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|([\n\r\b\t])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\n\u009c]*(?:\u0007|\u001b\\|\u009c|(?=[\n\u001b]))|\u001b[ -/]*[0-~]|[\u0000-\u001a\u001c-\u001f\u007f-\u009f]/y;

/** The beginning of a sequence of which more may come. */
const beginning =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /^(?:(?:\u001b\[|\u009b)[0-?]*[ -/]*|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\n\u009c]*\u001b?|\u001b[ -/]*)$/;

/** Takes a program's output apart, piece by piece as it comes: a sequence may be split over two pieces. */
export class TerminalTokens {
  #pending = "";

  take(output: string): readonly TerminalToken[] {
    const all = this.#pending + output;
    // The first half of a character whose second half comes with the next piece.
    const half = /[\ud800-\udbff]$/.exec(all)?.[0] ?? "";
    const text = all.slice(0, all.length - half.length);
    const tokens: TerminalToken[] = [];
    let at = 0;
    this.#pending = half;
    while (at < text.length) {
      next.lastIndex = at;
      const rest = isOpener(text.charCodeAt(at)) ? text.slice(at, at + longestPending) : "";
      if (rest !== "" && at + rest.length === text.length && beginning.test(rest)) {
        this.#pending = rest + half;
        break;
      }
      const match = next.exec(text);
      // What cannot be read as a sequence loses its escape and is text.
      at = match ? next.lastIndex : at + 1;
      const token = match && tokenOf(match);
      if (token) tokens.push(token);
    }
    return tokens;
  }
}

/** True for what a sequence can begin with. */
function isOpener(unit: number): boolean {
  return unit === 0x1b || (unit >= 0x90 && unit <= 0x9f);
}

function tokenOf([, text, params, final, char]: RegExpExecArray): TerminalToken | undefined {
  if (text !== undefined) return { type: "text", text };
  if (final !== undefined) return { type: "csi", params: params ?? "", final };
  return char === undefined ? undefined : { type: "control", char: char as "\n" };
}
