import { html } from "lit";
import { exactText, markedParts } from "../src/base/exactText.ts";

/** A text to the letter, in which the names of characters that nobody sees are marked. */
export function exact(text: string): unknown {
  return markedParts(exactText(text)).map((part, index) => (index % 2 === 0 ? part : html`<span class="unseen">${part}</span>`));
}
