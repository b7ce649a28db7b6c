import { isObject, type JsonObject } from "../session/content.ts";
import type { WorkState } from "../session/workState.ts";
import { at, contentText } from "./calls.ts";
import { number, objects, text } from "./fields.ts";
import { completedButSays, type FlatRow, launchInput, plainEnd } from "./flatRow.ts";
import { earlyEndNote, launchNote, taskNotification, withoutMarkupText } from "./runtimeMarkup.ts";

/** claude-agent-acp without child sessions: 0.23 – today (D1). */
export const claude: FlatRow = {
  dialect: "flat:claude",
  isTagOfCall: true,
  // The children's words too, not only their tool calls (0.64 and later).
  optIn: { _meta: { "subagent-transcript": true } },
  tag: (meta) => text(at(meta, "claudeCode"), "parentToolUseId"),
  launch(call) {
    const tool = text(at(call.meta, "claudeCode"), "toolName");
    if (tool !== "Agent" && tool !== "Task") return undefined;
    const response = at(call.meta, "claudeCode", "toolResponse");
    const isBackground = call.input.run_in_background === true || response.isAsync === true;
    return { ...launchInput(call.input), isBackground, key: text(response, "agentId") };
  },
  // A replay tells the end of a background child in the runtime's own words to the model (0.79.0).
  lateEnd(_meta, update) {
    const note = update.sessionUpdate === "user_message_chunk" ? taskNotification(text(at(update, "content"), "text") ?? "") : undefined;
    if (!note) return undefined;
    const stopReason = note.status === "failed" ? "error" : note.status === "completed" ? "end_turn" : "cancelled";
    return { callId: note.callId, state: { state: "idle", stopReason }, received: note.result, notice: note.summary };
  },
  wakes(call) {
    const key = text(at(call.meta, "claudeCode", "toolResponse"), "resumedAgentId");
    return key === undefined ? undefined : { key, prompt: text(call.input, "message") };
  },
  end(call, update) {
    const response = at(call.meta, "claudeCode", "toolResponse");
    // A replay has no response beside the call, only the runtime's note to the model.
    if (response.isAsync === true || response.status === "async_launched" || contentText(update).startsWith(launchNote))
      return { isLaunched: true };
    // Stopped with its turn: the words of the call are for the model (0.93.0, 0.101.0).
    if (call.status === "failed" && text(at(call.meta, "claudeCode"), "nonExecutionKind") !== undefined)
      return { state: { state: "idle", stopReason: "cancelled" } };
    const end = plainEnd(call, update);
    const received = end.received && withoutMarkupText(end.received);
    // A child that failed after partial work arrives as completed (0.79.0, failure-500).
    return call.status === "completed" && received?.startsWith(earlyEndNote) ? completedButSays(received, received) : { ...end, received };
  },
};

/** qwen-code (D2): every frame of a child is tagged; a failed child arrives as completed. */
export const qwen: FlatRow = {
  dialect: "flat:qwen",
  isTagOfCall: true,
  tag: (meta) => (meta.provenance === "subagent" || meta.subagentType !== undefined ? text(meta, "parentToolCallId") : undefined),
  launch(call) {
    if (call.meta.toolName !== "agent") return undefined;
    return { ...launchInput(call.input), isBackground: call.input.run_in_background === true };
  },
  lists: ({ output }) => (isObject(output) ? (objects(output, "toolCalls") ?? []) : []),
  end(call, update) {
    const output = isObject(call.output) ? call.output : {};
    const end = plainEnd(call, update);
    if (output.executionMode === "background" || output.status === "background") return { isLaunched: true };
    const received = end.received && (text(output, "result") ?? end.received);
    const why = text(output, "terminateReason");
    const tokens = number(at(output, "executionSummary"), "totalTokens");
    if (output.status === "failed" && call.status === "completed")
      return { ...completedButSays(why ?? (received || "failed"), received ?? ""), tokens };
    if (output.status === "failed" && why) return { state: { state: "idle", stopReason: "error", error: { message: why } }, tokens };
    if (output.status === "cancelled") return { state: { state: "idle", stopReason: "cancelled" }, tokens };
    return { ...end, received, tokens };
  },
  lateEnd(meta) {
    const task = at(meta, "backgroundTask");
    const callId = meta.source === "background_task_completed" ? text(task, "toolUseId") : undefined;
    if (callId === undefined) return undefined;
    if (task.status === "failed") return { callId, state: { state: "idle", stopReason: "error" } };
    return { callId, state: { state: "idle", stopReason: task.status === "cancelled" ? "cancelled" : "end_turn" } };
  },
};

/** A message that Qwen sends by itself stands alone: it has no id, but it is no part of the sentence before it. */
export function discreteMessageId(meta: JsonObject): string | undefined {
  if (meta.qwenDiscreteMessage !== true) return undefined;
  return `${text(at(meta, "backgroundTurn"), "turnId") ?? text(at(meta, "backgroundTask"), "taskId") ?? ""}:${text(meta, "source") ?? ""}`;
}

/** sudocode (D3): the spawning call carries the child's life, child frames its call. */
export const sudocode: FlatRow = {
  dialect: "flat:sudocode",
  isTagOfCall: true,
  optIn: { _meta: { sudocode: { subagentEvents: { version: 1 } } } },
  tag: (meta) => text(at(meta, "sudocode", "subagent"), "parentToolCallId"),
  launch(call) {
    const spawn = at(call.meta, "sudocode", "agentSpawn");
    if (Object.keys(spawn).length === 0) return undefined;
    return {
      title: text(spawn, "description") ?? text(spawn, "name"),
      role: text(spawn, "subagentType"),
      model: text(spawn, "model"),
      prompt: text(call.input, "prompt"),
      isBackground: spawn.background === true,
    };
  },
  end(call, update) {
    const lifecycle = at(call.meta, "sudocode", "agentSpawn", "lifecycle");
    if (lifecycle.phase !== "finished")
      return at(call.meta, "sudocode", "agentSpawn").background === true ? { isLaunched: true } : plainEnd(call, update);
    if (lifecycle.status === "failed") return { state: { state: "idle", stopReason: "error" }, received: contentText(update) };
    if (lifecycle.status === "cancelled") return { state: { state: "idle", stopReason: "cancelled" } };
    return { state: { state: "idle", stopReason: "end_turn" }, received: contentText(update) };
  },
};

/** GitHub Copilot (D5): tools are tagged with an agent id that no launching call names; text is not tagged. */
export const copilot: FlatRow = {
  dialect: "flat:copilot",
  // Which call an agent id belongs to, how it ended, and whose the untagged words were.
  optIn: {
    _meta: {
      "github.com/copilot": {
        events: ["subagent.started", "subagent.completed", "subagent.failed", "assistant.message", "assistant.reasoning"],
      },
    },
  },
  tag: (meta) => text(at(meta, "github.com/copilot"), "agentId"),
  launch(call) {
    const { input } = call;
    if (text(input, "agent_type") === undefined || text(input, "prompt") === undefined || input.mode === undefined) return undefined;
    return { ...launchInput(input), isBackground: input.mode === "background" };
  },
  end(call, update) {
    if (call.input.mode === "background") return { isLaunched: true };
    return plainEnd(call, update);
  },
  untagged: "text",
  namedLater: "alone",
  isBoundToTurn: true,
};

/** Devin (D4): agents are named, not calls; a child's start and end are frames of their own, under the agent's id. */
export const devin: FlatRow = {
  dialect: "flat:devin",
  optIn: { _meta: { "cognition.ai/subagentSupport": true } },
  namedLater: "inOrder",
  tag(meta) {
    const agent = text(at(meta, "cognition.ai/subagent_context"), "parentAgentId");
    return agent === "root" ? undefined : agent;
  },
  launch(call) {
    if (call.meta["cognition.ai/inferenceToolName"] !== "run_subagent") return undefined;
    return launchInput(call.input);
  },
  // The call may say that the child was launched only; the child's own end is told apart from it.
  end: (call, update) => (call.status === "failed" ? plainEnd(call, update) : { isLaunched: true }),
  life(meta) {
    const started = at(meta, "cognition.ai/subagent_started");
    const completed = at(meta, "cognition.ai/subagent_completed");
    const key = text(started, "agentId") ?? text(completed, "agentId");
    if (key === undefined) return undefined;
    if (text(started, "agentId") !== undefined) {
      const launch = { title: text(started, "title"), role: text(started, "profile"), isBackground: started.isBackground === true };
      return { key, launch };
    }
    const received = text(completed, "summary");
    if (completed.success === true) return { key, end: { state: { state: "idle", stopReason: "end_turn" }, received } };
    return { key, end: { state: { state: "idle", stopReason: "error", error: { message: received ?? "" } } } };
  },
};

/** OpenCode 2 to a client that did not ask for its children (D6): their updates are on the root, prefixed and marked. */
export const opencodeMarked: FlatRow = {
  dialect: "flat:opencode",
  tag: (meta) => text(at(meta, "opencode/child-session"), "id"),
  names(meta) {
    const child = at(meta, "opencode/child-session");
    return text(child, "id") === undefined ? undefined : { parent: text(child, "parentID"), title: text(child, "title") };
  },
};

/** Kiro's v3 engine (D7): launches and child frames share a subtask id, which may change on the launching row. */
export const kiro: FlatRow = {
  dialect: "flat:kiro",
  tag: (meta) => (at(meta, "kiro").kind === "agent-subtask" ? undefined : text(at(meta, "kiro"), "agentSubtaskId") || undefined),
  launch(call) {
    const kiroMeta = at(call.meta, "kiro");
    if (kiroMeta.kind !== "agent-subtask") return undefined;
    return { ...launchInput(call.input), title: text(call.input, "description") ?? call.title, key: text(kiroMeta, "agentSubtaskId") };
  },
};

/** CodeBuddy's subagents and team members (D8, D9). */
export const codebuddy: FlatRow = {
  dialect: "flat:codebuddy",
  tag(meta) {
    const member = text(meta, "codebuddy.ai/memberEvent");
    return (
      text(meta, "codebuddy.ai/parentToolCallId") ?? text(at(meta, "codebuddy.ai"), "parentToolUseId") ?? (member && `member:${member}`)
    );
  },
  launch(call) {
    const member = text(call.meta, "codebuddy.ai/memberName");
    const type = text(call.meta, "codebuddy.ai/subagentType");
    if (call.meta["codebuddy.ai/isSubAgent"] !== true && (member === undefined || type === undefined)) return undefined;
    return {
      title: text(call.meta, "codebuddy.ai/description") ?? member ?? text(call.input, "description"),
      role: type,
      prompt: text(call.input, "prompt"),
      // A member of a team goes on after it was made; the team tells how it fares.
      isBackground: call.meta["codebuddy.ai/isBackground"] === true || member !== undefined,
      key: member && `member:${member}`,
    };
  },
  end: (call, update) => (text(call.meta, "codebuddy.ai/memberName") === undefined ? plainEnd(call, update) : { isLaunched: true }),
  members(meta) {
    const team = at(meta, "codebuddy.ai/teamUpdate");
    return (objects(team, "members") ?? []).flatMap((member) => {
      const name = text(member, "name");
      if (name === undefined) return [];
      const state = team.type === "team_deleted" ? ({ state: "idle" } as const) : memberState(text(member, "status"));
      return [{ key: `member:${name}`, title: name, role: text(member, "agentType"), state }];
    });
  },
};

/** What a member of a CodeBuddy team does; the words for it are not documented, so others than these are kept as they are. */
function memberState(status: string | undefined): WorkState | undefined {
  if (status === "working" || status === "running" || status === "active") return { state: "running" };
  if (status === "completed" || status === "done") return { state: "idle", stopReason: "end_turn" };
  if (status === "failed" || status === "error") return { state: "idle", stopReason: "error" };
  return status === undefined ? undefined : { state: status };
}

/** Goose (D10): a child's requests hang on the call that delegates. */
export const goose: FlatRow = {
  dialect: "flat:goose",
  launch(call) {
    if (at(call.meta, "goose", "toolCall").toolName !== "delegate") return undefined;
    return { ...launchInput(call.input), isBackground: call.input.async === true };
  },
  end: (call, update) => (call.input.async === true ? { isLaunched: true } : plainEnd(call, update)),
};

/** OpenClaw (D11): the life of a child on the call that carries it, no transcript. */
export const openclaw: FlatRow = {
  dialect: "flat:openclaw",
  isTagOfKnown: true,
  tag: (meta) => text(at(meta, "openclaw", "subagent"), "parentId"),
  launch(call) {
    const child = at(call.meta, "openclaw", "subagent");
    if (text(child, "id") === undefined) return undefined;
    return { title: text(child, "goal"), model: text(child, "model"), key: text(child, "id") };
  },
  end(call, update) {
    const child = at(call.meta, "openclaw", "subagent");
    if (child.event !== "completed") return plainEnd(call, update);
    const summary = text(child, "summary");
    if (child.status === "stopped") return { state: { state: "idle", stopReason: "cancelled" }, received: summary };
    if (child.status === "failed")
      return { state: { state: "idle", stopReason: "error", error: { message: summary ?? "" } }, received: summary };
    return { state: { state: "idle", stopReason: "end_turn" }, received: summary };
  },
};

/** Neutral spellings of the same idea: OpenHands, a third-party host, a proposal for Kimi, and forks of Qwen. */
export const bare: FlatRow = {
  dialect: "flat:generic",
  tag: (meta) =>
    text(at(meta, "openhands"), "parentToolCallId") ??
    text(at(meta, "anyharness"), "parentToolCallId") ??
    text(at(meta, "kimiCode"), "subagentId") ??
    text(meta, "parentToolCallId"),
};

/** The requests of a Goose child, which hang on the call that launched it. */
export function gooseRequest(meta: JsonObject): JsonObject | undefined {
  const data = at(meta, "toolNotification", "params", "data");
  return data.type === "subagent_tool_request" ? at(data, "tool_call") : undefined;
}
