import { assertNever } from "../base/assertNever.ts";
import type { SessionModel } from "../session/model.ts";
import type { Row, ToolCallFields } from "../session/rows.ts";
import { isEndStatus } from "../session/rows.ts";
import type { Session } from "../session/session.ts";
import { rowsAtOnce } from "../views/exportOptions.ts";
import { labelOf } from "../views/labels.ts";
import { replayConnection } from "./replayConnection.ts";

/** One row of `replay --json`. */
export interface RowJson {
  readonly kind: Row["kind"];
  readonly text?: string;
  readonly toolCallId?: string;
  readonly title?: string;
  readonly status?: string;
  /** False marks a call that never came to an end. */
  readonly closed?: boolean;
  readonly childId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly messageId?: string;
  /** Of something that waited for the person: what kind it was and how it ended. */
  readonly asked?: string;
  readonly outcome?: string;
  readonly values?: readonly { readonly label: string; readonly text?: string }[];
}

function callJson(call: ToolCallFields): Partial<RowJson> {
  return { toolCallId: call.toolCallId, title: call.title, status: call.status, ...(isEndStatus(call.status) ? {} : { closed: false }) };
}

function rowJson(row: Row): RowJson {
  switch (row.kind) {
    case "user_message":
    case "agent_message":
    case "agent_thought":
      return { kind: row.kind, text: row.text, messageId: row.messageId };
    case "tool_call":
      return { kind: row.kind, ...callJson(row) };
    case "plan":
      return { kind: row.kind, text: row.entries.map((entry) => `[${entry.status}] ${entry.content}`).join("\n") };
    case "session_message":
      return { kind: row.kind, text: row.text, from: row.sender, to: row.recipient, messageId: row.messageId };
    case "subagent":
      return { kind: row.kind, childId: row.childId, ...(row.toolCall ? callJson(row.toolCall) : {}) };
    case "notice":
    case "error":
      return { kind: row.kind, text: row.text };
    case "compaction":
      return { kind: row.kind, text: row.text, status: row.status };
    case "request":
      return { kind: row.kind, title: row.title, asked: row.asked, outcome: row.outcome, values: row.values };
    case "unknown":
      return { kind: row.kind, title: row.updateKind, text: JSON.stringify(row.raw) };
    default:
      return assertNever(row);
  }
}

/** A session without its rows, which come last. */
function sessionJson(model: SessionModel, session: Session): { readonly [field: string]: unknown } {
  const last = session.runs[session.runs.length - 1];
  return {
    id: session.id,
    parentId: session.parentId,
    depth: session.depth,
    title: labelOf(replayConnection(model), session),
    role: session.role,
    description: session.description,
    dialect: session.dialect,
    state: session.state,
    canCancel: session.canCancel,
    cwd: session.cwd,
    model: session.model,
    prompt: session.runs[0]?.prompt,
    answer: last?.answer,
    received: last?.received,
    runs: session.runs.map(({ prompt, answer, received, state }) => ({ prompt, answer, received, state })),
    launchToolCallId: session.launchToolCallId,
  };
}

/**
 * Some sessions of a connection in the shape of `replay --json`, rows masked one by one; `rest` is awaited after each few rows and
 * rejects when nobody wants it any more. Without thoughts when they are not wanted.
 */
export async function transcriptJson(
  model: SessionModel,
  sessions: readonly Session[],
  options: { readonly hasThoughts: boolean; mask(value: unknown): unknown; rest(): Promise<void> },
): Promise<object> {
  const written: unknown[] = [];
  for (const session of sessions) {
    const rows: unknown[] = [];
    for (let from = 0; from < session.rows.count; from += rowsAtOnce) {
      await options.rest();
      for (const row of await session.rows.read(from, from + rowsAtOnce))
        if (options.hasThoughts || row.kind !== "agent_thought") rows.push(options.mask(rowJson(row)));
    }
    await options.rest();
    written.push({ ...(options.mask(sessionJson(model, session)) as object), rows });
  }
  return { agent: { name: model.agent.name, version: model.agent.version }, sessions: written };
}

/** The one document of `replay --json`: ids as on the wire, sessions in the order of first sight, rows in transcript order. */
export function replayJson(model: SessionModel): object {
  return {
    agent: { name: model.agent.name, version: model.agent.version },
    sessions: Array.from(model.sessions, (session) => ({
      ...sessionJson(model, session),
      rows: Array.from(session.rows.values(), rowJson),
    })),
    openRequests: model.openRequests.map(({ sessionId, wireSessionId, kind, title }) => ({ sessionId, wireSessionId, kind, title })),
    diagnostics: model.diagnostics.map(({ level, message, sessionId }) => ({ level, message, sessionId })),
  };
}
