import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import type { ToolView } from "../../src/shared/rowView.ts";
import { launchFailed } from "../../src/shared/rowWords.ts";
import type { SessionView } from "../../src/shared/sessionView.ts";
import { SurfaceElement } from "../element.ts";
import { markWords } from "../find/marks.ts";
import { icon, iconButton, markGlyph } from "../icons.ts";

/** `<acp-card>`: a child session as one line, and as a well when the reader opens it. Closed, nothing of its inside exists. */
export class Card extends SurfaceElement {
  static override properties: PropertyDeclarations = { sessionId: { attribute: false }, launch: { attribute: false } };

  declare sessionId: string;
  /** The call that launched it, when the card took its place. */
  declare launch: ToolView | undefined;

  protected override select(): readonly unknown[] {
    return [this.#session, this.surface.folds.isOpen(this.sessionId), this.surface.finder.countIn(this.sessionId)];
  }

  get #session(): SessionView | undefined {
    return own(this.surface.store.state.sessions, this.sessionId);
  }

  protected override render(): TemplateResult {
    const session = this.#session;
    if (!session) return this.#missing();
    const isOpen = this.surface.folds.isOpen(this.sessionId);
    return html`
      <div class="card ${session.isDim ? "is-dim" : ""}" data-session-id=${session.id} data-open=${isOpen} data-mark=${session.mark}>
        <div class="card-line">
          ${this.#header(session, isOpen)}
          ${iconButton("go-to-file", t("Open {0} in an editor tab", session.label), () => this.#openInEditor(), "open-editor")}
          ${session.canStop || session.isStopping ? this.#stopButton(session) : nothing}
        </div>
        ${this.launch?.status === "failed" ? html`<p class="launch-failed">${launchFailed()}</p>` : nothing}
        ${isOpen ? html`<acp-card-body class="well" .surface=${this.surface} .sessionId=${session.id}></acp-card-body>` : nothing}
      </div>
    `;
  }

  #header(session: SessionView, isOpen: boolean): TemplateResult {
    return html`<button type="button" class="card-header" aria-expanded=${isOpen} title=${tooltip(session)} @click=${this.#toggle}>
      ${icon(isOpen ? "chevron-down" : "chevron-right", { className: "chevron" })}${markGlyph(session.mark)}
      <span class="card-label" dir="auto">${session.label}</span>
      ${saysState(session) ? nothing : html`<span class="visually-hidden">${markWords(session.mark)}</span>`}
      ${session.role === undefined ? nothing : html`<span class="card-role"><span dir="auto">${session.role}</span> ·</span>`}
      <span class="card-words" dir="auto" .style=${`--acp-letters: ${session.words.length}`}>${session.words}</span>
      <acp-elapsed class="elapsed" .surface=${this.surface} .startedAt=${session.startedAt} .endedAt=${session.endedAt}></acp-elapsed>
      ${isOpen ? nothing : foundBadge(this.surface.finder.countIn(session.id))}
      ${session.requestCount > 0 ? requestBadge(session.requestCount) : nothing}
    </button>`;
  }

  #stopButton(session: SessionView): TemplateResult {
    const label = session.isStopping ? t("Stopping {0}…", session.label) : t("Stop {0}", session.label);
    const press = () => this.surface.host.post({ type: "stop", sessionId: session.id });
    return html`<button type="button" class="icon-button stop" title=${label} aria-label=${label} ?disabled=${session.isStopping} @click=${press}>
      ${icon("debug-stop")}
    </button>`;
  }

  #missing(): TemplateResult {
    return html`<div class="card is-missing" data-session-id=${this.sessionId} data-open="false">
      <div class="card-line">
        ${icon("question", { className: "mark" })}<span class="card-label">${t("Subagent")}</span>
        <span class="card-words" title=${this.sessionId}>${t("nothing reported about it")}</span>
      </div>
    </div>`;
  }

  #openInEditor(): void {
    this.surface.host.post({ type: "openSession", sessionId: this.sessionId, where: "editor" });
  }

  #toggle(): void {
    const isOpen = !this.surface.folds.isOpen(this.sessionId);
    this.surface.foldAt(this, this.sessionId, isOpen);
  }
}

/** The words of the header name the state already: nobody has to hear it twice. */
function saysState({ words, mark }: SessionView): boolean {
  return words.toLowerCase().includes(markWords(mark).toLowerCase());
}

/** How often a search found something inside of a closed card. */
function foundBadge(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const words = count === 1 ? t("1 found inside") : t("{0} found inside", count);
  return html`<span class="find-badge" title=${words}
    >${icon("search")}<span aria-hidden="true">${count}</span><span class="visually-hidden">${words}</span></span
  >`;
}

function requestBadge(count: number): TemplateResult {
  const words = count === 1 ? t("1 request waits for you") : t("{0} requests wait for you", count);
  return html`<span class="request-badge" title=${words}
    >${icon("bell")}<span aria-hidden="true">${count}</span><span class="visually-hidden">${words}</span></span
  >`;
}

function tooltip(session: SessionView): string {
  const lines = [
    [session.label, session.role].filter((word) => word !== undefined).join(" · "),
    session.words,
    session.model === undefined ? "" : t("Model: {0}", session.model),
    session.cwd === undefined ? "" : t("Folder: {0}", session.cwd),
    t("Tool calls: {0}", session.toolCallCount),
    session.childCount > 0 ? t("Subagents: {0}", session.childCount) : "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}
