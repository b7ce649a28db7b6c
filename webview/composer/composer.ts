import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { DisposableStore } from "../../src/base/disposables.ts";
import { t } from "../../src/base/words.ts";
import type { AttachmentView, MentionView } from "../../src/shared/attachments.ts";
import type { ComposerView } from "../../src/shared/composerView.ts";
import { own } from "../../src/shared/records.ts";
import { SurfaceElement } from "../element.ts";
import { icon, iconButton } from "../icons.ts";
import { isWelcome, takeIn } from "../intake.ts";
import { attachmentChips, attachmentGlyph, attachmentNews, attachmentWord, refusals } from "./attachments.ts";
import { commandsFor, hintFor } from "./completion.ts";
import { isComposing } from "./inputMethod.ts";
import { type Mention, Mentions } from "./mentions.ts";
import { type Offer, Offers } from "./offers.ts";
import { settingsBar } from "./settings.ts";

/** From so many letters on, the field no longer grows with its text. */
const longDraft = 5_000;

/** The toolkit's text area; `control` is the field inside it. */
type Field = HTMLElement & Pick<HTMLTextAreaElement, "select"> & { readonly control?: HTMLTextAreaElement };

/** `<acp-composer>`: where the person writes. The draft belongs to the shown session and outlives the page. */
export class Composer extends SurfaceElement {
  static override properties: PropertyDeclarations = {
    draft: { state: true },
    hasFocus: { state: true },
    problems: { state: true },
  };

  declare draft: string;
  /** The cursor is in the field. */
  declare hasFocus: boolean;
  /** Why what was dropped or pasted is not attached. */
  declare problems: readonly string[];
  #draftOf: string | null = null;
  /** The attachments that were told of, and of which session they were. */
  #told: { readonly of: string | null; readonly all: readonly AttachmentView[] } = { of: null, all: [] };
  #list: Offers | undefined;
  #mentions: Mentions | undefined;
  /** What was taken of the offers last, where its words stand in the draft, and what was written there before. */
  #taken: { readonly itemId: string; readonly start: number; readonly words: string; readonly before: string } | undefined;

  constructor() {
    super();
    this.draft = "";
    this.hasFocus = false;
    this.problems = [];
  }

  protected override select(): readonly unknown[] {
    return [this.surface.store.state.composer, this.surface.store.state.sessionId];
  }

  protected override didConnect(connection: DisposableStore): void {
    connection.add(
      this.surface.onDidAct((action) => {
        if (action.do === "offer") this.#mentioned.receive(action);
        if (action.do === "notAttached") this.#takeBack(action.itemId);
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
    this.problems = [];
    this.#taken = undefined;
    this.#mentioned.stop();
  }

  get #offers(): Offers {
    this.#list ??= new Offers(this.surface.announcer, () => this.requestUpdate());
    return this.#list;
  }

  get #mentioned(): Mentions {
    this.#mentions ??= new Mentions(this.surface.host, this.surface.timer, () => this.requestUpdate());
    return this.#mentions;
  }

  protected override updated(): void {
    this.#tellAttachments();
    this.querySelector(".completion [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { composer } = this.surface.store.state;
    if (!composer) return nothing;
    return html`<div class="composer">
      <acp-queue .surface=${this.surface} .leave=${this.#enter}></acp-queue> ${this.#offerList()} ${this.#hint(composer)}
      ${composer.blockedBecause === "" ? nothing : html`<p class="blocked">${icon("info")}<span>${composer.blockedBecause}</span>${this.#unblockButton(composer)}</p>`}
      ${composer.refusal === "" ? nothing : html`<p class="refused-setting" role="status">${icon("warning")}<span dir="auto">${composer.refusal}</span></p>`}
      ${refusals(this.problems, () => this.#closeProblems())}
      <div
        class="composer-box"
        @dragover=${(event: DragEvent) => this.#didDrag(event)}
        @drop=${(event: DragEvent) => this.#didDrop(event, composer)}
        @paste=${(event: ClipboardEvent) => this.#didPaste(event, composer)}
      >
        ${attachmentChips(composer.attachments, (id) => this.#detach(id))}
        <vscode-text-area
          class=${this.draft.length > longDraft ? "is-long" : ""}
          rows="1"
          placeholder=${composer.commands.length > 0 ? t("Ask {0}… (@ for files, / for commands)", composer.agentLabel) : t("Ask {0}… (@ for files)", composer.agentLabel)}
          ?disabled=${composer.blockedBecause !== ""}
          .value=${this.draft}
          @input=${(event: Event) => this.#didInput((event.target as HTMLTextAreaElement).value)}
          @keyup=${() => this.#lookForMention()}
          @click=${() => this.#lookForMention()}
          @focusin=${() => this.#didFocus(true)}
          @focusout=${() => this.#didFocus(false)}
          @keydown=${(event: KeyboardEvent) => this.#didPress(event, composer)}
          ><span class="visually-hidden">${t("Prompt for {0}", composer.agentLabel)}</span></vscode-text-area
        >
        <div class="composer-tools">
          ${iconButton("attach", t("Attach…"), () => this.surface.host.post({ type: "pickAttachment" }), "attach", composer.blockedBecause !== "")}
          ${settingsBar(this.surface, composer)}
          ${composer.isTurnOpen ? this.#stopButton(composer) : nothing} ${this.#sendButton(composer)}
        </div>
      </div>
    </div>`;
  }

  /** Says what was attached or taken off, here or by a command of the editor. */
  #tellAttachments(): void {
    const { composer, sessionId } = this.surface.store.state;
    const { of, all } = this.#told;
    this.#told = { of: sessionId, all: composer?.attachments ?? [] };
    const news = of === sessionId ? attachmentNews(all, this.#told.all) : undefined;
    if (news !== undefined) this.surface.announcer.answer(news);
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

  #unblockButton({ unblock }: ComposerView): TemplateResult | typeof nothing {
    if (unblock === undefined) return nothing;
    return html`<vscode-button class="unblock" appearance="secondary" @click=${() => this.surface.host.post({ type: "unblock" })}>${unblock}</vscode-button>`;
  }

  #sendButton(composer: ComposerView): TemplateResult {
    const words = composer.isTurnOpen ? t("Queue this prompt") : t("Send");
    const isOff = composer.blockedBecause !== "" || (this.draft.trim() === "" && composer.attachments.length === 0);
    return html`<vscode-button class="send" appearance="icon" aria-label=${words} title=${words} ?disabled=${isOff} @click=${() => this.#send(composer)}>
      <span class="codicon codicon-send"></span>
    </vscode-button>`;
  }

  #offered(): readonly Offer[] {
    if (!this.hasFocus || this.#offers.isClosed) return [];
    const mention = this.#mentioned.current;
    if (mention) return this.#mentioned.items.map((item) => this.#mentionOffer(item, mention));
    return commandsFor(this.draft, this.surface.store.state.composer?.commands ?? []).map((command) => ({
      name: `/${command.name}`,
      words: command.description,
      isWrittenOut: this.draft === `/${command.name}`,
      take: () => {
        this.#replaceWords(0, this.draft, `/${command.name} `);
        if (command.hint) this.surface.announcer.answer(t("/{0}, input: {1}", command.name, command.hint));
      },
    }));
  }

  #mentionOffer(item: MentionView, { start, query }: Mention): Offer {
    const { kind, name, detail } = item;
    return {
      glyph: attachmentGlyph(kind),
      kind: attachmentWord(kind),
      name,
      words: detail,
      take: () => {
        this.surface.host.post({ type: "attach", itemId: item.id });
        this.#taken = { itemId: item.id, start, words: `@${name}`, before: `@${query}` };
        this.#replaceWords(start, this.#taken.before, `${this.#taken.words} `);
        this.#mentioned.stop();
      },
    };
  }

  #offerList(): TemplateResult | typeof nothing {
    const isMention = this.#mentioned.current !== undefined;
    if (isMention && this.hasFocus && !this.#offers.isClosed && this.#mentioned.isNothing) {
      return html`<p class="completion no-offer" role="status">${t("Nothing in the workspace fits.")}</p>`;
    }
    const label = isMention ? t("Files, symbols and more to attach") : t("Commands of the agent");
    return this.#offers.render(this.#offered(), label);
  }

  /** The agent's words on what belongs behind the command that stands there. */
  #hint(composer: ComposerView): TemplateResult | typeof nothing {
    const hint = this.hasFocus ? hintFor(this.draft, composer.commands) : "";
    if (hint === "") return nothing;
    return html`<p class="completion command-hint" role="note"><span class="command-name">${this.draft.trim()}</span><span class="hint-words" dir="auto">${hint}</span></p>`;
  }

  #didPress(event: KeyboardEvent, composer: ComposerView): void {
    // A key that commits or chooses a candidate of an input method is not ours.
    if (isComposing(event)) return;
    if (this.#offers.press(event, this.#offered())) return;
    if (event.key !== "Enter" || event.altKey) return;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    const sends = composer.enterSends ? isPlain : !isPlain;
    if (!sends) return;
    event.preventDefault();
    this.#send(composer);
  }

  #didFocus(hasFocus: boolean): void {
    this.hasFocus = hasFocus;
  }

  #didInput(draft: string): void {
    this.#write(draft);
    this.#lookForMention();
  }

  #lookForMention(): void {
    const caret = this.#field()?.control?.selectionStart;
    if (typeof caret === "number") this.#mentioned.look(this.draft, caret);
  }

  /** The host could not attach what was taken last: what was written stands there again, unless that is another by now. */
  #takeBack(itemId: string): void {
    const taken = this.#taken;
    if (taken?.itemId === itemId && this.draft.startsWith(taken.words, taken.start)) {
      this.#replaceWords(taken.start, taken.words, taken.before);
    }
  }

  /**
   * Has other words in the draft, in the place of those that begin at `start`; a cursor in or behind them stays behind the new ones.
   * The field has them at once, not with the next drawing, or the next key would come into the old text.
   */
  #replaceWords(start: number, before: string, now: string): void {
    this.#write(this.draft.slice(0, start) + now + this.draft.slice(start + before.length));
    const field = this.#field();
    const control = field?.control;
    if (!field || !control) return;
    const caret = control.selectionStart;
    control.value = this.draft;
    const behind = Math.max(start + now.length, caret + now.length - before.length);
    if (caret >= start) control.setSelectionRange(behind, behind);
    else control.setSelectionRange(caret, caret);
    field.focus();
  }

  #detach(attachmentId: string): void {
    this.surface.host.post({ type: "detach", attachmentId });
    this.#field()?.focus();
  }

  #closeProblems(): void {
    this.problems = [];
    this.#field()?.focus();
  }

  #didDrag(event: DragEvent): void {
    if (isWelcome(event.dataTransfer)) event.preventDefault();
  }

  #didDrop(event: DragEvent, composer: ComposerView): void {
    if (!isWelcome(event.dataTransfer)) return;
    event.preventDefault();
    this.#takeIn(event.dataTransfer, composer);
  }

  #didPaste(event: ClipboardEvent, composer: ComposerView): void {
    // Where there are words, as from a table of numbers, these are meant.
    if (!event.clipboardData || event.clipboardData.files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    this.#takeIn(event.clipboardData, composer);
  }

  #takeIn(data: DataTransfer | null, composer: ComposerView): void {
    if (!data || composer.blockedBecause !== "") return;
    void takeIn(data, composer, this.surface.host).then((problems) => {
      this.problems = problems;
    });
    this.#field()?.focus();
  }

  #send(composer: ComposerView): void {
    const text = this.draft.trim();
    const attachments = composer.attachments.map(({ id }) => id);
    if ((text === "" && attachments.length === 0) || composer.blockedBecause !== "") return;
    this.surface.host.post({ type: "prompt", text, ...(attachments.length === 0 ? {} : { attachments }) });
    this.#mentioned.stop();
    this.problems = [];
    this.#write("");
    this.surface.didSend();
  }

  #write(text: string): void {
    this.draft = text;
    this.#offers.reset();
    const { sessionId } = this.surface.store.state;
    if (sessionId === null) return;
    const { [sessionId]: _before, ...others } = this.surface.host.saved.drafts;
    this.surface.host.save({ drafts: text === "" ? others : { ...others, [sessionId]: text } });
  }

  readonly #enter = (): void => this.#field()?.focus();

  #field(): Field | null {
    return this.querySelector<Field>("vscode-text-area");
  }
}
