// Values that the protocol's schema allows, made from the schema itself.
import { isObject, type JsonObject } from "../../../src/session/content.ts";
import type { definitionsOf } from "./schemaNames.ts";

type Definitions = ReturnType<typeof definitionsOf>;

const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Stands for every text; it can be read as base64, too. */
export const anyText = "eA==";

/** Makes values of the schema: with what it requires alone, or (`isFull`) with all that it knows but `_meta`. */
export class Samples {
  readonly #definitions: Definitions;
  readonly #isFull: boolean;

  constructor(definitions: Definitions, isFull: boolean) {
    this.#definitions = definitions;
    this.#isFull = isFull;
  }

  /** One value for each alternative of a definition. */
  alternatives(name: string): readonly JsonObject[] {
    const { oneOf, anyOf, ...base } = this.#definitions[name] ?? {};
    return [...list(oneOf), ...list(anyOf)].map((option) => ({ ...this.#object(base), ...this.#object(option) }));
  }

  #object(schema: JsonObject): JsonObject {
    const made = this.#of(schema);
    return isObject(made) ? made : {};
  }

  #of(schema: JsonObject): unknown {
    if (schema.const !== undefined) return schema.const;
    if (typeof schema.$ref === "string") return this.#of(this.#definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {});
    const choices = [...list(schema.oneOf), ...list(schema.anyOf)].slice(0, 1);
    const parts = [...list(schema.allOf), ...choices].map((part) => this.#of(part));
    const plain = parts.find((part) => part !== undefined && !isObject(part));
    if (plain !== undefined) return plain;
    const own = this.#bare(schema);
    return isObject(own) || own === undefined ? Object.assign({}, own, ...parts) : own;
  }

  #bare(schema: JsonObject): unknown {
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === "string") return Array.isArray(schema.enum) ? schema.enum[0] : anyText;
    if (type === "integer" || type === "number") return 1;
    if (type === "boolean") return true;
    if (type === "array") return isObject(schema.items) ? [this.#of(schema.items)] : [];
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
    const wanted = properties.filter(([key]) => required.includes(key) || (this.#isFull && key !== "_meta"));
    return Object.fromEntries(wanted.map(([key, property]) => [key, isObject(property) ? this.#of(property) : {}]));
  }
}
