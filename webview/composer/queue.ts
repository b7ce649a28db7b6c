import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../src/base/words.ts";
import type { ComposerView } from "../../src/shared/composerView.ts";
import { SurfaceElement } from "../element.ts";
import { icon, iconButton } from "../icons.ts";
import { isComposing } from "./inputMethod.ts";

type Queued = ComposerView["queued"][number];

const heldWords = (): string => t("Not sent, because the turn before was cut short. Send, change or withdraw each.");

/** Stands for the sentence among the rows. */
const heldSentence: Queued = { id: "", text: "" };

/** `<acp-queue>`: the prompts that wait. Each can be withdrawn, its text changed where it stands, and sent while it is held. */
export class Queue extends SurfaceElement {
  static override properties: PropertyDeclarations = { editing: { state: true } };

  /** The prompt that the person is changing. */
  declare editing: string | undefined;
  /** Its text before that. */
  #before = "";

  protected override select(): readonly unknown[] {
    return [this.surface.store.state.composer?.queued];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { editing } = this;
    if (editing === undefined || (this.surface.store.state.composer?.queued ?? []).some(({ id }) => id === editing)) return;
    // It was sent while the person wrote: the host gives the words back to the composer.
    const words = this.querySelector("textarea")?.value.trim() ?? "";
    if (words !== "" && words !== this.#before) this.surface.host.post({ type: "editQueued", queuedId: editing, text: words });
    this.editing = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const queued = this.surface.store.state.composer?.queued ?? [];
    if (queued.length === 0) return nothing;
    const held = queued.filter(({ isHeld }) => isHeld);
    // The sentence is about those below it only. By key, so that what is being written stays when its prompt is held.
    const rows = [...queued.filter(({ isHeld }) => !isHeld), ...held];
    return html`<ul class="queue" aria-label=${t("Prompts that wait for their turn")}>
      ${repeat(
        held.length === 0 ? rows : rows.toSpliced(rows.length - held.length, 0, heldSentence),
        (row) => row.id,
        (row) => (row === heldSentence ? this.#sentence() : row.id === this.editing ? this.#form(row) : this.#chip(row)),
      )}
    </ul>`;
  }

  protected override updated(): void {
    const box = this.querySelector("textarea");
    if (box && document.activeElement !== box && box.dataset.isNew === "true") {
      box.dataset.isNew = "false";
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    }
  }

  #sentence(): TemplateResult {
    return html`<li class="queue-held"><span role="status" title=${heldWords()}>${heldWords()}</span></li>`;
  }

  #chip({ id, text, attachmentCount = 0, isHeld }: Queued): TemplateResult {
    const { host } = this.surface;
    const with_ = attachmentCount === 1 ? t("with 1 attachment") : t("with {0} attachments", attachmentCount);
    return html`<li class="chip" data-queued-id=${id}>
      ${icon(isHeld ? "debug-pause" : "clockface")}<span class="chip-text" dir="auto" title=${text}>${text || with_}</span>
      ${attachmentCount === 0 ? nothing : html`<span class="chip-count" title=${with_}>${icon("attach")}<span aria-label=${with_}>${attachmentCount}</span></span>`}
      ${isHeld ? iconButton("send", t("Send this prompt"), () => host.post({ type: "sendQueued", queuedId: id })) : nothing}
      ${iconButton("edit", t("Edit this prompt"), () => this.#begin(id, text))}
      ${iconButton("close", t("Withdraw this prompt"), () => host.post({ type: "withdraw", queuedId: id }))}
    </li>`;
  }

  #form({ id, text, attachmentCount = 0 }: Queued): TemplateResult {
    const save = () => {
      const now = this.querySelector("textarea")?.value.trim() ?? "";
      // A prompt without words and attachments is none: it stays as it was.
      if (now !== text && (now !== "" || attachmentCount > 0)) this.surface.host.post({ type: "editQueued", queuedId: id, text: now });
      this.#end();
    };
    const press = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === "Escape") this.#end();
      else if (event.key === "Enter" && !event.shiftKey) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return html`<li class="chip editing" data-queued-id=${id}>
      <textarea data-is-new="true" rows="2" dir="auto" aria-label=${t("Prompt that waits")} .value=${text} @keydown=${press}></textarea>
      ${iconButton("check", t("Save"), save)} ${iconButton("discard", t("Cancel"), () => this.#end())}
    </li>`;
  }

  #begin(id: string, text: string): void {
    this.#before = text;
    this.editing = id;
  }

  /** The focus goes back to where editing began. */
  #end(): void {
    const before = this.editing;
    this.editing = undefined;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`[data-queued-id="${before}"] button`)?.focus());
  }
}
