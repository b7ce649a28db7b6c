// Every name that the protocol's schema has, read from the schema that the SDK ships.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../../src/session/content.ts";

const root = join(import.meta.dirname, "../../..");

/** The definitions of a version's schema, the unstable parts included. */
export function definitionsOf(version: 1 | 2): { readonly [name: string]: JsonObject } {
  const path = join(root, `node_modules/@agentclientprotocol/sdk/schema/v${version}/schema.unstable.json`);
  return JSON.parse(readFileSync(path, "utf8")).$defs;
}

type Definitions = ReturnType<typeof definitionsOf>;

const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The names of the definitions that a part of the schema refers to, at any depth of `allOf`, `anyOf` and `oneOf`. */
function refs(part: JsonObject): readonly string[] {
  const own = typeof part.$ref === "string" ? [part.$ref.split("/").at(-1) ?? ""] : [];
  return [...own, ...[part.allOf, part.anyOf, part.oneOf].flatMap((parts) => list(parts).flatMap(refs))];
}

/** The methods of one direction (`AgentRequest`: what agents send). Extensions of others have no method in the schema. */
function methods(definitions: Definitions, envelope: string): readonly string[] {
  const params = objectOr(objectOr(definitions[envelope]?.properties).params);
  return refs(params).flatMap((name) => {
    const method = definitions[name]?.["x-method"];
    return typeof method === "string" ? [method] : [];
  });
}

/** The paths of a tree of capabilities by the definition that is its root: `fs`, `fs.readTextFile` … */
export function capabilityPaths(definitions: Definitions, name: string, prefix = ""): readonly string[] {
  const properties = Object.entries(objectOr(definitions[name]?.properties)).filter(([key]) => key !== "_meta");
  return properties.flatMap(([key, property]) => {
    const below = refs(objectOr(property)).flatMap((ref) => capabilityPaths(definitions, ref, `${prefix}${key}.`));
    return [`${prefix}${key}`, ...below];
  });
}

/** What an alternative is called: the one value that marks it, else its title; undefined of the one for all other words. */
function alternative(option: JsonObject): string | undefined {
  if (option.const !== undefined) return String(option.const);
  const marks = Object.values(objectOr(option.properties)).flatMap((property) => objectOr(property).const ?? []);
  if (marks.length > 0) return String(marks[0]);
  return typeof option.title === "string" && !/^(other|result|error)$/i.test(option.title) ? option.title : undefined;
}

/** The closed and open sets of words of the schema by their definition: `ContentBlock`, `StopReason` … */
function words(definitions: Definitions): { readonly [name: string]: readonly string[] } {
  const sets = Object.entries(definitions).map(([name, definition]): readonly [string, readonly string[]] => {
    const options = [...list(definition.oneOf), ...list(definition.anyOf)];
    return [name, [...new Set(options.flatMap((option) => alternative(option) ?? []))]];
  });
  return Object.fromEntries(sets.filter(([, found]) => found.length > 0));
}

/** Every name of the first version's schema, by the heading that it stands under in `docs/conformance.md`. */
export function schemaNames(): { readonly [heading: string]: readonly string[] } {
  const definitions = definitionsOf(1);
  return {
    "Requests of the agent": methods(definitions, "AgentRequest"),
    "Notifications of the agent": methods(definitions, "AgentNotification"),
    "Requests to the agent": methods(definitions, "ClientRequest"),
    "Notifications to the agent": methods(definitions, "ClientNotification"),
    "Methods beside the two sides": [...methodsOfSide(definitions, "protocol"), ...methodsOfSide(definitions, "proxy")],
    "Capabilities of the client": capabilityPaths(definitions, "ClientCapabilities"),
    "Capabilities of the agent": capabilityPaths(definitions, "AgentCapabilities"),
    "Capabilities of a subagent": capabilityPaths(definitions, "SubagentSessionCapabilities"),
    ...words(definitions),
  };
}

function methodsOfSide(definitions: Definitions, side: string): readonly string[] {
  const found = Object.values(definitions).filter((definition) => definition["x-side"] === side);
  return [...new Set(found.map((definition) => String(definition["x-method"])))];
}
