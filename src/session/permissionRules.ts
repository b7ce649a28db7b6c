import { t } from "../base/words.ts";
import { isObject } from "./content.ts";
import type { RequestId, SessionId, ToolCallId } from "./ids.ts";
import type { AskedPermission, PermissionOption } from "./requests.ts";
import { callOf } from "./rows.ts";
import type { Session } from "./session.ts";

/** The kinds of tools that a rule can name (schema `ToolKind`). `other` says nothing, so no rule is about it. */
const toolKinds = ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode"] as const;

/** The kinds of options that are known (schema `PermissionOptionKind`). */
const optionKinds: readonly string[] = ["allow_once", "allow_always", "reject_once", "reject_always"];

/** A permission that the person gives beforehand: to tools of a kind, in root sessions or in subagents (of a type), once each time. */
export interface PermissionRule {
  readonly tool: (typeof toolKinds)[number];
  readonly session: "root" | "child";
  /** Of subagents: the agent type that their agent names; absent = any. */
  readonly agentType?: string;
}

/** What a rule allowed: the request of an agent that the person was not asked. */
export interface Allowed {
  readonly requestId: RequestId;
  readonly sessionId: SessionId;
  readonly toolCallId?: ToolCallId;
  /** What was asked for, in the agent's words; empty when its tool call says it. */
  readonly title: string;
  readonly option: PermissionOption;
  readonly rule: PermissionRule;
}

/** The rules in the setting, and a sentence about each entry that is none. */
export function parsePermissionRules(value: unknown): { readonly rules: readonly PermissionRule[]; readonly problems: readonly string[] } {
  const rules: PermissionRule[] = [];
  const problems: string[] = [];
  for (const entry of Array.isArray(value) ? value : []) {
    const rule = ruleOf(entry);
    if (rule) rules.push(rule);
    else problems.push(t("This is no rule for permissions, so it is not used: {0}", JSON.stringify(entry)));
  }
  return { rules, problems };
}

function ruleOf(entry: unknown): PermissionRule | undefined {
  if (!isObject(entry)) return undefined;
  const { tool, session, agentType, ...rest } = entry;
  const kind = toolKinds.find((known) => known === tool);
  // What is misspelled could be a limit: an entry is understood as a whole or not at all.
  if (kind === undefined || (session !== "root" && session !== "child") || Object.keys(rest).length > 0) return undefined;
  if (agentType === undefined) return { tool: kind, session };
  return typeof agentType === "string" && agentType !== "" && session === "child" ? { tool: kind, session, agentType } : undefined;
}

/**
 * What the rules say to a request: by which of them it is allowed, and the option that says so. None where anything is not known to the letter: the kind of
 * the tool, a kind of an option, who asks, or which of several options means "this once".
 */
export function ruleFor(
  rules: readonly PermissionRule[],
  { id: requestId, title, toolCall, toolCallId, options }: AskedPermission,
  session: Session | undefined,
): Allowed | undefined {
  if (rules.length === 0 || !session || session.standing === "detached") return undefined;
  const [option, ...others] = options.filter(({ kind }) => kind === "allow_once");
  if (!option || others.length > 0 || options.some(({ kind }) => !optionKinds.includes(kind))) return undefined;
  const kind = toolCall.kind ?? (toolCallId === undefined ? undefined : callKind(session, toolCallId));
  const rule = rules.find(
    ({ tool, session: standing, agentType }) =>
      tool === kind && standing === session.standing && (agentType === undefined || agentType === session.role),
  );
  return rule && { requestId, sessionId: session.id, toolCallId, title, option, rule };
}

function callKind(session: Session, toolCallId: ToolCallId): string | undefined {
  const rowId = session.toolRows.get(toolCallId);
  return rowId === undefined ? undefined : callOf(session.rows.get(rowId))?.toolKind;
}

/** A rule in a few words. */
export function ruleWords({ tool, session, agentType }: PermissionRule): string {
  if (session === "root") return t("{0} in the main session", tool);
  return agentType === undefined ? t("{0} in subagents", tool) : t("{0} in subagents of the type {1}", tool, agentType);
}
