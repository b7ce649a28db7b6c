import type { PropertyDeclarations, PropertyValues } from "lit";
import { renderMarkdown } from "../src/render/markdown.ts";
import { GrowingMarkdown } from "../src/render/stream.ts";
import { LightElement } from "./element.ts";
import { safeFragment } from "./sanitize.ts";

/** One finished or growing part of a text, in the page. */
interface Part {
  readonly source: string;
  readonly element: HTMLElement;
}

/** `<acp-markdown>`: an agent's Markdown. While the text grows, what is finished stays untouched in the page. */
export class MarkdownText extends LightElement {
  static override properties: PropertyDeclarations = { text: { attribute: false } };

  declare text: string;
  readonly #growing = new GrowingMarkdown();
  #parts: readonly Part[] = [];

  constructor() {
    super();
    this.text = "";
    this.classList.add("markdown");
  }

  protected override updated(_changed: PropertyValues): void {
    const sources = this.#growing.parts(this.text);
    this.#parts = sources.map((source, index) => this.#part(source, this.#parts[index]));
    while (this.childElementCount > sources.length) this.lastElementChild?.remove();
  }

  #part(source: string, before: Part | undefined): Part {
    if (before?.source === source) return before;
    const element = before?.element ?? this.appendChild(document.createElement("div"));
    element.replaceChildren(safeFragment(renderMarkdown(source)));
    return { source, element };
  }
}
