import { escapedMarkup } from "../../base/markup.ts";
import { withoutDirections } from "../../base/plainText.ts";

/** HTML that is safe to put into a page as it stands. Only this file and those that it is made for build it. */
export type Html = string & { readonly html: true };

/** A text as HTML that reads the same, in an element and in a quoted attribute. */
export function escapeHtml(text: string): Html {
  return escapedMarkup(withoutDirections(text)) as Html;
}

/** HTML that was made by a renderer of ours out of escaped text. */
export function trustedHtml(html: string): Html {
  return html as Html;
}

/** Builds HTML: strings that are put in are escaped, HTML and lists of it stay. */
export function markup(pieces: TemplateStringsArray, ...values: readonly (Html | readonly Html[] | { readonly text: string })[]): Html {
  return pieces.reduce((html, piece, index) => {
    const value = values[index - 1];
    const inner = value === undefined ? "" : typeof value === "string" ? value : "text" in value ? escapeHtml(value.text) : value.join("");
    return html + inner + piece;
  }) as Html;
}

/** A text to be put into `markup`. */
export function text(words: string): { readonly text: string } {
  return { text: words };
}
