import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import { SurfaceElement } from "../element.ts";

/** `<acp-session-link>`: the name of a session, leading to its card. */
export class SessionLink extends SurfaceElement {
  static override properties: PropertyDeclarations = {
    sessionId: { attribute: false },
    message: { attribute: false },
  };

  declare sessionId: string;
  /** A message to or from that session: the link leads to it there. */
  declare message: { readonly sessionId: string; readonly rowId: string } | undefined;

  protected override select(): readonly unknown[] {
    return [this.#label];
  }

  get #label(): string | undefined {
    return own(this.surface.store.state.sessions, this.sessionId)?.label;
  }

  protected override render(): TemplateResult {
    const go = () => {
      if (this.#label !== undefined && this.message) this.surface.host.post({ type: "openOtherSide", ...this.message });
      else if (this.#label !== undefined) this.surface.act({ do: "reveal", sessionId: this.sessionId });
      else this.surface.host.post({ type: "openSession", sessionId: this.sessionId, where: "here" });
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "Enter") go();
    };
    // No button: those do not break over lines, and this stands within sentences.
    return html`<span class="link" role="link" tabindex="0" dir="auto" title=${this.sessionId} @click=${go} @keydown=${press}
      >${this.#label ?? t("another session")}</span
    >`;
  }
}
