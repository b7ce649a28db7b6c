import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { DisposableStore } from "../src/base/disposables.ts";
import { t } from "../src/base/words.ts";
import type { ComposerView } from "../src/shared/protocol.ts";
import { own } from "../src/shared/records.ts";
import { type Command, commandsFor } from "./completion.ts";
import { SurfaceElement } from "./element.ts";
import { icon, iconButton } from "./icons.ts";

/** The key code of a key that an input method takes for itself. */
const inputMethodKey = 229;
/** From so many letters on, the field no longer grows with its text. */
const longDraft = 5_000;

/** `<acp-composer>`: where the person writes. The draft belongs to the shown session and outlives the page. */
export class Composer extends SurfaceElement {
  static override properties: PropertyDeclarations = {
    draft: { state: true },
    hasFocus: { state: true },
    choice: { state: true },
    isClosed: { state: true },
  };

  declare draft: string;
  /** The cursor is in the field. */
  declare hasFocus: boolean;
  /** Which of the offered commands is chosen. */
  declare choice: number;
  /** The reader closed the list of commands with Escape. */
  declare isClosed: boolean;
  #draftOf: string | null = null;

  constructor() {
    super();
    this.draft = "";
    this.hasFocus = false;
    this.choice = 0;
    this.isClosed = false;
  }

  protected override select(): readonly unknown[] {
    return [this.surface.store.state.composer, this.surface.store.state.sessionId];
  }

  protected override didConnect(connection: DisposableStore): void {
    connection.add(
      this.surface.onDidAct((action) => {
        if (action.do !== "focusComposer") return;
        const isAlone = this.draft === "";
        // What was being written stays.
        if (action.text !== undefined) this.#write(this.draft === "" ? action.text : `${this.draft}\n${action.text}`);
        void this.updateComplete.then(() => {
          this.#field()?.focus();
          // The element hands its text on to the field inside it with the next frame.
          if (action.isProposal && isAlone) requestAnimationFrame(() => this.#field()?.select());
        });
      }),
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { sessionId } = this.surface.store.state;
    if (sessionId === this.#draftOf) return;
    this.#draftOf = sessionId;
    this.draft = sessionId === null ? "" : (own(this.surface.host.saved.drafts, sessionId) ?? "");
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("choice")) this.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { composer } = this.surface.store.state;
    if (!composer) return nothing;
    return html`<div class="composer">
      ${this.#queue(composer)} ${this.#commands()}
      ${composer.blockedBecause === "" ? nothing : html`<p class="blocked">${icon("info")}<span>${composer.blockedBecause}</span></p>`}
      <div class="composer-box">
        <vscode-text-area
          class=${this.draft.length > longDraft ? "is-long" : ""}
          rows="1"
          aria-label=${t("Prompt for {0}", composer.agentLabel)}
          placeholder=${composer.commands.length > 0 ? t("Ask {0}… (/ for commands)", composer.agentLabel) : t("Ask {0}…", composer.agentLabel)}
          ?disabled=${composer.blockedBecause !== ""}
          .value=${this.draft}
          @input=${(event: Event) => this.#write((event.target as HTMLTextAreaElement).value)}
          @focusin=${() => this.#didFocus(true)}
          @focusout=${() => this.#didFocus(false)}
          @keydown=${(event: KeyboardEvent) => this.#didPress(event, composer)}
        ></vscode-text-area>
        <div class="composer-tools">
          <span class="agent-label" dir="auto">${composer.agentLabel}</span>
          ${composer.isTurnOpen ? this.#stopButton(composer) : nothing} ${this.#sendButton(composer)}
        </div>
      </div>
    </div>`;
  }

  #stopButton(composer: ComposerView): TemplateResult {
    const { sessionId } = this.surface.store.state;
    const stop = () => {
      if (sessionId !== null) this.surface.host.post({ type: "stop", sessionId });
    };
    return html`<vscode-button class="stop-turn" appearance="secondary" ?disabled=${composer.isStopping} @click=${stop}>
      <span slot="start" class="codicon codicon-debug-stop"></span>${composer.isStopping ? t("Stopping…") : t("Stop")}
    </vscode-button>`;
  }

  #sendButton(composer: ComposerView): TemplateResult {
    const words = composer.isTurnOpen ? t("Queue this prompt") : t("Send");
    const isOff = composer.blockedBecause !== "" || this.draft.trim() === "";
    return html`<vscode-button class="send" appearance="icon" aria-label=${words} title=${words} ?disabled=${isOff} @click=${() => this.#send(composer)}>
      <span class="codicon codicon-send"></span>
    </vscode-button>`;
  }

  #queue(composer: ComposerView): TemplateResult | typeof nothing {
    if (composer.queued.length === 0) return nothing;
    return html`<ul class="queue" aria-label=${t("Prompts that wait for their turn")}>
      ${composer.queued.map(
        (prompt) => html`<li class="chip" data-queued-id=${prompt.id}>
          ${icon("clockface")}<span class="chip-text" dir="auto" title=${prompt.text}>${prompt.text}</span>
          ${iconButton("close", t("Withdraw this prompt"), () => this.surface.host.post({ type: "withdraw", queuedId: prompt.id }))}
        </li>`,
      )}
    </ul>`;
  }

  #offered(): readonly Command[] {
    return this.isClosed || !this.hasFocus ? [] : commandsFor(this.draft, this.surface.store.state.composer?.commands ?? []);
  }

  #commands(): TemplateResult | typeof nothing {
    const offered = this.#offered();
    if (offered.length === 0) return nothing;
    return html`<ul class="completion" role="listbox" aria-label=${t("Commands of the agent")}>
      ${offered.map(
        (
          command,
          index,
        ) => html`<li role="option" aria-selected=${index === this.choice} @mousedown=${(event: Event) => this.#take(command, event)}>
          <span class="command-name">/${command.name}</span><span class="command-words" dir="auto">${command.description}</span>
        </li>`,
      )}
    </ul>`;
  }

  #didPress(event: KeyboardEvent, composer: ComposerView): void {
    // A key that commits or chooses a candidate of an input method is not ours.
    if (event.isComposing || event.keyCode === inputMethodKey) return;
    if (this.#didPressInList(event)) return;
    if (event.key !== "Enter" || event.altKey) return;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    const sends = composer.enterSends ? isPlain : !isPlain;
    if (!sends) return;
    event.preventDefault();
    this.#send(composer);
  }

  #didPressInList(event: KeyboardEvent): boolean {
    const offered = this.#offered();
    const chosen = offered[this.choice];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.choice = (this.choice + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
      const now = offered[this.choice];
      if (now) this.surface.announcer.answer(t("{0}, {1} of {2}", `${now.name} ${now.description}`, this.choice + 1, offered.length));
      event.preventDefault();
      return true;
    }
    if (event.key === "Escape") this.isClosed = true;
    // A command that is written out is sent by Enter like any prompt.
    else if ((event.key === "Enter" && !event.shiftKey && this.draft !== `/${chosen.name}`) || event.key === "Tab")
      this.#take(chosen, event);
    else return false;
    event.preventDefault();
    return true;
  }

  #didFocus(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
  }

  #take(command: Command, event: Event): void {
    event.preventDefault();
    this.#write(`/${command.name} `);
    this.#field()?.focus();
  }

  #send(composer: ComposerView): void {
    const text = this.draft.trim();
    if (text === "" || composer.blockedBecause !== "") return;
    this.surface.host.post({ type: "prompt", text });
    this.#write("");
    this.surface.didSend();
  }

  #write(text: string): void {
    this.draft = text;
    this.choice = 0;
    this.isClosed = false;
    const { sessionId } = this.surface.store.state;
    if (sessionId === null) return;
    const { [sessionId]: _before, ...others } = this.surface.host.saved.drafts;
    this.surface.host.save({ drafts: text === "" ? others : { ...others, [sessionId]: text } });
  }

  #field(): (HTMLElement & Pick<HTMLTextAreaElement, "select">) | null {
    return this.querySelector<HTMLElement & Pick<HTMLTextAreaElement, "select">>("vscode-text-area");
  }
}
