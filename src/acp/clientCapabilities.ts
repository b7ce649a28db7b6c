import { isObject, type JsonObject } from "../session/content.ts";
import type { AgentHost } from "./launch.ts";

/** The protocol version that we speak. */
export const protocolVersion = 1;

/** The parameters of `initialize`. */
export function initializeParams({ clientVersion, capabilities }: AgentHost): JsonObject {
  const clientInfo = { name: "acp-subagents", title: "ACP Subagents", version: clientVersion };
  return { protocolVersion, clientInfo, clientCapabilities: clientCapabilities(capabilities) };
}

/**
 * `clientCapabilities` of `initialize`: sub-agents (RFD "Subagents", `clientCapabilities.subagents`) and what the
 * dialects that are built opt in to. Nothing else, so that no agent asks for what we cannot do.
 */
export function clientCapabilities(fragments: readonly JsonObject[]): JsonObject {
  return fragments.reduce(merge, { subagents: {} });
}

/** Objects are merged, lists are joined, other values of `b` win. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged: { [key: string]: unknown } = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = merged[key];
    if (isObject(before) && isObject(value)) merged[key] = merge(before, value);
    else if (Array.isArray(before) && Array.isArray(value)) merged[key] = [...new Set([...before, ...value])];
    else merged[key] = value;
  }
  return merged;
}
