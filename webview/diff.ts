import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../src/base/words.ts";
import { type DiffLine, lineDiff } from "../src/render/lineDiff.ts";
import type { ToolPartView } from "../src/shared/protocol.ts";
import { LightElement } from "./element.ts";
import { fileLink } from "./rowParts.ts";

/** Lines that are drawn until the reader asks for all. */
const mostLines = 60;

const names: { readonly [sign in DiffLine["sign"]]: string } = { " ": "kept", "-": "removed", "+": "added" };

/** `<acp-diff>`: what a tool call changed in one file, as removed and added lines. */
export class DiffPart extends LightElement {
  static override properties: PropertyDeclarations = { diff: { attribute: false }, isWhole: { state: true } };

  declare diff: Extract<ToolPartView, { type: "diff" }>;
  declare isWhole: boolean;
  #lines: readonly DiffLine[] = [];

  constructor() {
    super();
    this.isWhole = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("diff")) this.#lines = lineDiff(this.diff.oldText, this.diff.newText);
  }

  protected override render(): TemplateResult {
    const count = (sign: DiffLine["sign"]) => this.#lines.filter((line) => line.sign === sign).length;
    const rest = this.isWhole ? 0 : this.#lines.length - mostLines;
    const shown = rest > 0 ? this.#lines.slice(0, mostLines) : this.#lines;
    return html`
      <div class="diff-title">${fileLink(this.diff.path)}<span class="diff-count">${this.diff.oldText === undefined ? t("new file") : ""} +${count("+")} −${count("-")}</span></div>
      <div class="diff-lines">${shown.map((line) => html`<div class="diff-line ${names[line.sign]}"><span class="sign">${line.sign}</span><span>${line.text}</span></div>`)}</div>
      ${rest > 0 ? html`<button type="button" class="link show-all" @click=${this.#showAll}>${t("show {0} more lines", rest)}</button>` : nothing}
    `;
  }

  #showAll(): void {
    this.isWhole = true;
  }
}
