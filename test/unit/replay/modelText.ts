import type { SessionModel } from "../../../src/session/model.ts";
import { callOf, isEndStatus, type RequestRow, type Row, type ToolCallFields, terminalsIn } from "../../../src/session/rows.ts";
import type { Run, Session } from "../../../src/session/session.ts";
import type { Terminal } from "../../../src/session/terminals.ts";
import type { ReportedState } from "../../../src/session/workState.ts";

/** Longest text in a line of the expected files, in characters. */
const shown = 90;

const quote = (text: string): string => JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text);

/** `idle/end_turn live`, with the error's words; `-` when no state was ever reported. */
function stateText(state: ReportedState | null | undefined): string {
  if (!state) return "-";
  const error = state.error ? ` error ${quote(state.error.message)}` : "";
  return `${state.state}${state.stopReason === undefined ? "" : `/${state.stopReason}`} ${state.confirmed}${error}`;
}

function callText(call: ToolCallFields): string {
  const status = `${call.status ?? "no status"}${call.isCancelled ? " (cancelled by us)" : ""}${isEndStatus(call.status) ? "" : " NOT CLOSED"}`;
  return `${call.toolKind} ${quote(call.title)} ${status}`;
}

/** One line a row; sessions are called S0, S1 … in the order of first sight. */
function rowText(row: Row, nameOf: (id: string | undefined) => string): string {
  switch (row.kind) {
    case "user_message":
      return `user ${quote(row.text)}`;
    case "agent_message":
      return `agent${row.isUnattributed ? " of this or another" : ""} ${quote(row.text)}`;
    case "agent_thought":
      return `thought${row.isUnattributed ? " of this or another" : ""} ${quote(row.text)}`;
    case "tool_call":
      return `call${row.isUnattributed ? " of this or another" : ""} ${callText(row)}${row.about ? ` about ${row.about.map(nameOf).join(", ")}` : ""}`;
    case "plan":
      return `plan${row.isRemoved ? " removed" : ""} ${row.uri ?? row.markdown ?? row.entries.map((entry) => `[${entry.status}] ${entry.content}`).join("; ")}`;
    case "session_message":
      return `message ${nameOf(row.sender)} → ${nameOf(row.recipient)} ${quote(row.text)}`;
    case "subagent":
      return `card ${nameOf(row.childId)}${row.toolCall ? ` = call ${callText(row.toolCall)}` : ""}`;
    case "notice":
      return `notice ${row.severity} ${quote(row.text)}`;
    case "compaction":
      return `compaction ${row.status ?? ""} ${quote(row.text)}${row.error === undefined ? "" : ` error ${quote(row.error)}`}`;
    case "error":
      return `error ${quote(row.text)}`;
    case "request":
      return `request ${row.asked} ${quote(row.title)} ${row.outcome}${row.isCompleted ? " completed" : ""}${row.option ? ` ${row.option.name}` : ""}${row.rule ? " by a rule" : ""}${valuesText(row)}`;
    case "unknown":
      return `unknown ${row.updateKind}`;
  }
}

function valuesText({ values }: RequestRow): string {
  return values ? ` {${values.map(({ label, text }) => `${label}: ${text ?? "•••"}`).join("; ")}}` : "";
}

function runText(run: Run, number: number): string {
  const parts = [
    run.prompt === undefined ? "" : ` prompt ${quote(run.prompt)}`,
    run.answer === undefined ? "" : ` answer ${quote(run.answer)}`,
    run.received === undefined || run.received === run.answer ? "" : ` received ${quote(run.received)}`,
  ];
  return `run ${number}: ${stateText(run.state)}${parts.join("")}`;
}

/** `"output" exit 0`; the words for a terminal whose end, or of which nothing, was told. */
function terminalText(terminal: Terminal | undefined): string {
  if (!terminal) return "terminal of which nothing was told";
  const { exit } = terminal;
  const end = exit ? ` exit ${exit.signal ?? exit.code ?? "told"}` : " no exit told";
  return `terminal ${quote(terminal.text)}${terminal.isCut ? " cut" : ""}${end}`;
}

/** What one session shows: a head line, its runs and, after a bar, its rows. `nameOf` names the sessions. */
export function* sessionLines(session: Session, nameOf: (id: string | undefined) => string): Iterable<string> {
  const labels = [
    session.title === undefined ? "" : ` title ${quote(session.title)}`,
    session.role === undefined ? "" : ` role ${quote(session.role)}`,
    session.ownTitle === undefined ? "" : ` own title ${quote(session.ownTitle)}`,
    session.cwd === undefined ? "" : ` cwd ${session.cwd}`,
  ].join("");
  const standing = session.parentId === null ? session.standing : `child of ${nameOf(session.parentId)}`;
  const flags = `${session.canCancel ? " can-cancel" : ""}${session.isClosed ? " closed" : ""}`;
  yield `${nameOf(session.id)} ${standing}: ${stateText(session.state)}${flags}${labels}`;
  for (const [index, run] of session.runs.entries()) yield `  ${runText(run, index + 1)}`;
  for (const row of session.rows.values()) {
    yield `  | ${row.isHistory ? "(history) " : ""}${rowText(row, nameOf)}`;
    const call = callOf(row);
    if (call) for (const id of terminalsIn(call)) yield `  |   ${terminalText(session.terminals.get(id))}`;
  }
}

/** Sessions, open requests and what was told beside them, one line each; sessions go by their own ids. */
export function* modelLines(model: SessionModel, nameOf = (id: string | undefined) => id ?? "?"): Iterable<string> {
  for (const session of model.sessions) yield* sessionLines(session, nameOf);
  for (const request of model.openRequests) yield `request of ${nameOf(request.sessionId)}: ${quote(request.title)}`;
  for (const { level, message } of model.diagnostics) if (level !== "info") yield `${level}: ${quote(message)}`;
}

/** What a person would see of a model, as text: the form of the expected files beside the recordings. */
export function modelText(model: SessionModel): string {
  const names = new Map([...model.sessions].map((session, index) => [String(session.id), `S${index}`]));
  const nameOf = (id: string | undefined): string => (id === undefined ? "?" : (names.get(id) ?? "somebody unknown"));
  const agent = `${model.agent.title ?? model.agent.name ?? "unknown agent"} ${model.agent.version ?? ""}`.trim();
  return `${[agent, ...modelLines(model, nameOf)].join("\n")}\n`;
}
