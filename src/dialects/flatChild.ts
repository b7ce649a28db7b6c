import type { JsonObject } from "../session/content.ts";
import type { ChildPatch, SessionEvent } from "../session/events.ts";
import { type SessionId, toMessageId, toSessionId } from "../session/ids.ts";
import { Call } from "./calls.ts";
import { text } from "./fields.ts";
import type { FlatRow, Launch } from "./flatRow.ts";
import { snapshotMessages, trajectory } from "./launchingRows.ts";
import { requestRow, snapshotRow, trajectoryRow } from "./snapshots.ts";
import { discreteMessageId, gooseRequest } from "./taggedRows.ts";

/** A child that has no session of its own on the wire, or none that is known yet. */
export interface FlatChild {
  id: SessionId;
  readonly parentId: SessionId;
  /** The session whose stream it is on. */
  readonly streamId: SessionId;
  readonly row: FlatRow;
  callId: string | undefined;
  launch: Launch;
  isEnded: boolean;
  /** True once its end was told by something stronger than its launching call, which still says what the parent got. */
  isEndTold: boolean;
  /** True when the agent tells afterwards which of the untagged words were its (copilot's events). */
  isToldLater: boolean;
  /** True from words that may be its or another's up to its next call. */
  isMixed: boolean;
  /** True once it was announced in a stronger form, which tells of it from then on. */
  isAnnounced: boolean;
  /** Our cancel of its turn came before its end: a launching call that fails then was cancelled. */
  isCancelled: boolean;
  /** True once it was given more work: its launching call says nothing of that. */
  isWoken: boolean;
  /** True once a frame was its own: until then, another launch is one beside it, not one of its own. */
  hasSpoken: boolean;
  /** Messages of a snapshot that were drawn already. */
  drawn: number;
}

/** One frame as it is read: the stream it came on, the update, and its `_meta` wherever an agent puts it. */
export interface Frame {
  readonly streamId: SessionId;
  readonly update: JsonObject;
  readonly meta: JsonObject;
}

/** What a frame without `_meta` has for one. */
export const noMeta: JsonObject = {};

/** The rows that the launching call itself carries of its child: Goose's requests, pi's and Dirac's snapshots. */
export function drawn(child: FlatChild, call: Call, meta: JsonObject): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  const request = gooseRequest(meta);
  if (request) events.push(...requestRow(child.id, request));
  const messages = snapshotMessages(call.output);
  for (const message of messages.slice(child.drawn)) events.push(...snapshotRow(child.id, message, child.drawn++));
  for (const step of trajectory(call.output).slice(child.drawn)) events.push(...trajectoryRow(child.id, step, child.drawn++));
  return events;
}

/** True for what works in the foreground, or comes to its end within the turn all the same. */
export function isBoundToTurn(child: FlatChild): boolean {
  return child.launch.isBackground !== true || child.row.isBoundToTurn === true;
}

/** What a child that was launched does, as far as its launch tells. */
export const running: ChildPatch = { state: { state: "running" } };

/** What a launch says of its child, as the store takes it. */
export function labels(launch: Launch): ChildPatch {
  return { title: launch.title, role: launch.role, prompt: launch.prompt, model: launch.model };
}

/** Words or a call that nobody can attribute. */
export function unattributed(event: SessionEvent): SessionEvent {
  if (event.type === "toolCallReported") return { ...event, patch: { ...event.patch, isUnattributed: true } };
  return event.type === "chunkReceived" ? { ...event, isUnattributed: true } : event;
}

/** A message that an agent marks as standing alone gets an id to stand alone by. */
export function alone(event: SessionEvent, meta: JsonObject): SessionEvent {
  const id = discreteMessageId(meta);
  return id === undefined || event.type !== "chunkReceived" ? event : { ...event, messageId: toMessageId(id) };
}

/** A first frame of a call by itself, to see whether it launches a child. */
export function callFrom(update: JsonObject): Call {
  const call = new Call(text(update, "toolCallId") ?? "", toSessionId(""));
  call.merge(update);
  return call;
}

/** An event that says something of a child. */
export function patched(child: FlatChild, patch: ChildPatch): SessionEvent {
  return { type: "childUpdated", sessionId: child.id, parentId: child.parentId, dialect: child.row.dialect, patch };
}

/** A child at its first sight. */
export function newChild(known: Pick<FlatChild, "id" | "parentId" | "streamId" | "row" | "callId" | "launch">): FlatChild {
  return {
    ...known,
    isEnded: false,
    isEndTold: false,
    isToldLater: false,
    isMixed: false,
    isAnnounced: false,
    isCancelled: false,
    isWoken: false,
    hasSpoken: false,
    drawn: 0,
  };
}
