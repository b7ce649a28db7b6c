import { isObject, type JsonObject } from "../session/content.ts";
import type { Actor } from "./actor.ts";
import type { Play, Script } from "./script.ts";

/** One block of a prompt that is not text, as a line of a list: its kind, its name and its size. */
function givenLine(block: JsonObject): string {
  const { type, uri, name, mimeType, data, resource, size } = block;
  const words = [`- ${typeof type === "string" ? type : "a block without a type"}`];
  if (isObject(resource)) {
    words.push(`\`${String(resource.uri)}\``);
    words.push(typeof resource.text === "string" ? `${resource.text.length} characters` : "binary");
  }
  if (typeof name === "string") words.push(name);
  if (typeof mimeType === "string") words.push(mimeType);
  if (typeof uri === "string") words.push(`\`${uri}\``);
  if (typeof data === "string") words.push(`${Buffer.from(data, "base64").length} bytes`);
  if (typeof size === "number") words.push(`${size} bytes`);
  return words.join(" · ");
}

/**
 * What is played for a prompt with attachments: the agent says what it was given, then goes on with `chosen`, which is
 * undefined when the words ask for nothing in particular. Undefined for a prompt that is only text.
 */
export function playAttached(content: readonly JsonObject[], chosen: Play | undefined): Play | undefined {
  const given = content.filter(({ type }) => type !== "text");
  if (given.length === 0) return undefined;
  return function* (me: Actor): Script {
    yield* me.say(`I was given:\n\n${given.map(givenLine).join("\n")}`);
    return chosen ? yield* chosen(me) : "";
  };
}
