import { looksSecret } from "../base/secretNames.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { ElicitationAsk } from "../session/requests.ts";
import { number, object, objects, text } from "./fields.ts";

type FormField = Extract<ElicitationAsk, { mode: "form" }>["fields"][number];
type Options = Extract<FormField, { type: "choice" }>["options"];

/** What `elicitation/create` asks for (schema `CreateElicitationRequest`). What cannot be read is left out, never refused. */
export function elicitationAsk(params: JsonObject): ElicitationAsk {
  const mode = text(params, "mode") ?? "";
  const schema = object(params, "requestedSchema");
  if (mode === "form" && schema)
    return { mode, title: text(schema, "title"), description: text(schema, "description"), fields: fieldsOf(schema) };
  const url = text(params, "url");
  if (mode === "url" && url !== undefined) return { mode, url, elicitationId: text(params, "elicitationId") };
  return { mode: "unknown", name: mode };
}

function fieldsOf(schema: JsonObject): readonly FormField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(object(schema, "properties") ?? {});
  return properties.map(([key, property]) => fieldOf(key, isObject(property) ? property : {}, required.includes(key)));
}

function fieldOf(key: string, property: JsonObject, isRequired: boolean): FormField {
  const base = { key, label: text(property, "title") || key, description: text(property, "description"), isRequired };
  const type = text(property, "type") ?? "";
  switch (type) {
    case "string": {
      const options = optionsOf(property, "oneOf", "enum");
      const initial = text(property, "default");
      if (options)
        return { ...base, type: "choice", options, default: options.some(({ value }) => value === initial) ? initial : undefined };
      const bounds = {
        minLength: number(property, "minLength"),
        maxLength: number(property, "maxLength"),
        pattern: text(property, "pattern"),
      };
      const format = text(property, "format");
      return { ...base, ...bounds, type: "text", format, default: initial, isSecret: asksForSecret(key, base.label, format) };
    }
    case "number":
    case "integer": {
      const bounds = { minimum: number(property, "minimum"), maximum: number(property, "maximum"), default: number(property, "default") };
      return { ...base, ...bounds, type: "number", isInteger: type === "integer" };
    }
    case "boolean":
      return { ...base, type, default: typeof property.default === "boolean" ? property.default : undefined };
    case "array": {
      const options =
        optionsOf(object(property, "items") ?? {}, "anyOf", "enum") ?? optionsOf(object(property, "items") ?? {}, "oneOf", "enum");
      if (!options) return { ...base, type: "unknown", typeName: type };
      const initial = Array.isArray(property.default) ? property.default.filter((value) => typeof value === "string") : undefined;
      return {
        ...base,
        type: "choices",
        options,
        minItems: number(property, "minItems"),
        maxItems: number(property, "maxItems"),
        default: initial,
      };
    }
    default:
      return { ...base, type: "unknown", typeName: type };
  }
}

/** Titled options (schema `EnumOption`), else plain values; undefined when there are neither. */
function optionsOf(from: JsonObject, titled: string, plain: string): Options | undefined {
  const options = objects(from, titled)?.flatMap((option) => {
    const value = text(option, "const");
    return value === undefined ? [] : [{ value, label: text(option, "title") || value, description: text(option, "description") }];
  });
  if (options) return options;
  const values = from[plain];
  if (!Array.isArray(values)) return undefined;
  // MCP's older form has the titles in a list of their own.
  const names = Array.isArray(from.enumNames) ? from.enumNames : [];
  return values.flatMap((value, index) => {
    const name: unknown = names[index];
    return typeof value === "string" ? [{ value, label: typeof name === "string" ? name : value }] : [];
  });
}

/** Forms must not ask for secrets (MCP, elicitation), which keeps nobody from it. */
function asksForSecret(key: string, label: string, format: string | undefined): boolean {
  return format === "password" || looksSecret(key) || looksSecret(label) || /\b(?:pin|otp|passcode)\b/i.test(`${key} ${label}`);
}
