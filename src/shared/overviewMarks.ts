import { own } from "./records.ts";
import type { RequestView } from "./requestView.ts";
import type { RowView } from "./rowView.ts";
import type { SessionView } from "./sessionView.ts";
import type { RowWindow } from "./transcriptState.ts";

/** A row that a reader may want to be led to: it failed, or something of it waits for the person. */
export interface OverviewMark {
  readonly rowId: string;
  readonly kind: "request" | "failure";
  /** What it is, in the agent's words; perhaps empty. */
  readonly title: string;
  /** Where it stands among the rows that are here, from 0 to 1. */
  readonly share: number;
}

/** The rows of one transcript that have a mark beside its scroll bar, in order; those of nested transcripts are marked at their card. */
export function overviewMarks(
  window: RowWindow,
  sessions: { readonly [id: string]: SessionView },
  requests: readonly RequestView[],
): readonly OverviewMark[] {
  const waiting = requests.find(({ sessionId }) => sessionId === window.sessionId);
  // Which call a request is about is not said: it is the newest that has not ended, else what came last.
  const asked = waiting && (window.rows.findLast(isOpenCall) ?? window.rows.at(-1));
  return window.rows.flatMap((row, index) => {
    const found = row === asked ? ({ kind: "request", title: waiting?.title ?? "" } as const) : markOf(row, sessions);
    return found ? [{ rowId: row.id, share: index / window.rows.length, ...found }] : [];
  });
}

function isOpenCall(row: RowView): boolean {
  return row.kind === "tool_call" && (row.tool.status === "pending" || row.tool.status === "in_progress");
}

function markOf(row: RowView, sessions: { readonly [id: string]: SessionView }): Pick<OverviewMark, "kind" | "title"> | undefined {
  switch (row.kind) {
    case "tool_call":
      return row.tool.status === "failed" ? { kind: "failure", title: row.tool.title } : undefined;
    case "error":
      return { kind: "failure", title: row.text };
    case "notice":
      return row.severity === "error" ? { kind: "failure", title: row.text } : undefined;
    case "subagent": {
      const child = own(sessions, row.childId);
      if (child && child.requestCount > 0) return { kind: "request", title: child.label };
      const hasFailed = child?.mark === "failed" || child?.mark === "finishedWithError" || row.tool?.status === "failed";
      return hasFailed ? { kind: "failure", title: child?.label ?? row.tool?.title ?? "" } : undefined;
    }
    default:
      return undefined;
  }
}
