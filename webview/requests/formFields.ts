import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { t } from "../../src/base/words.ts";
import type { ChoiceField, ChoicesField, FormDraft, FormField, FormOption, NumberField, TextField } from "../../src/shared/form.ts";

type Value = FormDraft[string];

/** What a field is drawn from. Its control carries `data-control`. */
export interface FieldContext {
  readonly field: FormField;
  /** The id of the control. */
  readonly id: string;
  readonly value: Value | undefined;
  readonly describedBy: string;
  /** The id of the description. */
  readonly aboutId: string;
  readonly isWrong: boolean;
  readonly set: (value: Value) => void;
}

/** From so many choices on they are a list that opens. */
const manyChoices = 6;
/** From so many characters on a text has more than one line. */
const longText = 500;

/** One field of a form: its name, what it is about, and its control. */
export function field(context: FieldContext): TemplateResult {
  const { field: of } = context;
  switch (of.type) {
    case "boolean":
      return html`${checkbox(context, of.label, of.isRequired, context.value === true, (isOn) => context.set(isOn))} ${about(context)}`;
    case "choice":
      return of.options.length < manyChoices ? group(context, radios(context, of)) : labelled(context, select(context, of));
    case "choices":
      return group(context, checkboxes(context, of));
    case "unknown":
      return html`<div class="field-name" dir="auto">${of.label}</div>${about(context)}
        <div class="dim" data-control tabindex="-1">${t("This extension knows no field of the kind “{0}”; it is left out.", of.typeName)}</div>`;
    default:
      return labelled(context, of.type === "text" && isLong(of) ? area(context) : line(context, of));
  }
}

function isLong({ format, default: initial, maxLength, isSecret }: TextField): boolean {
  return format === undefined && !isSecret && ((maxLength ?? 0) >= longText || (initial ?? "").includes("\n"));
}

function name(label: string, isRequired: boolean): TemplateResult {
  return html`<span dir="auto">${label}</span>${isRequired ? html` <span class="dim">${t("(needed)")}</span>` : nothing}`;
}

function about({ field: { description }, aboutId }: FieldContext): TemplateResult | typeof nothing {
  return description === undefined ? nothing : html`<div class="field-about dim" id=${aboutId} dir="auto">${description}</div>`;
}

function labelled(context: FieldContext, control: TemplateResult): TemplateResult {
  const { label, isRequired } = context.field;
  return html`<label class="field-name" for=${context.id}>${name(label, isRequired)}</label>${about(context)} ${control}`;
}

function group(context: FieldContext, controls: TemplateResult): TemplateResult {
  const { label, isRequired } = context.field;
  return html`<fieldset aria-describedby=${context.describedBy || nothing}>
    <legend class="field-name">${name(label, isRequired)}</legend>
    ${about(context)} ${controls}
  </fieldset>`;
}

const textOf = (value: Value | undefined): string => (typeof value === "string" ? value : "");

function line({ id, value, describedBy, isWrong, field: { isRequired }, set }: FieldContext, of: TextField | NumberField): TemplateResult {
  const kind = lineKind(of);
  const isMoment = kind.type === "datetime-local";
  return html`<input
    class="line"
    id=${id}
    data-control
    type=${kind.type}
    inputmode=${kind.keyboard ?? nothing}
    step=${isMoment ? "1" : nothing}
    max=${kind.latest ?? nothing}
    autocomplete="off"
    spellcheck="false"
    dir="auto"
    aria-required=${isRequired}
    aria-invalid=${isWrong}
    aria-describedby=${describedBy || nothing}
    .value=${live(isMoment ? localMoment(textOf(value)) : textOf(value))}
    @input=${(event: Event) => {
      const typed = (event.target as HTMLInputElement).value;
      set(isMoment ? moment(typed) : typed);
    }}
  />`;
}

function lineKind(of: TextField | NumberField): { readonly type: string; readonly keyboard?: string; readonly latest?: string } {
  if (of.type === "number") return { type: "text", keyboard: of.isInteger && (of.minimum ?? -1) >= 0 ? "numeric" : "decimal" };
  if (of.isSecret) return { type: "password" };
  // Without an end, browsers take years of six digits.
  if (of.format === "date") return { type: "date", latest: "9999-12-31" };
  if (of.format === "date-time") return { type: "datetime-local", latest: "9999-12-31T23:59:59" };
  return { type: "text", keyboard: of.format === "email" ? "email" : of.format === "uri" ? "url" : undefined };
}

/** A moment as it is sent, from the time of day that the reader wrote. */
function moment(typed: string): string {
  const at = new Date(typed);
  return typed === "" || Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

function localMoment(sent: string): string {
  const at = new Date(sent);
  if (sent === "" || Number.isNaN(at.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

function area({ id, value, describedBy, isWrong, field: { isRequired }, set }: FieldContext): TemplateResult {
  return html`<textarea
    class="line"
    id=${id}
    data-control
    rows="3"
    dir="auto"
    aria-required=${isRequired}
    aria-invalid=${isWrong}
    aria-describedby=${describedBy || nothing}
    .value=${live(textOf(value))}
    @input=${(event: Event) => set((event.target as HTMLTextAreaElement).value)}
  ></textarea>`;
}

function select({ id, value, describedBy, isWrong, set }: FieldContext, { options, isRequired }: ChoiceField): TemplateResult {
  return html`<select
    class="line"
    id=${id}
    data-control
    aria-required=${isRequired}
    aria-invalid=${isWrong}
    aria-describedby=${describedBy || nothing}
    @change=${(event: Event) => set((event.target as HTMLSelectElement).value)}
  >
    <option value="" ?selected=${textOf(value) === ""}>${t("– choose –")}</option>
    ${options.map((option) => html`<option value=${option.value} title=${option.description ?? nothing} ?selected=${option.value === value}>${option.label}</option>`)}
  </select>`;
}

function radios(context: FieldContext, { options, isRequired }: ChoiceField): TemplateResult {
  const none = { value: "", label: t("No answer") };
  return html`${(isRequired ? options : [...options, none]).map(
    (option) => html`<label class="check">
      <input
        type="radio"
        data-control
        name=${context.id}
        aria-invalid=${context.isWrong}
        .checked=${live(option.value === context.value)}
        @change=${() => context.set(option.value)}
      />
      ${optionName(option)}
    </label>`,
  )}`;
}

function checkboxes(context: FieldContext, { options }: ChoicesField): TemplateResult {
  const chosen = Array.isArray(context.value) ? context.value : [];
  const set = (value: string, isOn: boolean) => context.set(isOn ? [...chosen, value] : chosen.filter((each) => each !== value));
  return html`${options.map(
    (option) => html`<label class="check">
      <input
        type="checkbox"
        data-control
        aria-invalid=${context.isWrong}
        .checked=${live(chosen.includes(option.value))}
        @change=${(event: Event) => set(option.value, (event.target as HTMLInputElement).checked)}
      />
      ${optionName(option)}
    </label>`,
  )}`;
}

function optionName({ label, description }: FormOption): TemplateResult {
  return html`<span dir="auto">${label}${description === undefined ? nothing : html` <span class="dim">${description}</span>`}</span>`;
}

function checkbox(
  { id, describedBy, isWrong }: FieldContext,
  label: string,
  isRequired: boolean,
  isOn: boolean,
  set: (isOn: boolean) => void,
): TemplateResult {
  return html`<label class="check field-name">
    <input
      type="checkbox"
      id=${id}
      data-control
      aria-invalid=${isWrong}
      aria-describedby=${describedBy || nothing}
      .checked=${live(isOn)}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
    />
    ${name(label, isRequired)}
  </label>`;
}
