import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { DisposableStore } from "../../src/base/disposables.ts";
import { toDisposable } from "../../src/base/disposables.ts";
import { t } from "../../src/base/words.ts";
import { isComposing } from "../composer/inputMethod.ts";
import { SurfaceElement } from "../element.ts";
import { icon, iconButton } from "../icons.ts";
import { type FindOffer, findOffers } from "./findOffers.ts";

/** `<acp-find>`: the field of the search, its options and filters, and where among the hits the reader is. */
export class FindWidget extends SurfaceElement {
  static override properties: PropertyDeclarations = { offers: { state: true }, chosen: { state: true } };

  /** What can be put into the field; empty = no list. */
  declare offers: readonly FindOffer[];
  /** The number of the offer that Enter takes, or -1. */
  declare chosen: number;

  constructor() {
    super();
    this.offers = [];
    this.chosen = -1;
  }

  focusField(): void {
    this.#field?.focus();
    this.#field?.select();
  }

  protected override select(): readonly unknown[] {
    const { text, options, found } = this.surface.finder;
    return [text, options, found];
  }

  protected override didConnect(connection: DisposableStore): void {
    // F3 and Escape work wherever in the transcript the cursor is, as in an editor.
    const press = (event: KeyboardEvent) => this.#pressAnywhere(event);
    document.addEventListener("keydown", press);
    connection.add(toDisposable(() => document.removeEventListener("keydown", press)));
  }

  get #field(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>(".find-field");
  }

  protected override render(): TemplateResult {
    const { finder } = this.surface;
    return html`<div class="find-line">
        <div class="find-box">
          <input
            class="find-field"
            type="text"
            spellcheck="false"
            autocomplete="off"
            role="combobox"
            aria-expanded=${this.offers.length > 0}
            aria-controls="find-offers"
            aria-activedescendant=${this.chosen >= 0 ? `find-offer-${this.chosen}` : nothing}
            aria-label=${t("Find in transcript")}
            placeholder=${t("Find")}
            dir="auto"
            .value=${finder.text}
            @input=${this.#typed}
            @keydown=${this.#press}
            @blur=${this.#closeOffers}
          />
          ${this.#option("matchCase", "case-sensitive", t("Match case"), finder.options.matchCase)}
          ${this.#option("wholeWord", "whole-word", t("Match whole word"), finder.options.wholeWord)}
          ${iconButton("filter", t("Filters: kind, agent, state, file"), () => this.#askForFilters(), "find-filters")}
        </div>
        <span class="find-count ${this.#isVain ? "is-vain" : ""}" role="status">${this.#words}</span>
        <span class="find-buttons">
          ${iconButton("arrow-up", t("Previous match (Shift+Enter)"), () => finder.step("previous"), "find-previous")}
          ${iconButton("arrow-down", t("Next match (Enter)"), () => finder.step("next"), "find-next")}
          ${iconButton("close", t("Close (Escape)"), () => finder.close(), "find-close")}
        </span>
      </div>
      ${this.#offerList()}`;
  }

  #option(option: "matchCase" | "wholeWord", glyph: string, label: string, isOn: boolean): TemplateResult {
    return html`<button type="button" class="icon-button find-option" data-option=${option} title=${label} aria-label=${label} aria-pressed=${isOn} @click=${() => this.surface.finder.toggle(option)}>${icon(glyph)}</button>`;
  }

  get #isVain(): boolean {
    const { found } = this.surface.finder;
    return found?.isComplete === true && found.total === 0;
  }

  get #words(): string {
    const { found, text } = this.surface.finder;
    if (text.trim() === "") return "";
    if (!found) return t("Searching…");
    const total = found.isLimited ? `${found.total}+` : found.total;
    if (found.at) return t("{0} of {1}", found.at.position, total);
    if (found.total === 0) return found.isComplete ? t("No results") : t("Searching…");
    return found.total === 1 ? t("1 result") : t("{0} results", total);
  }

  #offerList(): TemplateResult | typeof nothing {
    if (this.offers.length === 0) return nothing;
    return html`<div class="find-offers" id="find-offers" role="listbox" aria-label=${t("Filters")}>
      ${this.offers.map(
        ({ label, hint }, index) => html`<div
          role="option"
          id=${`find-offer-${index}`}
          aria-selected=${index === this.chosen}
          @mousedown=${(event: Event) => event.preventDefault()}
          @click=${() => this.#take(index)}
        ><span dir="auto">${label}</span>${hint === "" ? nothing : html`<span class="dim">${hint}</span>`}</div>`,
      )}
    </div>`;
  }

  #typed(): void {
    const field = this.#field;
    if (!field) return;
    this.surface.finder.write(field.value);
    this.#offer(false);
  }

  #offer(isAsked: boolean): void {
    const field = this.#field;
    if (!field) return;
    this.offers = findOffers(field.value, field.selectionEnd ?? field.value.length, isAsked, this.surface.store.state);
    this.chosen = isAsked && this.offers.length > 0 ? 0 : -1;
  }

  #askForFilters(): void {
    const isShown = this.offers.length > 0;
    this.#field?.focus();
    if (isShown) this.#closeOffers();
    else this.#offer(true);
  }

  #closeOffers(): void {
    this.offers = [];
    this.chosen = -1;
  }

  #take(index: number): void {
    const [offer, field] = [this.offers[index], this.#field];
    if (!offer || !field) return;
    field.setRangeText(offer.insert, offer.from, offer.to, "end");
    this.#typed();
    if (this.offers.length > 0) this.chosen = 0;
  }

  #press(event: KeyboardEvent): void {
    // While a word is composed, Enter and the arrows belong to that.
    if (isComposing(event)) return;
    const count = this.offers.length;
    if (count > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = this.chosen < 0 && step < 0 ? count - 1 : (this.chosen + step + count) % count;
      void this.updateComplete.then(() => this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }));
    } else if (count > 0 && this.chosen >= 0 && (event.key === "Enter" || event.key === "Tab")) this.#take(this.chosen);
    else if (count > 0 && event.key === "Escape") this.#closeOffers();
    else if (event.key === "Enter") this.surface.finder.step(event.shiftKey ? "previous" : "next");
    else if (event.key === "ArrowDown" && event.altKey) this.#offer(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #pressAnywhere(event: KeyboardEvent): void {
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === "F3") this.surface.finder.step(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape") this.surface.finder.close();
    else return;
    event.preventDefault();
  }
}
