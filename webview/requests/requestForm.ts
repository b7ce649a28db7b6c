import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { type FormDraft, type FormField, readForm } from "../../src/shared/form.ts";
import { own } from "../../src/shared/records.ts";
import { isComposing } from "../composer/inputMethod.ts";
import { LightElement } from "../element.ts";
import { icon } from "../icons.ts";
import type { Surface } from "../surface.ts";
import { field as drawField, type FieldContext } from "./formFields.ts";

/** `<acp-form>`: a form that an agent wants to be filled in. What is wrong is said at its field, once the reader has left it or tried to send. */
export class RequestForm extends LightElement {
  static override properties: PropertyDeclarations = {
    surface: { attribute: false },
    requestKey: { attribute: false },
    fields: { attribute: false },
    left: { state: true },
    draft: { state: true },
  };

  declare surface: Surface;
  declare requestKey: string;
  declare fields: readonly FormField[];
  /** The fields that the reader has left, all once they tried to send. */
  declare left: ReadonlySet<string>;
  declare draft: FormDraft;

  constructor() {
    super();
    this.left = new Set();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.draft = this.surface.forms.get(this.requestKey, this.fields);
  }

  /** What can be sent; undefined when something is wrong, which is then shown and has the reader's cursor. */
  check(): FormDraft | undefined {
    const { errors } = readForm(this.fields, this.draft, true);
    const wrong = this.fields.filter(({ key }) => own(errors, key) !== undefined);
    this.left = new Set(this.fields.map(({ key }) => key));
    const [first] = wrong;
    if (!first) return this.draft;
    void this.updateComplete.then(() => this.#goTo(first));
    this.surface.announcer.answer(
      wrong.length === 1
        ? t("Not sent. {0}: {1}", first.label, own(errors, first.key) ?? "")
        : t("Not sent. {0} fields need another look; the first is {1}.", wrong.length, first.label),
    );
    return undefined;
  }

  protected override render(): TemplateResult {
    const { errors } = readForm(this.fields, this.draft, true);
    return html`<div class="form" role="group" aria-label=${t("Form")} @keydown=${(event: KeyboardEvent) => this.#didPress(event)}>
      ${this.fields.map((field, index) => {
        const error = this.left.has(field.key) ? own(errors, field.key) : undefined;
        return html`<div class="field" data-field=${field.key} data-type=${field.type} @focusout=${(event: FocusEvent) => this.#didLeave(event, field)}>
          ${drawField(this.#context(field, index, error))}
          ${error === undefined ? nothing : html`<div class="field-error" id=${`error-${index}`}>${icon("error")}<span>${error}</span></div>`}
        </div>`;
      })}
      ${this.fields.length === 0 ? html`<p class="dim">${t("There is nothing to fill in.")}</p>` : nothing}
    </div>`;
  }

  #context(field: FormField, index: number, error: string | undefined): FieldContext {
    return {
      field,
      id: `field-${index}`,
      value: own(this.draft, field.key),
      describedBy: [field.description === undefined ? "" : `about-${index}`, error === undefined ? "" : `error-${index}`].join(" ").trim(),
      aboutId: `about-${index}`,
      isWrong: error !== undefined,
      set: (value) => this.#write(field, value),
    };
  }

  #write(field: FormField, value: FormDraft[string]): void {
    this.draft = { ...this.draft, [field.key]: value };
    this.surface.forms.set(this.requestKey, this.fields, this.draft);
  }

  #didLeave(event: FocusEvent, { key }: FormField): void {
    const to = event.relatedTarget;
    if (to instanceof Node && (event.currentTarget as Element).contains(to)) return;
    // A reader who only walks through is not scolded.
    const value = own(this.draft, key);
    if (value === "" || value === false || (Array.isArray(value) && value.length === 0)) return;
    if (!this.left.has(key)) this.left = new Set([...this.left, key]);
  }

  /** Puts the reader's cursor into a field, and the whole of it into sight, with what is wrong. */
  #goTo({ key }: FormField): void {
    const field = this.querySelector(`[data-field="${CSS.escape(key)}"]`);
    field?.querySelector<HTMLElement>("[data-control]")?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "nearest" });
  }

  /** Enter in a line of text, on a box or on a choice sends, like in every dialog; not while an input method composes. */
  #didPress(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || isComposing(event)) return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent("acp-send", { bubbles: true }));
  }
}
