import type { SessionModel } from "../../src/session/model.ts";
import type { Row } from "../../src/session/rows.ts";
import { isWorking, type Session } from "../../src/session/session.ts";
import { scriptIn } from "./script.ts";

/** The script that a subagent follows, by the prompt that it was given. */
export function scriptOf({ runs, description }: Session): string | undefined {
  return scriptIn(runs[0]?.prompt ?? description ?? "");
}

/** The tree as a person sees it, one line a session and row: the same for every agent whose subagents do the same. */
export function tree(model: SessionModel): string {
  const lines = model.roots.flatMap((root) => branch(root, model, ""));
  return `${lines.join("\n")}\n`;
}

function branch(session: Session, model: SessionModel, indent: string): readonly string[] {
  // Some agents grant to cancel a child that has ended, some do not.
  const canCancel = session.canCancel && isWorking(session) ? ", can be cancelled" : "";
  // Which of two that were launched together comes first is not certain.
  const children = session.children.map((id) => model.get(id)).filter((child) => child !== undefined);
  children.sort((a, b) => (scriptOf(a) ?? "").localeCompare(scriptOf(b) ?? ""));
  return [
    `${indent}${session.parentId === null ? "root" : scriptOf(session)}: ${stateOf(session)}${canCancel}`,
    ...[...session.rows.values()].flatMap((row) => step(row, `${indent}  `)),
    ...children.flatMap((child) => branch(child, model, `${indent}  `)),
  ];
}

function step(row: Row, indent: string): readonly string[] {
  if (row.kind === "tool_call") return [`${indent}| ${row.title}: ${row.status}`];
  // Codex warns of a model that it does not know, and of what a machine lacks.
  if (row.kind === "agent_message" && !/^(Config warning|Warning): /.test(row.text)) return [`${indent}| ${row.text}`];
  return [];
}

function stateOf({ state, isTurnOpen, parentId }: Session): string {
  if (parentId === null) return isTurnOpen ? "its turn is open" : "its turn is over";
  if (!state) return "no state";
  return `${state.state}${state.stopReason ? ` (${state.stopReason})` : ""}${state.confirmed === "live" ? "" : `, ${state.confirmed}`}`;
}
