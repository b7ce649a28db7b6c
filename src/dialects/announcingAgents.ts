import { isObject, type JsonObject } from "../session/content.ts";
import type { AgentInfo } from "../session/events.ts";
import { at } from "./calls.ts";

type Version = readonly [major: number, minor: number];

/** The first versions that announce children to a client that offers `subagents`, or the earlier draft's key (recordings; survey 3.3, 3.4). */
const announcing: ReadonlyMap<string, { readonly subagents: Version; readonly draft: Version }> = new Map([
  ["@agentclientprotocol/claude-agent-acp", { subagents: [0, 90], draft: [0, 71] }],
  ["@agentclientprotocol/codex-acp", { subagents: [1, 7], draft: [1, 7] }],
]);

/** True when this agent, offered what we offered, announces its children; its launching calls and tags then say nothing new. */
export function announcesChildren(agent: AgentInfo, offered: JsonObject): boolean {
  const first = announcing.get(agent.name ?? "");
  if (!first) return false;
  const air = at(offered, "_meta", "jetbrains", "air").capabilities;
  const isDraft = Array.isArray(air) && air.includes("nativeSubagentSessions");
  const since = isDraft ? first.draft : first.subagents;
  if (!isDraft && !isObject(offered.subagents)) return false;
  const [major = 0, minor = 0] = (agent.version ?? "").split(".").map(Number);
  return major > since[0] || (major === since[0] && minor >= since[1]);
}
