import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import type { Announcer } from "../announcer.ts";
import { icon } from "../icons.ts";

/** One thing that the list above the composer offers. */
export interface Offer {
  /** The codicon before it. */
  readonly glyph?: string;
  /** What kind of thing the glyph means, for screen readers. */
  readonly kind?: string;
  readonly name: string;
  readonly words: string;
  /** What the draft is when this one is written out already: then Enter sends. */
  readonly isWrittenOut?: boolean;
  take(): void;
}

/** The list of offers above the composer: which one is chosen, and its keys. The focus stays in the field. */
export class Offers {
  readonly #announcer: Announcer;
  readonly #draw: () => void;
  #choice = 0;
  /** The reader closed the list with Escape. */
  #isClosed = false;

  constructor(announcer: Announcer, draw: () => void) {
    this.#announcer = announcer;
    this.#draw = draw;
  }

  /** True while the reader does not want the list. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins anew: the draft became another. */
  reset(): void {
    this.#choice = 0;
    this.#isClosed = false;
  }

  render(offers: readonly Offer[], label: string): TemplateResult | typeof nothing {
    if (offers.length === 0) return nothing;
    return html`<ul class="completion" role="listbox" aria-label=${label}>
      ${offers.map(
        (
          offer,
          index,
        ) => html`<li role="option" aria-selected=${index === this.#chosen(offers)} @mousedown=${(event: Event) => this.#take(offer, event)}>
          ${offer.glyph === undefined ? nothing : icon(offer.glyph)}<span class="command-name" dir="auto">${offer.name}</span
          ><span class="command-words" dir="auto">${offer.words}</span>
        </li>`,
      )}
    </ul>`;
  }

  /** Handles a key of the list; true when it was one. */
  press(event: KeyboardEvent, offers: readonly Offer[]): boolean {
    const at = this.#chosen(offers);
    const chosen = offers[at];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.#choice = (at + (event.key === "ArrowDown" ? 1 : offers.length - 1)) % offers.length;
      const now = offers[this.#choice];
      if (now) this.#announcer.answer(t("{0}, {1} of {2}", spoken(now), this.#choice + 1, offers.length));
    } else if (event.key === "Escape") {
      this.#isClosed = true;
    } else if ((event.key === "Enter" && !event.shiftKey && !chosen.isWrittenOut) || (event.key === "Tab" && !event.shiftKey)) {
      this.#take(chosen, event);
    } else return false;
    event.preventDefault();
    this.#draw();
    return true;
  }

  #chosen(offers: readonly Offer[]): number {
    return Math.min(this.#choice, offers.length - 1);
  }

  #take(offer: Offer, event: Event): void {
    event.preventDefault();
    offer.take();
  }
}

function spoken({ kind, name, words }: Offer): string {
  return [kind, name, words].filter((word) => word !== undefined && word !== "").join(" ");
}
