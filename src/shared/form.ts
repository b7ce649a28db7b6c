import { t } from "../base/words.ts";
import { own } from "./records.ts";

/** One choice of a field. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

interface FieldBase {
  /** The property's name, under which its value is sent. */
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

/** A string. `format`: email, uri, date, date-time, or another word, which is not checked. Lengths in code points. */
export interface TextField extends FieldBase {
  readonly type: "text";
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string;
  /** It asks for a password or the like: never shown, and kept nowhere. */
  readonly isSecret: boolean;
}

/** A number. Bounds are inclusive. */
export interface NumberField extends FieldBase {
  readonly type: "number";
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Yes or no. */
export interface BooleanField extends FieldBase {
  readonly type: "boolean";
  readonly default?: boolean;
}

/** One of several. */
export interface ChoiceField extends FieldBase {
  readonly type: "choice";
  readonly options: readonly FormOption[];
  readonly default?: string;
}

/** Any number of several. */
export interface ChoicesField extends FieldBase {
  readonly type: "choices";
  readonly options: readonly FormOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

/** A field of a type that is not known, which must not be drawn as a control that is (schema `ElicitationPropertySchema`). */
export interface UnknownField extends FieldBase {
  readonly type: "unknown";
  readonly typeName: string;
}

/** One field of a form that an agent wants to be filled in (schema `ElicitationPropertySchema`). */
export type FormField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField | UnknownField;

/** What stands in the fields, by key: text and numbers as typed, one choice or "" for none, any number of choices. */
export type FormDraft = { readonly [key: string]: string | boolean | readonly string[] };

/** What is sent, by key (schema `ElicitationContentValue`). */
export type FormContent = { readonly [key: string]: string | number | boolean | readonly string[] };

/** What stands in the fields before anybody typed. */
export function startingDraft(fields: readonly FormField[]): FormDraft {
  return Object.fromEntries(fields.flatMap((field) => (field.type === "unknown" ? [] : [[field.key, startingValue(field)]])));
}

function startingValue(field: Exclude<FormField, UnknownField>): string | boolean | readonly string[] {
  switch (field.type) {
    case "boolean":
      return field.default ?? false;
    case "choices":
      return field.default ?? [];
    case "number":
      return field.default === undefined ? "" : String(field.default);
    default:
      return field.default ?? "";
  }
}

/** A form that was read: what can be sent, or what is wrong with which field, in sentences. */
export interface FilledForm {
  readonly content: FormContent;
  readonly errors: { readonly [key: string]: string };
}

/**
 * Reads what stands in the fields. An empty field that nobody requires is left out. `checksPatterns`: an agent's regular
 * expression can take for ever, so it is tried only in the page, which stands still alone then.
 */
export function readForm(fields: readonly FormField[], draft: FormDraft, checksPatterns: boolean): FilledForm {
  const content: [string, FormContent[string]][] = [];
  const errors: [string, string][] = [];
  for (const field of fields) {
    const read = readField(field, own(draft, field.key), checksPatterns);
    if (typeof read === "object" && "error" in read) errors.push([field.key, read.error]);
    else if (read !== undefined) content.push([field.key, read.value]);
  }
  return { content: Object.fromEntries(content), errors: Object.fromEntries(errors) };
}

type Read = { readonly value: FormContent[string] } | { readonly error: string } | undefined;

function readField(field: FormField, given: FormDraft[string] | undefined, checksPatterns: boolean): Read {
  switch (field.type) {
    case "boolean":
      return { value: given === true };
    case "choices":
      return readChoices(field, Array.isArray(given) ? given : []);
    case "unknown":
      return field.isRequired ? { error: t("This cannot be filled in here.") } : undefined;
    default: {
      const text = typeof given === "string" ? given : "";
      if (text === "") return field.isRequired ? { error: t("This is needed.") } : undefined;
      if (field.type === "number") return readNumber(field, text);
      if (field.type === "choice") return field.options.some(({ value }) => value === text) ? { value: text } : { error: t("Choose one.") };
      const error = textError(field, text, checksPatterns);
      return error === undefined ? { value: text } : { error };
    }
  }
}

function readChoices({ options, minItems = 0, maxItems, isRequired }: ChoicesField, given: readonly string[]): Read {
  const value = options.map((option) => option.value).filter((each) => given.includes(each));
  if (value.length === 0 && !isRequired) return undefined;
  const least = isRequired ? Math.max(minItems, 1) : minItems;
  if (value.length < least) return { error: least === 1 ? t("Choose at least one.") : t("Choose at least {0}.", least) };
  if (maxItems !== undefined && value.length > maxItems) return { error: t("Choose {0} at most.", maxItems) };
  return { value };
}

function readNumber({ isInteger, minimum, maximum }: NumberField, text: string): Read {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return { error: isInteger ? t("Write a whole number.") : t("Write a number, such as 1.5.") };
  if (isInteger && !Number.isSafeInteger(value)) return { error: t("Write a whole number.") };
  if (minimum !== undefined && value < minimum) return { error: t("{0} is the least.", minimum) };
  if (maximum !== undefined && value > maximum) return { error: t("{0} is the most.", maximum) };
  return { value };
}

function textError({ minLength, maxLength, pattern, format }: TextField, text: string, checksPatterns: boolean): string | undefined {
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return t("Write at least {0} characters.", minLength);
  if (maxLength !== undefined && length > maxLength) return t("{0} characters at most; these are {1}.", maxLength, length);
  const ofFormat = format === undefined ? undefined : formatError(format, text);
  if (ofFormat !== undefined) return ofFormat;
  if (pattern !== undefined && checksPatterns && !matches(pattern, text))
    return t("This does not have the form that is asked for: {0}", pattern);
  return undefined;
}

/** A pattern that is none asks for nothing. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function formatError(format: string, text: string): string | undefined {
  switch (format) {
    case "email":
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/u.test(text) ? undefined : t("Write an e-mail address.");
    case "uri":
      return URL.canParse(text) ? undefined : t("Write a whole address, such as https://example.com.");
    case "date":
      return isDate(text) ? undefined : t("Write a date as year-month-day.");
    case "date-time":
      return /^\d{4}-\d\d-\d\dT/.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
        ? undefined
        : t("Write a date and a time.");
    default:
      return undefined;
  }
}

/** A day that there is: `2026-02-30` is none. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** What was sent, in words and in the order of the form; `undefined` in place of a secret. */
export function contentWords(
  fields: readonly FormField[],
  content: FormContent,
): readonly { readonly label: string; readonly text: string | undefined }[] {
  const known = fields.flatMap((field) => {
    const value = own(content, field.key);
    return value === undefined ? [] : [{ label: field.label, text: valueWords(field, value) }];
  });
  return known;
}

function valueWords(field: FormField, value: FormContent[string]): string | undefined {
  if (field.type === "text" && field.isSecret) return undefined;
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  const labels = field.type === "choice" || field.type === "choices" ? field.options : [];
  const label = (each: string | number) => labels.find((option) => option.value === each)?.label ?? String(each);
  return Array.isArray(value) ? value.map(label).join(", ") : label(value as string | number);
}
