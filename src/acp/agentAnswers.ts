import { t } from "../base/words.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import { type SessionId, toSessionId } from "../session/ids.ts";

// Agents' answers come as they are: the SDK checks none of them, so each field is looked at before it is used.

/** What an agent offers beside `session/new` and `session/prompt` (schema `AgentCapabilities`). */
export interface AgentOffers {
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly close: boolean;
}

export const noOffers: AgentOffers = { load: false, resume: false, list: false, close: false };

/** What an agent says of itself (schema `Implementation`). */
export interface AgentInfo {
  readonly name?: string;
  readonly version?: string;
}

/** What `initialize` was answered with. */
export interface InitializeAnswer {
  /** As sent; a number for ACP. */
  readonly protocolVersion: unknown;
  readonly offers: AgentOffers;
  readonly info: AgentInfo;
  /** The names of the ways to sign in, with their descriptions. */
  readonly signInMethods: readonly string[];
}

/** One session of `session/list` (schema `SessionInfo`). */
export interface ListedSession {
  readonly sessionId: SessionId;
  readonly cwd?: string;
  readonly title?: string;
  /** ISO 8601, as sent. */
  readonly updatedAt?: string;
}

export function readInitializeAnswer(answer: unknown): InitializeAnswer {
  const { protocolVersion, agentCapabilities, agentInfo, authMethods } = objectOr(answer);
  const capabilities = objectOr(agentCapabilities);
  const session = objectOr(capabilities.sessionCapabilities);
  const offers: AgentOffers = {
    load: capabilities.loadSession === true,
    resume: isOffered(session.resume),
    list: isOffered(session.list),
    close: isOffered(session.close),
  };
  const { name, version } = objectOr(agentInfo);
  const info = { name: textOr(name), version: textOr(version) };
  return { protocolVersion, offers, info, signInMethods: listOf(authMethods).flatMap(signInMethod) };
}

/** The id of a new session; undefined when the answer has none. */
export function readNewSession(answer: unknown): SessionId | undefined {
  const { sessionId } = objectOr(answer);
  return typeof sessionId === "string" ? toSessionId(sessionId) : undefined;
}

/** A page of sessions and, when there are more, the cursor of the next page. */
export function readSessionList(answer: unknown): { readonly sessions: readonly ListedSession[]; readonly nextCursor?: string } {
  const { sessions, nextCursor } = objectOr(answer);
  return { sessions: listOf(sessions).flatMap(listedSession), nextCursor: textOr(nextCursor) };
}

/** Why a turn ended; undefined when the agent did not say. */
export function readStopReason(answer: unknown): string | undefined {
  return textOr(objectOr(answer).stopReason);
}

function listedSession(value: unknown): readonly ListedSession[] {
  const { sessionId, cwd, title, updatedAt } = objectOr(value);
  if (typeof sessionId !== "string") return [];
  return [{ sessionId: toSessionId(sessionId), cwd: textOr(cwd), title: textOr(title), updatedAt: textOr(updatedAt) }];
}

function signInMethod(value: unknown): readonly string[] {
  const { id, name, description } = objectOr(value);
  const label = textOr(name) ?? textOr(id);
  if (label === undefined) return [];
  return [typeof description === "string" && description !== label ? t("{0} ({1})", label, description) : label];
}

/** A capability is offered by an object, mostly an empty one. */
function isOffered(capability: unknown): boolean {
  return isObject(capability) || capability === true;
}

function objectOr(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
