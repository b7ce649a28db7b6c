import type { Event } from "../base/emitter.ts";
import type { Attachment } from "../session/attachment.ts";
import type { Change } from "../session/changes.ts";
import type { RequestId, SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import type { OpenRequest } from "../session/requests.ts";
import type { Session } from "../session/session.ts";

/** A prompt that waits until the running one is answered, or until the person sends it. */
export interface QueuedPrompt {
  readonly id: string;
  readonly text: string;
  /** How much goes with it beside its text. */
  readonly attachmentCount?: number;
  /** The turn that it waited for was cancelled: only the person sends it. */
  readonly isHeld?: boolean;
}

/** What an agent offers to have done with a session, as far as surfaces show it. */
export interface SessionOffers {
  readonly load: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly close: boolean;
  readonly delete: boolean;
  readonly title: boolean;
  readonly archive: boolean;
}

/**
 * One connection as every surface sees it. Its model may change at any time, but not all are alive: a running agent, one that
 * ended and is still read, recorded traffic (`isReplay`), or a session that we kept ourselves (`storedBecause`).
 */
export interface LiveConnection {
  /** Unique over all connections of this window; holds neither `/` nor `:`. */
  readonly key: string;
  /** What the person calls the agent. */
  readonly agentLabel: string;
  readonly model: SessionModel;
  /** Epoch ms at which the model's clock stood at 0. */
  readonly startedAtEpoch: number;
  /** Recorded traffic: nothing can be sent, nothing waits for the person. */
  readonly isReplay: boolean;
  /** Of a transcript that we kept ourselves, in place of a running agent: why it cannot be worked with, and the next step. */
  readonly storedBecause?: string;
  /** Of such a transcript: what helps when opening it again does not: another window has the session, or its agent opens none again. */
  readonly goOn?: "takeOver" | "startNew";
  /** Absent where there is no agent to ask. */
  readonly offers?: SessionOffers;
  /** Prompts that wait, oldest first. */
  queued(sessionId: SessionId): readonly QueuedPrompt[];
  /** What is attached to the prompt that is being written; left out where none is written. */
  attached?(sessionId: SessionId): readonly Attachment[];
  /** The agent takes pictures in a prompt. */
  readonly takesImages?: boolean;
}

/** What became different: the list of connections, one connection's model, or something of it that is not in its model (queue). */
export type HubChange =
  | { readonly type: "connectionAdded"; readonly connection: LiveConnection }
  | { readonly type: "connectionRemoved"; readonly key: string }
  | { readonly type: "modelChanged"; readonly connection: LiveConnection; readonly change: Change }
  | { readonly type: "connectionChanged"; readonly connection: LiveConnection };

/** All connections. Changes are fired synchronously, after the model has changed. */
export interface Hub {
  /** In the order in which they were opened. */
  readonly connections: readonly LiveConnection[];
  readonly onDidChange: Event<HubChange>;
}

/** The connection with this key. */
export function connectionOf(hub: Hub, key: string): LiveConnection | undefined {
  return hub.connections.find((connection) => connection.key === key);
}

/** The key of a session, unique over all connections. */
export function sessionKey(connectionKey: string, sessionId: SessionId): string {
  return `${connectionKey}/${sessionId}`;
}

/** The session that a key of `sessionKey` means, while there is one. */
export function findSession(hub: Hub, key: string): { readonly connection: LiveConnection; readonly session: Session } | undefined {
  const [connectionKey, id] = splitKey(key);
  const connection = connectionOf(hub, connectionKey);
  const session = connection?.model.get(id as SessionId);
  return connection && session ? { connection, session } : undefined;
}

/** The key of a request, unique over all connections (`RequestView.key`). */
export function requestKey(connectionKey: string, requestId: RequestId): string {
  return `${connectionKey}/${requestId}`;
}

/** The open request that a key of `requestKey` means, while there is one. */
export function findRequest(hub: Hub, key: string): { readonly connection: LiveConnection; readonly request: OpenRequest } | undefined {
  const [connectionKey, id] = splitKey(key);
  const connection = connectionOf(hub, connectionKey);
  const request = connection?.model.getRequest(id as RequestId);
  return connection && request ? { connection, request } : undefined;
}

function splitKey(key: string): readonly [string, string] {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}
