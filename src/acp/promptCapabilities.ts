import { isObject } from "../session/content.ts";

/** What an agent takes in a prompt beside text and links, which all take (schema `PromptCapabilities`). */
export interface PromptCapabilities {
  readonly image: boolean;
  readonly embeddedContext: boolean;
}

/** Reads `agentCapabilities.promptCapabilities`; what is not exactly `true` is not offered. */
export function readPromptCapabilities(value: unknown): PromptCapabilities {
  const offered = isObject(value) ? value : {};
  return { image: offered.image === true, embeddedContext: offered.embeddedContext === true };
}
