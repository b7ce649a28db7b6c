import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { withoutDirections } from "../../src/base/plainText.ts";
import { t } from "../../src/base/words.ts";
import { type OutputLine, TerminalScreen } from "../../src/render/terminalScreen.ts";
import { LightElement } from "../element.ts";

/** Most lines in the page, of the end of an output, when the reader asks for all. */
const mostLines = 5000;

/**
 * `<acp-output>`: a program's output in the theme's terminal colours, of which the last lines are drawn until the reader
 * asks for all. What grows at its end is added; lines that are complete are drawn once.
 */
export class ProgramOutput extends LightElement {
  static override properties: PropertyDeclarations = {
    text: { attribute: false },
    start: { attribute: false },
    serial: { attribute: false },
    isCut: { attribute: false },
    isWhole: { state: true },
  };

  declare text: string;
  /** Where `text` begins, in characters from the first output; a jump starts over. */
  declare start: number;
  /** Another number means another output. */
  declare serial: number;
  /** Something before `text` is gone. */
  declare isCut: boolean;
  declare isWhole: boolean;
  /** How many lines are drawn until the reader asks for all. */
  readonly foldedLines = 12;
  #screen = new TerminalScreen(mostLines);
  /** Up to where the screen got the text, in characters from the first output. */
  #fed = 0;
  /** The lines in the page: numbers of the first one and of the one behind the last. */
  #drawn = { from: 0, to: 0 };
  #isStale = true;

  constructor() {
    super();
    this.text = "";
    this.start = 0;
    this.serial = 0;
    this.isCut = false;
    this.isWhole = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const end = this.start + this.text.length;
    if (changed.has("serial") || this.#fed < this.start || this.#fed > end || (this.#fed === 0 && this.start > 0)) {
      this.#screen = new TerminalScreen(mostLines);
      this.#fed = this.start;
      this.#isStale = true;
    }
    this.#screen.write(this.text.slice(this.#fed - this.start));
    this.#fed = end;
  }

  protected override render(): TemplateResult {
    const { total, from } = this.#range();
    const isFolded = from > this.#screen.firstLine || (!this.isWhole && total > this.foldedLines);
    const isShort = this.isWhole && this.#screen.firstLine > 0;
    return html`${isFolded || this.isWhole ? this.#button(total) : nothing}${
      isShort || (this.isCut && !isFolded)
        ? html`<p class="dim output-note">${t("Only the end of the output is shown here.")}</p>`
        : nothing
    }<div class="output-lines mono" dir="ltr"></div>`;
  }

  protected override updated(): void {
    const box = this.querySelector(".output-lines");
    if (!box) return;
    const { from, to } = this.#range();
    if (this.#isStale || from < this.#drawn.from || from > this.#drawn.to) {
      box.replaceChildren();
      this.#drawn = { from, to: from };
      this.#isStale = false;
    } else {
      box.querySelector(":scope > .under-way")?.remove();
    }
    for (; this.#drawn.from < from; this.#drawn.from++) box.firstElementChild?.remove();
    const added = this.#screen.lines.slice(this.#drawn.to - this.#screen.firstLine).map((line) => lineElement(line));
    const { last } = this.#screen;
    box.append(...added, ...(last.length > 0 ? [lineElement(last, "under-way")] : []));
    this.#drawn.to = to;
  }

  /** Numbers of the first line to draw and of the one behind the last complete one; `total` counts the one under way too. */
  #range(): { readonly from: number; readonly to: number; readonly total: number } {
    const { firstLine, lines, last } = this.#screen;
    const to = firstLine + lines.length;
    const total = to + (last.length > 0 ? 1 : 0);
    return { from: this.isWhole ? firstLine : Math.max(firstLine, total - this.foldedLines), to, total };
  }

  #button(total: number): TemplateResult {
    return html`<button type="button" class="link show-all" aria-expanded=${this.isWhole} @click=${this.#toggle}>${
      this.isWhole ? t("show less") : t("show all {0} lines", total)
    }</button>`;
  }

  #toggle(): void {
    this.isWhole = !this.isWhole;
  }
}

function lineElement(line: OutputLine, className = ""): HTMLElement {
  const element = document.createElement("div");
  element.className = `output-line ${className}`;
  for (const { text, classes } of line) {
    const words = withoutDirections(text);
    if (classes === "") {
      element.append(words);
      continue;
    }
    const span = document.createElement("span");
    span.className = classes;
    span.textContent = words;
    element.append(span);
  }
  return element;
}
