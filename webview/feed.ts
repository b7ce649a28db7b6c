import { html, nothing, type TemplateResult } from "lit";
import { t } from "../src/base/words.ts";
import { emptySessionText } from "../src/shared/emptyWords.ts";
import { own } from "../src/shared/records.ts";
import type { SessionView } from "../src/shared/sessionView.ts";
import type { RowWindow } from "../src/shared/transcriptState.ts";
import { rowList, sessionSections } from "./cards/sections.ts";
import { icon } from "./icons.ts";
import type { Drawn } from "./scroll/drawnRows.ts";
import { ScrollElement } from "./scroll/scrollElement.ts";

/** `<acp-feed>`: the transcript of the session that the surface shows. A child's own transcript has the three parts of its card. */
export class Feed extends ScrollElement {
  protected override select(): readonly unknown[] {
    const { state } = this.surface.store;
    const session = own(state.sessions, this.sessionId);
    const parent = own(state.sessions, session?.parentId);
    return [
      this.window,
      own(state.cards, this.sessionId),
      this.surface.openRows.version,
      session?.standing,
      session?.isWorking,
      parent?.label,
      state.composer?.blockedBecause,
      state.composer?.unblock,
    ];
  }

  protected override get scrollLabel(): string {
    return t("Transcript");
  }

  protected override content(window: RowWindow | undefined, drawn: Drawn): TemplateResult {
    if (!window) return html`<p class="loading">${t("Loading…")}</p>`;
    const session = own(this.surface.store.state.sessions, this.sessionId);
    if (session?.standing === "child") {
      return html`${this.olderRows(window)}${sessionSections(this.surface, this.sessionId, window, drawn)}`;
    }
    return html`${this.olderRows(window)}
      ${window.count === 0 ? html`<p class="empty-feed">${emptySessionText(this.surface.store.state.composer)}</p>` : nothing}
      ${rowList(this.surface, this.sessionId, window, window.count, drawn)}${this.#turnFiles(session)}`;
  }

  /** Behind the last turn, when it touched files: the way to their review. It counts none: what is settled or put back is for the review to see. */
  #turnFiles(session: SessionView | undefined): TemplateResult | typeof nothing {
    const { isTurnToReview = false } = own(this.surface.store.state.cards, this.sessionId) ?? {};
    if (!isTurnToReview || session?.isWorking) return nothing;
    const review = () => this.surface.host.post({ type: "review", sessionId: this.sessionId, of: "turn" });
    return html`<p class="turn-files">
      <button type="button" class="fold-line review" @click=${review}>
        ${icon("diff-multiple")}<span>${t("Review what this turn changed")}</span>
      </button>
    </p>`;
  }
}
