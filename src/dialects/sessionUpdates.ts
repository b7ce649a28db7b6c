import { blocksText, blockText, type JsonObject, type ToolContent } from "../session/content.ts";
import type { AgentCommand, ConfigOption, PlanEntry, SessionEvent, SessionMode, ToolCallPatch } from "../session/events.ts";
import { type SessionId, toMessageId, toToolCallId } from "../session/ids.ts";
import { optionKey, type SettingChange } from "../session/settings.ts";
import { workState } from "./announcements.ts";
import { block, blocks, number, object, objects, text, textPatch } from "./fields.ts";
import { cancelNote } from "./runtimeMarkup.ts";
import { terminalIdsIn, terminalOutputChunk, terminalUpdate } from "./terminals.ts";

/** Reads one kind of session update; undefined when a field that it needs is missing or of a wrong type. */
type Reader = (sessionId: SessionId, update: JsonObject) => SessionEvent | undefined;

const chunk =
  (kind: "user_message" | "agent_message" | "agent_thought"): Reader =>
  (sessionId, update) => {
    const content = block(update.content);
    const messageId = text(update, "messageId");
    return (
      content && {
        type: "chunkReceived",
        sessionId,
        kind,
        content,
        messageId: messageId === undefined ? undefined : toMessageId(messageId),
      }
    );
  };

const agentChunk = chunk("agent_message");

/** A piece of the agent's words; what Copilot's runtime says among them is nobody's words, and ends no message of theirs. */
const agentMessage: Reader = (sessionId, update) =>
  text(object(update, "content") ?? {}, "text") === cancelNote
    ? { type: "noticeReported", sessionId, severity: "info", text: cancelNote.replace(/^Info: /, "") }
    : agentChunk(sessionId, update);

/** ACP v2: a whole message, which replaces what was told of it before (schema v2 `AgentMessage`); null and left out are told apart. */
const whole =
  (kind: "user_message" | "agent_message" | "agent_thought"): Reader =>
  (sessionId, update) => {
    const messageId = text(update, "messageId");
    const content = update.content === null ? [] : blocks(update, "content");
    if (messageId === undefined) return undefined;
    return { type: "messageReported", sessionId, kind, messageId: toMessageId(messageId), content };
  };

/** ACP v2: what a root does beside the turns that we began (schema v2 `StateUpdate`). */
const state: Reader = (sessionId, update) => {
  const told = workState(update);
  return told && { type: "stateReported", sessionId, state: told };
};

/** What a `tool_call`, a `tool_call_update` or a permission request's tool call says (schema `ToolCall`, `ToolCallUpdate`). */
export function toolCallPatch(update: JsonObject): ToolCallPatch {
  const locations = objects(update, "locations")?.flatMap((item) => {
    const path = text(item, "path");
    return path === undefined ? [] : [{ path, line: number(item, "line") }];
  });
  return {
    title: text(update, "title"),
    name: text(update, "name"),
    kind: text(update, "kind"),
    status: text(update, "status"),
    content: objects(update, "content")?.filter((item): item is ToolContent => typeof item.type === "string"),
    locations,
    rawInput: update.rawInput ?? undefined,
    rawOutput: update.rawOutput ?? undefined,
    terminalIds: terminalIdsIn(object(update, "_meta")),
    meta: object(update, "_meta"),
  };
}

const toolCall =
  (isAnnouncement: boolean): Reader =>
  (sessionId, update) => {
    const id = text(update, "toolCallId");
    if (id === undefined) return undefined;
    return { type: "toolCallReported", sessionId, toolCallId: toToolCallId(id), isAnnouncement, patch: toolCallPatch(update) };
  };

function planEntries(from: JsonObject): readonly PlanEntry[] | undefined {
  return objects(from, "entries")?.flatMap((entry) => {
    const content = text(entry, "content");
    return content === undefined ? [] : [{ content, status: text(entry, "status") ?? "pending", priority: text(entry, "priority") }];
  });
}

const plan: Reader = (sessionId, update) => {
  const entries = planEntries(update);
  return entries && { type: "planReported", sessionId, entries };
};

/** A plan by its id: a list, a file or Markdown (schema `PlanUpdateContent`). */
const planUpdate: Reader = (sessionId, update) => {
  const from = object(update, "plan");
  if (!from) return undefined;
  const planId = text(from, "planId");
  const [entries, uri, markdown] = [planEntries(from), text(from, "uri"), text(from, "content")];
  if (entries === undefined && uri === undefined && markdown === undefined) return undefined;
  return { type: "planReported", sessionId, planId, entries: entries ?? [], uri, markdown };
};

const planRemoved: Reader = (sessionId, update) => {
  const planId = text(update, "planId");
  return planId === undefined ? undefined : { type: "planRemoved", sessionId, planId };
};

/** The choices of a select option, in groups or not (schema `SessionConfigSelectOptions`). */
function choices(option: JsonObject, group?: string): ConfigOption["choices"] {
  return (objects(option, "options") ?? []).flatMap((item) => {
    const value = text(item, "value");
    const name = text(item, "name");
    if (value === undefined) return choices(item, name ?? text(item, "group"));
    return [{ value, name: name ?? value, description: text(item, "description"), group }];
  });
}

/** The type of an option; an agent of before there were several does not name it. */
function optionType(option: JsonObject): string {
  return text(option, "type") ?? (typeof option.currentValue === "boolean" ? "boolean" : "select");
}

function optionValue({ currentValue }: JsonObject): string | undefined {
  if (typeof currentValue === "boolean" || typeof currentValue === "number") return String(currentValue);
  return typeof currentValue === "string" ? currentValue : undefined;
}

/** The config options of an update or of an answer to `session/new` (schema `SessionConfigOption`). */
export function configOptions(from: JsonObject): readonly ConfigOption[] | undefined {
  return objects(from, "configOptions")?.flatMap((option) => {
    const id = text(option, "id");
    if (id === undefined) return [];
    return [
      {
        id,
        name: text(option, "name") ?? id,
        description: text(option, "description"),
        category: text(option, "category"),
        type: optionType(option),
        value: optionValue(option),
        choices: choices(option),
      },
    ];
  });
}

/** The modes of an answer to `session/new`, and the one that holds (schema `SessionModeState`). */
export function sessionModes(state: JsonObject): { readonly modeId?: string; readonly modes: readonly SessionMode[] } {
  const modes = (objects(state, "availableModes") ?? []).flatMap((mode) => {
    const id = text(mode, "id");
    return id === undefined ? [] : [{ id, name: text(mode, "name") ?? id, description: text(mode, "description") }];
  });
  return { modeId: text(state, "currentModeId"), modes };
}

/** What a request of ours sets (schema `SetSessionModeRequest`, `SetSessionConfigOptionRequest`); undefined for any other. */
export function settingChange(method: string | undefined, params: JsonObject): SettingChange | undefined {
  if (method === "session/set_mode") {
    const value = text(params, "modeId");
    return value === undefined ? undefined : { key: "mode", value };
  }
  const id = method === "session/set_config_option" ? text(params, "configId") : undefined;
  const value = typeof params.value === "boolean" ? String(params.value) : text(params, "value");
  return id === undefined || value === undefined ? undefined : { key: optionKey(id), value };
}

const commands: Reader = (sessionId, update) => {
  const list = objects(update, "availableCommands")?.flatMap((command): AgentCommand[] => {
    const name = text(command, "name");
    const input = object(command, "input");
    return name === undefined ? [] : [{ name, description: text(command, "description") ?? "", hint: input && text(input, "hint") }];
  });
  return list && { type: "commandsReported", sessionId, commands: list };
};

const usage: Reader = (sessionId, update) => {
  const cost = object(update, "cost");
  const amount = cost && number(cost, "amount");
  return {
    type: "usageReported",
    sessionId,
    used: number(update, "used"),
    size: number(update, "size"),
    cost: update.cost === null ? null : cost && amount !== undefined ? { amount, currency: text(cost, "currency") ?? "" } : undefined,
  };
};

const notice: Reader = (sessionId, update) => {
  const title = text(update, "title");
  const description = text(update, "description");
  const words = [title, description].filter((part) => part !== undefined && part !== "").join("\n");
  return words === "" ? undefined : { type: "noticeReported", sessionId, severity: text(update, "severity") ?? "info", text: words };
};

const compaction: Reader = (sessionId, update) => {
  const compactionId = text(update, "compactionId");
  if (compactionId === undefined) return undefined;
  const summary = update.summary === null ? null : blocks(update, "summary");
  return {
    type: "compactionReported",
    sessionId,
    compactionId,
    status: text(update, "status"),
    summary: summary && blocksText(summary),
    error: textPatch(update, "error"),
  };
};

const compactionChunk: Reader = (sessionId, update) => {
  const compactionId = text(update, "compactionId");
  const content = block(update.content);
  if (compactionId === undefined || !content) return undefined;
  return { type: "compactionChunkReceived", sessionId, compactionId, text: blockText(content) };
};

const config: Reader = (sessionId, update) => {
  const options = configOptions(update);
  return options && { type: "configReported", sessionId, options };
};

const mode: Reader = (sessionId, update) => {
  const modeId = text(update, "currentModeId");
  return modeId === undefined ? undefined : { type: "modeReported", sessionId, modeId };
};

const info: Reader = (sessionId, update) => ({
  type: "sessionInfoReported",
  sessionId,
  title: textPatch(update, "title"),
  updatedAt: textPatch(update, "updatedAt"),
});

/** The kinds of update that say something of the session they are sent for, whoever's it is (schema `SessionUpdate`). */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["user_message_chunk", chunk("user_message")],
  ["agent_message_chunk", agentMessage],
  ["agent_thought_chunk", chunk("agent_thought")],
  ["user_message", whole("user_message")],
  ["agent_message", whole("agent_message")],
  ["agent_thought", whole("agent_thought")],
  ["state_update", state],
  ["tool_call", toolCall(true)],
  ["tool_call_update", toolCall(false)],
  ["terminal_update", terminalUpdate],
  ["terminal_output_chunk", terminalOutputChunk],
  ["plan", plan],
  ["plan_update", planUpdate],
  ["plan_removed", planRemoved],
  ["available_commands_update", commands],
  ["current_mode_update", mode],
  ["config_option_update", config],
  ["session_info_update", info],
  ["usage_update", usage],
  ["notice", notice],
  ["compaction_update", compaction],
  ["compaction_summary_chunk", compactionChunk],
]);

/** The event of an ordinary session update. An unknown kind, or a known one that cannot be read, becomes a visible row (design, rule 7). */
export function readSessionUpdate(sessionId: SessionId, update: JsonObject): SessionEvent {
  const kind = text(update, "sessionUpdate") ?? "";
  return readers.get(kind)?.(sessionId, update) ?? { type: "unknownUpdateReceived", sessionId, kind, raw: update };
}

/** An update without its child's title in front of its own (`"explore: read"`, OpenCode 2). */
export function withoutTitle(update: JsonObject, title: string | undefined): JsonObject {
  const own = text(update, "title");
  return title !== undefined && own?.startsWith(`${title}: `) ? { ...update, title: own.slice(title.length + 2) } : update;
}
