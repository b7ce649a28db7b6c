import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { oneLine } from "../../src/base/plainText.ts";
import { t } from "../../src/base/words.ts";
import { type OverviewMark, overviewMarks } from "../../src/shared/overviewMarks.ts";
import { own } from "../../src/shared/records.ts";
import { SurfaceElement } from "../element.ts";

/** Most marks that are drawn, the newest: more than this nobody can tell apart. */
const mostMarks = 300;

/**
 * `<acp-gutter>`: small marks beside the scroll bar of a transcript, where something waits for the person or failed. A press
 * leads there; for the keyboard it is one stop, in which the arrows walk from mark to mark.
 */
export class Gutter extends SurfaceElement {
  static override properties: PropertyDeclarations = { sessionId: { attribute: false } };

  declare sessionId: string;
  #marks: readonly OverviewMark[] = [];
  #sizes: ResizeObserver | undefined;
  #watched: Element | undefined;

  protected override select(): readonly unknown[] {
    const { windows, sessions, requests } = this.surface.store.state;
    return [own(windows, this.sessionId), sessions, requests];
  }

  /** The marks that are drawn, in order. */
  get marks(): readonly OverviewMark[] {
    return this.#marks;
  }

  /** The scroll container that it stands beside. */
  get #scroller(): HTMLElement | null {
    return this.parentElement?.querySelector<HTMLElement>(":scope > .scroller") ?? null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
    this.#sizes = undefined;
    this.#watched = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { windows, sessions, requests } = this.surface.store.state;
    const window = own(windows, this.sessionId);
    this.#marks = window ? overviewMarks(window, sessions, requests).slice(-mostMarks) : [];
    if (this.#marks.length === 0) return nothing;
    return html`<div class="gutter" role="toolbar" aria-orientation="vertical" aria-label=${t("Requests and failures")} @keydown=${this.#walk}>
      ${repeat(
        this.#marks,
        ({ rowId }) => rowId,
        (mark, index) => {
          const words = wordsOf(mark);
          const go = () => this.surface.act({ do: "reveal", sessionId: this.sessionId, rowId: mark.rowId });
          return html`<button type="button" class="gutter-mark" data-kind=${mark.kind} data-mark-row=${mark.rowId} tabindex=${index === 0 ? 0 : -1} title=${words} aria-label=${words} @click=${go}></button>`;
        },
      )}
    </div>`;
  }

  protected override updated(): void {
    const content = this.#scroller?.querySelector(":scope > .content") ?? undefined;
    if (content !== this.#watched) {
      this.#sizes?.disconnect();
      this.#watched = content;
      // It tells after the layout, so that measuring costs none of its own.
      this.#sizes = content ? new ResizeObserver(() => this.#place()) : undefined;
      if (content) this.#sizes?.observe(content);
    }
    if (this.#marks.length > 0) requestAnimationFrame(() => this.#place());
  }

  /** Puts each mark where the thumb of the scroll bar is when its row is in view. */
  #place(): void {
    const scroller = this.#scroller;
    if (!scroller || this.#marks.length === 0) return;
    const { scrollHeight, scrollTop } = scroller;
    const top = scroller.getBoundingClientRect().top;
    const buttons = this.querySelectorAll<HTMLElement>(".gutter-mark");
    for (const [index, { rowId, share }] of this.#marks.entries()) {
      const row = scroller.querySelector(`acp-row[data-row-id="${CSS.escape(rowId)}"]`);
      const place = row ? (row.getBoundingClientRect().top - top + scrollTop) / Math.max(1, scrollHeight) : share;
      buttons[index]?.style.setProperty("top", `${(Math.min(1, Math.max(0, place)) * 100).toFixed(2)}%`);
    }
  }

  #walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...this.querySelectorAll<HTMLElement>(".gutter-mark")];
    const at = buttons.indexOf(event.target as HTMLElement);
    const next = step === undefined || at < 0 ? undefined : buttons[at + step];
    if (!next) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}

function wordsOf({ kind, title }: OverviewMark): string {
  const what = oneLine(title, 80);
  if (kind === "request") return what === "" ? t("Waits for you") : t("Waits for you: {0}", what);
  return what === "" ? t("Failed") : t("Failed: {0}", what);
}
