import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import { withoutDirections } from "../../src/base/plainText.ts";
import { t } from "../../src/base/words.ts";
import { LightElement } from "../element.ts";

/** Letters that are drawn for each line of a folded text: more than fits, far less than a huge output. */
const lettersPerLine = 600;

/**
 * `<acp-clamp>`: a plain text of which only the first lines are drawn until the reader asks for all. `kind` is a class
 * for its look.
 */
export class ClampedText extends LightElement {
  static override properties: PropertyDeclarations = {
    text: { attribute: false },
    lines: { attribute: false },
    isWhole: { state: true },
    isCut: { state: true },
  };

  declare text: string;
  /** 3, 4, 10 or 12: the style sheet has a class for each. */
  declare lines: 3 | 4 | 10 | 12;
  declare isWhole: boolean;
  /** The folded text does not show everything, or would not. */
  declare isCut: boolean;
  readonly #observer = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.text = "";
    this.lines = 3;
    this.isWhole = false;
    this.isCut = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  protected override updated(): void {
    this.#measure();
  }

  protected override render(): TemplateResult {
    const limit = this.lines * lettersPerLine;
    const shown = this.isWhole ? this.text : this.text.slice(0, limit);
    return html`<div class="clamped ${this.isWhole ? "" : `lines-${this.lines}`}" dir="auto">${withoutDirections(shown)}</div>${
      this.isCut
        ? html`<button type="button" class="link show-all" aria-expanded=${this.isWhole} @click=${this.#toggle}>${
            this.isWhole ? t("show less") : t("show all")
          }</button>`
        : ""
    }`;
  }

  #toggle(): void {
    this.isWhole = !this.isWhole;
  }

  #measure(): void {
    const box = this.querySelector<HTMLElement>(".clamped");
    if (!box) return;
    const room = this.isWhole ? this.lines * Number.parseFloat(getComputedStyle(box).lineHeight) : box.clientHeight;
    this.isCut = this.text.length > this.lines * lettersPerLine || box.scrollHeight > room + 1;
  }
}
