import { html, nothing, type TemplateResult } from "lit";
import { type DisposableStore, toDisposable } from "../src/base/disposables.ts";
import { t } from "../src/base/words.ts";
import { own } from "../src/shared/records.ts";
import { followLinks } from "./clicks.ts";
import { SurfaceElement } from "./element.ts";
import type { FindWidget } from "./find/findWidget.ts";
import { icon } from "./icons.ts";
import { walkByKeys } from "./keyboard.ts";
import { CodeBlocks } from "./rows/codeBlocks.ts";
import { PathLinks } from "./rows/pathLinks.ts";
import { Revealer } from "./scroll/reveal.ts";

/** `<acp-app>`: everything in one transcript's page, from the attention bar down to the composer. */
export class App extends SurfaceElement {
  protected override select(): readonly unknown[] {
    const { state, phase } = this.surface.store;
    const session = own(state.sessions, state.sessionId);
    return [
      phase,
      state.sessionId,
      !session,
      session?.canStop,
      session?.isStopping,
      state.emptyText,
      state.busyText,
      state.breadcrumb,
      this.surface.finder.isOpen,
      state.siblings,
    ];
  }

  protected override didConnect(connection: DisposableStore): void {
    const revealer = new Revealer(this.surface, this);
    followLinks(this, this.surface);
    new CodeBlocks(this.surface, this);
    const pathLinks = new PathLinks(this.surface, this);
    connection.add(walkByKeys(this, this.surface));
    document.addEventListener("keydown", this.#openByKey);
    connection.add(toDisposable(() => document.removeEventListener("keydown", this.#openByKey)));
    connection.add(
      this.surface.onDidAct((action) => {
        if (action.do === "files") pathLinks.take(action);
        if (action.do === "reveal") revealer.start(action);
        if (action.do === "foldAll") this.surface.foldAll(action.isOpen);
        if (action.do === "find") this.#find();
      }),
    );
    connection.add(
      this.surface.onDidChange(
        () =>
          void this.#settled().then(() => {
            revealer.goOn();
            this.surface.finder.goOn();
          }),
      ),
    );
    this.surface.announcer.say = (text) => this.#say(text);
  }

  protected override render(): TemplateResult {
    const { state, phase } = this.surface.store;
    return html`
      ${this.#breadcrumb()}
      <acp-attention .surface=${this.surface}></acp-attention>
      ${state.busyText === "" ? nothing : html`<div class="busy" role="status"><vscode-progress-ring></vscode-progress-ring><span>${state.busyText}</span></div>`}
      ${this.surface.finder.isOpen ? html`<acp-find role="search" .surface=${this.surface}></acp-find>` : nothing}
      ${phase === "live" ? this.#transcript() : this.#waiting()}
      <acp-composer .surface=${this.surface}></acp-composer>
      <div class="visually-hidden live" role="status" aria-live="polite" aria-atomic="true"></div>
    `;
  }

  #transcript(): TemplateResult {
    const { sessionId, emptyText, sessions } = this.surface.store.state;
    if (sessionId === null || !own(sessions, sessionId)) {
      return html`<div class="empty">${icon("comment-discussion")}<p>${emptyText || t("This session is no longer there. Choose another in the tree.")}</p></div>`;
    }
    return html`<acp-feed .surface=${this.surface} .sessionId=${sessionId}></acp-feed>`;
  }

  #waiting(): TemplateResult {
    if (this.surface.store.phase === "waiting") return html`<div class="empty"><p class="loading">${t("Loading…")}</p></div>`;
    return html`<div class="empty" role="alert">
      ${icon("warning")}
      <p>${t("The extension did not answer. It may be starting again.")}</p>
      <vscode-button class="retry" @click=${() => this.surface.store.start()}>${t("Retry")}</vscode-button>
    </div>`;
  }

  #breadcrumb(): TemplateResult | typeof nothing {
    const { breadcrumb } = this.surface.store.state;
    if (breadcrumb.length < 2) return nothing;
    const above = breadcrumb.slice(0, -1);
    return html`<nav class="breadcrumb" aria-label=${t("Where this session belongs")}>
      ${above.map(({ id, label }) => {
        const go = () => this.surface.host.post({ type: "openSession", sessionId: id, where: "same" });
        return html`<button type="button" class="crumb" dir="auto" title=${t("Go to {0}", label)} @click=${go}>${label}</button>${icon("chevron-right", { className: "separator" })}`;
      })}
      <span class="crumb" aria-current="page" dir="auto">${breadcrumb.at(-1)?.label}</span>
      <span class="breadcrumb-buttons">${this.#siblingButtons()}${this.#stopButton()}</span>
    </nav>`;
  }

  /** To the parent, and to the children before and after this one: in the same tab. */
  #siblingButtons(): TemplateResult {
    const { siblings, breadcrumb } = this.surface.store.state;
    const parent = breadcrumb.at(-2);
    const button = (name: string, to: { readonly id: string; readonly label: string } | undefined, label: string, title: string) => {
      const go = () => to && this.surface.host.post({ type: "openSession", sessionId: to.id, where: "same" });
      return html`<button type="button" class="icon-button to-${name}" title=${to ? title : label} aria-label=${to ? title : label} aria-disabled=${!to} @click=${go}>${icon(name)}</button>`;
    };
    return html`${button("arrow-up", parent, t("No parent"), t("Parent: {0}", parent?.label ?? ""))}
    ${
      siblings && siblings.count > 1
        ? html`${button("arrow-left", siblings.previous, t("This is the first subagent here"), t("Previous subagent: {0}", siblings.previous?.label ?? ""))}
          <span class="position">${t("{0} of {1}", siblings.position, siblings.count)}</span>
          ${button("arrow-right", siblings.next, t("This is the last subagent here"), t("Next subagent: {0}", siblings.next?.label ?? ""))}`
        : nothing
    }`;
  }

  /** Stops the child whose own transcript this is; a root's turn is stopped in the composer. */
  #stopButton(): TemplateResult | typeof nothing {
    const { sessions, sessionId } = this.surface.store.state;
    const session = own(sessions, sessionId);
    if (!session?.canStop && !session?.isStopping) return nothing;
    const label = session.isStopping ? t("Stopping {0}…", session.label) : t("Stop {0}", session.label);
    const press = () => this.surface.host.post({ type: "stop", sessionId: session.id });
    return html`<button type="button" class="icon-button stop" title=${label} aria-label=${label} ?disabled=${session.isStopping} @click=${press}>
      ${icon("debug-stop")}
    </button>`;
  }

  /** The key of the search. No `when` of a keybinding knows that the cursor is in a view's page, so it is taken here. */
  readonly #openByKey = (event: KeyboardEvent): void => {
    const isMac = navigator.platform.startsWith("Mac");
    if (event.key.toLowerCase() !== "f" || event.altKey || event.shiftKey || event.ctrlKey === isMac || event.metaKey !== isMac) return;
    event.preventDefault();
    this.#find();
  };

  /** Opens the search, with the cursor in its field. */
  #find(): void {
    this.surface.finder.open();
    void this.updateComplete.then(() => this.querySelector<FindWidget>("acp-find")?.focusField());
  }

  /** Resolves when the elements drew what the last change brought; those that are nested take a turn each. */
  async #settled(): Promise<void> {
    await this.updateComplete;
    await new Promise<void>((resolve) => setTimeout(resolve));
  }

  #say(text: string): void {
    const live = this.querySelector<HTMLElement>(":scope > .live");
    if (live) live.textContent = text;
  }
}
