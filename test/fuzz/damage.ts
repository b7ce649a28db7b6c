// What can be wrong with a stream of frames. Each kind of damage is one function from pieces to pieces.
import type { JsonObject } from "../../src/session/content.ts";
import { spoiled } from "../support/mutated.ts";
import type { Seeded } from "../support/seeded.ts";
import type { Piece } from "./piece.ts";

/** Longest line of the runs, in bytes: an id of a megabyte has room in it, and longer lines are quick to make. */
export const longestLine = 1.25 * 2 ** 20;

type AgentPiece = Extract<Piece, { dir: "agent" }>;
/** What stands where the piece at `at` stood; `ids` are all ids of the stream. */
type Damage = (piece: AgentPiece, seed: Seeded, ids: readonly unknown[], all: readonly AgentPiece[]) => readonly Piece[];

const newline = Buffer.from("\n");
const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");
const broken = (bytes: Buffer): Piece => ({ dir: "agent", bytes });
/** Text in a line of its own, or several. */
const lines = (text: string): Piece => broken(bytesOf(`${text}\n`));
const textOf = ({ bytes }: AgentPiece): string => bytes.toString("utf8").replace(/\n$/, "");
/** The frame in other words: it may still be read, but it need not. */
const rewritten = (piece: AgentPiece, change: (frame: { [key: string]: unknown }) => unknown): readonly Piece[] => {
  const value = change(JSON.parse(textOf(piece)) as { [key: string]: unknown });
  return [lines(JSON.stringify(value))];
};

const noise = [
  "npm warn deprecated",
  "{",
  "[",
  "}",
  '{"jsonrpc":"2.0","method":',
  "null",
  "7",
  '"text"',
  "[]",
  "{}",
  '{"id":1}',
  "\u001b[31mred\u001b[0m",
  "\u0000\u0000",
  '{"a":{"b":',
  "{ // comment",
  "[object Object]",
  "Content-Length: 20\r\n\r",
];

function oneByteOff({ bytes }: AgentPiece, seed: Seeded): readonly Piece[] {
  const copy = Buffer.from(bytes);
  copy[seed.int(Math.max(1, copy.length - 1))] = seed.int(256);
  return [broken(endsOnce(copy))];
}

/** Newlines made by chance inside cut the line; the one at its end must be there, or the next piece is damaged too. */
function endsOnce(bytes: Buffer): Buffer {
  return bytes.at(-1) === 10 ? bytes : Buffer.concat([bytes, newline]);
}

function cut({ bytes }: AgentPiece, seed: Seeded): readonly Piece[] {
  const from = seed.int(bytes.length);
  const to = from + seed.int(bytes.length - from + 1);
  return [broken(endsOnce(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])))];
}

function deep(_piece: AgentPiece, seed: Seeded): readonly Piece[] {
  const depth = seed.pick([100, 3000, 10_000]);
  const inside = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const update = seed.pick([
    `{"sessionUpdate":"odd","x":${inside}}`,
    `{"sessionUpdate":"tool_call","toolCallId":"deep","rawInput":${inside}}`,
  ]);
  return [lines(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"R","update":${update}}}`)];
}

/** All kinds, by the name that a report gives. */
const damages: { readonly [name: string]: Damage } = {
  byte: oneByteOff,
  cut,
  insert: ({ bytes }, seed) => {
    const at = seed.int(bytes.length);
    const extra = Buffer.from(Array.from({ length: 1 + seed.int(8) }, () => seed.int(256)));
    return [broken(endsOnce(Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at)])))];
  },
  gone: () => [],
  twice: (piece) => [piece, { dir: "agent", bytes: piece.bytes }],
  "crlf line end": (piece) => [broken(bytesOf(`${textOf(piece)}\r\n`))],
  "byte order mark": (piece) => [broken(bytesOf(`\ufeff${textOf(piece)}\n`))],
  "noise before": (piece, seed) => [lines(seed.pick(noise)), piece],
  "noise glued on": (piece, seed) => [broken(bytesOf(`${seed.pick(noise)} ${textOf(piece)}\n`))],
  "glued to another": (piece, seed, _ids, all) => [broken(bytesOf(`${textOf(piece)}${textOf(seed.pick(all))}\n`))],
  "over several lines": (piece) => [lines(JSON.stringify(JSON.parse(textOf(piece)), undefined, 2))],
  batch: (piece, seed, _ids, all) => [lines(`[${textOf(piece)},${textOf(seed.pick(all))}]`)],
  "another jsonrpc": (piece, seed) => rewritten(piece, (frame) => ({ ...frame, jsonrpc: seed.pick<unknown>(["1.0", 2, null, ""]) })),
  "an odd id": (piece, seed) =>
    rewritten(piece, (frame) => ({
      ...frame,
      id: seed.pick<unknown>([0, -1, 1.5, null, "1", "", 2 ** 53 + 2, 1e308, "x".repeat(1000), {}]),
    })),
  "a number too large": (piece) => [broken(bytesOf(`${textOf(piece).replace(/:(\d+)/, ":123456789012345678901234567890")}\n`))],
  "a lone surrogate": (piece) => [broken(bytesOf(`${textOf(piece).replace(/[a-z]/, "\\ud800")}\n`))],
  "a key of every object": (piece) => [broken(bytesOf(`${textOf(piece).replaceAll('"sessionId"', '"__proto__"')}\n`))],
  "a null byte": (piece) => [broken(bytesOf(`${textOf(piece).replace(/[a-z]/, "\\u0000")}\n`))],
  spoiled: (piece, seed, ids) => rewritten(piece, (frame) => spoiled(frame, ids, seed)),
  "spoiled twice": (piece, seed, ids) => rewritten(piece, (frame) => spoiled(spoiled(frame, ids, seed), ids, seed)),
  deep,
  "split UTF-8": ({ bytes }, seed) => {
    // The first bytes of a character of two, three or four, whose last byte never comes.
    const at = seed.int(bytes.length);
    const half = Buffer.from(seed.pick(["é", "日", "👩"])).subarray(0, -1);
    return [broken(endsOnce(Buffer.concat([bytes.subarray(0, at), half, bytes.subarray(at)])))];
  },
  "another kind": (piece, seed, _ids, all) => {
    const kind = /"(?:sessionUpdate|method)":"[^"]*"/;
    const [other] = kind.exec(textOf(seed.pick(all))) ?? [];
    return other === undefined ? [piece] : [broken(bytesOf(`${textOf(piece).replace(kind, () => other)}\n`))];
  },
  "a piece of no message": (piece, seed) =>
    rewritten(piece, ({ params, ...frame }) => ({
      ...frame,
      method: "session/update",
      params: {
        ...(params as object),
        update: {
          sessionUpdate: seed.pick(["agent_message_chunk", "agent_thought_chunk", "user_message_chunk", "tool_call_update"]),
          ...seed.pick<object>([{}, { messageId: "nobody's" }, { toolCallId: "nobody's" }, { content: { type: "text", text: "?" } }]),
        },
      },
    })),
  "a huge line": (piece) => [piece, lines(`{"jsonrpc":"2.0","method":"session/update","x":"${"x".repeat(longestLine)}"}`)],
  "a huge id": (piece, seed) => {
    const id = "y".repeat(seed.chance(0.05) ? 2 ** 20 : 20_000);
    return [broken(bytesOf(`${textOf(piece).replace(/"sessionId":"[^"]*"/, `"sessionId":"${id}"`)}\n`))];
  },
};

/** The pieces with about one of `every` damaged; the order of what is left is changed a little too. `used` counts the kinds. */
export function damaged(
  pieces: readonly Piece[],
  ids: readonly unknown[],
  seed: Seeded,
  every: number,
  used: Map<string, number>,
): Piece[] {
  const agents = pieces.filter((piece): piece is AgentPiece => piece.dir === "agent");
  const names = Object.keys(damages);
  const result: Piece[] = [];
  for (const piece of pieces) {
    if (piece.dir === "client" || !seed.chance(1 / every)) {
      const at = seed.chance(0.01) ? seed.int(result.length + 1) : result.length;
      result.splice(at, 0, piece);
      continue;
    }
    const name = seed.pick(names);
    used.set(name, (used.get(name) ?? 0) + 1);
    result.push(...(damages[name]?.(piece, seed, ids, agents) ?? []));
  }
  return result;
}

/** A frame of the agent as a piece that is whole. */
export function intactPiece(frame: JsonObject): Piece {
  return { dir: "agent", bytes: bytesOf(`${JSON.stringify(frame)}\n`), intact: frame };
}
