import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../src/base/words.ts";
import type { ComposerView } from "../../src/shared/composerView.ts";
import { own } from "../../src/shared/records.ts";
import type { QueuedEdit } from "../../src/shared/savedState.ts";
import { SurfaceElement } from "../element.ts";
import { icon, iconButton } from "../icons.ts";
import { isComposing } from "./inputMethod.ts";

type Queued = ComposerView["queued"][number];

const heldWords = (): string => t("Not sent, because the turn before was cut short. Send, change or withdraw each.");

/** Stands for the sentence among the rows. */
const heldSentence: Queued = { id: "", text: "" };

/** `<acp-queue>`: the prompts that wait. Each can be withdrawn, its text changed where it stands, and sent while it is held. */
export class Queue extends SurfaceElement {
  static override properties: PropertyDeclarations = { leave: { attribute: false } };

  /** Has the cursor go on in the composer's field. */
  declare leave: () => void;
  /** The prompt whose editor is drawn, and in which session. */
  #open: { readonly sessionId: string; readonly queuedId: string } | undefined;

  protected override select(): readonly unknown[] {
    const { composer, sessionId } = this.surface.store.state;
    return [composer?.queued, sessionId];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { composer, sessionId } = this.surface.store.state;
    const edit = this.#edit;
    if (!composer || sessionId === null || !edit) {
      this.#open = undefined;
      return;
    }
    if (this.#open?.sessionId !== sessionId) this.#open = undefined;
    const wasOpen = this.#open !== undefined;
    const prompt = promptOf(edit, composer.queued, wasOpen);
    if (prompt) {
      if (this.#open?.queuedId === prompt.id) return;
      // It was being changed in an earlier life of the page, of its agent or window, or before another session was shown here.
      this.#open = { sessionId, queuedId: prompt.id };
      this.#keep({ ...edit, queuedId: prompt.id });
      this.surface.host.post({ type: "editingQueued", queuedId: prompt.id, isOpen: true });
      return;
    }
    // With its session or agent it may come back, as another.
    if (composer.blockedBecause !== "") this.#open = undefined;
    if (!this.#open) return;
    // It went while the person wrote: the host gives the words back to the composer.
    const words = edit.text.trim();
    if (words !== "" && words !== edit.before) this.surface.host.post({ type: "editQueued", queuedId: edit.queuedId, text: words });
    this.#stop(edit);
  }

  protected override render(): TemplateResult | typeof nothing {
    const queued = this.surface.store.state.composer?.queued ?? [];
    if (queued.length === 0) return nothing;
    const held = queued.filter(({ isHeld }) => isHeld);
    // The sentence is about those below it only. By key, so that what is being written stays when its prompt is held.
    const rows = [...queued.filter(({ isHeld }) => !isHeld), ...held];
    const edit = this.#edit;
    return html`<ul class="queue" aria-label=${t("Prompts that wait for their turn")}>
      ${repeat(
        held.length === 0 ? rows : rows.toSpliced(rows.length - held.length, 0, heldSentence),
        (row) => row.id,
        (row) =>
          row === heldSentence ? this.#sentence() : edit && row.id === this.#open?.queuedId ? this.#form(row, edit) : this.#chip(row),
      )}
    </ul>`;
  }

  #sentence(): TemplateResult {
    return html`<li class="queue-held"><span role="status" title=${heldWords()}>${heldWords()}</span></li>`;
  }

  #chip({ id, text, attachmentCount = 0, isHeld }: Queued): TemplateResult {
    const { host } = this.surface;
    const with_ = attachmentCount === 1 ? t("with 1 attachment") : t("with {0} attachments", attachmentCount);
    const send = () => {
      host.post({ type: "sendQueued", queuedId: id });
      // The button goes with what it was for.
      this.leave();
    };
    return html`<li class="chip" data-queued-id=${id}>
      ${icon(isHeld ? "debug-pause" : "clockface")}<span class="chip-text" dir="auto" title=${text}>${text || with_}</span>
      ${attachmentCount === 0 ? nothing : html`<span class="chip-count" title=${with_}>${icon("attach")}<span aria-label=${with_}>${attachmentCount}</span></span>`}
      ${isHeld ? iconButton("send", t("Send this prompt"), send) : nothing}
      ${iconButton("edit", t("Edit this prompt"), () => this.#begin(id, text))}
      ${iconButton("close", t("Withdraw this prompt"), () => host.post({ type: "withdraw", queuedId: id }))}
    </li>`;
  }

  #form({ id, text, attachmentCount = 0 }: Queued, edit: QueuedEdit): TemplateResult {
    const write = (event: Event) => {
      const now = this.#edit;
      if (now) this.#keep({ ...now, text: (event.target as HTMLTextAreaElement).value });
    };
    const save = () => {
      const now = this.#edit?.text.trim() ?? "";
      // A prompt without words and attachments is none: it stays as it was.
      if (now !== text && (now !== "" || attachmentCount > 0)) this.surface.host.post({ type: "editQueued", queuedId: id, text: now });
      this.#end(edit);
    };
    const press = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === "Escape") this.#end(edit);
      else if (event.key === "Enter" && !event.shiftKey) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return html`<li class="chip editing" data-queued-id=${id}>
      <textarea rows="2" dir="auto" aria-label=${t("Prompt that waits")} .value=${edit.text} @input=${write} @keydown=${press}></textarea>
      ${iconButton("check", t("Save"), save)} ${iconButton("discard", t("Cancel"), () => this.#end(edit))}
    </li>`;
  }

  /** The prompt of the shown session that the person is changing, as far as they came. */
  get #edit(): QueuedEdit | undefined {
    const { sessionId } = this.surface.store.state;
    return sessionId === null ? undefined : own(this.surface.host.saved.edits, sessionId);
  }

  #keep(edit: QueuedEdit | undefined): void {
    const { host, store } = this.surface;
    const { sessionId } = store.state;
    if (sessionId === null) return;
    const { [sessionId]: _before, ...others } = host.saved.edits;
    host.save({ edits: edit ? { ...others, [sessionId]: edit } : others });
  }

  #begin(queuedId: string, text: string): void {
    this.#keep({ queuedId, before: text, text });
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const box = this.querySelector("textarea");
      box?.focus();
      box?.setSelectionRange(box.value.length, box.value.length);
    });
  }

  #stop({ queuedId }: QueuedEdit): void {
    this.#open = undefined;
    this.#keep(undefined);
    this.surface.host.post({ type: "editingQueued", queuedId, isOpen: false });
  }

  /** The focus goes back to where editing began. */
  #end(edit: QueuedEdit): void {
    this.#stop(edit);
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`[data-queued-id="${edit.queuedId}"] button`)?.focus());
  }
}

/** The waiting prompt that an edit is of: by its id and, when that is of an earlier life, by its words. */
function promptOf({ queuedId, before }: QueuedEdit, queued: readonly Queued[], isOpen: boolean): Queued | undefined {
  const same = queued.find(({ id, text }) => id === queuedId && (isOpen || text === before));
  return same ?? (isOpen ? undefined : queued.find(({ text, isHeld }) => isHeld && text === before));
}
