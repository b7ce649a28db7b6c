import type { JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";
import type { Call } from "./calls.ts";
import type { ChildBook } from "./childBook.ts";
import { type FlatChild, labels, patched } from "./flatChild.ts";
import { type Launch, type LaunchEnd, plainEnd } from "./flatRow.ts";

/** A child takes another id. */
export function renamed(child: FlatChild, id: SessionId): SessionEvent {
  const event: SessionEvent = { type: "childRenamed", from: child.id, to: id };
  child.id = id;
  return event;
}

/** What an end tells beside the state: what the parent got, and what it took. */
export function broughtBack(child: FlatChild, { received, tokens }: LaunchEnd): readonly SessionEvent[] {
  const events: SessionEvent[] = received ? [{ type: "answerReceived", childId: child.id, text: received }] : [];
  return tokens === undefined ? events : [...events, patched(child, { tokens })];
}

/** The end of a call whose child was announced: what the parent got. */
export function answered(child: FlatChild, call: Call, update: JsonObject): readonly SessionEvent[] {
  if (!call.isEnded || child.isEnded) return [];
  child.isEnded = true;
  return broughtBack(child, (child.row.end ?? plainEnd)(call, update));
}

/** What is newly known of how a child was launched; nothing when that is all the same. */
export function refined(child: FlatChild, launch: Launch): readonly SessionEvent[] {
  const before = child.launch;
  child.launch = { ...launch, isBackground: launch.isBackground || before.isBackground };
  const isSame =
    before.title === launch.title && before.role === launch.role && before.prompt === launch.prompt && before.model === launch.model;
  return isSame ? [] : [patched(child, labels(launch))];
}

/** The call that launched a child has ended; the child with it, unless it goes on in the background. */
export function ended(book: ChildBook, child: FlatChild, call: Call, update: JsonObject): readonly SessionEvent[] {
  const end = ofCancelled(child, call, (child.row.end ?? plainEnd)(call, update));
  const events: SessionEvent[] = [];
  if (end.sessionId !== undefined && end.sessionId !== child.id) events.push(renamed(child, toSessionId(end.sessionId)));
  if (end.isLaunched) {
    child.launch = { ...child.launch, isBackground: true };
    return events;
  }
  return [...events, ...settled(book, child, end)];
}

/** Agents whose calls know no cancelled one call it failed, with words on it for their model (opencode, gemini, qwen). */
function ofCancelled(child: FlatChild, call: Call, end: LaunchEnd): LaunchEnd {
  if (!child.isCancelled || call.status !== "failed" || end.state?.stopReason !== "error") return end;
  return { ...end, state: { state: "idle", stopReason: "cancelled" }, received: undefined };
}

/** A child has ended. */
export function settled(book: ChildBook, child: FlatChild, end: LaunchEnd): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  child.isEnded = true;
  book.close(child);
  events.push(...broughtBack(child, end));
  if (end.state) events.push(patched(child, { state: end.state }));
  return events;
}
