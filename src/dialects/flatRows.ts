import { isObject, type JsonObject } from "../session/content.ts";
import type { DialectName } from "../session/events.ts";
import type { WorkState } from "../session/workState.ts";
import { at, type Call, contentText } from "./calls.ts";
import { objects, text } from "./fields.ts";
import { earlyEndNote, launchNote, taskNotification, withoutMarkupText } from "./runtimeMarkup.ts";

/** What a launching call says of the child that it launches. */
export interface Launch {
  readonly title?: string;
  readonly role?: string;
  readonly prompt?: string;
  readonly model?: string;
  /** The child goes on after the call has ended, and no end of it may ever be told. */
  readonly isBackground?: boolean;
  /** The child's own id on the wire, where it has one. */
  readonly sessionId?: string;
  /** Another name that tags or later frames give the child (an agent id, a subtask, a member). */
  readonly key?: string;
}

/** How a launching call ended, or what it says of the child while it runs. */
export interface LaunchEnd {
  readonly state?: WorkState;
  /** What the parent got. */
  readonly received?: string;
  /** It only says that the child was launched. */
  readonly isLaunched?: boolean;
  /** The child's own id, told at last. */
  readonly sessionId?: string;
}

/** The end of a child that is told by no frame of its launching call. */
export interface LateEnd extends LaunchEnd {
  /** The call that launched it. */
  readonly callId: string;
  /** What stands in the parent instead of the frame, where the frame is no message to a person. */
  readonly notice?: string;
}

/**
 * One vendor's way to tell whose frame on a session's stream it is, and which call launched a child. A new agent is a
 * new row. Facts: the survey of dialects, D1–D12 and F1–F6, and the recordings.
 */
export interface FlatRow {
  readonly dialect: DialectName;
  /** The key of the child that a frame belongs to: a call's id, or whatever `Launch.key` names. */
  tag?(meta: JsonObject): string | undefined;
  /** What this call launches; undefined when it launches nothing. */
  launch?(call: Call): Launch | undefined;
  /** What an ended launching call says; `plainEnd` where the row has no words of its own. */
  end?(call: Call, update: JsonObject): LaunchEnd;
  /**
   * What comes without a tag while calls of this row run in the foreground is a child's: `text` (copilot), or tool calls
   * too (cline). With one such child it is that child's; with several nobody can tell, and it stands unattributed.
   */
  readonly untagged?: "text" | "all";
  /** Its tags say something only where they name a child that is known: else they name the session itself. */
  readonly isTagOfKnown?: boolean;
  /** No frame says which launch the names in its tags belong to: the oldest open one without a name has the next. */
  readonly isNamedLater?: boolean;
  /** What a tag says of its child beside the name: the tag is the child's own session, with its parent's and its title. */
  names?(meta: JsonObject): { readonly parent?: string; readonly title?: string } | undefined;
  /** A frame that is about a child and nothing else: there it begins, or ends (Devin). */
  life?(meta: JsonObject): { readonly key: string; readonly launch?: Launch; readonly end?: LaunchEnd } | undefined;
  /** The children that a frame lists, each by its name, with what it does (CodeBuddy's teams). */
  members?(meta: JsonObject): readonly (Launch & { readonly key: string; readonly state?: WorkState })[];
  /** The child to which this call gives more work, and the words it gives. */
  wakes?(call: Call): { readonly key: string; readonly prompt?: string } | undefined;
  /** The launching call tells the child's end, whenever that is: one that is open when the turn ends is no end of the child. */
  readonly tellsEnd?: boolean;
  /** Its background children come to their end within the turn that launched them (copilot keeps the prompt open). */
  readonly isBoundToTurn?: boolean;
  /** A later frame that tells the end of a child launched in the background. */
  lateEnd?(meta: JsonObject, update: JsonObject): LateEnd | undefined;
  /** What the client says in `initialize` to get this form. */
  readonly optIn?: JsonObject;
  /** It serves beside announced children too: its launches name the child's own session, or what the announcement is told by. */
  readonly namesSessions?: boolean;
}

const firstLine = (words: string): string => words.split("\n", 1)[0] ?? "";

/** An error's words without the code fence that an agent puts around them. */
const withoutFence = (words: string): string => words.replace(/^```[a-z]*\n([\s\S]*?)\n?```$/, "$1");

/** A call's end taken at its word: completed = the turn ended, failed = an error with the content's words. */
export function plainEnd(call: Call, update: JsonObject): LaunchEnd {
  const words = contentText(update);
  if (call.status === "cancelled") return { state: { state: "idle", stopReason: "cancelled" }, received: words };
  // The words of a failed call are why it failed: an error, and no answer.
  if (call.status === "failed")
    return { state: { state: "idle", stopReason: "error", error: { message: withoutFence(words) || "failed" } } };
  return { state: { state: "idle", stopReason: "end_turn" }, received: words };
}

/** An end that the wire calls completed although the child failed: the wire's word stays, with the error's words beside it. */
function completedButSays(words: string, received: string): LaunchEnd {
  return { state: { state: "idle", stopReason: "end_turn", error: { message: firstLine(words) } }, received };
}

const launchInput = (input: JsonObject): Launch => ({
  title: text(input, "description") ?? text(input, "title"),
  role: text(input, "subagent_type") ?? text(input, "subagentType") ?? text(input, "agent_type"),
  prompt: text(input, "prompt") ?? text(input, "task") ?? text(input, "instructions"),
});

/** What a call says of the child that it launched, where nothing but the child's tags tells that it did. */
export function bareLaunch(call: Call): Launch {
  const launch = launchInput(call.input);
  return { ...launch, title: launch.title ?? call.title };
}

/** claude-agent-acp without child sessions: 0.23 – today (D1). */
const claude: FlatRow = {
  dialect: "flat:claude",
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
    const end = plainEnd(call, update);
    const received = end.received && withoutMarkupText(end.received);
    // A child that failed after partial work arrives as completed (0.79.0, failure-500).
    return call.status === "completed" && received?.startsWith(earlyEndNote) ? completedButSays(received, received) : { ...end, received };
  },
};

/** qwen-code (D2): every frame of a child is tagged; a failed child arrives as completed. */
const qwen: FlatRow = {
  dialect: "flat:qwen",
  tag: (meta) => (meta.provenance === "subagent" || meta.subagentType !== undefined ? text(meta, "parentToolCallId") : undefined),
  launch(call) {
    if (call.meta.toolName !== "agent") return undefined;
    return { ...launchInput(call.input), isBackground: call.input.run_in_background === true };
  },
  end(call, update) {
    const output = isObject(call.output) ? call.output : {};
    const end = plainEnd(call, update);
    if (output.executionMode === "background" || output.status === "background") return { isLaunched: true };
    const received = end.received && (text(output, "result") ?? end.received);
    if (output.status === "failed" && call.status === "completed")
      return completedButSays(text(output, "terminateReason") ?? (received || "failed"), received ?? "");
    return { ...end, received };
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
const sudocode: FlatRow = {
  dialect: "flat:sudocode",
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
const copilot: FlatRow = {
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
  isNamedLater: true,
  isBoundToTurn: true,
};

/** Devin (D4): agents are named, not calls; a child's start and end are frames of their own, under the agent's id. */
const devin: FlatRow = {
  dialect: "flat:devin",
  optIn: { _meta: { "cognition.ai/subagentSupport": true } },
  isNamedLater: true,
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
const opencodeMarked: FlatRow = {
  dialect: "flat:opencode",
  tag: (meta) => text(at(meta, "opencode/child-session"), "id"),
  names(meta) {
    const child = at(meta, "opencode/child-session");
    return text(child, "id") === undefined ? undefined : { parent: text(child, "parentID"), title: text(child, "title") };
  },
};

/** Kiro's v3 engine (D7): launches and child frames share a subtask id, which may change on the launching row. */
const kiro: FlatRow = {
  dialect: "flat:kiro",
  tag: (meta) => (at(meta, "kiro").kind === "agent-subtask" ? undefined : text(at(meta, "kiro"), "agentSubtaskId") || undefined),
  launch(call) {
    const kiroMeta = at(call.meta, "kiro");
    if (kiroMeta.kind !== "agent-subtask") return undefined;
    return { ...launchInput(call.input), title: text(call.input, "description") ?? call.title, key: text(kiroMeta, "agentSubtaskId") };
  },
};

/** CodeBuddy's sub-agents and team members (D8, D9). */
const codebuddy: FlatRow = {
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
const goose: FlatRow = {
  dialect: "flat:goose",
  launch(call) {
    if (at(call.meta, "goose", "toolCall").toolName !== "delegate") return undefined;
    return { ...launchInput(call.input), isBackground: call.input.async === true };
  },
  end: (call, update) => (call.input.async === true ? { isLaunched: true } : plainEnd(call, update)),
};

/** OpenClaw (D11): the life of a child on the call that carries it, no transcript. */
const openclaw: FlatRow = {
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

/** Zed's `subagent_session_info` (F1), as an object or as JSON text; its children speak under the id it names. */
const zed: FlatRow = {
  dialect: "launch",
  namesSessions: true,
  launch(call) {
    const info = sessionInfo(call.meta.subagent_session_info);
    const sessionId = info && text(info, "session_id");
    if (sessionId === undefined) return undefined;
    const labels = call.meta.tool_name === "task" ? namedTask(call.title) : {};
    return { ...launchInput(call.input), title: text(call.input, "description") ?? call.title, ...labels, sessionId };
  },
  tellsEnd: true,
};

/** AgentPool heads a task's title with the agent's name: `explorer: Find the flake`. */
function namedTask(title: string): Launch {
  const [, role, task] = /^([\w.:-]{1,40}): (.+)$/s.exec(title) ?? [];
  return task === undefined ? {} : { title: task, role };
}

/** AgentPool's `tool_box` (F2): one call holds all that a child does as content; a nested child's call comes under its parent's id. */
const toolBox: FlatRow = {
  dialect: "launch",
  namesSessions: true,
  launch(call) {
    const sessionId = text(call.meta, "child_session_id");
    if (call.meta.type !== "spawn_start" || sessionId === undefined) return undefined;
    const title = call.title.replace(/^Spawned: /, "");
    return { ...launchInput(call.input), title, sessionId, isBackground: call.meta.spawn_mechanism !== "sync" };
  },
  end(call, update) {
    const end = plainEnd(call, update);
    return typeof call.output === "string" ? { ...end, received: call.output } : end;
  },
  tellsEnd: true,
};

function sessionInfo(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // Not JSON: then it names no session, and the call stays an ordinary one.
    return undefined;
  }
}

/** The unshipped `subagent` object of a tool call (C3); its field names leak. */
const draftCall: FlatRow = {
  dialect: "launch",
  namesSessions: true,
  launch(call) {
    const child = at(call.extra, "subagent");
    const sessionId = text(child, "childSessionId");
    if (sessionId === undefined) return undefined;
    return {
      ...launchInput(call.input),
      title: text(child, "displayName") ?? call.title,
      sessionId,
      isBackground: child.runMode === "background",
    };
  },
};

/** Codex without child sessions (F4): threads are named in the raw input of its collaboration tools. */
export const codex: FlatRow = {
  dialect: "launch",
  // To a client of the earlier draft the launches are shown, and their children often not (2.6.0).
  namesSessions: true,
  isNamedLater: true,
  launch(call) {
    const { input } = call;
    if (text(input, "senderThreadId") === undefined || !Array.isArray(input.receiverThreadIds)) return codexThread(call);
    const prompt = text(input, "prompt");
    if (prompt === undefined || !(call.title === "spawnAgent" || call.name === "spawnAgent")) return undefined;
    const [thread] = input.receiverThreadIds;
    return {
      title: undefined,
      prompt,
      model: text(input, "model") || undefined,
      key: typeof thread === "string" ? thread : undefined,
      isBackground: true,
    };
  },
  end: (call, update) => (call.status === "failed" ? plainEnd(call, update) : { isLaunched: true }),
  wakes(call) {
    const [key] = codexThreads(call);
    const isMessage = call.title === "sendInput" || call.title === "followupTask";
    return isMessage && key !== undefined ? { key, prompt: text(call.input, "prompt") } : undefined;
  },
};

/** The threads that a collaboration call names. */
export function codexThreads({ input }: Call): readonly string[] {
  if (text(input, "senderThreadId") === undefined || !Array.isArray(input.receiverThreadIds)) return [];
  return input.receiverThreadIds.filter((thread) => typeof thread === "string");
}

function codexThread(call: Call): Launch | undefined {
  const thread = text(call.input, "agentThreadId");
  if (thread === undefined || call.input.activityKind !== "started") return undefined;
  const path = text(call.input, "agentPath");
  return { title: path?.split("/").pop(), key: thread, isBackground: true };
}

/** OpenCode 1.x and Kilo (F3): the child's own id is told when its task ends. */
const opencode: FlatRow = {
  dialect: "launch",
  launch(call) {
    if (call.kind !== "think" || text(call.input, "subagent_type") === undefined || text(call.input, "prompt") === undefined)
      return undefined;
    const metadata = at(isObject(call.output) ? call.output : {}, "metadata");
    return { ...launchInput(call.input), model: modelOf(metadata), isBackground: call.input.background === true };
  },
  end(call, update) {
    const output = isObject(call.output) ? call.output : {};
    const metadata = at(output, "metadata");
    const words = contentText(update);
    const inner = /<task_result>\n?([\s\S]*?)\n?<\/task_result>/.exec(words)?.[1];
    const sessionId = text(metadata, "sessionId") ?? text(metadata, "sessionID");
    if (/^<task [^>]*state="running"/.test(words)) return { isLaunched: true, sessionId };
    const end = plainEnd(call, update);
    return { ...end, received: end.received && (inner ?? end.received), sessionId };
  },
};

const modelOf = (metadata: JsonObject): string | undefined => text(at(metadata, "model"), "modelID");

/** Dirac (F5): one card per child, with its own agent id. */
const dirac: FlatRow = {
  dialect: "launch",
  launch(call) {
    if (call.input.isSubagent !== true) return undefined;
    return {
      title: text(call.input, "taskTitle"),
      role: text(call.input, "agentName"),
      prompt: text(call.input, "prompt"),
      key: text(call.input, "agentId"),
    };
  },
};

/** Cline (D): the whole child is one call; its end hides an error behind `completed`. */
const cline: FlatRow = {
  dialect: "flat:cline",
  untagged: "all",
  launch(call) {
    const task = text(call.input, "task");
    if (task === undefined || !(call.name === "spawn_agent" || call.title.startsWith("spawn_agent"))) return undefined;
    return { title: firstLine(task), prompt: task };
  },
  end(call, update) {
    const output = isObject(call.output) ? call.output : {};
    const received = text(output, "result") ?? text(output, "text") ?? contentText(update);
    if (call.status === "completed" && output.finishReason === "error")
      return completedButSays(text(output, "error") ?? (received || "error"), received);
    if (call.status === "completed" && output.finishReason === "aborted")
      return { state: { state: "idle", stopReason: "cancelled" }, received };
    return { ...plainEnd(call, update), received };
  },
};

/** The names that agents without any sub-agent form give the tool that delegates (F6). */
const delegatingTools = new Set([
  "invoke_agent",
  "spawn_agent",
  "spawn_subagent",
  "delegate_task",
  "invoke_subagent",
  "invoke_sub_agent",
  "AgentSwarm",
  "subagent",
]);

/** Every other delegating call (F6): a bare shape, so its card has a prompt and an answer only. */
const plain: FlatRow = {
  dialect: "launch",
  launch(call) {
    // Gemini names the tool in the call's id alone: `invoke_agent__<id>`.
    const names = [call.name, text(call.meta, "tool_name") ?? "", text(call.input, "_toolName") ?? "", call.id.split("__", 1)[0] ?? ""];
    const hasShape = text(call.input, "prompt") !== undefined && (launchInput(call.input).role !== undefined || names.includes("task"));
    const isDelegating = hasShape || snapshotMessages(call.output).length > 0 || names.some((name) => delegatingTools.has(name));
    // One call for several stages is none of them (kiro).
    return isDelegating && !Array.isArray(call.input.stages) ? bareLaunch(call) : undefined;
  },
  end(call, update) {
    const end = plainEnd(call, update);
    // Grok names the child at the head of what it hands back.
    return { ...end, received: end.received?.replace(/^subagent_id: .*\n/, "") };
  },
};

/** The rows in the order they are asked; the first whose launch fits has the call. */
export const flatRows: readonly FlatRow[] = [
  claude,
  qwen,
  sudocode,
  copilot,
  devin,
  opencodeMarked,
  kiro,
  codebuddy,
  goose,
  openclaw,
  zed,
  toolBox,
  draftCall,
  dirac,
  codex,
  opencode,
  cline,
  plain,
  bare,
];

/** Codex tells how its threads fare in the raw input of its other collaboration calls: by thread, a state and its last words. */
export function codexThreadStates(call: Call): readonly { readonly key: string; readonly end: LaunchEnd }[] {
  if (call.status !== "completed") return [];
  const { input } = call;
  const thread = text(input, "agentThreadId");
  if (thread !== undefined && input.activityKind === "completed")
    return [{ key: thread, end: { state: { state: "idle", stopReason: "end_turn" } } }];
  return Object.entries(at(input, "agentsStates")).flatMap(([key, value]) => {
    const state = isObject(value) ? codexState(value) : undefined;
    return state ? [{ key, end: state }] : [];
  });
}

function codexState(value: JsonObject): LaunchEnd | undefined {
  const words = text(value, "message");
  if (value.status === "completed") return { state: { state: "idle", stopReason: "end_turn" }, received: words };
  if (value.status === "errored")
    return { state: { state: "idle", stopReason: "error", error: { message: words ?? "" } }, received: words };
  if (value.status === "interrupted" || value.status === "shutdown")
    return { state: { state: "idle", stopReason: "cancelled" }, received: words };
  return undefined;
}

/** The requests of a Goose child, which hang on the call that launched it. */
export function gooseRequest(meta: JsonObject): JsonObject | undefined {
  const data = at(meta, "toolNotification", "params", "data");
  return data.type === "subagent_tool_request" ? at(data, "tool_call") : undefined;
}

/** Messages of pi's snapshots: the whole child transcript again with every update. Of several children in one call nothing is drawn. */
export function snapshotMessages(output: unknown): readonly JsonObject[] {
  const [only, ...others] = isObject(output) ? (objects(at(output, "details"), "results") ?? []) : [];
  return only && others.length === 0 ? (objects(only, "messages") ?? []) : [];
}

/** The steps of a Dirac child so far, all of them with every update. */
export function trajectory(output: unknown): readonly JsonObject[] {
  return isObject(output) ? (objects(output, "trajectory") ?? []) : [];
}
