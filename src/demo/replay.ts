import { type ChildStanding, type Display, type Outgoing, show } from "./display.ts";
import type { RecordEntry } from "./record.ts";
import type { RootEvent, SubAgentEvent, WorkEvent } from "./spawnEvents.ts";

/**
 * What a load tells before its answer: everything as it happened, on the same ids, with whole messages in place of
 * their pieces. `display` must be made for a replay. Children that never ended are idle for an unknown reason then.
 */
export function replayOf(entries: readonly RecordEntry[], rootSessionId: string, display: Display): readonly Outgoing[] {
  const history = joinPieces(entries).flatMap((entry): readonly Outgoing[] => {
    if (entry.type === "SessionCreated") return [];
    if (entry.type !== "PromptReceived") return show(display, entry);
    return entry.content.map((content) => ({
      sessionId: rootSessionId,
      update: { sessionUpdate: "user_message_chunk", content, messageId: entry.messageId },
    }));
  });
  const unfinished = standingsOf(entries).filter((child) => child.isRunning);
  const ends = unfinished.reverse().flatMap(({ start }) =>
    display.subAgentEvent({
      type: "SubAgentEvent",
      childSessionId: start.childSessionId,
      event: { type: "stateReported", state: "idle" },
    }),
  );
  return [...history, ...ends];
}

/** How each child stood at the end of the record, in the order of the announcements. */
export function standingsOf(entries: readonly RecordEntry[]): ChildStanding[] {
  const children = new Map<string, ChildStanding>();
  for (const entry of entries) {
    if (entry.type === "SpawnSessionStart") children.set(entry.childSessionId, { start: entry, isRunning: true, end: undefined });
    const child = "childSessionId" in entry ? children.get(entry.childSessionId) : undefined;
    if (!child) continue;
    if (entry.type === "StreamComplete") children.set(entry.childSessionId, { ...child, isRunning: false, end: entry });
    if (entry.type === "SubAgentEvent" && entry.event.type === "stateReported")
      children.set(entry.childSessionId, { ...child, isRunning: entry.event.state === "running", end: undefined });
  }
  return [...children.values()];
}

type Streamed = WorkEvent & { type: "textStreamed" | "thoughtStreamed" };
type Piece = (RootEvent | SubAgentEvent) & { readonly event: Streamed };

/** Joins the pieces of each message at the place of the first, and leaves out waits for the person, which are over. */
function joinPieces(entries: readonly RecordEntry[]): readonly RecordEntry[] {
  const texts = new Map<string, string>();
  for (const { event } of entries.filter(isPiece)) texts.set(event.messageId, (texts.get(event.messageId) ?? "") + event.text);
  return entries.flatMap((entry) => {
    if (!isPiece(entry)) return isWait(entry) ? [] : [entry];
    const text = texts.get(entry.event.messageId);
    texts.delete(entry.event.messageId);
    return text === undefined ? [] : [{ ...entry, event: { ...entry.event, text } }];
  });
}

function isPiece(entry: RecordEntry): entry is Piece {
  if (entry.type !== "RootEvent" && entry.type !== "SubAgentEvent") return false;
  return entry.event.type === "textStreamed" || entry.event.type === "thoughtStreamed";
}

function isWait(entry: RecordEntry): boolean {
  return entry.type === "SubAgentEvent" && (entry.event.type === "permissionNeeded" || entry.event.type === "permissionSettled");
}
