import type { Session } from "../../session/session.ts";

/**
 * What a root's own agent said at the end of its last turn: its messages behind its last tool call or subagent; when it
 * ended with one of these, what it said before. Empty when it said nothing. Never a word of a child, nor words of which it
 * was not reported whose they are.
 */
export function turnAnswer({ rows, lastTurn }: Pick<Session, "rows" | "lastTurn">): string {
  if (lastTurn?.promptRowId === undefined || lastTurn.lastRowId === undefined) return "";
  const [from, to] = [rows.indexOf(lastTurn.promptRowId) + 1, rows.indexOf(lastTurn.lastRowId) + 1];
  const texts: string[] = [];
  // A last row that is gone was a child's words: what is left of the turn is what counts.
  for (let at = to === 0 ? rows.count : to; at > from; at--) {
    const [row] = rows.values(at - 1, at);
    if (!row) break;
    // A load drew the turn's prompt afresh: the newest prompt is it.
    if (from === 0 && row.kind === "user_message") break;
    if (row.kind === "agent_message" && !row.isUnattributed) texts.unshift(row.text);
    else if (texts.length > 0 && (row.kind === "tool_call" || row.kind === "subagent" || row.kind === "user_message")) break;
  }
  return texts.join("\n\n").trim();
}

/** What a root was asked last. */
export function lastPrompt({ rows, turns }: Session): string | undefined {
  const turn = turns.at(-1);
  const row = turn && rows.get(turn.promptRowId);
  return row?.kind === "user_message" ? row.text : undefined;
}

/** The answer of a root's last turn that has ended, which a load may have told; undefined when there is none. */
export function lastAnswer({ rows, turns, lastTurn, isTurnOpen }: Session): string | undefined {
  const told = isTurnOpen ? undefined : turns.at(-1);
  const turn = lastTurn ?? (told && { promptRowId: told.promptRowId, lastRowId: rows.idAt(rows.count - 1) });
  return turnAnswer({ rows, lastTurn: turn }) || undefined;
}
