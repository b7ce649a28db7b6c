import { isObject, type JsonObject } from "../session/content.ts";
import { at, contentText } from "./calls.ts";
import { number, objects, text } from "./fields.ts";
import { bareLaunch, completedButSays, type FlatRow, firstLine, type Launch, launchInput, plainEnd } from "./flatRow.ts";

/** Zed's `subagent_session_info` (F1), as an object or as JSON text; its children speak under the id it names. */
export const zed: FlatRow = {
  dialect: "launch",
  namesSessions: true,
  launch(call) {
    const info = objectIn(call.meta.subagent_session_info);
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
export const toolBox: FlatRow = {
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

/** An object, or one as JSON text. */
function objectIn(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // Not JSON: then it is a text like any other.
    return undefined;
  }
}

/** The unshipped `subagent` object of a tool call (C3); its field names leak. */
export const draftCall: FlatRow = {
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

/** OpenCode 1.x and Kilo (F3): the child's own id is told when its task ends. */
export const opencode: FlatRow = {
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
export const dirac: FlatRow = {
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
export const cline: FlatRow = {
  dialect: "flat:cline",
  untagged: "all",
  launch(call) {
    const task = text(call.input, "task");
    if (task === undefined || !(call.name === "spawn_agent" || call.title.startsWith("spawn_agent"))) return undefined;
    return { title: firstLine(task), prompt: task };
  },
  end(call, update) {
    // A replay has the output as JSON text.
    const output = objectIn(call.output) ?? {};
    const received = text(output, "result") ?? text(output, "text") ?? contentText(update);
    const tokens = tokensIn(at(output, "usage"));
    if (call.status === "completed" && output.finishReason === "error")
      return { ...completedButSays(text(output, "error") ?? (received || "error"), received), tokens };
    if (call.status === "completed" && output.finishReason === "aborted")
      return { state: { state: "idle", stopReason: "cancelled" }, received, tokens };
    return { ...plainEnd(call, update), received, tokens };
  },
};

function tokensIn(usage: JsonObject): number | undefined {
  const [input, output] = [number(usage, "inputTokens"), number(usage, "outputTokens")];
  return input === undefined || output === undefined ? undefined : input + output;
}

/** The names that agents without any subagent form give the tool that delegates (F6). */
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
export const plain: FlatRow = {
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

/** Messages of pi's snapshots: the whole child transcript again with every update. Of several children in one call nothing is drawn. */
export function snapshotMessages(output: unknown): readonly JsonObject[] {
  const [only, ...others] = isObject(output) ? (objects(at(output, "details"), "results") ?? []) : [];
  return only && others.length === 0 ? (objects(only, "messages") ?? []) : [];
}

/** The steps of a Dirac child so far, all of them with every update. */
export function trajectory(output: unknown): readonly JsonObject[] {
  return isObject(output) ? (objects(output, "trajectory") ?? []) : [];
}
