import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { wordMarks } from "../../src/render/wordMarks.ts";
import type { DiffHunk, DiffLine } from "../../src/shared/diff.ts";
import type { ToolPartView } from "../../src/shared/rowView.ts";
import { LightElement } from "../element.ts";
import { exact } from "../exact.ts";
import { icon, iconButton } from "../icons.ts";
import type { Surface } from "../surface.ts";
import { fileLink } from "./rowParts.ts";

/** Lines that are drawn until the reader asks for all. */
const mostLines = 60;

const names: { readonly [sign in DiffLine["sign"]]: string } = { " ": "kept", "-": "removed", "+": "added" };

/** How many lines came and went, for eye and ear. */
export function changeCount({ added, removed }: { readonly added: number; readonly removed: number }): TemplateResult {
  return html`<span class="diff-count" role="img" aria-label=${t("{0} lines added, {1} removed", added, removed)}
    ><span class="added">+${added}</span> <span class="removed">−${removed}</span></span
  >`;
}

/** `<acp-diff>`: what a tool call changed in one file, in hunks. */
export class DiffPart extends LightElement {
  static override properties: PropertyDeclarations = {
    surface: { attribute: false },
    sessionId: { attribute: false },
    rowId: { attribute: false },
    diff: { attribute: false },
    isFolded: { attribute: false },
    isWhole: { state: true },
  };

  declare surface: Surface;
  declare sessionId: string;
  declare rowId: string;
  declare diff: Extract<ToolPartView, { type: "diff" }>;
  /** Only its file and its counts are drawn, as one of many; undefined = it does not fold. */
  declare isFolded: boolean | undefined;
  declare isWhole: boolean;

  constructor() {
    super();
    this.isWhole = false;
  }

  protected override render(): TemplateResult {
    const { diff, isFolded } = this;
    const toggle = () => {
      this.isFolded = !isFolded;
    };
    const fold =
      isFolded === undefined
        ? nothing
        : html`<button type="button" class="icon-button" aria-expanded=${!isFolded} aria-label=${t("Changes in {0}", diff.path)} @click=${toggle}>${icon(isFolded ? "chevron-right" : "chevron-down")}</button>`;
    return html`
      <div class="diff-title">
        ${fold}${fileLink(diff.path)}${diff.isNew ? html`<span class="dim">${t("new file")}</span>` : nothing}${changeCount(diff)}
        ${iconButton("diff", t("Open the changes in {0}", diff.path), () => this.#open(), "open-diff")}
      </div>
      ${isFolded ? nothing : this.#lines()}
    `;
  }

  #lines(): TemplateResult {
    const { hunks, cutLines } = this.diff;
    if (hunks.length === 0) return html`<p class="dim">${t("No line is different.")}</p>`;
    const count = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
    const rest = this.isWhole ? 0 : count - mostLines;
    const shown = rest > 0 ? firstLines(hunks, mostLines) : hunks;
    const last = shown.at(-1)?.lines.at(-1);
    const digits = String(Math.max(last?.before ?? 0, last?.after ?? 0)).length;
    return html`<div class="diff-lines" tabindex="0" role="group" aria-label=${t("Changes in {0}", this.diff.path)} data-digits=${Math.min(digits, 6)}><div class="diff-width">${shown.map(
      (hunk, index) => [index > 0 ? html`<div class="diff-gap" aria-hidden="true">⋯</div>` : nothing, hunkLines(hunk)],
    )}</div></div>
      ${rest > 0 ? html`<button type="button" class="link show-all" @click=${this.#showAll}>${t("show {0} more lines", rest)}</button>` : nothing}
      ${rest <= 0 && cutLines > 0 ? html`<button type="button" class="link show-all" @click=${this.#open}>${t("{0} more lines: open the changes in the editor", cutLines)}</button>` : nothing}`;
  }

  #showAll(): void {
    this.isWhole = true;
  }

  #open(): void {
    this.surface.host.post({ type: "openDiff", sessionId: this.sessionId, rowId: this.rowId, index: this.diff.index });
  }
}

function firstLines(hunks: readonly DiffHunk[], most: number): readonly DiffHunk[] {
  let left = most;
  return hunks.flatMap(({ lines }) => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ lines: shown }];
  });
}

/** What is changed is read to the letter: no line reads as another. The end of a Windows line is no character of it. */
function lineText(text: string): unknown {
  return exact(text.replace(/\r$/, ""));
}

function hunkLines({ lines }: DiffHunk): readonly TemplateResult[] {
  const marks = wordMarks(lines);
  return lines.map(({ sign, text, before, after }, index) => {
    const pieces = marks.get(index);
    const words = pieces
      ? pieces.map((piece) => (piece.isMarked ? html`<span class="word">${lineText(piece.text)}</span>` : lineText(piece.text)))
      : lineText(text);
    return html`<div class="diff-line ${names[sign]}"><span class="line-number" aria-hidden="true">${after ?? before}</span><span class="sign">${sign}</span><span class="line-text">${words}</span></div>`;
  });
}
