// What only hurts by its number: each is tried once in a run.
import type { JsonObject } from "../../src/session/content.ts";
import { intactPiece, longestLine } from "./damage.ts";
import type { Piece } from "./piece.ts";

const update = (sessionId: string, body: JsonObject): Piece =>
  intactPiece({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: body } });
const announced = (parentId: string, id: string): Piece =>
  update(parentId, { sessionUpdate: "subagent_update", sessionId: id, title: id, state: { state: "running" } });
const says = (id: string, text: string): Piece => update(id, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const many = (count: number, make: (n: number) => Piece): Piece[] => Array.from({ length: count }, (_, n) => make(n));
const opened: Piece[] = [
  { dir: "client", frame: { jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: "/project" } } },
  intactPiece({ jsonrpc: "2.0", id: 1, result: { sessionId: "R" } }),
];

/** A line of this many megabytes, cut into pieces that are one and the same bytes. */
function endlessLine(megabytes: number): Piece[] {
  const part: Piece = { dir: "agent", bytes: Buffer.alloc(longestLine, "x") };
  const end: Piece = { dir: "agent", bytes: Buffer.from("\n") };
  return [...many(Math.ceil((megabytes * 2 ** 20) / longestLine), () => part), end];
}

/** By name; `scale` says how many times the usual number, at least 1. */
export function floods(scale: number): ReadonlyMap<string, readonly Piece[]> {
  const count = 500 * scale;
  return new Map<string, readonly Piece[]>([
    ["announcements without end", [...opened, ...many(count * 4, (n) => announced("R", `c${n}`))]],
    ["children of children without end", [...opened, ...many(count, (n) => announced(n === 0 ? "R" : `c${n - 1}`, `c${n}`))]],
    ["parents in a circle", [...opened, ...many(count, (n) => announced(`c${n % 7}`, `c${(n * 3 + 1) % 7}`))]],
    [
      "a child that changes its parent",
      [...opened, announced("R", "a"), announced("R", "b"), ...many(count, (n) => announced(n % 2 ? "a" : "b", "x"))],
    ],
    [
      "updates before the announcement",
      [
        ...opened,
        ...many(count, (n) => says(`c${n % 300}`, "early")),
        ...many(300, (n) => announced("R", `c${n}`)),
        ...many(300, (n) => says(`c${n}`, "late")),
      ],
    ],
    ["a line without end", [...opened, says("R", "before"), ...endlessLine(scale), says("R", "after")]],
    ["sessions that nobody announced", [...opened, ...many(count * 3, (n) => says(`stranger${n}`, "hello"))]],
    [
      "requests without end",
      [
        ...opened,
        ...many(count, (n) =>
          intactPiece({
            jsonrpc: "2.0",
            id: n,
            method: "session/request_permission",
            params: { sessionId: `s${n % 50}`, toolCall: { toolCallId: `t${n}`, title: "rm" }, options: [] },
          }),
        ),
      ],
    ],
    ["one message in ten thousand pieces", [...opened, ...many(count * 20, () => says("R", "word "))]],
    [
      "calls that never end",
      [...opened, ...many(count, (n) => update("R", { sessionUpdate: "tool_call", toolCallId: `t${n}`, title: "x", status: "pending" }))],
    ],
    [
      "frames after the end of a child",
      [
        ...opened,
        announced("R", "a"),
        update("R", { sessionUpdate: "subagent_update", sessionId: "a", state: { state: "idle", stopReason: "end_turn" } }),
        ...many(count, () => says("a", "still here")),
      ],
    ],
  ]);
}
