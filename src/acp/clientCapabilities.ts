import type { ProtocolVersion } from "../base/protocolVersion.ts";
import { isObject, type JsonObject } from "../session/content.ts";

/** The parameters of `initialize`; for the second version in the words of both, since an agent may know the first only. */
export function initializeParams(clientVersion: string, capabilities: readonly JsonObject[], protocolVersion: ProtocolVersion): JsonObject {
  const clientInfo = { name: "acp-subagents", title: "ACP Subagents", version: clientVersion };
  const first = { protocolVersion, clientInfo, clientCapabilities: clientCapabilities(capabilities) };
  if (protocolVersion === 1) return first;
  const { elicitation } = first.clientCapabilities;
  return { ...first, info: clientInfo, capabilities: { auth: { terminal: {} }, ...(elicitation === undefined ? {} : { elicitation }) } };
}

/**
 * What is offered to every agent: the updates that we understand (schema `ClientCapabilities`, RFD "Subagents"), forms and
 * pages (schema `ElicitationCapabilities`), and ways to sign in that run in a terminal (schema `AuthCapabilities`;
 * `terminal-auth` is what agents asked for before the schema had it).
 */
const always: JsonObject = {
  subagents: {},
  plan: {},
  session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  elicitation: { form: {}, url: {} },
  auth: { terminal: true },
  _meta: { "terminal-auth": true },
};

/**
 * `clientCapabilities` of `initialize`: what is always offered, and what the dialects that are built opt in to. Nothing
 * else, so that no agent asks for what we cannot do.
 */
export function clientCapabilities(fragments: readonly JsonObject[]): JsonObject {
  return fragments.reduce(merge, always);
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
