import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Disposable, DisposableStore } from "../../src/base/disposables.ts";
import { t } from "../../src/base/words.ts";
import type { ElicitationView, RequestView } from "../../src/shared/requestView.ts";
import { SurfaceElement } from "../element.ts";
import { exact } from "../exact.ts";
import { icon } from "../icons.ts";
import { requestSentence } from "../surface.ts";
import { elicitationAnswers, elicitationBody } from "./elicitation.ts";

/**
 * How long a request must stand before a pointer can answer it, in ms: the second click of a double click, or a click
 * that was on its way to something else, must not allow what nobody read.
 */
const armingTime = 500;

/**
 * `<acp-attention>`: the requests that wait for the person, one at a time, with the exact thing that is asked for and
 * the agent's own answers. Those of this session tree come first.
 */
export class Attention extends SurfaceElement {
  static override properties: PropertyDeclarations = {
    currentKey: { state: true },
    isArmed: { state: true },
    isOthersShown: { state: true },
  };

  declare currentKey: string | undefined;
  declare isArmed: boolean;
  /** The reader wants to see the requests of other session trees too. */
  declare isOthersShown: boolean;
  /** Answered here; they stay, disabled, until the host takes them away. */
  #answered: ReadonlySet<string> = new Set();
  #arming: Disposable | undefined;
  /** The reader's cursor is here, or was until the answer it was on went away. */
  #hasCursor = false;

  constructor() {
    super();
    this.currentKey = undefined;
    this.isArmed = false;
    this.isOthersShown = false;
  }

  protected override select(): readonly unknown[] {
    return [this.surface.store.state.requests];
  }

  protected override didConnect(connection: DisposableStore): void {
    connection.add(
      this.surface.onDidAct((action) => {
        if (action.do === "focusRequest") this.focusRequest(action.key);
      }),
    );
  }

  /**
   * Shows the request with this key, else the oldest, and puts the reader's cursor on the bar as a whole: a key that
   * was meant for something else answers nothing. Says what is asked for, or that nothing is.
   */
  focusRequest(key: string | undefined): void {
    const { requests } = this.surface.store.state;
    const named = requests.find((request) => request.key === key);
    if (named?.isHere === false || this.#here().length === 0) this.isOthersShown = true;
    const request = named ?? this.#queue().find(({ key: each }) => !this.#answered.has(each)) ?? this.#queue()[0];
    if (!request) {
      this.surface.announcer.answer(t("No request waits for you."));
      return;
    }
    this.currentKey = request.key;
    void this.updateComplete.then(() => this.#moveCursor());
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { requests } = this.surface.store.state;
    this.#answered = new Set([...this.#answered].filter((key) => requests.some((request) => request.key === key)));
    const queue = this.#queue();
    const isThere = queue.some((request) => request.key === this.currentKey);
    this.#hasCursor = this.contains(document.activeElement) || (this.#hasCursor && document.activeElement === document.body);
    // What stands here is not replaced by one that came before it in the queue: somebody may be about to press its button.
    if (!isThere) this.currentKey = queue.find((request) => !this.#answered.has(request.key))?.key ?? queue[0]?.key;
    if (changed.has("currentKey") || !isThere) this.#arm();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("currentKey")) this.#bar?.scrollTo(0, 0);
    if (changed.has("currentKey") && this.#hasCursor && !this.contains(document.activeElement)) this.#moveCursor();
  }

  protected override render(): TemplateResult | typeof nothing {
    const queue = this.#queue();
    const others = this.surface.store.state.requests.length - this.#here().length;
    const at = queue.findIndex((request) => request.key === this.currentKey);
    const request = queue[at];
    if (!request) return others > 0 ? html`<div class="attention is-elsewhere">${this.#elsewhere(others)}</div>` : nothing;
    return html`<section class=${request.elicitation ? "attention is-elicitation" : "attention"} tabindex="-1" aria-label=${requestSentence(request)} data-request-key=${request.key} data-session-id=${request.sessionId ?? nothing} @acp-send=${() => this.#send(request)}>
      ${icon("bell-dot", { className: "mark" })}
      <div class="attention-text">
        ${this.#who(request)}
        ${request.elicitation ? keyed(request.key, elicitationBody(this.surface, request, request.elicitation)) : whatIsAsked(request)}
        ${request.isParentStopped ? html`<div class="attention-note">${icon("debug-stop")}${t("Its parent was stopped.")}</div>` : nothing}
      </div>
      <div class="attention-answers">
        ${keyed(request.key, this.#answers(request))}
        ${queue.length > 1 ? this.#next(queue, at) : nothing} ${others > 0 && !this.isOthersShown ? this.#elsewhere(others) : nothing}
      </div>
    </section>`;
  }

  get #bar(): HTMLElement | null {
    return this.querySelector<HTMLElement>("section.attention");
  }

  #here(): readonly RequestView[] {
    return this.surface.store.state.requests.filter((request) => request.isHere);
  }

  #queue(): readonly RequestView[] {
    const { requests } = this.surface.store.state;
    return this.isOthersShown ? [...this.#here(), ...requests.filter((request) => !request.isHere)] : this.#here();
  }

  #who(request: RequestView): TemplateResult {
    const { sessionId } = request;
    if (sessionId === undefined) return html`<div class="attention-who"><span dir="auto">${request.who}</span></div>`;
    const go = () => {
      if (request.isHere) this.surface.act({ do: "reveal", sessionId });
      else this.surface.host.post({ type: "openSession", sessionId, where: "here" });
    };
    return html`<div class="attention-who">
      ${request.path.map((label) => html`<span class="dim" dir="auto">${label}</span>${icon("chevron-right", { className: "separator" })}`)}
      <button type="button" class="who" dir="auto" title=${t("Show {0}", request.who)} @click=${go}>${request.who}</button>
    </div>`;
  }

  #answers(request: RequestView): unknown {
    const isAnswered = this.#answered.has(request.key);
    if (request.elicitation) return this.#elicited(request, isAnswered);
    const primary =
      request.options.find((option) => option.kind === "allow_once") ?? request.options.find((option) => option.kind.startsWith("allow"));
    if (request.options.length === 0) return html`<span class="dim">${t("The agent offers no answer.")}</span>`;
    return request.options.map(
      (option) => html`<vscode-button
        appearance=${option === primary ? "primary" : "secondary"}
        data-option-id=${option.optionId}
        data-option-kind=${option.kind}
        title=${optionTitle(option.kind)}
        ?disabled=${isAnswered}
        aria-disabled=${isAnswered || !this.isArmed}
        @click=${(event: MouseEvent) => this.#answer(request, option.optionId, event)}
        >${exact(option.name)}</vscode-button
      >`,
    );
  }

  #elicited(request: RequestView, isAnswered: boolean): unknown {
    return elicitationAnswers(this.surface, request, request.elicitation as ElicitationView).map(
      (answer) => html`<vscode-button
        appearance=${answer.isPrimary ? "primary" : "secondary"}
        data-answer=${answer.word}
        title=${answer.title}
        ?disabled=${isAnswered}
        aria-disabled=${isAnswered || !this.isArmed}
        @click=${(event: MouseEvent) => this.#give(request, event.detail > 0, () => answer.give(this))}
        >${answer.name}</vscode-button
      >`,
    );
  }

  /** Enter in a form sends it. */
  #send(request: RequestView): void {
    const [answer] = request.elicitation ? elicitationAnswers(this.surface, request, request.elicitation) : [];
    if (answer?.word === "send") this.#give(request, false, () => answer.give(this));
  }

  #next(queue: readonly RequestView[], at: number): TemplateResult {
    const go = () => {
      this.currentKey = queue[(at + 1) % queue.length]?.key;
    };
    return html`<button type="button" class="link next" aria-label=${t("Next request, this is {0} of {1}", at + 1, queue.length)} @click=${go}>
      ${t("{0} of {1}", at + 1, queue.length)}${icon("chevron-right")}
    </button>`;
  }

  #elsewhere(count: number): TemplateResult {
    const show = () => {
      this.isOthersShown = true;
      this.currentKey = this.surface.store.state.requests.find((request) => !request.isHere)?.key;
    };
    return html`<button type="button" class="link elsewhere" @click=${show}>${count === 1 ? t("1 request waits in another session") : t("{0} requests wait in another session", count)}</button>`;
  }

  #answer(request: RequestView, optionId: string, event: MouseEvent): void {
    this.#give(request, event.detail > 0, () => {
      this.surface.host.post({ type: "answer", key: request.key, optionId });
      return true;
    });
  }

  /** Gives an answer, once; `give` is false when there was none to be given. */
  #give(request: RequestView, isPointer: boolean, give: () => boolean): void {
    if (this.#answered.has(request.key) || (isPointer && !this.isArmed) || !give()) return;
    this.#answered = new Set([...this.#answered, request.key]);
    this.requestUpdate();
  }

  #arm(): void {
    this.isArmed = false;
    this.#arming?.dispose();
    this.#arming = this.surface.timer.after(armingTime, () => {
      this.isArmed = true;
    });
  }

  /** To the bar, whose name is the whole request; back to the composer when nothing is left to answer. */
  #moveCursor(): void {
    const bar = this.#bar ?? this.querySelector<HTMLElement>("button");
    // A low bar scrolls: it begins with what is asked for.
    bar?.scrollTo(0, 0);
    if (bar) bar.focus();
    else if (this.#hasCursor) this.surface.act({ do: "focusComposer" });
  }
}

/** What an option means; the word of a kind that is not known is shown as it is. */
function optionTitle(kind: string): string {
  switch (kind) {
    case "allow_once":
      return t("Allow this once");
    case "allow_always":
      return t("Allow this and remember the choice");
    case "reject_once":
      return t("Reject this once");
    case "reject_always":
      return t("Reject this and remember the choice");
    default:
      return kind;
  }
}

/** The title, and the exact thing that is asked for. */
function whatIsAsked({ title, detail }: RequestView): TemplateResult {
  // Without more, the title is what is asked for, to the letter.
  const name =
    detail === "" ? html`<code class="attention-detail" dir="ltr">${exact(title)}</code>` : html`<span dir="auto">${exact(title)}</span>`;
  if (detail === "" || isShort(detail))
    return html`<div class="attention-title">${name}${detail === "" ? nothing : html` <code class="attention-detail" dir="ltr">${exact(detail)}</code>`}</div>`;
  return html`<div class="attention-title">${name}</div><pre class="attention-detail" dir="ltr" tabindex="0">${exact(detail)}</pre>`;
}

/** Fits beside the title. */
function isShort(detail: string): boolean {
  return detail !== "" && detail.length <= 60 && !detail.includes("\n");
}
