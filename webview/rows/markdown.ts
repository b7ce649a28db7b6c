import type { PropertyDeclarations, PropertyValues } from "lit";
import { type DrawnPart, PartRenderer } from "../../src/render/partRenderer.ts";
import { LightElement } from "../element.ts";
import { safeFragment } from "./sanitize.ts";

/** The name of the event that a text sends up when a part of it was drawn. */
export const drawnText = "acp-text";

/** A part that was drawn just now. */
export interface DrawnText {
  readonly element: HTMLElement;
  /** Its last block of code has no end yet. */
  readonly isCodeOpen: boolean;
}

/** `<acp-markdown>`: an agent's Markdown. While the text grows, what is finished stays untouched in the page. */
export class MarkdownText extends LightElement {
  static override properties: PropertyDeclarations = { text: { attribute: false } };

  declare text: string;
  readonly #renderer = new PartRenderer();

  constructor() {
    super();
    this.text = "";
    this.classList.add("markdown");
  }

  protected override updated(_changed: PropertyValues): void {
    const { count, drawn } = this.#renderer.update(this.text);
    for (const part of drawn) this.#draw(part);
    while (this.childElementCount > count) this.lastElementChild?.remove();
  }

  #draw(part: DrawnPart): void {
    const known = this.children[part.index];
    const element = known instanceof HTMLElement ? known : this.appendChild(document.createElement("div"));
    if (part.type === "code") {
      // Only its text is longer; its frame stays.
      const code = element.querySelector("pre > code");
      if (code) code.textContent = part.code;
      return;
    }
    element.replaceChildren(safeFragment(part.html));
    const detail: DrawnText = { element, isCodeOpen: part.isCodeOpen };
    this.dispatchEvent(new CustomEvent(drawnText, { bubbles: true, detail }));
  }
}
