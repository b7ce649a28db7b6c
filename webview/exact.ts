import { html } from "lit";
import { markedParts } from "../src/base/exactText.ts";

/** An exact text (`exactText`) in which the names of characters that nobody sees are marked. */
export function exact(text: string): unknown {
  return markedParts(text).map((part, index) => (index % 2 === 0 ? part : html`<span class="unseen">${part}</span>`));
}
