import { isObject, type JsonObject } from "../../../src/session/content.ts";
import type { Crossed } from "./bareClient.ts";

/** The longest string that is written out. */
const longest = 160;

/** What crossed the pipe as text, one line a frame: session, kind, the rest. Pieces of one message that follow each other make one line. */
export function transcript(log: readonly Crossed[]): string {
  return joinPieces(log).map(lineOf).join("\n");
}

function lineOf({ dir, frame }: Crossed): string {
  const { method, id, params, result, error } = frame;
  const inner = isObject(params) ? params : {};
  if (method === "session/update" && isObject(inner.update)) {
    const { sessionUpdate, ...rest } = inner.update;
    return `${inner.sessionId} ${typeof sessionUpdate === "string" ? sessionUpdate : shown(sessionUpdate)} ${shown(rest)}`;
  }
  if (method !== undefined) return `${dir} ${id === undefined ? "" : `#${id} `}${method} ${shown(inner)}`;
  return `${dir} #${id} ${error === undefined ? `result ${shown(result)}` : `error ${shown(error)}`}`;
}

function joinPieces(log: readonly Crossed[]): readonly Crossed[] {
  const joined: Crossed[] = [];
  for (const crossed of log) {
    const last = joined.at(-1);
    const before = last && pieceOf(last.frame);
    const piece = pieceOf(crossed.frame);
    if (!before || !piece || before.key !== piece.key) joined.push(crossed);
    else joined[joined.length - 1] = { ...crossed, frame: piece.withText(before.text + piece.text) };
  }
  return joined;
}

function pieceOf(frame: JsonObject): { key: string; text: string; withText: (text: string) => JsonObject } | undefined {
  const { params } = frame;
  if (!isObject(params) || !isObject(params.update)) return undefined;
  const { update } = params;
  const { content, messageId, sessionUpdate } = update;
  if (!isObject(content) || typeof content.text !== "string" || typeof messageId !== "string") return undefined;
  const withText = (text: string) => ({ ...frame, params: { ...params, update: { ...update, content: { ...content, text } } } });
  return { key: `${params.sessionId} ${sessionUpdate} ${messageId}`, text: content.text, withText };
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === "string" && inner.length > longest ? `${inner.slice(0, longest)}…(${inner.length})` : inner,
  );
}
