import { withoutDirections } from "../../base/plainText.ts";
import { callOf, isEndStatus, type Row } from "../../session/rows.ts";
import type { RowView } from "../../shared/rowView.ts";
import { capped } from "./capped.ts";
import { directionOf, otherSession } from "./otherSide.ts";
import { requestRowView } from "./requestRowView.ts";
import { blockView, toolBody, toolView, valueText } from "./toolView.ts";

/** What the drawing of a row depends on beside the row. */
export interface RowContext {
  /** Epoch ms at which the model's clock stood at 0. */
  readonly startedAtEpoch: number;
  /** Nothing more will be told of the session's open tool calls. */
  readonly isOver: boolean;
  /** The reader unfolded this tool call. */
  isToolOpen(rowId: string): boolean;
}

/** True while a row's tool call has not come to an end, so that its look depends on the session's state. */
export function isOpenCall(row: Row): boolean {
  const call = callOf(row);
  return call !== undefined && !isEndStatus(call.status);
}

/** A row as it is drawn; the body of a tool call only when the reader unfolded it. */
export function rowView(row: Row, context: RowContext): RowView {
  const base = { id: row.id, at: context.startedAtEpoch + row.at };
  switch (row.kind) {
    case "user_message":
    case "agent_message":
    case "agent_thought":
      return {
        ...base,
        kind: row.kind,
        text: capped(row.text),
        blocks: row.blocks?.map((block) => blockView(block)),
        isUnattributed: row.isUnattributed,
      };
    case "tool_call":
      return {
        ...base,
        kind: "tool_call",
        tool: toolView(row, context.isOver),
        body: context.isToolOpen(row.id) ? toolBody(row, row.sessionId) : undefined,
      };
    case "plan":
      return {
        ...base,
        kind: "plan",
        entries: row.entries.map(({ content, status, priority }) => ({ content: withoutDirections(content), status, priority })),
        uri: row.uri,
        markdown: capped(row.markdown),
        isRemoved: row.isRemoved,
      };
    case "session_message":
      return {
        ...base,
        kind: "session_message",
        direction: directionOf(row),
        otherId: otherSession(row),
        isLaunch: row.isLaunch || undefined,
        text: capped(row.text),
        blocks: row.blocks?.map((block) => blockView(block)),
      };
    case "subagent":
      return { ...base, kind: "subagent", childId: row.childId, tool: row.toolCall && toolView(row.toolCall, context.isOver) };
    case "notice":
      return { ...base, kind: "notice", severity: row.severity, text: withoutDirections(capped(row.text)), continues: row.continues };
    case "compaction":
      return {
        ...base,
        kind: "compaction",
        text: capped(row.text),
        status: row.status,
        error: row.error && withoutDirections(capped(row.error)),
      };
    case "error":
      return { ...base, kind: "error", text: withoutDirections(capped(row.text)) };
    case "request":
      return { ...base, ...requestRowView(row) };
    case "unknown":
      return { ...base, kind: "unknown", updateKind: row.updateKind, json: capped(valueText(row.raw)) };
  }
}
