import { isObject, type JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import { type SessionId, type TerminalId, toTerminalId } from "../session/ids.ts";
import type { TerminalExit, TerminalPatch } from "../session/terminals.ts";
import { number, object, text } from "./fields.ts";

type TerminalEvent = Extract<SessionEvent, { type: "terminalReported" }>;

/**
 * What `initialize` says so that agents which run commands themselves show their output as terminals: claude-agent-acp and
 * codex-acp put it into `_meta` of the call's updates (recorded: `terminal-output-subagents`, codex `-full`).
 */
export const terminalOptIn: JsonObject = { _meta: { terminal_output: true } };

/** The keys of a call's `_meta` that tell of a terminal, and what each says beside its `terminal_id`. */
const metaReaders: { readonly [key: string]: (told: JsonObject) => TerminalPatch } = {
  terminal_info: (told) => ({ cwd: text(told, "cwd") }),
  // Both are what came since the last one.
  terminal_output: (told) => ({ added: text(told, "data") }),
  terminal_output_delta: (told) => ({ added: text(told, "data") }),
  terminal_exit: (told) => ({ exit: { code: number(told, "exit_code"), signal: text(told, "signal") } }),
};

/** The terminals that the `_meta` of a call's update tells of. */
export function terminalIdsIn(meta: JsonObject | undefined): readonly TerminalId[] | undefined {
  if (!meta) return undefined;
  const ids = Object.keys(metaReaders).flatMap((key) => toldId(meta, key) ?? []);
  return ids.length === 0 ? undefined : [...new Set(ids)];
}

/** The events, each update of a call followed by what it tells of terminals beside the call. */
export function withTerminals(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const isTold = (event: SessionEvent) => event.type === "toolCallReported" && event.patch.terminalIds !== undefined;
  return events.some(isTold) ? events.flatMap((event) => [event, ...terminalsBeside(event)]) : events;
}

function terminalsBeside(event: SessionEvent): readonly TerminalEvent[] {
  if (event.type !== "toolCallReported" || !event.patch.terminalIds) return [];
  const { sessionId, patch } = event;
  const told = Object.entries(metaReaders).flatMap(([key, read]): readonly TerminalEvent[] => {
    const terminalId = toldId(patch.meta, key);
    const fields = patch.meta && object(patch.meta, key);
    return terminalId && fields ? [{ type: "terminalReported", sessionId, terminalId, patch: read(fields) }] : [];
  });
  const code = isObject(patch.rawOutput) ? number(patch.rawOutput, "exit_code") : undefined;
  if (code === undefined || told.some((each) => each.patch.exit)) return told;
  // Of a command that reads a file Codex tells the end in the call's raw output only (recorded: codex `-full`).
  const exit: TerminalExit = { code };
  return [
    ...told,
    ...event.patch.terminalIds.map((terminalId): TerminalEvent => ({ type: "terminalReported", sessionId, terminalId, patch: { exit } })),
  ];
}

function toldId(meta: JsonObject | undefined, key: string): TerminalId | undefined {
  const id = meta && text(object(meta, key) ?? {}, "terminal_id");
  return id === undefined ? undefined : toTerminalId(id);
}

/** ACP v2: an agent's own terminal, its output whole and in base64 (schema v2 `TerminalUpdate`). */
export function terminalUpdate(sessionId: SessionId, update: JsonObject): TerminalEvent | undefined {
  const id = text(update, "terminalId");
  const output = outputOf(update.output);
  if (id === undefined || output === "unreadable") return undefined;
  const patch: TerminalPatch = {
    command: text(update, "command"),
    cwd: text(update, "cwd"),
    output,
    exit: isObject(update.exitStatus) ? exitOf(update.exitStatus) : undefined,
  };
  return { type: "terminalReported", sessionId, terminalId: toTerminalId(id), patch };
}

/** ACP v2: what follows in an agent's own terminal (schema v2 `TerminalOutputChunk`). */
export function terminalOutputChunk(sessionId: SessionId, update: JsonObject): TerminalEvent | undefined {
  const id = text(update, "terminalId");
  const added = bytesOf(text(update, "data"));
  return id === undefined || !added ? undefined : { type: "terminalReported", sessionId, terminalId: toTerminalId(id), patch: { added } };
}

/** How a command ended (schema `TerminalExitStatus`, `WaitForTerminalExitResponse`). */
export function exitOf(status: JsonObject): TerminalExit {
  return { code: number(status, "exitCode"), signal: text(status, "signal") };
}

/** Absent = unchanged, `null` = cleared. */
function outputOf(output: unknown): Uint8Array | undefined | "unreadable" {
  if (output === undefined) return undefined;
  if (output === null) return new Uint8Array();
  return (isObject(output) && bytesOf(text(output, "data"))) || "unreadable";
}

function bytesOf(base64: string | undefined): Uint8Array | undefined {
  if (base64 === undefined) return undefined;
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    // Not base64: the update is shown as one that cannot be read.
    return undefined;
  }
}

/** What our answers to an agent's `terminal/*` requests tell of the terminal: in a replay there is nothing else to know it by. */
export function ownTerminal(method: string, sessionId: SessionId, params: JsonObject, result: JsonObject): readonly TerminalEvent[] {
  const id = text(method === "terminal/create" ? result : params, "terminalId");
  const patch = ownPatch(method, params, result);
  return id === undefined || !patch ? [] : [{ type: "terminalReported", sessionId, terminalId: toTerminalId(id), patch }];
}

function ownPatch(method: string, params: JsonObject, result: JsonObject): TerminalPatch | undefined {
  switch (method) {
    case "terminal/create": {
      const args = Array.isArray(params.args) ? params.args.filter((arg) => typeof arg === "string") : [];
      return { command: [text(params, "command") ?? "", ...args].join(" "), cwd: text(params, "cwd") };
    }
    case "terminal/output":
      return {
        output: text(result, "output"),
        isCut: result.truncated === true,
        exit: isObject(result.exitStatus) ? exitOf(result.exitStatus) : undefined,
      };
    case "terminal/wait_for_exit":
      return { exit: exitOf(result) };
    default:
      return undefined;
  }
}
