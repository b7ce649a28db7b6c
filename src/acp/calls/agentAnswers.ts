import { objectOr } from "../../base/json.ts";
import { isObject, type JsonObject } from "../../session/content.ts";
import { type SessionId, toSessionId } from "../../session/ids.ts";
import { type PromptCapabilities, readPromptCapabilities } from "../promptCapabilities.ts";
import { readSignInMethods, type SignInMethod } from "../signInMethods.ts";

// Agents' answers come as they are: the SDK checks none of them, so each field is looked at before it is used.

/** What an agent offers beside `session/new` and `session/prompt` (schema `AgentCapabilities`). */
export interface AgentOffers {
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly close: boolean;
  readonly fork: boolean;
  readonly delete: boolean;
  /** A client may name a session: `session/set_title`. */
  readonly title: boolean;
  readonly archive: boolean;
  readonly status: boolean;
  readonly additionalDirectories: boolean;
  /** `logout` (schema `LogoutCapabilities`). */
  readonly logout: boolean;
  /** `auth/status` (schema `AuthStatusCapabilities`). */
  readonly authStatus: boolean;
  /** MCP servers over HTTP, and over server-sent events (schema `McpCapabilities`); those on standard input every agent takes. */
  readonly mcpHttp: boolean;
  readonly mcpSse: boolean;
  /** What a prompt may carry. */
  readonly prompt: PromptCapabilities;
  /** Where its models are can be chosen: `providers/*`. */
  readonly providers: boolean;
}

/** The members of `agentCapabilities.sessionCapabilities` (schema `SessionCapabilities`) that we know; `load` stands above them. */
const sessionOffers = ["resume", "list", "close", "fork", "delete", "title", "archive", "status", "additionalDirectories"] as const;

/** What is offered by an agent that has not answered `initialize` yet: nothing. */
export const noOffers: AgentOffers = offersOf({});

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
  readonly signInMethods: readonly SignInMethod[];
}

/** One session of `session/list` (schema `SessionInfo`). */
export interface ListedSession {
  readonly sessionId: SessionId;
  readonly cwd?: string;
  readonly title?: string;
  /** ISO 8601, as sent. */
  readonly updatedAt?: string;
  /** Absent where the agent does not say. */
  readonly archived?: boolean;
  readonly additionalDirectories?: readonly string[];
  /** The session that started this one, where the listing tells: then it is a child and comes with its root. */
  readonly parentId?: SessionId;
}

/** A page of sessions and, when there are more, the cursor of the next page (schema `ListSessionsResponse`). */
export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  readonly nextCursor?: string;
}

/** Reads the answer to `initialize` (schema `InitializeResponse`); what is left out or of another type counts as not offered. */
export function readInitializeAnswer(answer: unknown): InitializeAnswer {
  const { protocolVersion, agentCapabilities, agentInfo, authMethods } = objectOr(answer);
  const capabilities = objectOr(agentCapabilities);
  const offers = offersOf(capabilities);
  const { name, version } = objectOr(agentInfo);
  const info = { name: textOr(name), version: textOr(version) };
  return { protocolVersion, offers, info, signInMethods: readSignInMethods(authMethods) };
}

/** The id of a new session; undefined when the answer has none. */
export function readNewSession(answer: unknown): SessionId | undefined {
  const { sessionId } = objectOr(answer);
  return typeof sessionId === "string" ? toSessionId(sessionId) : undefined;
}

/** Reads the answer to `session/list` (schema `ListSessionsResponse`); entries without an id are left out. */
export function readSessionList(answer: unknown): SessionPage {
  const { sessions, nextCursor } = objectOr(answer);
  return { sessions: listOf(sessions).flatMap(listedSession), nextCursor: textOr(nextCursor) };
}

/** A place that an agent can send its requests to models to (schema `ProviderInfo`). */
export interface Provider {
  readonly providerId: string;
  /** The protocols that it can speak there, such as `anthropic` or `openai`. */
  readonly supported: readonly string[];
  /** It must not be disabled. */
  readonly isRequired: boolean;
  /** How it is set now; undefined while it is disabled. It has no keys. */
  readonly current?: { readonly apiType: string; readonly baseUrl: string };
}

/** The answer to `providers/list` (schema `ListProvidersResponse`). */
export function readProviders(answer: unknown): readonly Provider[] {
  return listOf(objectOr(answer).providers).flatMap((value) => {
    const { providerId, supported, required, current } = objectOr(value);
    if (typeof providerId !== "string") return [];
    const { apiType, baseUrl } = objectOr(current);
    return [
      {
        providerId,
        supported: listOf(supported).filter((protocol) => typeof protocol === "string"),
        isRequired: required === true,
        current: isObject(current) ? { apiType: textOr(apiType) ?? "", baseUrl: textOr(baseUrl) ?? "" } : undefined,
      },
    ];
  });
}

/** Why a turn ended; undefined when the agent did not say. */
export function readStopReason(answer: unknown): string | undefined {
  return textOr(objectOr(answer).stopReason);
}

/** The title that an agent keeps after it was asked to change it (schema `SetSessionTitleResponse`). */
export function readTitle(answer: unknown): string | undefined {
  return textOr(objectOr(answer).title);
}

/** Whether the agent has a session in memory: `open`, `saved` or another word (schema `SessionStatusResponse`). */
export function readStatus(answer: unknown): string | undefined {
  return textOr(objectOr(answer).status);
}

function offersOf(capabilities: JsonObject): AgentOffers {
  const session = objectOr(capabilities.sessionCapabilities);
  const auth = objectOr(capabilities.auth);
  const mcp = objectOr(capabilities.mcpCapabilities);
  const offered = sessionOffers.map((name) => [name, isOffered(session[name])] as const);
  return {
    load: capabilities.loadSession === true,
    ...(Object.fromEntries(offered) as { readonly [Key in (typeof sessionOffers)[number]]: boolean }),
    logout: isOffered(auth.logout),
    authStatus: isOffered(auth.status),
    mcpHttp: mcp.http === true,
    mcpSse: mcp.sse === true,
    prompt: readPromptCapabilities(capabilities.promptCapabilities),
    providers: isOffered(capabilities.providers),
  };
}

function listedSession(value: unknown): readonly ListedSession[] {
  const info = objectOr(value);
  const { sessionId, cwd, title, updatedAt, archived, additionalDirectories } = info;
  if (typeof sessionId !== "string") return [];
  const directories = listOf(additionalDirectories).filter((directory) => typeof directory === "string");
  return [
    {
      sessionId: toSessionId(sessionId),
      cwd: textOr(cwd),
      title: textOr(title),
      updatedAt: textOr(updatedAt),
      archived: typeof archived === "boolean" ? archived : undefined,
      additionalDirectories: directories.length > 0 ? directories : undefined,
      parentId: parentOf(info, sessionId),
    },
  ];
}

/** How agents that list children name their parent: no field of the schema does, so they say it in their own or in `_meta`. */
const parentKeys = ["parentSessionId", "parent_session_id", "parentThreadId", "parent_thread_id", "parentId", "parentID"];

/** Looked for in the session's own fields, in its `_meta`, and in what a vendor keeps there under a name of its own. */
function parentOf(info: JsonObject, sessionId: string): SessionId | undefined {
  const meta = objectOr(info._meta);
  for (const place of [info, meta, ...Object.values(meta).filter(isObject)]) {
    for (const key of parentKeys) {
      const id = textOr(place[key]);
      if (id && id !== sessionId) return toSessionId(id);
    }
  }
  return undefined;
}

/** A capability is offered by an object, mostly an empty one. */
function isOffered(capability: unknown): boolean {
  return isObject(capability) || capability === true;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
