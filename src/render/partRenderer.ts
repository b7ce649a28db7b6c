import { withoutDirections } from "../base/plainText.ts";
import { renderMarkdown } from "./markdown.ts";
import { GrowingMarkdown } from "./stream.ts";

/** A part of a growing text that has to be drawn: anew, or an open block of code whose text is longer. */
export type DrawnPart =
  | { readonly type: "html"; readonly index: number; readonly html: string; readonly isCodeOpen: boolean }
  | { readonly type: "code"; readonly index: number; readonly code: string };

/** The fence that a part begins with, at the very begin of its line. */
const fenceLine = /^(?:`{3,}|~{3,})[^\n]*\n/;

/**
 * Renders a text that grows, part by part: a part that is complete is neither parsed nor drawn again, and a block of code that
 * is still written is parsed once. `render` is for tests that count.
 */
export class PartRenderer {
  readonly #growing = new GrowingMarkdown();
  readonly #render: (source: string) => string;
  #sources: readonly string[] = [];
  /** The last part is nothing but a block of code without an end. */
  #isInCode = false;

  constructor(render: (source: string) => string = renderMarkdown) {
    this.#render = render;
  }

  /** Takes the whole text as it is now. `count` is how many parts it has; `drawn` are those to be drawn, in order. */
  update(text: string): { readonly count: number; readonly drawn: readonly DrawnPart[] } {
    const before = this.#sources;
    const wasInCode = this.#isInCode;
    const sources = this.#growing.parts(text);
    const isCodeOpen = this.#growing.isFenceOpen;
    this.#sources = sources;
    this.#isInCode = isCodeOpen && fenceLine.test(sources.at(-1) ?? "");
    const drawn: DrawnPart[] = [];
    sources.forEach((source, index) => {
      const known = before[index];
      if (known === source) return;
      const isLast = index === sources.length - 1;
      const isSameCode = wasInCode && index === before.length - 1 && known !== undefined && source.startsWith(known);
      if (isLast && isSameCode && this.#isInCode)
        drawn.push({ type: "code", index, code: withoutDirections(source.replace(fenceLine, "")) });
      else drawn.push({ type: "html", index, html: this.#render(source), isCodeOpen: isLast && isCodeOpen });
    });
    return { count: sources.length, drawn };
  }
}
