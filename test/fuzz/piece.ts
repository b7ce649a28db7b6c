// The input of a fuzz run: what crosses one connection, piece by piece, as bytes where they come from the agent.
import type { JsonObject } from "../../src/session/content.ts";

export type Piece =
  /** What we send; it reaches the log as a frame. */
  | { readonly dir: "client"; readonly frame: JsonObject }
  /** Bytes of the agent's output. `intact`: they are one whole frame, which must arrive whatever stands around it. */
  | { readonly dir: "agent"; readonly bytes: Buffer; readonly intact?: JsonObject };

/** One line a piece; the bytes as base64. */
export function pieceLine(piece: Piece): string {
  return JSON.stringify(piece.dir === "client" ? piece : { dir: "agent", base64: piece.bytes.toString("base64"), intact: piece.intact });
}

export function readPiece(line: string): Piece {
  const value = JSON.parse(line) as { dir: string; frame: JsonObject; base64: string; intact?: JsonObject };
  if (value.dir === "client") return { dir: "client", frame: value.frame };
  return { dir: "agent", bytes: Buffer.from(value.base64, "base64"), intact: value.intact };
}
