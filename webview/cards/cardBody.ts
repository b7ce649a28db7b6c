import { html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import type { RowWindow } from "../../src/shared/transcriptState.ts";
import type { Drawn } from "../scroll/drawnRows.ts";
import { ScrollElement } from "../scroll/scrollElement.ts";
import { sessionSections } from "./sections.ts";

/** `<acp-card-body>`: the well of an open card, with a scroll of its own. It exists only while the card is open. */
export class CardBody extends ScrollElement {
  /** Its rows are not here yet. */
  #isArriving = true;

  protected override select(): readonly unknown[] {
    const { state } = this.surface.store;
    const session = own(state.sessions, this.sessionId);
    const parent = own(state.sessions, session?.parentId);
    return [this.window, own(state.cards, this.sessionId), this.surface.openRows.version, session?.label, parent?.label];
  }

  protected override get scrollLabel(): string {
    return t("Inside of {0}", own(this.surface.store.state.sessions, this.sessionId)?.label ?? this.sessionId);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.surface.openCards.add(this.sessionId);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.surface.openCards.remove(this.sessionId);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#isArriving || !this.window) return;
    this.#isArriving = false;
    this.surface.didArrive(this.sessionId, this);
  }

  protected override content(window: RowWindow | undefined, drawn: Drawn): TemplateResult {
    if (!window) return html`<p class="loading">${t("Loading…")}</p>`;
    return html`${this.olderRows(window)}${sessionSections(this.surface, this.sessionId, window, drawn)}`;
  }
}
