import { terminalText } from "../../render/terminalText.ts";
import { type SessionId, type TerminalId, toTerminalId } from "../../session/ids.ts";
import { callOf, type Row, type ToolCallRow } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { terminalOf } from "../../session/terminals.ts";
import type { StateMark } from "../../shared/sessionView.ts";
import type { LiveConnection } from "../hub.ts";
import { type Labels, roleOf } from "../labels.ts";
import { isSettled, stateWords, toolStatus } from "../stateWords.ts";
import { requestWords } from "../transcript/requestRowView.ts";
import { runError } from "../transcript/sessionView.ts";
import { toolBody, toolView, valueText } from "../transcript/toolView.ts";

/** The words of a row as a reader finds them: those that are drawn anyhow, and those that are drawn once it is unfolded. */
export interface FoundText {
  readonly head: string;
  readonly body: string;
  /** They are Markdown: what is drawn are its words, without its marks. */
  readonly isMarkdown?: boolean;
}

const only = (head: string): FoundText => ({ head, body: "" });
const lines = (...parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== "").join("\n");

/** The words of a row, in the order in which they are drawn. */
export function findText(row: Row, connection: LiveConnection, labels: Labels): FoundText {
  switch (row.kind) {
    case "user_message":
      return only(row.text);
    case "agent_message":
      return { ...only(row.text), isMarkdown: true };
    case "agent_thought":
      return { head: "", body: row.text, isMarkdown: true };
    case "tool_call":
      return { head: toolHead(row), body: toolWords(row, row.sessionId, connection) };
    case "plan":
      return {
        ...only(lines(row.uri, row.markdown, ...row.entries.map((entry) => entry.content))),
        isMarkdown: row.markdown !== undefined,
      };
    case "session_message":
      // What a child was launched with stands on its card, as its prompt.
      return { ...only(row.isLaunch ? "" : row.text), isMarkdown: row.text.length <= 1_200 };
    case "subagent": {
      const child = connection.model.get(row.childId);
      return only(child ? lines(labels.of(child), roleOf(child)) : "");
    }
    case "notice":
    case "error":
      return only(row.text);
    case "compaction":
      return { head: row.error ?? "", body: row.text, isMarkdown: true };
    case "request":
      return only(lines(requestWords(row), row.title, ...(row.values ?? []).map(({ label, text }) => lines(label, text))));
    case "unknown":
      return { head: row.updateKind, body: valueText(row.raw) };
  }
}

/** The title, what it does it with, and the names of files that the title does not name. */
function toolHead(row: ToolCallRow): string {
  const { title, detail, locations } = toolView(row, false);
  const names = locations.map(({ path }) => lastOf(path));
  return lines(title, detail, ...names.filter((name) => !title.includes(name)));
}

function lastOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

function toolWords(row: ToolCallRow, sessionId: SessionId, connection: LiveConnection): string {
  const { input, output, parts } = toolBody(row, sessionId);
  const words = parts.map((part) => {
    if (part.type === "text" || part.type === "other") return part.text;
    if (part.type === "link" || part.type === "embedded") return lines(part.name, "text" in part ? part.text : undefined);
    if (part.type === "diff") return lines(lastOf(part.path), ...part.hunks.flatMap((hunk) => hunk.lines.map(({ text }) => text)));
    return part.type === "terminal" ? terminalWords(connection, sessionId, toTerminalId(part.terminalId)) : "";
  });
  return lines(input, ...words, output);
}

function terminalWords({ model }: LiveConnection, sessionId: SessionId, id: TerminalId): string {
  const terminal = terminalOf(model, sessionId, id);
  return terminal ? terminalText(terminal.text) : "";
}

/** What `kind:` calls a row. */
export function kindsOf(row: Row, session: Session): readonly string[] {
  switch (row.kind) {
    case "user_message":
      return ["prompt", "message"];
    case "agent_message":
      return session.runs.some((run) => run.answerRowId === row.id && run.endedAt !== undefined) ? ["message", "answer"] : ["message"];
    case "agent_thought":
      return ["thought"];
    case "tool_call":
      return ["tool", row.toolKind.toLowerCase()];
    case "session_message":
      return session.runs.some((run) => run.promptRowId === row.id) ? ["prompt", "message"] : ["message"];
    case "subagent":
      return ["card", "subagent"];
    case "error":
    case "notice":
    case "plan":
    case "compaction":
    case "request":
    case "unknown":
      return [row.kind];
  }
}

const statusNames: { readonly [status: string]: readonly string[] } = {
  completed: ["completed", "finished"],
  in_progress: ["running", "in_progress"],
  unconfirmed: ["cancelled"],
  noResult: ["unknown"],
};
const markNames: { readonly [Mark in StateMark]?: readonly string[] } = {
  finished: ["finished", "completed"],
  finishedWithError: ["finished", "completed", "warning"],
  stopping: ["running", "stopping"],
  warning: ["warning", "finished"],
};

/** What `state:` calls a row: a call by its own status, a card by its child's state, anything else by that of its session. */
export function statesOf(row: Row | undefined, session: Session, connection: LiveConnection): readonly string[] {
  if (row?.kind === "tool_call") {
    const status = toolStatus(row, isSettled(session, connection)) ?? "unknown";
    return statusNames[status] ?? [status.toLowerCase()];
  }
  const subject = (row?.kind === "subagent" ? connection.model.get(row.childId) : undefined) ?? session;
  const { mark } = stateWords(subject, connection);
  return markNames[mark] ?? [mark.toLowerCase()];
}

/** The files that a row's call touched, with `/` between their parts, in small letters. */
export function filesOf(row: Row): readonly string[] {
  const call = callOf(row);
  if (!call) return [];
  const diffs = call.content.flatMap(({ path }) => (typeof path === "string" ? [path] : []));
  return [...call.locations.map(({ path }) => path), ...diffs].map((path) => path.replaceAll("\\", "/").toLowerCase());
}

/** Words of a child's runs that no row of its transcript holds, under names of their own that no row has. */
export function extraTexts(session: Session): readonly { readonly unit: string; readonly text: string }[] {
  if (session.standing !== "child") return [];
  return session.runs.flatMap((run, index) => [
    ...(run.prompt !== undefined && run.promptRowId === undefined ? [{ unit: `prompt:${index}`, text: run.prompt }] : []),
    ...errorOf(run).map((text) => ({ unit: `error:${index}`, text })),
    ...(isReceivedElse(run) ? [{ unit: `received:${index}`, text: run.received ?? "" }] : []),
  ]);
}

function errorOf(run: Run): readonly string[] {
  const error = runError(run);
  return error === undefined ? [] : [error];
}

function isReceivedElse({ received, answer }: Run): boolean {
  return received !== undefined && received.trim() !== answer?.trim();
}
